import * as z from 'zod/mini';
import { type Reading, readJson } from '../http/json-body.ts';
import { cut } from '../text/line.ts';
import { shellSafeJson } from '../text/shell-safe.ts';
import { isJobId, readUrl } from '../text/url.ts';

/**
 * An agent job (service-api.md, "Agent job"). Only `id` is always there; unknown fields stay in `raw`. A field that doesn't
 * look as documented is left out: it would become an output, and outputs are put into scripts.
 */
export interface Job {
  readonly id: string;
  /** Any word: the service's list has grown before. */
  readonly status?: string | undefined;
  readonly repository?: string | undefined;
  readonly ref?: string | undefined;
  readonly model?: string | undefined;
  readonly prLink?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly archivedAt?: string | undefined;
  readonly leftOut?: readonly string[] | undefined;
  /** The whole answer without the fields in `leftOut`. */
  readonly raw: unknown;
}

const ID = 'should be 1 to 200 letters, digits or signs of ._:-';
const OBJECT = 'should be an object';

/** A missing field and a null one mean the same (open-points.md). */
function given<Field, Shown>(field: z.ZodMiniType<Field>, read: (value: Field) => Shown) {
  return z.pipe(
    z.nullish(field),
    z.transform((value) => (value === undefined || value === null ? undefined : read(value))),
  );
}

const text = (read: (value: string) => string | undefined) => given(z.string('should be text or null'), read);
const word = (pattern: RegExp) => text((value) => (pattern.test(value) ? value : undefined));

const idField = given(z.string(ID).check(z.refine(isJobId, ID)), (id) => id);
const source = z.looseObject(
  { repository: word(/^[\w.~/:@+-]{1,250}$/), ref: word(/^[\w./@#+=,~-]{1,250}$/) },
  OBJECT,
);
const moment = word(/^\d[\dTZ:.+ -]{0,40}$/i);

const schema = z.looseObject(
  {
    id: idField,
    status: word(/^[A-Za-z][\w-]{0,49}$/),
    source: given(source, (read) => read),
    model: word(/^[\w./:@+-]{1,100}$/),
    prLink: text(readUrl),
    createdAt: moment,
    archivedAt: moment,
  },
  OBJECT,
);

/** A job whose other fields have wrong types can still be found by its id. */
const remains = z.object({ id: z.catch(idField, undefined) });

/** `askedId` is the id in the request's URL; only the answer to a create must contain an id. */
export function parseJob(body: string, askedId?: string): Reading<Job> {
  const { value, problem, raw } = readJson(body, 'a job', schema);
  const job = value ?? remains.safeParse(raw).data;
  const id = job && (askedId ?? job.id);
  if (id === undefined) {
    // The job may exist, and a person needs whatever id it has.
    const ownId = Object(raw).id;
    const shown = typeof ownId === 'string' ? `: ${shellSafeJson(cut(ownId, 200))}` : '';
    return { problem: `${problem ?? 'the answer is not a job: "id" should be text, is missing'}${shown}` };
  }
  if (!canBeWritten(raw)) return { value: { id, raw: { id } }, problem: 'the answer is nested too deep' };
  return { value: value === undefined ? { id, raw: { id } } : { id, ...describe(value, raw) }, problem };
}

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

function lostFields(answer: unknown, read: Readonly<Record<string, unknown>> = {}, prefix = ''): string[] {
  const lost = Object.entries(Object(answer)).filter(
    ([name, value]) => value !== null && read[name] === undefined,
  );
  return lost.map(([name]) => `${prefix}${name}`);
}

/** JSON.parse reads any depth; JSON.stringify overflows the stack. */
function canBeWritten(raw: unknown): boolean {
  try {
    JSON.stringify(raw);
    return true;
  } catch {
    return false;
  }
}
