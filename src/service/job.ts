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

const ID = 'should be 1 to 200 letters, digits or signs of ._:-';
const OBJECT = 'should be an object';

/** What `look` makes of a field; undefined for one that is missing or null, which is the same (open-points.md). */
function given<Field, Shown>(field: z.ZodMiniType<Field>, look: (value: Field) => Shown) {
  return z.pipe(
    z.nullish(field),
    z.transform((value) => (value === undefined || value === null ? undefined : look(value))),
  );
}

/** A text as `look` shows it; undefined when it does not look like what it should be. */
const text = (look: (value: string) => string | undefined) => given(z.string('should be text or null'), look);
const word = (pattern: RegExp) => text((value) => (pattern.test(value) ? value : undefined));

const idField = given(z.string(ID).check(z.refine(isJobId, ID)), (id) => id);
const source = z.looseObject(
  { repository: word(/^[\w.~/:@+-]{1,250}$/), ref: word(/^[\w./@#+=,~-]{1,250}$/) },
  OBJECT,
);
const moment = word(/^\d[\dTZ:.+ -]{0,40}$/i);

/** The job of service-api.md; unknown fields stay as they are. */
const schema = z.looseObject(
  {
    id: idField,
    status: word(/^[A-Za-z][\w-]{0,49}$/),
    source: given(source, (read) => read),
    model: word(/^[\w./:@+-]{1,100}$/),
    prLink: text(readAddress),
    createdAt: moment,
    archivedAt: moment,
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
  if (id === undefined) {
    // Without its id nobody finds the job that there may be.
    const ownId = Object(raw).id;
    const shown = typeof ownId === 'string' ? `: ${shellSafeJson(cut(ownId, 200))}` : '';
    return { problem: `${problem ?? 'the answer is not a job: "id" should be text, is missing'}${shown}` };
  }
  if (!canBeWritten(raw)) return { value: { id, raw: { id } }, problem: 'the answer is nested too deep' };
  return { value: value === undefined ? { id, raw: { id } } : { id, ...describe(value, raw) }, problem };
}

/** What is known of a job; of the answer too, what does not look like what it should be is left out. */
function describe(value: z.output<typeof schema>, raw: unknown): Omit<Job, 'id'> {
  const { status, source, model, prLink, createdAt, archivedAt } = value;
  const answer = Object(raw);
  const leftOut = [...lostFields(answer.source, source, 'source.'), ...lostFields(answer, value)];
  const asItIs = leftOut.length === 0 && prLink === (answer.prLink ?? undefined);
  return {
    ...{ status, repository: source?.repository, ref: source?.ref, model, prLink, createdAt, archivedAt },
    leftOut: leftOut.length > 0 ? leftOut : undefined,
    raw: asItIs ? raw : value,
  };
}

/** The names of the fields that an object of the answer holds, and of which nothing was read. */
function lostFields(answer: unknown, read: Readonly<Record<string, unknown>> = {}, prefix = ''): string[] {
  const lost = Object.entries(Object(answer)).filter(
    ([name, value]) => value !== null && read[name] === undefined,
  );
  return lost.map(([name]) => `${prefix}${name}`);
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
