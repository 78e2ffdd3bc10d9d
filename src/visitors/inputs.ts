import * as fields from '../inputs/fields.ts';
import { type FieldsOf, parseInputs, type Sealed, seal } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import { type Dates, datesBefore, formatDate, readDate, toDates } from './period.ts';
import { FORMATS, SORTS } from './rows.ts';

const NO_DATE =
  'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, or `today`, `7d`, `4w` or `3mo` (back from today)';

/** Defaults are in action.yml only. Dates are relative to `now`. */
export function visitorsInputSchema(now: number) {
  const date = fields.readAs((text) => readDate(text, now), NO_DATE);
  return {
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
}

type Fields = FieldsOf<ReturnType<typeof visitorsInputSchema>>;

/** All inputs, checked. `timeout` is in milliseconds. */
export interface VisitorsInputs extends Omit<Sealed<Fields>, 'dateFrom' | 'dateTo'> {
  readonly dates: Dates;
  /** The period to compare with, if any. */
  readonly before: Dates | undefined;
}

export async function readVisitorsInputs(ports: Ports): Promise<VisitorsInputs | RequestResult> {
  const { runner, files, clock } = ports;
  const { data, problems } = await parseInputs(visitorsInputSchema(clock.now()), runner);
  if (data === undefined) return unsent('input-invalid', problems.join(' '));
  const periods = readPeriods(data);
  if (typeof periods === 'string') problems.push(periods);
  const file = data.file.replaceAll('<format>', data.format);
  const target = await files.checkTarget(file);
  if (!target.ok) problems.push(`\`file\`: ${file} ${target.failure}.`);
  if (typeof periods === 'string' || !target.ok || problems.length > 0)
    return unsent('input-invalid', problems.join(' '));
  return { ...seal(data), ...periods, file: target.value };
}

/** The period, and the one to compare with, if any. A string is a problem. */
function readPeriods({ dateFrom: from, dateTo: to, compare }: Fields) {
  if (from < 0) return '`date-from` must not be before 1970.';
  if (from >= to)
    return `\`date-from\` (${formatDate(from)}) must be before \`date-to\` (${formatDate(to)}).`;
  const before = compare === 'previous' ? datesBefore(from, to) : undefined;
  if (compare === 'previous' && before === undefined)
    return '`compare`: the period before would begin before 1970.';
  return { dates: toDates(from, to), before };
}
