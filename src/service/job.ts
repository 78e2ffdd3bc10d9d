import * as z from 'zod/mini';
import { type Reading, readJson } from '../http/json-body.ts';

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
const ID = 'should be one word of 1 to 500 characters';
const OBJECT = 'should be an object';
const text = given(z.string('should be text or null'));

// "." and ".." are no ids: in an address they would name another operation. What nobody sees and halves of characters
// could neither be put into an address nor be given as `job-id`.
const idField = given(z.string(ID).check(z.regex(/^(?!\.{1,2}$)[^\s\p{C}]{1,500}$/u, ID)));

/** The job of service-api.md; unknown fields are ignored. */
const schema = z.object(
  {
    id: idField,
    status: text,
    source: given(z.object({ repository: text, ref: text }, OBJECT)),
    model: text,
    prLink: text,
    createdAt: text,
    archivedAt: text,
  },
  OBJECT,
);

/** Of a job whose fields have wrong types its id is left, if that is right. */
const remains = z.object({ id: z.catch(idField, undefined) });

/**
 * Reads a job out of an answer's body. `askedId` is the id that the request named; only the answer to a create has to
 * bring one.
 */
export function parseJob(body: string, askedId?: string): Reading<Job> {
  const { value, problem, raw } = readJson(body, 'a job', schema);
  const job = value ?? remains.safeParse(raw).data;
  const id = job && (askedId ?? job.id);
  if (id === undefined)
    return { problem: problem ?? 'the answer is not a job: "id" should be text, is missing' };
  if (!canBeWritten(raw)) return { value: { id, raw: { id } }, problem: 'the answer is nested too deep' };
  const { source, ...fields } = value ?? { source: undefined };
  return { value: { ...fields, ...source, id, raw }, problem };
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
