import { endsJob, type RequestResult } from '../model/request-result.ts';
import type { CommentContext } from '../report/own-comment.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import type { Job } from '../service/job.ts';
import { type AccessContext, logFailure, logUnread, openAccess, type PullRequestAccess } from './access.ts';
import { checkPaths } from './allowed-paths.ts';
import { type JobOrigin, judgeOwnership } from './belongs-to-job.ts';
import { labelAndReview, type Metadata, type People } from './labels-and-reviewers.ts';
import { namingTexts } from './link.ts';
import { writeMarker } from './marker.ts';
import { explainMissing } from './missing-pull-request.ts';
import { addPreview } from './preview.ts';
import { type FactsOptions, readFacts } from './read-facts.ts';
import { checkFound, type OpenRule, warnOfLeft } from './when-open.ts';

export interface PullRequestContext extends AccessContext {
  /** How people here request something. */
  readonly phrase?: CommentContext['phrase'];
  /** Whether pull requests of jobs get a marker. */
  readonly marks: boolean;
  readonly metadata: Metadata;
  /** How later runs find the pull request. If they can't, the request fails. */
  readonly openRule?: OpenRule | undefined;
  /** Undefined if the facts of a pull request are shown nowhere. */
  readonly facts?: FactsOptions | undefined;
}

/**
 * Marks the pull request of a job that ended or failed, adds labels and reviewers, and reads its facts. Without a
 * pull request, it finds out why. It changes nothing on a pull request that isn't the job's own, because the link could lead
 * to any. Only `pr-paths` and the rule for open pull requests can make the step fail here.
 */
export async function finishPullRequest(
  end: RequestResult,
  origin: JobOrigin,
  people: People,
  context: PullRequestContext,
): Promise<RequestResult> {
  const { result, job, pullRequest } = end;
  if (job === undefined || !endsJob(end)) return warnOfLeft(end, context.openRule);
  if (result === 'no-pull-request') return explainMissing(end, context);
  if (pullRequest === undefined) return end;
  const { prLabels, prReviewers } = context.metadata;
  const getsMetadata = people.reviewer !== undefined || prLabels.concat(prReviewers).length > 0;
  if (!getsMetadata && !context.marks && context.facts === undefined) return end;
  const access = await markIfOwn(pullRequest.link, job, origin, people, getsMetadata, context);
  const facts = access && (await readFacts(pullRequest, access, origin, context));
  const updated = addUpdate({ ...end, pullRequest: { ...pullRequest, facts } });
  const checked = checkPaths(updated, context.facts?.prPaths);
  // The workflow's token can't request teams.
  const target = access && { ...access, github: context.openGitHub('pr-token').elsewhere(access) };
  // The labels are how later runs find it. What a failed job left, or what has no new commit, needs no review.
  const isNews = result === 'pull-request' && !isUnchanged(facts);
  const metadata = isNews ? context.metadata : { ...context.metadata, prReviewers: [] };
  const isLabeled =
    getsMetadata && target !== undefined && (await labelAndReview(target, metadata, isNews ? people : {}));
  const found = await checkFound(checked, access, isLabeled, context.openRule, context.workflowRun);
  if (access === undefined) return found;
  await warnOfNames(access, context);
  return addPreview(found, access);
}

/** Everyone can read what a public pull request says of a private repository. */
async function warnOfNames(access: PullRequestAccess, { metadata, workflowRun }: PullRequestContext) {
  const pull = access.isHere || workflowRun.isPublic ? undefined : await access.read(access.github);
  if (!pull?.ok || pull.value.base.repo.private) return;
  const { title, body } = pull.value;
  if (namingTexts([title, body, ...metadata.prLabels], workflowRun).length > 0)
    access.log.warning(
      'The title, description or a label of the public pull request names this private repository.',
    );
}

/** The service returns the same link whether or not a message changed the pull request, so the commits decide. */
function addUpdate(end: RequestResult): RequestResult {
  const { result, pullRequest, warning } = end;
  const { update, closedAs } = pullRequest?.facts ?? {};
  if (result !== 'pull-request' || pullRequest === undefined) return end;
  const idle = { ...end, pullRequest: { ...pullRequest, operation: undefined } };
  if (closedAs !== undefined) return { ...idle, ...CLOSED[closedAs], warning: undefined };
  if (update === undefined) return end;
  const reason = `Nothing was pushed for this request. ${warning ?? ''}`.trimEnd();
  if (!update.pushed) return { ...idle, reasonCode: 'no-changes', reason };
  return { ...end, ...UPDATED, pullRequest: { ...pullRequest, operation: 'updated' }, warning: undefined };
}

const UPDATED = { reasonCode: 'pull-request-updated', reason: 'Pull request updated.' } as const;

const CLOSED = {
  merged: {
    reasonCode: 'merged-too-early',
    reason:
      'The pull request was merged before the agent finished, so it lacks what the agent wrote since. Repeat the request, which creates a new job.',
  },
  closed: {
    reasonCode: 'pull-request-closed',
    reason: 'The pull request was closed without a merge. The request is not sent again.',
  },
} as const;

/** Marks the pull request if it is the job's own. Undefined if it isn't, or that can't be read. */
async function markIfOwn(
  link: string,
  job: Job,
  origin: JobOrigin,
  people: People,
  getsMetadata: boolean,
  context: PullRequestContext,
): Promise<PullRequestAccess | undefined> {
  const { tools, marks, facts } = context;
  const isWritten = marks || getsMetadata;
  const opened = openAccess(link, context, origin.headBefore);
  if (typeof opened === 'string') {
    if (getsMetadata) tools.log.warning(`The pull request gets no labels or reviewers: ${opened}.`);
    return undefined;
  }
  const onlyInforms = !isWritten && facts?.prPaths === undefined;
  const access = onlyInforms ? { ...opened, github: opened.hurried() } : opened;
  const judged = await judgeOwnership(access, job, origin, context);
  const what = `Whether ${link} is the job's own`;
  if (!judged.ok) {
    const lost = getsMetadata ? ', so it gets no labels or reviewers' : '';
    if (!isWritten) return logUnread(what, judged.failure, access);
    logFailure(`${what} could not be read${lost}`, judged.failure, access, getsMetadata);
    return undefined;
  }
  if (judged.value.kind === 'foreign') {
    const why = `${judged.value.reason}, so it might not be the job's own`;
    const notice = `${link} gets no marker, labels or reviewers: ${why}.`;
    tools.log[isWritten ? 'warning' : 'info'](notice);
    return undefined;
  }
  if (marks) await writeMarker(judged.value, job.id, origin, people, access, context);
  return access;
}
