import * as z from 'zod/mini';
import { readJson } from '../http/http-call.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { isJobId, JOB_ID_RULE } from '../text/identifiers.ts';
import { cut } from '../text/line.ts';
import { shellSafeJson } from '../text/shell-safe.ts';
import { readUrl } from '../text/url.ts';

/** Fields without the documented form are left out, because scripts use the outputs. */
export interface Job {
  readonly id: string;
  /** Any word, because the service may add statuses. */
  readonly status?: string | undefined;
  readonly repository?: string | undefined;
  readonly ref?: string | undefined;
  readonly model?: string | undefined;
  readonly prLink?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly archivedAt?: string | undefined;
  /** The names of omitted fields, like `source.ref`. */
  readonly leftOut?: readonly string[] | undefined;
  /** The whole response without the fields in `leftOut`. */
  readonly raw: unknown;
}

/** Undefined for a value without the documented form. A missing field and null mean the same. */
function field(read: (text: string) => string | undefined) {
  return z.catch(
    z.pipe(
      z.string(),
      z.transform((text) => read(text)),
    ),
    undefined,
  );
}

const matching = (pattern: RegExp) => field((text) => (pattern.test(text) ? text : undefined));
const date = matching(/^\d[\dTZ:.+ -]{0,40}$/i);
const sourceSchema = z.looseObject({
  repository: matching(/^[\w.~/:@+-]{1,250}$/),
  ref: matching(/^[\w./@#+=,~-]{1,250}$/),
});

const schema = z.looseObject({
  id: field((text) => (isJobId(text) ? text : undefined)),
  status: matching(/^[A-Za-z][\w-]{0,49}$/),
  source: z.catch(z.optional(sourceSchema), undefined),
  model: matching(/^[\w./:@+-]{1,100}$/),
  prLink: field(readUrl),
  createdAt: date,
  archivedAt: date,
});

/** `requestedId` is the ID in the request's URL. Only the response to a create must contain an ID. */
export function parseJob(body: string, requestedId?: string): Answer<Job, string> {
  const answer = readJson(body, 'a job', z.looseObject({}, 'should be an object'));
  if (!answer.ok) return answer;
  const json = answer.value;
  const read = schema.parse(json);
  const id = requestedId ?? read.id;
  if (id === undefined) {
    // The job may exist, so the message shows its ID, even if it is unusable.
    const wrong = cut(shellSafeJson(json['id']) || 'missing', 220);
    const problem = `the response is not a job: "id" should be ${JOB_ID_RULE}, and is ${wrong}`;
    return { ok: false, failure: problem };
  }
  const { status, source, model, prLink, createdAt, archivedAt } = read;
  const { repository, ref } = source ?? {};
  const leftOut = [...findLost(json['source'], source, 'source.'), ...findLost(json, read)];
  const shown = Object.keys(json).map((name) => [name, json[name] === null ? null : read[name]]);
  const raw = Object.fromEntries(shown);
  const job = { id, status, repository, ref, model, prLink, createdAt, archivedAt, leftOut, raw };
  return { ok: true, value: job };
}

/** The fields without the documented form. */
function findLost(json: unknown, read: Readonly<Record<string, unknown>> = {}, prefix = ''): string[] {
  const lost = Object.entries(Object(json)).filter(
    ([name, value]) => value !== null && read[name] === undefined,
  );
  return lost.map(([name]) => `${prefix}${name}`);
}
