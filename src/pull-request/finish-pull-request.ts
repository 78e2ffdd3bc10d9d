import { JOB_ENDS, type RequestResult } from '../job/request-result.ts';
import { type AccessContext, logFailure, openAccess, openOwnerAccess } from './access.ts';
import { hasAny, labelAndAssign, type OwnerOptions, type People } from './labels-and-reviewers.ts';
import { type MarkerContext, markPullRequest } from './marker.ts';
import { type JobOrigin, judgeOwnership } from './ownership.ts';

/** What the pull requests of jobs get, and with which tokens. */
export interface PullRequestContext extends AccessContext, Pick<MarkerContext, 'service' | 'key'> {
  readonly phrase: string;
  /** Whether they get a marker. */
  readonly marks: boolean;
  readonly owners: OwnerOptions;
  readonly people: People;
}

/**
 * Marks the pull request of a job that ended, also of one that failed, and gives it labels, reviewers and assignees. Only the
 * job's own gets any of it: its link could lead to anybody's. Nothing of it changes the result.
 */
export async function finishPullRequest(
  { result, job, pullRequest }: RequestResult,
  origin: JobOrigin,
  context: PullRequestContext,
): Promise<void> {
  const { log, marks, owners, people } = context;
  const getsOwner = result === 'pull-request' && hasAny(owners);
  if (pullRequest === undefined || job === undefined || !JOB_ENDS.has(result)) return;
  if (!marks && !getsOwner) return;
  const { link } = pullRequest;
  const access = openAccess(link, context);
  if (typeof access === 'string') {
    if (getsOwner) log.warning(`The pull request gets no labels, reviewers or assignees: ${access}.`);
    return;
  }
  const judged = await judgeOwnership(access, job, origin, { ...context, github: access.github });
  if (!judged.ok) {
    const lost = getsOwner ? ', so it gets no labels, reviewers or assignees' : '';
    const what = `Whether ${link} is the job's own could not be read${lost}`;
    return logFailure(what, judged.failure, access, getsOwner);
  }
  const { foreign, unmarked } = judged.value;
  if (foreign !== undefined)
    return log.warning(
      `${link} is left as it is, without a note, labels, reviewers or assignees: ${foreign}, so it may not be the job's own.`,
    );
  if (unmarked && marks) await markPullRequest(access, job.id, unmarked, context);
  if (getsOwner) await labelAndAssign(openOwnerAccess(access, context), owners, people);
}
