import { basename } from 'node:path';
import type { GitHub } from '../github/github.ts';
import type { GitHubRun } from '../github/workflow-runs.ts';
import type { RangeInput } from '../inputs/change-fields.ts';
import { type RequestResult, unsent, unsentByRead } from '../model/request-result.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { RangeToRead } from './read-change.ts';

/** The same file may answer comments, and their successes say nothing about the branch. */
const COUNTING: ReadonlySet<string> = new Set(['schedule', 'workflow_dispatch']);

/**
 * The two sides of the input `range`, or since when its changes count (epoch milliseconds). `last-success` is from the commit of
 * this workflow's last success on this branch to that of this run, where the next range begins.
 */
export async function openRange(
  range: RangeInput | Extract<RangeToRead, { kind: 'sides' }> | undefined,
  now: number,
  { event, workflowPath, branch, sha: head, runId }: WorkflowRun,
  github: GitHub,
): Promise<RangeToRead | RequestResult | undefined> {
  if (range?.kind !== 'span') return range;
  const since = now - range.span;
  if (!range.sinceSuccess) return { kind: 'since', since };
  if (!COUNTING.has(event))
    return unsent(
      'input-invalid',
      `\`range: last-success\` works on \`schedule\` and \`workflow_dispatch\`, not on \`${event}\`. Set another \`range\`.`,
    );
  const counts = (run: GitHubRun) =>
    run.conclusion === 'success' && COUNTING.has(run.event) && run.head_branch === branch && run.id !== runId;
  const listed = await github.pastRuns(basename(workflowPath), counts);
  if (!listed.ok) return unsentByRead('The runs of this workflow', listed.failure, NEEDS);
  const last = listed.value.items.find(counts);
  if (last !== undefined) return { kind: 'sides', base: last.head_sha, head, orSince: last.created_at };
  if (!listed.value.cut) return { kind: 'since', since, head };
  const reason = `\`range: last-success\` found no success by a schedule or by hand among the newest 1,000 runs of \`${workflowPath}\`. Put the schedule in a separate workflow.`;
  return unsent('input-invalid', reason);
}

const NEEDS = 'The job needs the permission `actions: read`.';
