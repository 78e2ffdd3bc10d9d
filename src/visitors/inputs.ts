import {
  Complaint,
  type FieldsOf,
  field,
  logins,
  optional,
  parseFields,
  serviceFields,
  timeout,
  wholeNumber,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import type { Ports } from '../ports.ts';
import { type GateRules, REQUIRABLE } from '../request/gate.ts';
import type { Files } from '../runner/workspace-files.ts';
import { FORMATS, type Format } from './formats.ts';
import { formatMoment, type Period, periodBefore, readMoment, resolveMoment } from './period.ts';

/** What the step was asked to export, checked. */
export interface VisitorsInputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly period: Period;
  /** The period to compare with. */
  readonly before?: Period | undefined;
  readonly format: Format;
  /** Where the file goes, below the workspace. */
  readonly file: string;
  /** Rows shown and handed on. */
  readonly top: number;
  /** Keep only the pages below it. */
  readonly prefix?: string | undefined;
  /** Requests that the export may cost, the comparison included. */
  readonly maxRequests: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** For the gate's look-up. */
  readonly githubToken?: string | undefined;
  readonly gate: GateRules;
}

export type ReadVisitorsInputs =
  | { readonly ok: true; readonly inputs: VisitorsInputs }
  | { readonly ok: false; readonly problems: readonly string[] };

const MOST_TOP = 250;
const MOST_REQUESTS = 10_000;

const moment = field(
  (text) =>
    readMoment(text) ??
    new Complaint(
      'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, ' +
        'or `today`, `7d`, `4w` or `3mo` (back from today)',
    ),
);

/** Every input of the visitors action. There are no defaults here: its action.yml is their only home. */
export const visitorsInputSchema = {
  ...serviceFields,
  'date-from': moment,
  'date-to': moment,
  format: oneOf(FORMATS),
  file: field((text) => (text === '' ? new Complaint('is empty') : text)),
  top: wholeNumber(MOST_TOP),
  'page-prefix': optional,
  compare: oneOf(['none', 'previous'] as const),
  'max-requests': wholeNumber(MOST_REQUESTS),
  timeout,
  'github-token': optional,
  permission: oneOf(REQUIRABLE),
  'allow-users': logins,
  'allow-bots': logins,
} as const;

type Fields = FieldsOf<typeof visitorsInputSchema>;

/** Reads all inputs, and names every wrong one at once. */
export async function readVisitorsInputs({ runner, files, clock }: Ports): Promise<ReadVisitorsInputs> {
  const given = (name: keyof typeof visitorsInputSchema) => runner.input(name).trim();
  const { fields, problems } = parseFields(visitorsInputSchema, runner);
  const periods = readPeriods(given('date-from'), given('date-to'), given('compare'), clock.now());
  const target = await readTarget(files, given('file'), given('format'));
  const idle = findIdleInputs(visitorsInputSchema, runner);
  const all = [...problems, ...periods.problems, ...target.problems, ...idle];
  const { period, before } = periods;
  if (fields === undefined || period === undefined || all.length > 0) return { ok: false, problems: all };
  return { ok: true, inputs: toInputs(fields, period, before, target.path) };
}

interface Periods {
  readonly period?: Period | undefined;
  readonly before?: Period | undefined;
  /** What is wrong with the dates together; each alone is the schema's matter. */
  readonly problems: readonly string[];
}

function readPeriods(dateFrom: string, dateTo: string, compare: string, now: number): Periods {
  const [from, to] = [readMoment(dateFrom), readMoment(dateTo)];
  if (from === undefined || to === undefined) return { problems: [] };
  const period = { from: resolveMoment(from, now), to: resolveMoment(to, now) };
  if (period.from >= period.to) {
    const order = `\`date-from\` (${formatMoment(period.from)}) must be before \`date-to\` (${formatMoment(period.to)}).`;
    return { problems: [order] };
  }
  if (compare !== 'previous') return { period, problems: [] };
  const before = periodBefore(period);
  return before === undefined
    ? { problems: ['`compare`: the period before would begin before 1970.'] }
    : { period, before, problems: [] };
}

/** The file's path with the format put in. */
async function readTarget(
  files: Files,
  file: string,
  format: string,
): Promise<{ readonly path: string; readonly problems: readonly string[] }> {
  const known = FORMATS.find((name) => name === format) ?? FORMATS[0];
  const path = file.replaceAll('<format>', known);
  if (path === '') return { path, problems: [] };
  const target = await files.checkTarget(path);
  return target.ok
    ? { path: target.path, problems: [] }
    : { path, problems: [`\`file\`: ${path} ${target.problem}.`] };
}

function toInputs(fields: Fields, period: Period, before: Period | undefined, file: string): VisitorsInputs {
  const { 'page-prefix': prefix, 'github-token': githubToken } = fields;
  return {
    baseUrl: fields['base-url'],
    apiKey: fields['api-key'],
    projectId: fields['project-id'],
    period,
    before,
    format: fields.format,
    file,
    top: fields.top,
    prefix,
    maxRequests: fields['max-requests'],
    timeout: fields.timeout,
    githubToken,
    gate: {
      required: fields.permission,
      allowUsers: fields['allow-users'],
      allowBots: fields['allow-bots'],
    },
  };
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return field((text) => {
    const list = choices.map((choice) => `\`${choice}\``);
    return (
      choices.find((choice) => choice === text) ??
      new Complaint(`must be ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`)
    );
  });
}
