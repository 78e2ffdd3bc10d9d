import * as z from 'zod/mini';
import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  notify,
  phrase,
  readAs,
  required,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { describeIssues, findIdleInputs, parseInputs, seal } from '../inputs/read-inputs.ts';
import { DAY } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import type { Runner } from '../runner/runner.ts';
import { parseSpan } from '../text/time.ts';

const since = readAs((text) => {
  const span = parseSpan(text) ?? 0;
  return span > 0 && span <= 90 * DAY ? span : undefined;
}, 'must be a span of at most `90d`, like `12h` or `3d`');

/** `author` is the author of the last merged pull request, and nothing was merged here. */
const noAuthor = z.refine<string[]>((names) => !names.includes('author'), {
  error: 'works only for changes. Use logins or `asker`',
  path: ['`author`'],
});

/** Defaults are in collect/action.yml only. */
export const collectInputSchema = {
  ...serviceFields,
  githubToken: required,
  threadSecret,
  since,
  timeout,
  triggerPhrase: phrase,
  notify,
  prLabels: changeFields.prLabels,
  prReviewers: changeFields.prReviewers.check(noAuthor),
  prAssignees: changeFields.prAssignees.check(noAuthor),
  prPaths: changeFields.prPaths,
  skipIfOpen: changeFields.skipIfOpen,
  prToken: changeFields.prToken,
  dryRun: boolean,
} as const;

/** Reads all inputs, and reports all problems at once. Spans are milliseconds. */
export async function readCollectInputs(runner: Runner) {
  const { data, error } = await parseInputs(collectInputSchema, runner);
  const problems = [...describeIssues(error), ...findIdleInputs(collectInputSchema, runner)];
  if (data !== undefined && problems.length === 0) return seal(data);
  const wrong: RequestResult = {
    result: 'error',
    reasonCode: 'input-invalid',
    reason: `Nothing was checked: ${problems.join(' ')}`,
  };
  return wrong;
}
