import {
  Complaint,
  type FieldsOf,
  field,
  gateFields,
  oneOf,
  optional,
  parseFields,
  required,
  serviceFields,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import type { Ports } from '../ports.ts';
import { FORMATS } from './formats.ts';
import { formatMoment, type Period, periodBefore, readMoment } from './period.ts';

export interface VisitorsInputs extends FieldsOf<typeof visitorsInputSchema>, Periods {}

const MOST_TOP = 250;
const MOST_REQUESTS = 10_000;

/** Whether a date is valid doesn't depend on today, which `readPeriods` adds. */
const moment = field((text) =>
  readMoment(text, 0) === undefined
    ? new Complaint(
        'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, ' +
          'or `today`, `7d`, `4w` or `3mo` (back from today)',
      )
    : text,
);

/** Defaults are in action.yml only. */
export const visitorsInputSchema = {
  ...serviceFields,
  'date-from': moment,
  'date-to': moment,
  format: oneOf(FORMATS),
  file: required,
  top: wholeNumber(MOST_TOP),
  'page-prefix': optional,
  compare: oneOf(['none', 'previous']),
  'max-requests': wholeNumber(MOST_REQUESTS),
  timeout,
  'github-token': optional,
  ...gateFields,
} as const;

/** Reads all inputs, and names every wrong one at once. */
export async function readVisitorsInputs({ runner, files, clock }: Ports) {
  const given = (name: keyof typeof visitorsInputSchema) => runner.input(name).trim();
  const { fields, problems: wrong } = parseFields(visitorsInputSchema, runner);
  const { periods, problem } = readPeriods(
    given('date-from'),
    given('date-to'),
    given('compare'),
    clock.now(),
  );
  const problems = [...wrong];
  if (problem !== undefined) problems.push(problem);
  // Checks the path also when the format is wrong.
  const format = FORMATS.find((name) => name === given('format')) ?? FORMATS[0];
  const file = given('file').replaceAll('<format>', format);
  const target = file === '' ? undefined : await files.checkTarget(file);
  if (target?.ok === false) problems.push(`\`file\`: ${file} ${target.problem}.`);
  problems.push(...findIdleInputs(visitorsInputSchema, runner));
  if (fields === undefined || periods === undefined || !target?.ok || problems.length > 0)
    return { problems };
  return { inputs: { ...fields, ...periods, file: target.path } };
}

interface Periods {
  readonly period: Period;
  /** The period to compare with, if any. */
  readonly before: Period | undefined;
}

/** Reports problems of the dates together; the schema reports those of each date. */
function readPeriods(
  dateFrom: string,
  dateTo: string,
  compare: string,
  now: number,
): { readonly periods?: Periods; readonly problem?: string } {
  const from = readMoment(dateFrom, now);
  const to = readMoment(dateTo, now);
  if (from === undefined || to === undefined) return {};
  if (from >= to) {
    return {
      problem: `\`date-from\` (${formatMoment(from)}) must be before \`date-to\` (${formatMoment(to)}).`,
    };
  }
  const period = { from, to };
  if (compare !== 'previous') return { periods: { period, before: undefined } };
  const before = periodBefore(period);
  return before === undefined
    ? { problem: '`compare`: the period before would begin before 1970.' }
    : { periods: { period, before } };
}
