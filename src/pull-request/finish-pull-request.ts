import { isPerson } from '../github/account.ts';
import { isFailure, JOB_ENDS, leftJobOf, type RequestResult } from '../request-result.ts';
import type { Job } from '../service/job.ts';
import { type AccessContext, logFailure, logUnread, openAccess, type PullRequestAccess } from './access.ts';
import { checkPaths } from './allowed-paths.ts';
import { type JobOrigin, judgeOwnership, type Ownership } from './belongs-to-job.ts';
import { hasAny, labelAndReview, type Metadata, type People } from './labels-and-reviewers.ts';
import { readGitHubPull } from './link.ts';
import { markPullRequest, moveMarker } from './marker.ts';
import { explainMissing } from './missing-pull-request.ts';
import { findPreview } from './preview.ts';
import { type FactsOptions, readFacts } from './read-facts.ts';
import type { OpenRule } from './when-open.ts';

export interface PullRequestContext extends AccessContext {
  /** How people here request something, if the step knows it. */
  readonly phrase?: string | undefined;
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
  if (job === undefined || !JOB_ENDS.has(result)) return warnOfLeft(end, context);
  if (result === 'no-pull-request') return context.facts === undefined ? end : explainMissing(end, context);
  if (pullRequest === undefined) return end;
  // What a failed job left needs no review. The labels are how later runs find it.
  const isReady = result === 'pull-request';
  const metadata = isReady ? context.metadata : { ...context.metadata, prReviewers: [] };
  const whom = isReady ? people : {};
  const getsMetadata = hasAny(metadata, whom);
  if (!getsMetadata && !context.marks && context.facts === undefined) return end;
  const access = await markIfOwn(pullRequest.link, job, origin, people, getsMetadata, context);
  const facts = access && (await readFacts(pullRequest, access, origin, context));
  const updated = addUpdate({ ...end, pullRequest: { ...pullRequest, facts } });
  const checked = checkPaths(updated, context.facts?.prPaths);
  if (access === undefined) return checkFound(checked, undefined, false, context);
  // The workflow's token can't request teams.
  const target = { ...access, github: context.openGitHub('pr-token').elsewhere(access) };
  const isLabeled = getsMetadata && (await labelAndReview(target, metadata, whom));
  return addPreview(await checkFound(checked, access, isLabeled, context), access, context);
}

/** Fails a request whose pull request later runs can't find. Each of them would pay for another one. */
async function checkFound(
  end: RequestResult,
  access: PullRequestAccess | undefined,
  isLabeled: boolean,
  { openRule, workflowRun }: PullRequestContext,
): Promise<RequestResult> {
  if (openRule === undefined) return end;
  const { owner, repo } = openRule.repository ?? workflowRun;
  const searched = `${owner}/${repo}`;
  const linked = readGitHubPull(end.pullRequest?.link ?? '', workflowRun.serverUrl);
  // The link may have a former name of the repository.
  const pull = await access?.read(access.github);
  const name = pull?.ok ? pull.value.base.repo.full_name : linked && `${linked.owner}/${linked.repo}`;
  const isThere = name?.toLowerCase() === searched.toLowerCase();
  if (isThere && isLabeled) return end;
  const warning = isThere
    ? `It has no label (${openRule.labels.join(', ')}), so the next run does not find it and pays for another one.`
    : `It is not in ${searched}, where the next run looks for it. Set \`pr-repository\` to the repository of the documentation. Otherwise, the next run pays for another one.`;
  const reasonCode = isFailure(end) ? end.reasonCode : isThere ? 'label-missing' : 'pull-request-elsewhere';
  return { ...end, reasonCode, reason: `${end.reason} ${warning}`, warning };
}

/** A job that continues without a run gets no labels, so later runs don't find its pull request. */
function warnOfLeft(end: RequestResult, { openRule }: PullRequestContext): RequestResult {
  if (openRule === undefined || leftJobOf(end) === undefined) return end;
  return { ...end, reason: `${end.reason} ${NO_LABELS}` };
}

const NO_LABELS =
  'Its pull request gets no label, so the next run does not find it and may pay for another one.';

/** After the labels, because a deployment can take a minute. */
async function addPreview(
  end: RequestResult,
  access: PullRequestAccess,
  context: PullRequestContext,
): Promise<RequestResult> {
  const { pullRequest } = end;
  if (context.facts === undefined || pullRequest?.facts === undefined) return end;
  const { facts } = pullRequest;
  const previewUrl = await findPreview(facts.headSha, context.facts.waitsForPreview, access, context.tools);
  return { ...end, pullRequest: { ...pullRequest, facts: { ...facts, previewUrl } } };
}

/** The service returns the same link whether or not a message changed the pull request, so the commits decide. */
function addUpdate(end: RequestResult): RequestResult {
  const { result, pullRequest, warning } = end;
  const { pushed } = pullRequest?.facts?.update ?? {};
  if (result !== 'pull-request' || pullRequest === undefined || pushed === undefined) return end;
  if (pushed)
    return {
      ...end,
      reasonCode: 'pull-request-updated',
      reason: 'Pull request updated.',
      warning: undefined,
      pullRequest: { ...pullRequest, operation: 'updated' },
    };
  const doubt = warning === undefined ? '' : ` ${warning}`;
  return {
    ...end,
    reasonCode: 'no-changes',
    reason: `Nothing was pushed for this request.${doubt}`,
    pullRequest: { ...pullRequest, operation: undefined },
  };
}

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
  const opened = openAccess(link, context);
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

/** Marks the pull request, with its head commit at the end of the turn and the person who requested last. */
async function writeMarker(
  { kind, marker: old, place }: Exclude<Ownership, { kind: 'foreign' }>,
  jobId: string,
  { headAfter, entry = old?.entry }: JobOrigin,
  { requester, requestUrl: at }: People,
  access: PullRequestAccess,
  context: PullRequestContext,
): Promise<void> {
  const { isHere } = access;
  const { key, tools, workflowRun } = context;
  const pull = await access.read(access.github);
  const head = headAfter ?? (pull.ok ? pull.value.head.sha : old?.head);
  // A public pull request must not name a request in a repository that may be private.
  const mayName = isHere || workflowRun.isPublic || (pull.ok && pull.value.base.repo.private);
  const by = mayName ? requester?.login : undefined;
  const byPerson = isPerson(requester);
  const last =
    byPerson || old === undefined ? { by, personAt: byPerson ? tools.time.now() : undefined } : old;
  const marker = { jobId, by: last.by, personAt: last.personAt, head, entry };
  if (kind === 'unmarked') {
    const request = mayName ? { by, at, run: workflowRun.url } : { run: undefined };
    const isCreated = old === undefined;
    await markPullRequest(access, marker, place, { ...context, isHere, isCreated, ...request });
  } else if (headAfter === undefined && (byPerson || old.head !== head))
    await moveMarker(access, old.comment, marker, place, key);
}
