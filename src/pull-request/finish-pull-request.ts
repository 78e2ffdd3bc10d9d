import { endsJob, type RequestResult } from '../model/request-result.ts';
import { isUnchanged } from '../report/pull-request-text.ts';
import type { CommentContext } from '../report/status-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { Job } from '../service/job.ts';
import { type Access, logFailure, logUnread, openPullRequest, type PullRequestAccess } from './access.ts';
import { checkPaths } from './allowed-paths.ts';
import { type JobOrigin, judgeOwnership } from './belongs-to-job.ts';
import { labelAndReview, type Metadata, type People } from './labels-and-reviewers.ts';
import { namingTexts } from './link.ts';
import { writeMarker } from './marker.ts';
import { explainMissing } from './missing-pull-request.ts';
import { addPreview } from './preview.ts';
import { readFacts } from './read-facts.ts';
import { checkFound, type OpenRule, warnOfLeft } from './when-open.ts';

/** What happens to the pull requests of jobs. */
export interface PullRequestRules extends Metadata {
  /** How people here request something. */
  readonly phrase?: CommentContext['phrase'];
  /** Whether pull requests of jobs get a marker. */
  readonly marks: boolean;
  /** How later runs find the pull request. If they can't, the request fails. */
  readonly openRule?: OpenRule | undefined;
  /** The files that the agent may change; undefined for all. */
  readonly prPaths?: ((path: string) => boolean) | undefined;
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
  rules: PullRequestRules,
  access: Access,
): Promise<RequestResult> {
  const { result, job, pullRequest } = end;
  const { openRule, prPaths } = rules;
  if (job === undefined || !endsJob(end)) return warnOfLeft(end, openRule);
  if (result === 'no-pull-request') {
    const found = await explainMissing(end, access);
    return found.pullRequest ? finishPullRequest(found, origin, people, rules, access) : found;
  }
  if (pullRequest === undefined) return end;
  const isLabeling = getsMetadata(rules, people);
  const target = await markIfOwn(pullRequest.link, job, origin, people, rules, access);
  const { workflowRun } = access;
  const facts = target && (await readFacts(pullRequest, origin, prPaths !== undefined, target, workflowRun));
  const updated = addUpdate({ ...end, pullRequest: { ...pullRequest, facts } });
  const checked = checkPaths(updated, prPaths);
  // The labels are how later runs find it. What a failed job left, or what has no new commit, needs no review.
  const isNews = result === 'pull-request' && !isUnchanged(facts) && !people.isReviewed;
  const metadata = isNews ? rules : { prLabels: rules.prLabels, prReviewers: [] };
  // The workflow's token can't request teams.
  const writing = target && { ...target, github: access.openGitHub('pr-token').elsewhere(target) };
  const isLabeled =
    isLabeling && writing !== undefined && (await labelAndReview(writing, metadata, isNews ? people : {}));
  const found = await checkFound(checked, target, isLabeled, openRule, access);
  if (target === undefined) return found;
  await warnOfNames(target, rules.prLabels, workflowRun);
  return addPreview(found, target);
}

/** Everyone can read what a public pull request says of a private repository. */
async function warnOfNames(target: PullRequestAccess, labels: readonly string[], run: WorkflowRun) {
  const pull = target.isHere || run.isPublic ? undefined : await target.read(target.github);
  if (!pull?.ok || pull.value.base.repo.private) return;
  const { title, body } = pull.value;
  if (namingTexts([title, body, ...labels], run).length > 0)
    target.log.warning(
      'The title, description or a label of the public pull request names this private repository.',
    );
}

function getsMetadata({ prLabels, prReviewers }: Metadata, { reviewer }: People): boolean {
  return reviewer !== undefined || prLabels.concat(prReviewers).length > 0;
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
      'The pull request was merged before the agent finished, so it lacks what the agent wrote since. To create a new job, comment again, start a new run, or re-run this one if it has a status comment.',
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
  rules: PullRequestRules,
  access: Access,
): Promise<PullRequestAccess | undefined> {
  const { log } = access;
  const isLabeling = getsMetadata(rules, people);
  const isWritten = rules.marks || isLabeling;
  const opened = openPullRequest(link, access, origin.headBefore);
  if (typeof opened === 'string') {
    if (isLabeling) log.warning(`The pull request gets no labels or reviewers: ${opened}.`);
    return undefined;
  }
  const onlyInforms = !isWritten && rules.prPaths === undefined;
  const target = onlyInforms ? { ...opened, github: opened.hurried() } : opened;
  const judged = await judgeOwnership(target, job, origin, access);
  const what = `Whether ${link} is the job's own`;
  if (!judged.ok) {
    const lost = isLabeling ? ', so it gets no labels or reviewers' : '';
    if (!isWritten) return logUnread(what, judged.failure, target);
    logFailure(`${what} could not be read${lost}`, judged.failure, target, isLabeling);
    return undefined;
  }
  if (judged.value.kind === 'foreign') {
    const why = `${judged.value.reason}, so it might not be the job's own`;
    const notice = `${link} gets no marker, labels or reviewers: ${why}.`;
    log[isWritten ? 'warning' : 'info'](notice);
    return undefined;
  }
  const turn = { ...origin, jobId: job.id };
  if (rules.marks) await writeMarker(judged.value, turn, people, rules, target, access);
  return target;
}
