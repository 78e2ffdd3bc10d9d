import { changeFields } from '../inputs/change-fields.ts';
import {
  boolean,
  Complaint,
  type FieldsOf,
  field,
  notify,
  phrase,
  required,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { DAY } from '../intervals.ts';
import { parseSpan } from '../text/time.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export type CollectInputs = ReturnType<typeof toCollectInputs>;

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

export function toCollectInputs(fields: FieldsOf<typeof collectInputSchema>) {
  const { since, timeout, notify } = fields;
  return {
    baseUrl: fields['base-url'],
    apiKey: fields['api-key'],
    projectId: fields['project-id'],
    since,
    timeout,
    notify,
    dryRun: fields['dry-run'],
    phrase: fields['trigger-phrase'],
    githubToken: fields['github-token'],
    prToken: fields['pr-token'],
    threadSecret: fields['thread-secret'],
    wishes: {
      labels: fields['pr-labels'],
      reviewers: fields['pr-reviewers'],
      assignees: fields['pr-assignees'],
    },
  };
}
