import * as z from 'zod/mini';
import type { Reading } from '../http/http-call.ts';
import { readJson, tellIssues } from '../http/json-body.ts';

/** An agent job (service-api.md, "Agent job"). Only `id` is always there; unknown fields stay in `raw`. */
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
  /** The whole answer. */
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
  // "." and ".." are no ids: in an address they would name another operation. What nobody sees and halves of
  // characters could neither be put into an address nor be given as `job-id`.
  id: given(z.string().check(z.regex(/^(?!\.{1,2}$)[^\s\p{C}]{1,500}$/u))),
  status: text,
  source: given(z.looseObject({ repository: text, ref: text })),
  model: text,
  prLink: text,
  createdAt: text,
  archivedAt: text,
});

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
  const { repository, ref } = source ?? {};
  return { value: { id, status, repository, ref, model, prLink, createdAt, archivedAt, raw } };
}

/** What is left of a job when fields have wrong types: its id, if that is right. */
function brokenJob(
  raw: unknown,
  issues: readonly z.core.$ZodIssue[],
  askedId: string | undefined,
): Reading<Job> {
  const problem = `the answer is not a job: ${tellIssues(raw, issues, expected)}`;
  const isObject = issues.every(({ path }) => path.length > 0);
  const ownId = issues.some(({ path }) => path[0] === 'id') ? undefined : Object(raw).id;
  const id = isObject ? (askedId ?? ownId) : undefined;
  return typeof id === 'string' ? { value: { id, raw }, problem } : { problem };
}

function expected(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'should be an object';
  if (path[0] === 'id') return 'should be one word of 1 to 500 characters';
  return path.at(-1) === 'source' ? 'should be an object' : 'should be text or null';
}
