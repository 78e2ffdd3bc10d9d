import { readFileSync } from 'node:fs';
import type { Event } from '../../src/event/trigger.ts';
import { matchGlobs } from '../../src/text/glob.ts';
import type { Json } from '../github/payloads.ts';
import type { Trigger, Workflow } from './file.ts';

/** GitHub's description of workflow files. */
const SCHEMA = new URL(
  '../../node_modules/@actions/workflow-parser/dist/workflow-v1.0.min.json',
  import.meta.url,
);
let definitions: Readonly<Record<string, { readonly 'allowed-values'?: readonly string[] }>> | undefined;

/** The account of each `GITHUB_TOKEN`. The payload doesn't name the token. */
const TOKEN_ACCOUNT = 'github-actions[bot]';
const STARTED_BY_TOKENS = ['workflow_dispatch', 'repository_dispatch'];

/**
 * Whether GitHub starts this workflow for the event. If a `GITHUB_TOKEN` opens or updates a pull request, the runs wait for a
 * person's approval, and count as not started. `changed` has the files that the event changes.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export function starts({ on }: Workflow, { name, payload }: Event, changed?: readonly string[]): boolean {
  if (!(name in on)) return false;
  const { action, check_run: check, sender } = payload as Json;
  if (check?.app.slug === 'github-actions') return false;
  if (sender?.login === TOKEN_ACCOUNT && !STARTED_BY_TOKENS.includes(name)) return false;
  const types = [on[name]?.types ?? defaultTypes(name)].flat();
  if (types.length > 0 && !types.includes(action ?? '')) return false;
  return onRef(on[name] ?? {}, payload) && onPaths(on[name] ?? {}, payload, changed);
}

/** Whether the files that an event changes decide if it starts the workflow. */
export function filtersPaths({ on }: Workflow, { name }: Event): boolean {
  return on[name]?.paths !== undefined || on[name]?.['paths-ignore'] !== undefined;
}

/** Whether the filters include the ref of a push, the base of a pull request, or the name and branch of a run. */
function onRef(trigger: Trigger, { ref, pull_request, workflow_run: run }: Json): boolean {
  if (run !== undefined && ![trigger.workflows ?? []].flat().includes(run.name)) return false;
  const branch = pull_request?.base.ref ?? run?.head_branch;
  const moved = branch === undefined ? ref : `refs/heads/${branch}`;
  const [, kind, name = ''] = /^refs\/(heads|tags)\/(.*)$/.exec(moved ?? '') ?? [];
  const { branches, 'branches-ignore': branchesIgnore, tags, 'tags-ignore': tagsIgnore } = trigger;
  const [wanted, ignored] = kind === 'tags' ? [tags, tagsIgnore] : [branches, branchesIgnore];
  if (wanted !== undefined) return matchGlobs([wanted].flat())(name);
  if (ignored !== undefined) return !matchGlobs([ignored].flat())(name);
  // Filters for branches alone exclude all tags, and filters for tags alone exclude all branches.
  return [branches, branchesIgnore, tags, tagsIgnore].every((filter) => filter === undefined);
}

/** Whether the filters for paths include a changed file. They don't apply to tags. */
function onPaths(trigger: Trigger, { ref }: Json, changed?: readonly string[]): boolean {
  const { paths, 'paths-ignore': ignored } = trigger;
  if (changed === undefined || ref?.startsWith('refs/tags/')) return true;
  if (paths !== undefined) return changed.some(matchGlobs([paths].flat()));
  return ignored === undefined || !changed.every(matchGlobs([ignored].flat()));
}

/** The activity types that start a workflow without `types`. Empty for an event without types. */
function defaultTypes(event: string): readonly string[] {
  if (event === 'pull_request' || event === 'pull_request_target')
    return ['opened', 'synchronize', 'reopened'];
  definitions ??= JSON.parse(readFileSync(SCHEMA, 'utf8')).definitions as NonNullable<typeof definitions>;
  return definitions[`${event.replaceAll('_', '-')}-activity-type`]?.['allowed-values'] ?? [];
}
