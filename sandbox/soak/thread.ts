import { actionFile } from '../archive.ts';
import type { Match } from '../faults/script.ts';
import { eventsOf } from '../github/events.ts';
import { userOf } from '../github/store.ts';
import { addComment, addThread } from '../github/threads.ts';
import type { ProcessPool } from '../runner/process-pool.ts';
import { openSandbox } from '../sandbox.ts';
import { type TurnScript, usualTurn } from '../service/scripted-life.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { Finding } from './check.ts';
import { passingFault } from './faults.ts';
import { type Cut, type Host, runInTrouble, someFaults, type Trouble } from './trouble.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const REPOSITORY = 'acme/product';
const LINK = 'https://github.com/acme/docs/pull/1';
const WORDS = ['Rewrite the guide', 'Shorter, please', 'Longer, please'];
const AT_WORK = /^\*\*(?:Working on it|Waiting for its turn)\b/;
/** The states of a note whose request has no end. */
const OPEN: ReadonlySet<unknown> = new Set(['waiting', 'sending', 'job']);

/**
 * Plays random requests of one thread: one after the other as in the recipe's queue, or `atOnce`, without the queue. Runs are cut
 * off and repeated, GitHub and the service fail, and GitHub's lists lag. Then checks that each request was sent once, has its
 * own end, and that no job was lost. The same seed gives the same thread.
 */
export async function soakThread(
  seed: string,
  processes?: ProcessPool,
  { atOnce = false } = {},
): Promise<Finding[]> {
  const chance = chanceOf(seed);
  await using thread = await openThread(seed, chance, processes);
  const { sandbox, notes } = thread;
  await (atOnce ? playAtOnce(thread, chance) : playInQueue(thread, chance));
  await sandbox.time.sleep(HOUR);
  await (chance.happens(0.5) ? thread.collect() : thread.ask('Again, please'));
  const open = notes().filter(({ note }) => OPEN.has(note.state));
  const findings = [
    ...thread.findings,
    ...open.map(({ body }) => find('no end', body)),
    ...thread.foreignEnds().map((body) => find('wrong words', body)),
  ];
  // A re-run of a request whose job failed sends it again.
  const all = thread.fails ? findings : [...findings, ...(await checkSends(thread))];
  return all.map((finding) => ({ ...finding, prompt: `${seed} ${finding.prompt}`.trimEnd() }));
}

async function playInQueue({ sandbox, requests, run }: Thread, chance: Chance): Promise<void> {
  for (const { event } of requests) {
    for (let attempt = 1; attempt === 1 || (attempt < 4 && chance.happens(0.4)); attempt += 1) {
      await run(event, attempt, planTrouble(chance), {
        wait: chance.pick(['true', 'true', 'false']),
        timeout: '20m',
      });
      await sandbox.time.sleep(chance.whole(1, chance.pick([10, 300])) * SECOND);
    }
  }
}

/** More than ten seconds apart, because closer requests may create two jobs. */
async function playAtOnce({ sandbox, requests, run }: Thread, chance: Chance): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const { event } of requests) {
    running.push(run(event, 1, planTrouble(chance), { timeout: '40m' }));
    await sandbox.time.sleep(chance.whole(11, chance.pick([30, 300])) * SECOND);
  }
  await Promise.all(running);
}

type Thread = Awaited<ReturnType<typeof openThread>>;

const find = (kind: Finding['kind'], what: string, prompt = ''): Finding => ({ kind, prompt, what });

async function openThread(seed: string, chance: Chance, processes: ProcessPool | undefined) {
  const sandbox = await openSandbox({ seed, repository: REPOSITORY, processes });
  const { github, service } = sandbox;
  const { store } = github;
  const repository = github.repository(REPOSITORY);
  const events = eventsOf({ github, repository: REPOSITORY });
  github.addMember(REPOSITORY, 'ann', 'write');
  const user = userOf(store, 'ann');
  const issue = addThread(store, repository, { user, title: 'The quickstart is old', body: '' });
  store.lag = chance.pick([0, 5 * SECOND]);
  const done = usualTurn(chance.pick([5, 60, 600]), LINK);
  const fails = chance.happens(0.2);
  const failed: TurnScript = { timeline: [{ status: 'active' }, { at: 60, status: 'failed', prLink: LINK }] };
  // The last turn of a job may fail.
  service.scriptAll(...(fails ? [done, done, failed] : [done]));
  const request = (words: string) => {
    const comment = addComment(store, repository, { thread: issue.number, user, body: `/docs ${words}` });
    return { words, id: comment.id, event: events.comment(issue, comment, 'created') };
  };
  const requests = WORDS.map(request);
  const findings: Finding[] = [];
  const outputs: Readonly<Record<string, string>>[] = [];

  async function run(
    event: object,
    attempt: number,
    trouble: Trouble = { faults: [], cut: undefined },
    inputs: Readonly<Record<string, string>> = {},
    action: '' | 'collect' = '',
  ) {
    const { result, stuck } = await runInTrouble(sandbox, trouble, () =>
      sandbox.run({
        actionFile: actionFile(action),
        event: event as Thread['requests'][number]['event'],
        inputs: action === '' ? { context: 'none', ...inputs } : inputs,
        context: { runAttempt: String(attempt), actor: 'ann', triggeringActor: 'ann' },
      }),
    );
    if (stuck !== undefined) findings.push(find('stuck', stuck));
    outputs.push(result.outputs);
    return result;
  }

  /** The status comments with notes. */
  const notes = () =>
    repository.comments.flatMap(({ text: { body } }) => {
      const [, payload] = /docs-agent-action:note:v2 \S+ (\S+) /.exec(body) ?? [];
      if (payload === undefined) return [];
      return [{ body, note: JSON.parse(Buffer.from(payload, 'base64').toString()) }];
    });

  return {
    sandbox,
    repository,
    requests,
    findings,
    outputs,
    fails,
    notes,
    run,
    ask: (words: string) => run(request(words).event, 1),
    collect: () => run(events.dispatch(user), 1, undefined, {}, 'collect'),

    /** The status comments that report a failure although the turn of their request ended well. */
    foreignEnds(): string[] {
      const failing = new Set(
        service.jobs.flatMap(({ turns }) => turns.slice(2).map(({ prompt }) => prompt)),
      );
      return requests
        .filter(({ words }) => !failing.has(words))
        .flatMap(({ id }) => notes().filter(({ note }) => note.requester.reactTo?.id === id))
        .flatMap(({ body }) => (/^\*\*Failed:\*\* Job \S+ failed/.test(body) ? [body] : []));
    },
    [Symbol.asyncDispose]: sandbox.close,
  };
}

/** Runs each request again, and compares its report with what arrived at the service. */
async function checkSends({ sandbox, repository, requests, outputs, run }: Thread): Promise<Finding[]> {
  const { service } = sandbox;
  const findings: Finding[] = [];
  let doubts = 0;
  for (const { words, event } of requests) {
    const { result, reasonCode } = (await run(event, 9)).outputs;
    const arrived = service.jobs
      .flatMap(({ turns }) => turns)
      .filter(({ prompt }) => prompt === words).length;
    const isInDoubt = reasonCode === 'earlier-attempt-unknown';
    if (isInDoubt) doubts += 1;
    if (arrived > 1) findings.push(find('duplicate', `arrived ${arrived} times`, words));
    else if (!isInDoubt && (result !== 'pull-request' || arrived === 0))
      findings.push(find('wrong words', `${result}, and arrived ${arrived} times`, words));
  }
  const own = repository.comments.filter(({ user }) => user.login === 'github-actions[bot]');
  const bodies = own.map(({ text }) => text.body);
  for (const body of bodies) if (AT_WORK.test(body)) findings.push(find('no end', body));
  const reports = [...bodies, ...outputs.map(({ jobId = '' }) => jobId)].join('\n');
  const unnamed = service.jobs.filter(({ id }) => !reports.includes(id));
  if (unnamed.length > doubts) findings.push(find('lost job', unnamed.map(({ id }) => id).join(', ')));
  if (service.jobs.length > 1 + doubts) findings.push(find('duplicate', `${service.jobs.length} jobs`));
  return findings;
}

function planTrouble(chance: Chance): Trouble {
  const ofHosts = [
    { host: 'github', most: 30, share: chance.pick([0, 0.05, 0.2]) },
    { host: 'service', most: 30, share: chance.pick([0, 0.2]) },
  ] as const;
  const { host, ...match } = chance.pick<{ host: Host } & Match>([
    { host: 'github', nth: chance.whole(1, 8) },
    { host: 'service', method: 'POST' },
    { host: 'service', method: 'GET', nth: chance.whole(1, 3) },
  ]);
  const cut: Cut = {
    host,
    match,
    by: chance.pick(['cancel', 'kill', 'lose']),
    where: chance.pick(['before', 'after']),
    answered: false,
  };
  return {
    faults: ofHosts.flatMap((share) => someFaults(chance, passingFault, share)),
    cut: chance.happens(0.5) ? cut : undefined,
  };
}
