import * as z from 'zod/mini';
import { changeFields } from '../inputs/change-fields.ts';
import * as fields from '../inputs/fields.ts';
import { parseInputs, seal } from '../inputs/read-inputs.ts';
import { DAY } from '../model/intervals.ts';
import { unsent } from '../model/request-result.ts';
import type { Runner } from '../runner/runner.ts';
import { parseDuration } from '../text/time.ts';

const span = fields.readAs((text) => {
  const ms = parseDuration(text) ?? 0;
  return ms > 0 && ms <= 90 * DAY ? ms : undefined;
}, 'must be a span of at most `90d`, like `12h` or `3d`');

/** `author` is the author of the last merged pull request, and nothing was merged here. */
const noAuthor = z.refine<string[]>((names) => !names.includes('author'), {
  error: 'works only for changes. Use logins or `asker`',
  path: ['`author`'],
});

/** Defaults are in collect/action.yml only. */
export const collectInputSchema = {
  ...fields.serviceFields,
  githubToken: fields.githubToken,
  threadSecret: fields.threadSecret,
  since: span,
  commitStatus: fields.statusName,
  timeout: fields.timeout,
  prLabels: changeFields.prLabels,
  prReviewers: changeFields.prReviewers.check(noAuthor),
  prPaths: changeFields.prPaths,
  prToken: changeFields.prToken,
  dryRun: fields.boolean,
} as const;

/** Inputs of earlier versions, and what to use instead. */
const REMOVED = {
  'issue-number': 'For what is open, save a search by label on GitHub: `is:pr is:open label:docs-agent`.',
};

/** Reads all inputs, and reports all problems at once. Spans are milliseconds. */
export async function readCollectInputs(runner: Runner) {
  const { data, problems } = await parseInputs(collectInputSchema, runner, REMOVED);
  if (data !== undefined && problems.length === 0) return seal(data);
  return unsent('input-invalid', problems.join(' '));
}
