import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  Complaint,
  type FieldsOf,
  field,
  notify,
  parseFields,
  phrase,
  required,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { DAY } from '../intervals.ts';
import type { Runner } from '../runner/runner.ts';
import { parseSpan } from '../text/time.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export type CollectInputs = ReturnType<typeof toInputs>;

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

/** Reads all inputs, or names every wrong one at once. */
export function readCollectInputs(runner: Runner) {
  const { fields, problems } = parseFields(collectInputSchema, runner);
  return fields === undefined
    ? ({ ok: false, problems } as const)
    : ({ ok: true, inputs: toInputs(fields) } as const);
}

function toInputs(fields: FieldsOf<typeof collectInputSchema>) {
  const { since, timeout, notify, 'pr-token': prToken, 'github-token': githubToken } = fields;
  const [labels, reviewers, assignees] = [
    fields['pr-labels'],
    fields['pr-reviewers'],
    fields['pr-assignees'],
  ];
  return {
    ...{ baseUrl: fields['base-url'], apiKey: fields['api-key'], projectId: fields['project-id'] },
    ...{ since, timeout, notify, prToken, githubToken, owner: { labels, reviewers, assignees } },
    threadSecret: fields['thread-secret'],
    phrase: fields['trigger-phrase'],
    dryRun: fields['dry-run'],
  };
}
