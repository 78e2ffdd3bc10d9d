import type { Http, HttpRequest, HttpResponse } from '../../src/http/http-client.ts';
import type { Clock } from '../../src/runner/clock.ts';
import { type Job, parseJob } from '../../src/service/job.ts';
import { parseVisitors, type VisitorsPage } from '../../src/service/visitors-page.ts';
import { at, parseJson, textAt } from '../../src/text/json.ts';

/** The parts of a first contact, in their order. */
export type Part =
  | 'unknown job'
  | 'create'
  | 'first turn'
  | 'message'
  | 'second turn'
  | 'visitors'
  | 'wrong key';

/** One request and its answer, without foreign text. Times are epoch milliseconds by this machine's clock. */
export interface Exchange {
  readonly part: Part;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** Whether an error has the form `{"error": "..."}`. */
  readonly explains: boolean;
  /** The names of the headers that say when a limit resets. */
  readonly resets: readonly string[];
  /** The service's clock minus this machine's, in milliseconds. */
  readonly ahead: number | undefined;
  readonly job: Job | undefined;
  /** The names of the job's fields, with a value or null. */
  readonly fields: readonly string[];
  readonly page: VisitorsPage | undefined;
  /** Whether all counts of the page were whole numbers. */
  readonly whole: boolean;
}

const RESETS = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'];

/** Records each request of the action's client. `part` is what it belongs to at the moment. */
export function recordExchanges(http: Http, clock: Clock, part: () => Part) {
  const exchanges: Exchange[] = [];
  const record: Http = async (request, signal) => {
    const sentAt = clock.now();
    const attempt = await http(request, signal);
    const times = { part: part(), sentAt, answeredAt: clock.now() };
    exchanges.push({
      ...times,
      ...(attempt.ok ? readAnswer(request, attempt.response, times.answeredAt) : NONE),
    });
    return attempt;
  };
  return { exchanges, record };
}

type AnswerPart = Omit<Exchange, 'part' | 'sentAt' | 'answeredAt'>;

const NONE: AnswerPart = {
  status: undefined,
  explains: false,
  resets: [],
  ahead: undefined,
  job: undefined,
  fields: [],
  page: undefined,
  whole: false,
};

function readAnswer(
  { method, url }: HttpRequest,
  { status, headers, body }: HttpResponse,
  now: number,
): AnswerPart {
  const json = parseJson(body);
  const date = Date.parse(headers['date'] ?? '');
  const known = {
    ...NONE,
    status,
    explains: textAt(json, 'error') !== undefined,
    resets: RESETS.filter((name) => headers[name] !== undefined),
    ahead: Number.isNaN(date) ? undefined : date - now,
  };
  if (status >= 300) return known;
  if (url.pathname.endsWith('/visitors')) {
    const page = parseVisitors(body);
    return page.ok ? { ...known, page: page.value, whole: areWhole(json) } : known;
  }
  // Only a create must return the ID.
  const job = parseJob(body, method === 'GET' || url.pathname.endsWith('/message') ? 'known' : undefined);
  return job.ok ? { ...known, job: job.value, fields: Object.keys(Object(json)) } : known;
}

function areWhole(json: unknown): boolean {
  const rows = at(json, 'visitors');
  const counted = [at(json, 'totals'), ...(Array.isArray(rows) ? rows : [])];
  const counts = counted.flatMap((row) => ['human', 'ai', 'total'].map((name) => at(row, name)));
  return counts.every((count) => count === undefined || count === null || Number.isInteger(count));
}
