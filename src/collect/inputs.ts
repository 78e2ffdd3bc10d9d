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
import type { Runner } from '../runner/runner.ts';
import { parseSpan } from '../text/time.ts';
import type { Settling } from '../thread/settle-pull-request.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export interface CollectInputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  readonly githubToken: string;
  readonly threadSecret: string | undefined;
  /** How far back comments are read. */
  readonly since: number;
  readonly timeout: number;
  readonly phrase: string;
  readonly notify: 'auto' | 'never';
  readonly owner: Settling['wishes'];
  readonly prToken: string | undefined;
  readonly dryRun: boolean;
}

const LONGEST_SINCE = 90 * 24 * 3_600_000;

/** Every input of the collect action. There are no defaults here: its action.yml is their only home. */
export const collectInputSchema = {
  ...serviceFields,
  'github-token': required,
  'thread-secret': threadSecret,
  since: field((text) => {
    const span = parseSpan(text);
    const fits = span !== undefined && span > 0 && span <= LONGEST_SINCE;
    return fits ? span : new Complaint('must be a span of at most `90d`, like `12h` or `3d`');
  }),
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
export function readCollectInputs(
  runner: Runner,
):
  | { readonly ok: true; readonly inputs: CollectInputs }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const { fields, problems } = parseFields(collectInputSchema, runner);
  if (fields === undefined) return { ok: false, problems };
  return {
    ok: true,
    inputs: {
      baseUrl: fields['base-url'],
      apiKey: fields['api-key'],
      projectId: fields['project-id'],
      githubToken: fields['github-token'],
      threadSecret: fields['thread-secret'],
      since: fields.since,
      timeout: fields.timeout,
      phrase: fields['trigger-phrase'],
      notify: fields.notify,
      owner: {
        labels: fields['pr-labels'],
        reviewers: fields['pr-reviewers'],
        assignees: fields['pr-assignees'],
      },
      prToken: fields['pr-token'],
      dryRun: fields['dry-run'],
    },
  };
}
