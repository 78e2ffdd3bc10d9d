import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  Complaint,
  field,
  notify,
  parseFields,
  phrase,
  required,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import { DAY } from '../intervals.ts';
import type { Runner } from '../runner/runner.ts';
import { parseSpan } from '../text/time.ts';

const since = field((text) => {
  const span = parseSpan(text) ?? 0;
  return span > 0 && span <= 90 * DAY
    ? span
    : new Complaint('must be a span of at most `90d`, like `12h` or `3d`');
});

/** Every input of the collect action. There are no defaults here: its action.yml is their only home. */
export const collectInputSchema = {
  ...serviceFields,
  'github-token': required,
  'thread-secret': threadSecret,
  since,
  timeout,
  'trigger-phrase': phrase,
  notify,
  'pr-labels': changeFields['pr-labels'],
  'pr-reviewers': changeFields['pr-reviewers'],
  'pr-assignees': changeFields['pr-assignees'],
  'pr-token': changeFields['pr-token'],
  'dry-run': boolean,
} as const;

/** Reads all inputs, and names everything that is wrong at once. Spans are milliseconds. */
export function readCollectInputs(runner: Runner) {
  const { fields, problems: wrong } = parseFields(collectInputSchema, runner);
  const problems = [...wrong, ...findIdleInputs(collectInputSchema, runner)];
  // It means who wrote what was merged last, and nothing was.
  for (const name of ['pr-reviewers', 'pr-assignees'] as const)
    if (/(?:^|[\s,])author(?:$|[\s,])/.test(runner.input(name)))
      problems.push(`\`${name}\`: \`author\` means nobody here. Name logins, or \`asker\`.`);
  if (fields === undefined || problems.length > 0) return { problems };
  return { inputs: { ...fields, phrase: fields.triggerPhrase } };
}
