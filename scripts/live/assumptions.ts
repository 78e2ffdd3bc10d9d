import { hasEnded, KNOWN } from '../../src/job/job-status.ts';
import {
  AGE_TOLERANCE,
  CREATE_LAG,
  LINK_LAG,
  MESSAGE_GRACE,
  POLL_SHORT,
  REFUSED_SPAN,
  RESPONSE_TIMEOUT,
  SEND_RESPONSE_TIMEOUT,
} from '../../src/model/intervals.ts';
import { readUrl } from '../../src/text/url.ts';
import type { Exchange, Part } from './exchanges.ts';
import { type Row, rowOf, seconds } from './report.ts';

/** The constants of `src/model/intervals.ts` that depend on the service, except those that only a limit or an outage shows. */
const MEASURED = {
  AGE_TOLERANCE,
  CREATE_LAG,
  LINK_LAG,
  MESSAGE_GRACE,
  POLL_SHORT: POLL_SHORT.until,
  REFUSED_SPAN,
  RESPONSE_TIMEOUT,
  SEND_RESPONSE_TIMEOUT,
};

/** Seen of an assumption: what was measured, and whether it holds. Undefined if it wasn't seen. */
type Seen = readonly [measured: string, holds: boolean] | undefined;

/** What the client assumes of the service, with what the exchanges show. `pace` is that of the contact. */
export function judgeService(exchanges: readonly Exchange[], pace = 1): Row[] {
  const of = (...parts: readonly Part[]) => exchanges.filter(({ part }) => parts.includes(part));
  const [unknown, create, first, message, second, visitors, wrongKey] = PARTS.map((part) => of(part));
  const polls = of('first turn', 'second turn');
  const jobs = exchanges.flatMap((one) => (one.job === undefined ? [] : [{ ...one, job: one.job }]));
  const refused = exchanges.filter(({ status = 0 }) => status >= 400);
  const span = (name: keyof typeof MEASURED) => MEASURED[name] * pace;
  const row = (assumption: string, assumed: string, [measured, holds = false]: Seen | [] = []) =>
    rowOf(assumption, assumed, measured, holds);
  const within = (assumption: string, name: keyof typeof MEASURED, ms: number | undefined): Row =>
    row(
      assumption,
      `at most ${seconds(MEASURED[name])} (\`${name}\`)`,
      ms === undefined ? undefined : [seconds(ms), ms <= span(name)],
    );

  return [
    row(
      "A job that doesn't exist",
      '404',
      statusOf(unknown, (status) => status === 404),
    ),
    row(
      'A create succeeds',
      'any 2xx, with an `id`',
      statusOf(create, (status) => status < 300 && create?.at(-1)?.job !== undefined),
    ),
    row(
      'A message succeeds',
      'any 2xx',
      statusOf(message, (status) => status < 300),
    ),
    row(
      'An unknown key',
      '401',
      statusOf(wrongKey, (status) => status === 401),
    ),
    row(
      'An error explains itself',
      '`{"error": "..."}`',
      refused.length === 0
        ? undefined
        : [
            list(refused.map(({ status, explains }) => `${status} ${explains ? 'does' : "doesn't"}`)),
            refused.every(({ explains }) => explains),
          ],
    ),
    row(
      'A usage limit says when it resets',
      'by `Retry-After`, `RateLimit-Reset` or `X-RateLimit-Reset`',
      seeLimit(refused),
    ),
    within(
      'A new job can be read',
      'CREATE_LAG',
      lagOf(create, first, ({ job }) => job !== undefined),
    ),
    row(
      'The statuses of a job',
      [...KNOWN].join(', '),
      jobs.length === 0
        ? undefined
        : [
            list(jobs.map(({ job }) => job.status ?? 'missing')),
            jobs.every(({ job }) => KNOWN.has(job.status ?? '')),
          ],
    ),
    row(
      'The fields of a job',
      'each has the documented form',
      jobs.length === 0
        ? undefined
        : [
            list(
              jobs.flatMap(({ fields, job }) =>
                fields.map((field) => (job.leftOut?.includes(field) ? `${field} (other form)` : field)),
              ),
            ),
            jobs.every(({ job }) => (job.leftOut ?? []).length === 0),
          ],
    ),
    row('The link while a job is active', 'none', seeActive(jobs)),
    within('The link comes after `completed`', 'LINK_LAG', linkLag(first)),
    row('A link', 'a URL with the number of a pull request', seeLink(jobs)),
    row('`source.ref`', 'the branch of the agent, which begins with `mintlify/`', seeBranch(jobs)),
    within('A message shows in the job', 'MESSAGE_GRACE', activityLag(message, second)),
    row('A message changes the same pull request', 'the same link', seeSameLink(first, second)),
    within('A job takes', 'POLL_SHORT', turnSpan(create, first)),
    within(
      'Polls are refused in a row',
      'REFUSED_SPAN',
      polls.length === 0 ? undefined : longestRefusal(polls),
    ),
    within('The answer to a read takes', 'RESPONSE_TIMEOUT', longest([...polls, ...(visitors ?? [])])),
    within(
      'The answer to a create or a message takes',
      'SEND_RESPONSE_TIMEOUT',
      longest(of('create', 'message')),
    ),
    within('The clocks of the service and this machine differ', 'AGE_TOLERANCE', clockDifference(exchanges)),
    row(
      'A page of visitors',
      'totals, rows and `hasMore`',
      statusOf(visitors, (status) => status < 300 && visitors?.at(-1)?.page !== undefined),
    ),
    ...UNSEEN.map(([assumption, assumed]) => row(assumption, assumed, undefined)),
  ];
}

/** What the client takes as it comes, in one sentence each. */
export function describeFacts(exchanges: readonly Exchange[]): string[] {
  const answer = exchanges.findLast(({ part }) => part === 'message')?.job;
  const repository = exchanges.findLast(({ job }) => job?.repository !== undefined)?.job?.repository;
  const counted = exchanges.findLast(({ page }) => page !== undefined);
  return [
    answer && `The answer to the message showed the status ${answer.status ?? 'missing'}.`,
    repository && `\`source.repository\` is a ${readUrl(repository) === undefined ? 'name' : 'URL'}.`,
    counted && `Counts of visitors are ${counted.whole ? '' : 'not all '}whole numbers.`,
  ].filter((fact) => typeof fact === 'string');
}

const PARTS = [
  'unknown job',
  'create',
  'first turn',
  'message',
  'second turn',
  'visitors',
  'wrong key',
] as const;

/** Seeing these would cost more, or damage. */
const UNSEEN = [
  ['A message to a job at work', 'may interrupt it, so the action waits'],
  ['A message to a failed or archived job', 'refused, so a new job is created'],
  ['A request that is sent twice', 'two jobs, so the action never repeats a lost one'],
  ['Rows of visitors between two pages', 'may move, so the action removes repeated ones'],
] as const;

function statusOf(some: readonly Exchange[] = [], isGood: (status: number) => boolean): Seen {
  const status = some.at(-1)?.status;
  return status === undefined ? undefined : [String(status), isGood(status)];
}

function seeLimit(refused: readonly Exchange[]): Seen {
  const limited = refused.filter(({ status }) => status === 429);
  if (limited.length === 0) return undefined;
  const names = limited.flatMap(({ resets }) => resets);
  return [names.length === 0 ? 'by none' : list(names), limited.every(({ resets }) => resets.length > 0)];
}

type WithJob = Exchange & { readonly job: NonNullable<Exchange['job']> };

function seeActive(jobs: readonly WithJob[]): Seen {
  const active = jobs.filter(({ job }) => !hasEnded(job));
  if (active.length === 0) return undefined;
  const linked = active.filter(({ job }) => job.prLink !== undefined).length;
  return [`${linked} of ${active.length} answers had one`, linked === 0];
}

function seeLink(jobs: readonly WithJob[]): Seen {
  const link = jobs.findLast(({ job }) => job.prLink !== undefined)?.job.prLink;
  if (link === undefined) return undefined;
  const isNumbered = /\/\d+\/?$/.test(new URL(link).pathname);
  return [isNumbered ? 'a URL with a number' : 'a URL without a number', isNumbered];
}

function seeBranch(jobs: readonly WithJob[]): Seen {
  const ref = jobs.findLast(({ job }) => job.ref !== undefined)?.job.ref;
  if (ref === undefined) return undefined;
  const fits = ref.startsWith('mintlify/');
  return [fits ? 'begins with `mintlify/`' : 'begins otherwise', fits];
}

function seeSameLink(first: readonly Exchange[] = [], second: readonly Exchange[] = []): Seen {
  const [one, other] = [first, second].map(
    (turn) => turn.findLast(({ job }) => job?.prLink !== undefined)?.job?.prLink,
  );
  if (one === undefined || second.length === 0) return undefined;
  if (other === undefined) return ['no link afterwards', false];
  return [one === other ? 'the same link' : 'another link', one === other];
}

/** From the answer to a send to the first poll that shows something; infinite if none does. */
function lagOf(
  sends: readonly Exchange[] = [],
  polls: readonly Exchange[] = [],
  shows: (exchange: Exchange) => boolean,
): number | undefined {
  const sent = sends.at(-1);
  if (sent?.job === undefined || polls.length === 0) return undefined;
  const seen = polls.find(shows);
  return seen === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seen.answeredAt - sent.answeredAt);
}

const isActive = ({ job }: Exchange) => job !== undefined && !hasEnded(job);

function activityLag(
  message: readonly Exchange[] = [],
  second: readonly Exchange[] = [],
): number | undefined {
  const sent = message.at(-1);
  return sent !== undefined && isActive(sent) ? 0 : lagOf(message, second, isActive);
}

function linkLag(turn: readonly Exchange[] = []): number | undefined {
  const ended = turn.findIndex(({ job }) => job?.status === 'completed');
  // A job that had ended before shows no lag.
  if (ended <= 0) return undefined;
  const linked = turn.slice(ended).find(({ job }) => job?.prLink !== undefined);
  if (linked === undefined) return Number.POSITIVE_INFINITY;
  return linked.answeredAt - (turn[ended]?.answeredAt ?? 0);
}

function turnSpan(sends: readonly Exchange[] = [], polls: readonly Exchange[] = []): number | undefined {
  const sent = sends.at(-1);
  const ended = polls.find(({ job }) => job !== undefined && hasEnded(job));
  return sent === undefined || ended === undefined ? undefined : ended.answeredAt - sent.answeredAt;
}

/** A 404 right after the create is no refusal. */
function longestRefusal(polls: readonly Exchange[]): number {
  let [longestSpan, since] = [0, 0];
  const found = polls.findIndex(({ job }) => job !== undefined);
  for (const { status = 0, answeredAt } of polls.slice(Math.max(0, found))) {
    const isRefused = status >= 400 && status < 500 && status !== 429;
    since = isRefused ? since || answeredAt : 0;
    if (isRefused) longestSpan = Math.max(longestSpan, answeredAt - since);
  }
  return longestSpan;
}

function longest(some: readonly Exchange[]): number | undefined {
  const answered = some.filter(({ status }) => status !== undefined);
  return answered.length === 0 ? undefined : Math.max(...answered.map((one) => one.answeredAt - one.sentAt));
}

function clockDifference(exchanges: readonly Exchange[]): number | undefined {
  const differences = exchanges.flatMap(({ ahead }) => (ahead === undefined ? [] : [Math.abs(ahead)]));
  return differences.length === 0 ? undefined : Math.max(...differences);
}

function list(words: readonly string[]): string {
  return [...new Set(words)].join(', ');
}
