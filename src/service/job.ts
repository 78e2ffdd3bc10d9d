import * as z from 'zod/mini';
import { type Reading, readJson } from '../http/json-body.ts';
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
const ID = 'should be 1 to 200 letters, digits or signs of ._:-';
const OBJECT = 'should be an object';
const text = given(z.string('should be text or null'));

const idField = given(z.string(ID).check(z.refine(isJobId, ID)));

/** The job of service-api.md; unknown fields are ignored. */
const schema = z.looseObject(
  {
    id: idField,
    status: text,
    source: given(z.looseObject({ repository: text, ref: text }, OBJECT)),
    model: text,
    prLink: text,
    createdAt: text,
    archivedAt: text,
  },
  OBJECT,
);

/** Of a job whose fields have wrong types its id is left, if that is right. */
const remains = z.object({ id: z.catch(idField, undefined) });

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
  const { value, problem, raw } = readJson(body, 'a job', schema);
  const job = value ?? remains.safeParse(raw).data;
  const id = job && (askedId ?? job.id);
  if (id === undefined) {
    // Without its id nobody finds the job that there may be.
    const ownId = Object(raw).id;
    const shown = typeof ownId === 'string' ? `: ${shellSafeJson(cut(ownId, 200))}` : '';
    return { problem: `${problem ?? 'the answer is not a job: "id" should be text, is missing'}${shown}` };
  }
  if (!canBeWritten(raw)) return { value: { id, raw: { id } }, problem: 'the answer is nested too deep' };
  return { value: value === undefined ? { id, raw: { id } } : { id, ...describe(value, raw) }, problem };
}

/** What is shown of a job: its fields that look like what they should be, and the answer without the others. */
function describe(value: z.output<typeof schema>, raw: unknown): Omit<Job, 'id'> {
  const { status, source, model, prLink, createdAt, archivedAt } = value;
  const leftOut: string[] = [];
  const look = (name: keyof typeof LOOKS, given: string | undefined) => {
    const read = given === undefined ? undefined : LOOKS[name](given);
    if (read === undefined && given !== undefined) leftOut.push(name);
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
  const shown = asItIs ? raw : { ...value, ...fields, source: source && { ...source, ...from } };
  return { ...fields, ...from, leftOut: leftOut.length > 0 ? leftOut : undefined, raw: shown };
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
