import type { Answer } from '../model/answer-or-failure.ts';
import { AGE_TOLERANCE } from '../model/intervals.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Job } from '../service/job.ts';
import type { Access, PullRequestAccess } from './access.ts';
import { type OwnPullRequest, readMarkerAt } from './marker.ts';

/** The origin of a job according to this action, which decides whether a pull request is the job's own. */
export interface JobOrigin {
  /** The time of the first request to the job, in epoch milliseconds. The job counts as no older than that. */
  readonly since?: number | undefined;
  /** The open pull request that the job was created to continue. */
  readonly continuesPullRequest?: string | undefined;
  /** This run created the job, so no other run can have marked its pull request. */
  readonly isNew?: boolean | undefined;
  /** The head commit of the job's pull request before the last message. */
  readonly headBefore?: string | undefined;
  /** Its head commit when the end of that turn was reported, if it was. */
  readonly headAfter?: string | undefined;
  /** The request was about a merge of the agent's. */
  readonly followsAgent?: boolean | undefined;
}

type Ownership =
  | (OwnPullRequest & { readonly kind: 'own' })
  | { readonly kind: 'foreign'; readonly reason: string };

/**
 * A job's own pull request has the job's marker, or is younger than the job. If the job was created to continue it, the
 * marker of another job is enough.
 */
export async function judgeOwnership(
  target: PullRequestAccess,
  job: Job,
  { since, continuesPullRequest, isNew }: JobOrigin,
  { scope, key, workflowRun }: Access,
): Promise<Answer<Ownership>> {
  const found = await findRepository(target, workflowRun);
  if (!found.ok) return found;
  const thread = { service: scope, repositoryId: found.value, number: target.number };
  const judged = (value: Ownership) => ({ ok: true, value }) as const;
  const continues = continuesPullRequest === job.prLink;
  // A job that this run created can have no marker yet, unless it continues a pull request of another job.
  if (!isNew || continues) {
    const read = await readMarkerAt(thread, target.github, key);
    if (!read.ok) return read;
    const marker = read.value;
    if (marker !== undefined && (continues || marker.jobId === job.id))
      return judged({ kind: 'own', marker, thread });
  }
  // With its date, the service could claim any pull request. The date counts only if this action sent nothing to the job.
  const createdAt = since ?? Date.parse(job.createdAt ?? '');
  if (!createdAt) return judged({ kind: 'foreign', reason: 'the date of its job is unknown' });
  const answer = await target.read(target.github);
  if (!answer.ok) return answer;
  const isYounger = answer.value.created_at >= createdAt - AGE_TOLERANCE;
  return judged(
    isYounger ? { kind: 'own', thread } : { kind: 'foreign', reason: 'it is older than the job' },
  );
}

async function findRepository(target: PullRequestAccess, run: WorkflowRun): Promise<Answer<number>> {
  if (target.isHere) return { ok: true, value: run.repositoryId };
  const pull = await target.read(target.github);
  return pull.ok ? { ok: true, value: pull.value.base.repo.id } : pull;
}
