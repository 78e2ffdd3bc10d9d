import { readFileSync } from 'node:fs';
import type { Event } from '../../src/request/trigger.ts';
import type { Workflow } from './file.ts';

/** GitHub's own description of workflow files. */
const SCHEMA = new URL(
  '../../node_modules/@actions/workflow-parser/dist/workflow-v1.0.min.json',
  import.meta.url,
);

/** Whose `GITHUB_TOKEN` is not in the payload, its account is. */
const TOKEN_ACCOUNT = 'github-actions[bot]';
const STARTED_BY_TOKENS = ['workflow_dispatch', 'repository_dispatch'];

/**
 * Whether GitHub starts this workflow for the event. Pull requests that a `GITHUB_TOKEN` opens or updates count as not
 * started: their runs wait for a person's approval.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function starts({ on }: Workflow, { name, payload }: Event): boolean {
  if (!(name in on)) return false;
  const { action, sender } = payload as { action?: string; sender?: { login: string } };
  if (sender?.login === TOKEN_ACCOUNT && !STARTED_BY_TOKENS.includes(name)) return false;
  const types = [on[name]?.types ?? defaultTypes(name)].flat();
  return types.length === 0 || types.includes(action ?? '');
}

/** The activity types for which an event starts a workflow that names none; empty for an event without such types. */
function defaultTypes(event: string): readonly string[] {
  if (event === 'pull_request' || event === 'pull_request_target')
    return ['opened', 'synchronize', 'reopened'];
  const { definitions } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  return definitions[`${event.replaceAll('_', '-')}-activity-type`]?.['allowed-values'] ?? [];
}
