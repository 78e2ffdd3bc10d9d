import * as fields from '../inputs/fields.ts';
import { type FieldsOf, parseInputs, type Sealed, seal } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { type Dates, datesBefore, formatDate, readDate, toDates } from './period.ts';
import { FORMATS, SORTS } from './rows.ts';

const NO_DATE =
  'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, or `today`, `7d`, `4w` or `3mo` (back from today)';

/** Today doesn't matter for the validity of a date. `readPeriods` reads dates relative to today. */
const date = fields.trimmed.check(
  fields.refused((text) => (readDate(text, 0) === undefined ? NO_DATE : undefined)),
);

/** Defaults are in action.yml only. */
export const visitorsInputSchema = {
  ...fields.serviceFields,
  dateFrom: date,
  dateTo: date,
  format: fields.oneOf(FORMATS),
  file: fields.required,
  top: fields.wholeNumber(250),
  sort: fields.oneOf(SORTS),
  pagePrefix: fields.optional,
  compare: fields.oneOf(['none', 'previous']),
  maxRequests: fields.wholeNumber(10_000),
  timeout: fields.timeout,
} as const;

type Fields = FieldsOf<typeof visitorsInputSchema>;

/** All inputs, checked. `timeout` is in milliseconds. */
export interface VisitorsInputs extends Omit<Sealed<Fields>, 'dateFrom' | 'dateTo'> {
  readonly dates: Dates;
  /** The period to compare with, if any. */
  readonly before: Dates | undefined;
}

export async function readVisitorsInputs(ports: Ports): Promise<VisitorsInputs | RequestResult> {
  const { runner, files, clock } = ports;
  const input = (name: string) => runner.input(name).trim();
  const { data, problems } = await parseInputs(visitorsInputSchema, runner);
  const periods = readPeriods(input('date-from'), input('date-to'), input('compare'), clock.now());
  if (typeof periods === 'string') problems.push(periods);
  // Checks the path even if the format is wrong.
  const format = FORMATS.find((name) => name === input('format')) ?? FORMATS[0];
  const file = input('file').replaceAll('<format>', format);
  const target = file === '' ? undefined : await files.checkTarget(file);
  if (target?.ok === false) problems.push(`\`file\`: ${file} ${target.failure}.`);
  if (data === undefined || typeof periods !== 'object' || !target?.ok || problems.length > 0)
    return unsent('input-invalid', problems.join(' '));
  return { ...seal(data), ...periods, file: target.value };
}

/** The period, and the one to compare with, if any. A string is a problem. The schema reports problems of each date. */
function readPeriods(dateFrom: string, dateTo: string, compare: string, now: number) {
  const from = readDate(dateFrom, now);
  const to = readDate(dateTo, now);
  if (from === undefined || to === undefined) return undefined;
  if (from < 0) return '`date-from` must not be before 1970.';
  if (from >= to)
    return `\`date-from\` (${formatDate(from)}) must be before \`date-to\` (${formatDate(to)}).`;
  const before = compare === 'previous' ? datesBefore(from, to) : undefined;
  if (compare === 'previous' && before === undefined)
    return '`compare`: the period before would begin before 1970.';
  return { dates: toDates(from, to), before };
}
