import * as z from 'zod/mini';
import type { Reading } from '../http/http-call.ts';
import { readJson, tellIssues } from '../http/json-body.ts';
import { readAddress } from '../text/address.ts';
import { isJobId } from '../text/job-id.ts';
import { cut } from '../text/line.ts';
import { shellSafeJson } from '../text/shell-safe.ts';

/**
 * An agent job (service-api.md, "Agent job"). Only `id` is always there; unknown fields stay in `raw`. What does not look
 * like what the service documents is left out: outputs are made of it, and scripts of outputs.
 */
export interface Job {
  readonly id: string;
  /** The service's word; not only the four of the specification, since the list has grown before. */
  readonly status?: string | undefined;
  readonly repository?: string | undefined;
  readonly ref?: string | undefined;
  readonly model?: string | undefined;
  readonly prLink?: string | undefined;
  /** When it was created, as the service writes moments. */
  readonly createdAt?: string | undefined;
  readonly archivedAt?: string | undefined;
  /** Fields that were left out, by their names at the service. */
  readonly leftOut?: readonly string[] | undefined;
  /** The whole answer, but for those. */
  readonly raw: unknown;
}

/** Every field may be missing or null (open-points.md), which is the same. */
function given<T extends z.ZodMiniType>(field: T) {
  return z.pipe(
    z.nullish(field),
    z.transform((value) => value ?? undefined),
  );
}
const text = given(z.string());

/** The job of service-api.md; unknown fields are ignored. */
const schema = z.looseObject({
  id: given(z.string().check(z.refine(isJobId))),
  status: text,
  source: given(z.looseObject({ repository: text, ref: text })),
  model: text,
  prLink: text,
  createdAt: text,
  archivedAt: text,
});

/** How what is left of a field looks; undefined when nothing is. */
const LOOKS = {
  status: word(/^[A-Za-z][\w-]{0,49}$/),
  'source.repository': word(/^[\w.~/:@+-]{1,250}$/),
  'source.ref': word(/^[\w./@#+=,~-]{1,250}$/),
  model: word(/^[\w./:@+-]{1,100}$/),
  prLink: readAddress,
  createdAt: word(/^\d[\dTZ:.+ -]{0,40}$/i),
  archivedAt: word(/^\d[\dTZ:.+ -]{0,40}$/i),
} as const;

function word(pattern: RegExp) {
  return (value: string): string | undefined => (pattern.test(value) ? value : undefined);
}

/**
 * Reads a job out of an answer's body. `askedId` is the id that the request named; only the answer to a create has to
 * bring one.
 */
export function parseJob(body: string, askedId?: string): Reading<Job> {
  const json = readJson(body, 'a job');
  if ('problem' in json) return json;
  const reading = readJob(json.raw, askedId);
  if (reading.value === undefined || canBeWritten(json.raw)) return reading;
  const { id } = reading.value;
  return { value: { id, raw: { id } }, problem: 'the answer is nested too deep' };
}

/** JSON can be read at any depth, and written only so deep as the stack reaches. */
function canBeWritten(raw: unknown): boolean {
  try {
    JSON.stringify(raw);
    return true;
  } catch {
    return false;
  }
}

function readJob(raw: unknown, askedId: string | undefined): Reading<Job> {
  const result = schema.safeParse(raw);
  if (!result.success) return brokenJob(raw, result.error.issues, askedId);
  const { status, source, model, prLink, createdAt, archivedAt } = result.data;
  const id = askedId ?? result.data.id;
  if (id === undefined) return { problem: 'the answer is not a job: "id" should be text, is missing' };
  const leftOut: string[] = [];
  const look = (name: keyof typeof LOOKS, value: string | undefined) => {
    const read = value === undefined ? undefined : LOOKS[name](value);
    if (read !== value && read === undefined) leftOut.push(name);
    return read;
  };
  const from = {
    repository: look('source.repository', source?.repository),
    ref: look('source.ref', source?.ref),
  };
  const fields = {
    status: look('status', status),
    model: look('model', model),
    prLink: look('prLink', prLink),
    createdAt: look('createdAt', createdAt),
    archivedAt: look('archivedAt', archivedAt),
  };
  const asItIs = leftOut.length === 0 && fields.prLink === prLink;
  const shown = asItIs ? raw : { ...result.data, ...fields, source: source && { ...source, ...from } };
  return { value: { id, ...fields, ...from, leftOut: leftOut.length > 0 ? leftOut : undefined, raw: shown } };
}

/** What is left of a job when fields have wrong types: its id, if that is right. */
function brokenJob(
  raw: unknown,
  issues: readonly z.core.$ZodIssue[],
  askedId: string | undefined,
): Reading<Job> {
  const isObject = issues.every(({ path }) => path.length > 0);
  const badId = issues.some(({ path }) => path[0] === 'id');
  const ownId = Object(raw).id;
  // Without its id nobody finds the job that there may be.
  const shown = badId && typeof ownId === 'string' ? `: ${shellSafeJson(cut(ownId, 200))}` : '';
  const problem = `the answer is not a job: ${tellIssues(raw, issues, expected)}${shown}`;
  const id = isObject ? (askedId ?? (badId ? undefined : ownId)) : undefined;
  return typeof id === 'string' ? { value: { id, raw: { id } }, problem } : { problem };
}

function expected(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'should be an object';
  if (path[0] === 'id') return 'should be 1 to 200 letters, digits or signs of ._:-';
  return path.at(-1) === 'source' ? 'should be an object' : 'should be text or null';
}
