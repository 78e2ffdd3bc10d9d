/**
 * Plays a maintainer on the real github.com, for `.github/workflows/live.yml`. `requests` opens an issue and requests in
 * comments; `used` and `answered` are called by the runs that these start, and report their requests and outputs in the issue; `report` checks what
 * the runs left, writes live-github-report.md, and closes what was opened. Needs no packages.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIST_LAG } from '../src/model/intervals.ts';
import { type Row, renderReport, rowOf, seconds } from './live/report.ts';

const LABEL = 'live-check';
const PULL_LABEL = 'docs-live';
const REPORT = 'live-github-report.md';
const STATE = 'live-github.json';
/** The longest waits are this many times as long. */
const MINUTE = Number(process.env['LIVE_MINUTE'] ?? 60_000);
/** How often a condition is checked. */
const PAUSE = Number(process.env['LIVE_PAUSE'] ?? 5_000);

const variable = (name: string) => process.env[name] ?? '';
const repository = variable('GITHUB_REPOSITORY');

interface Outputs {
  readonly [name: string]: string;
}

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
}

/** What `requests` saw, for `report`. Times are milliseconds. Undefined was not seen. */
interface Seen {
  issue: number;
  /** The issue whose request no run waits for. */
  unwatched: number;
  /** The status of the first request with the job's new token. */
  firstStatus?: number;
  listLag?: number | undefined;
  statusComment?: number | undefined;
  outputs: { readonly [request: string]: Outputs | undefined };
  /** The IDs of the comments with requests. */
  ids: { readonly [request: string]: number };
  helped?: number;
  stopped?: string | undefined;
}

async function api(method: string, path: string, token: string, body?: object) {
  const response = await fetch(`${variable('GITHUB_API_URL')}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'live-check',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const used = Number(response.headers.get('x-ratelimit-used'));
  return { status: response.status, used, json: JSON.parse((await response.text()) || 'null') };
}

const own = variable('GH_TOKEN');
const inRepository = (method: string, path: string, body?: object, token = own) =>
  api(method, `repos/${repository}/${path}`, token, body);

/** With a person's token, if there is one: the requests of the job's token are counted. */
async function list(issue: number): Promise<Comment[]> {
  const token = variable('LIVE_WRITER_TOKEN') || own;
  return (await inRepository('GET', `issues/${issue}/comments?per_page=100`, undefined, token)).json;
}

/** Waits until there is something to return, at most `most` milliseconds. */
async function until<T>(most: number, find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = Date.now() + most; ; ) {
    const found = await find();
    if (found !== undefined || Date.now() > end) return found;
    await sleep(PAUSE);
  }
}

/** Prepares the issue, and requests as a writer and a reader would. */
async function request(): Promise<void> {
  const { status: firstStatus } = await api('GET', `repos/${repository}`, own);
  await inRepository('POST', 'labels', { name: LABEL, color: 'ededed' });
  const [issue, unwatched] = [await openIssue(), await openIssue()];
  const seen: Seen = { issue, unwatched, firstStatus, outputs: {}, ids: {} };
  writeFileSync(STATE, JSON.stringify(seen));
  const { id } = (await inRepository('POST', `issues/${issue}/comments`, { body: 'Requests follow.' })).json;
  const posted = Date.now();
  seen.listLag = await until(2 * LIST_LAG, async () =>
    (await list(issue)).some((one) => one.id === id) ? Date.now() - posted : undefined,
  );
  await play(seen);
  writeFileSync(STATE, JSON.stringify(seen));
}

async function openIssue(): Promise<number> {
  const opened = await inRepository('POST', 'issues', {
    title: 'Live check',
    body: 'Its workflow closes it.',
  });
  const issue = opened.json.number as number;
  await inRepository('POST', `issues/${issue}/labels`, { labels: [LABEL] });
  return issue;
}

async function play(seen: Seen): Promise<void> {
  const { issue, unwatched } = seen;
  const ids: Record<string, number> = {};
  const outputs: Record<string, Outputs | undefined> = {};
  Object.assign(seen, { ids, outputs });
  const [writer, reader] = ['LIVE_WRITER_TOKEN', 'LIVE_READER_TOKEN'].map(variable);
  const post = async (name: string, body: string, token = '', on = issue) => {
    const posted = await inRepository('POST', `issues/${on}/comments`, { body }, token);
    ids[name] = posted.json.id;
  };
  const answer = async (name: string, most = 40 * MINUTE, on = issue) => {
    outputs[name] = await until(most, async () => readAnswer(await list(on), ids[name]));
  };
  if (reader) {
    await post('denied', '/docs Rewrite the quickstart', reader);
    await answer('denied', 10 * MINUTE);
  }
  if (!writer) return;
  // The collect action, which is the next step, checks its job once.
  await post('not waiting', '/docs Create the page live-check-2.md (no waiting).', writer, unwatched);
  await answer('not waiting', 40 * MINUTE, unwatched);
  const begun = Date.now();
  await post(
    'request',
    '/docs Create the page live-check.md with one sentence. Change nothing else.',
    writer,
  );
  seen.statusComment = await until(10 * MINUTE, async () => {
    const comments = await list(issue);
    return comments.some(({ user }) => user.login === 'github-actions[bot]') ? Date.now() - begun : undefined;
  });
  await answer('request');
  // These are free. Without `queue: max`, the third one would cancel the second one.
  const helps = ['first', 'second', 'third'];
  for (const one of helps) await post(`help ${one}`, '/docs --help', writer);
  for (const one of helps) await answer(`help ${one}`, 15 * MINUTE);
  seen.helped = helps.filter((one) => outputs[`help ${one}`]?.['result'] === 'answered').length;
  await post('follow-up', '/docs Add a second sentence to live-check.md.', writer);
  await answer('follow-up');
  await post('cancelled', '/docs Add a third sentence to live-check.md.', writer);
  const jobId = outputs['request']?.['jobId'] ?? 'unknown';
  await cancelRun(issue, jobId);
  seen.stopped = await until(10 * MINUTE, async () => {
    const status = statusComments(await list(issue)).at(-1)?.body;
    return status?.includes(jobId) && !status.includes('updates this comment') ? jobId : undefined;
  });
  // The steps after the cancelled one report within seconds.
  await answer('cancelled', 2 * MINUTE);
  await until(40 * MINUTE, () => findEnd(outputs['not waiting']?.['jobId'] ?? 'unknown'));
}

/** Cancels the run of the newest status comment, as soon as it shows the job at work. */
async function cancelRun(issue: number, jobId: string): Promise<void> {
  const status = await until(10 * MINUTE, async () =>
    statusComments(await list(issue)).findLast(
      ({ body }) => body.includes('updates this comment') && body.includes(jobId),
    ),
  );
  const run = /\/actions\/runs\/(\d+)/.exec(status?.body ?? '')?.[1];
  if (run !== undefined) await inRepository('POST', `actions/runs/${run}/cancel`);
}

const ANSWER = '<!-- live-check answer -->';

const statusComments = (comments: readonly Comment[]) =>
  comments.filter(({ user, body }) => user.login === 'github-actions[bot]' && !body.startsWith(ANSWER));

/** The outputs that the run of a comment reported. */
function readAnswer(comments: readonly Comment[], request: number | undefined): Outputs | undefined {
  for (const { body } of comments.filter(({ body }) => body.startsWith(ANSWER))) {
    const answer = JSON.parse(body.slice(ANSWER.length));
    if (answer.request === request) return answer.outputs;
  }
  return undefined;
}

/** The status of the job, once it has ended. */
async function findEnd(jobId: string): Promise<string | undefined> {
  const path = `${variable('DOCS_API_URL')}/v2/agent/${variable('DOCS_PROJECT_ID')}/job/${jobId}`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${variable('DOCS_API_KEY')}` } });
  const { status } = (await response.json().catch(() => ({}))) as { status?: string };
  return status === 'active' ? undefined : status;
}

/** Sets the output `used`: the requests to GitHub within the hour with this repository's token, with this one. */
async function used(): Promise<void> {
  const { used: count } = await api('GET', `repos/${repository}`, own);
  appendFileSync(variable('GITHUB_OUTPUT'), `used=${count}\n`);
}

/** Reports the outputs of the run of a comment, in a comment that starts no run. */
async function answered(): Promise<void> {
  const event = JSON.parse(readFileSync(variable('GITHUB_EVENT_PATH'), 'utf8'));
  const { result, reasonCode, jobId, prOperation, prNumber } = JSON.parse(
    variable('OUTPUTS') || '{}',
  ) as Outputs;
  const requests = Number(variable('USED_AFTER')) - Number(variable('USED_BEFORE')) - 1;
  const outputs = { result, reasonCode, jobId, prOperation, prNumber, requests: String(requests) };
  const body = `${ANSWER}\n${JSON.stringify({ request: event.comment.id, outputs })}`;
  await inRepository('POST', `issues/${event.issue.number}/comments`, { body });
}

async function report(): Promise<void> {
  if (!existsSync(STATE)) throw new Error('The requests did not begin.');
  const seen: Seen = JSON.parse(readFileSync(STATE, 'utf8'));
  const text = renderReport('First contact with GitHub', await judge(seen), [
    `Run ${variable('GITHUB_RUN_ID')} of ${new Date().toISOString().slice(0, 10)}, commit ${variable('GITHUB_SHA').slice(0, 7)}.`,
    'If the documentation is in another repository, close the pull request of this check there.',
  ]);
  writeFileSync(REPORT, text);
  if (variable('GITHUB_STEP_SUMMARY')) appendFileSync(variable('GITHUB_STEP_SUMMARY'), text);
  console.log(text);
  const collected = /"prNumber":"(\d+)"/.exec(variable('COLLECTED'))?.[1];
  const pulls = [seen.outputs['request']?.['prNumber'], collected].filter((pull) => pull !== undefined);
  const opened = [];
  for (const pull of pulls) if (await isOurs(pull)) opened.push(pull);
  for (const one of [seen.issue, seen.unwatched, ...opened])
    await inRepository('PATCH', `issues/${one}`, { state: 'closed' });
  if (text.includes("| doesn't hold |")) process.exitCode = 1;
}

/** Whether a number is that of a pull request of this check, and not one in another repository. */
async function isOurs(pull: string): Promise<boolean> {
  const { json } = await inRepository('GET', `issues/${pull}`);
  return json?.labels?.some(({ name }: { name: string }) => name === PULL_LABEL) === true;
}

async function judge({
  firstStatus,
  helped,
  ids,
  listLag,
  outputs,
  statusComment,
  stopped,
  unwatched,
}: Seen): Promise<Row[]> {
  const { request, denied, cancelled, 'follow-up': followUp, 'not waiting': started } = outputs;
  const is = (assumption: string, assumed: string, measured: string | undefined) =>
    rowOf(assumption, assumed, measured, measured === assumed);
  const reactionTo = async (name: string) => {
    if (ids[name] === undefined) return undefined;
    const { json } = await inRepository('GET', `issues/comments/${ids[name]}/reactions`);
    return json.map(({ content }: { content: string }) => content).join(', ') || 'none';
  };
  const requests = Number(request?.['requests'] ?? Number.NaN);
  const collected = variable('COLLECTED');
  return [
    rowOf("The first request with a job's token", '200', firstStatus?.toString(), firstStatus === 200),
    rowOf(
      'The list of comments lags',
      `at most ${LIST_LAG / 1000} s`,
      span(listLag),
      (listLag ?? 0) <= LIST_LAG,
    ),
    rowOf(
      'The status comment of a request comes',
      'within 2 min',
      span(statusComment),
      (statusComment ?? 0) <= 120_000,
    ),
    is('A request on an issue ends with', 'pull-request', request?.['result']),
    is('The reaction to it', 'rocket', request && (await reactionTo('request'))),
    rowOf(
      'Requests to GitHub for it',
      'at most 31, 12 of them for a preview',
      request && String(requests),
      requests <= 31,
    ),
    is(
      'A follow-up goes to',
      'the same job',
      followUp && (followUp['jobId'] === request?.['jobId'] ? 'the same job' : 'another job'),
    ),
    is('Without waiting, a request ends with', 'started', started?.['result']),
    rowOf(
      'The collect action finishes it',
      'with its thread',
      collected === '' || started === undefined ? undefined : 'the output `finished`',
      collected.includes(`"thread":${unwatched}`),
    ),
    rowOf(
      'Three runs in one group with `queue: max`',
      '3 answered',
      helped === undefined ? undefined : `${helped} answered`,
      helped === 3,
    ),
    rowOf(
      'The comment of a cancelled run',
      'names the job, and no run',
      ids['cancelled'] === undefined
        ? undefined
        : stopped === undefined
          ? 'says that the run goes on'
          : 'as assumed',
      stopped !== undefined,
    ),
    rowOf(
      'The outputs of a cancelled run',
      'interrupted',
      cancelled?.['result'],
      cancelled?.['result'] !== 'pull-request',
    ),
    is('A requester without the permission', 'denied', denied?.['result']),
    is('The reaction to a denied request', 'confused', denied && (await reactionTo('denied'))),
    rowOf(
      'A digest as a dry run',
      'dry-run, or skipped if nothing was merged',
      variable('DIGEST') || undefined,
      ['dry-run', 'skipped'].includes(variable('DIGEST')),
    ),
  ];
}

function span(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : seconds(ms);
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = { requests: request, used, answered, report };
const command = COMMANDS[process.argv[2] ?? ''];
if (command === undefined)
  throw new Error('Usage: node scripts/live-github.ts requests|used|answered|report');
await command();
