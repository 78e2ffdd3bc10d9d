import pLimit from 'p-limit';
import { type Merge, mergesOf } from '../change/merged-pull-requests.ts';
import { judgeBrought, judgeMerges, type MergeRules, shaOf } from '../change/narrow-change.ts';
import type { Change } from '../change/read-change.ts';
import { newestReported } from '../checks/decide-checks.ts';
import { isPerson } from '../github/account.ts';
import { permissionAdvice } from '../github/github-errors.ts';
import { AT_ONCE } from '../github/octokit.ts';
import type { ReportedCheck } from '../github/reported-checks.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import { allRead, isResult, type RequestResult, unsentByRead } from '../model/request-result.ts';
import { type Access, logUnread, openRepository } from '../pull-request/access.ts';
import { readGitHubPull } from '../pull-request/link.ts';
import { readStates } from '../thread/commit-state.ts';
import { type DocPull, decideState, type MergeState } from './merge-state.ts';

export type CheckAccess = Pick<Access, 'github' | 'openGitHub' | 'workflowRun' | 'log'>;

export interface CheckedMerge {
  readonly merge: Merge;
  readonly state: MergeState;
  readonly pull?: DocPull | undefined;
}

/** Reads what became of each merge of the change, by its commit statuses. */
export async function readMerges(
  change: Change,
  context: string,
  rules: MergeRules,
  access: CheckAccess,
): Promise<readonly CheckedMerge[] | RequestResult> {
  const merges = mergesOf(change.merged, change.comparison?.commits ?? []);
  const ruled = await judgeMerges(merges, change, { ...rules, readsAll: true }, access);
  if (isResult(ruled)) return ruled;
  const judged = ruled.map(judgeBrought);
  const read = allRead(await pLimit(AT_ONCE).map(judged, (one) => readMerge(one, context, access.github)));
  if (isResult(read)) return read;
  const urls = new Set(read.flatMap(({ state: { kind, url } }) => (kind === 'linked' && url ? url : [])));
  const pulls = await pLimit(AT_ONCE).map([...urls], (url) => readDocPull(url, access));
  const byUrl = new Map(pulls.map((pull) => [pull.url, pull]));
  const agents = new Set(pulls.flatMap(({ author }) => (author && !isPerson(author) ? author.id : [])));
  return read.map(({ merge, state }) => {
    const pull = state.kind === 'linked' ? byUrl.get(state.url ?? '') : undefined;
    const isOwn = state.kind === 'not-requested' && agents.has(merge.author?.id ?? 0);
    if (isOwn) return { merge, state: { kind: 'left-out', text: "The agent's own" } };
    return { merge, pull, state: pull ? { ...state, kind: pull.state } : state };
  });
}

async function readMerge(
  merge: Merge & { readonly why?: string | undefined },
  context: string,
  github: Access['github'],
): Promise<CheckedMerge | RequestResult> {
  const onMerge = await github.statuses(shaOf(merge), context);
  if (!onMerge.ok) return unreadStatuses(onMerge.failure);
  const states = readStates(onMerge.value);
  const isKnown = merge.pull === undefined || states.some(({ isDocumented }) => isDocumented);
  const onHead = isKnown ? undefined : await github.statuses(merge.pull.head.sha, context);
  if (onHead?.ok === false) return unreadStatuses(onHead.failure);
  return { merge, state: decideState(states, readStates(onHead?.value ?? []), merge.why) };
}

function unreadStatuses(failure: Failure): RequestResult {
  const advice = permissionAdvice(failure, 'The job needs the permission `statuses: read`.');
  return unsentByRead('The commit statuses', failure, advice);
}

/** In another repository, GitHub may refuse it: then only its link is known. */
async function readDocPull(url: string, access: CheckAccess): Promise<DocPull> {
  const named = readGitHubPull(url, access.workflowRun.serverUrl);
  if (named === undefined) return { url, state: 'linked' };
  const repository = openRepository(named, access);
  const read = await repository.github.pullRequest(named.number);
  if (!read.ok) {
    logUnread(`The pull request ${url}`, read.failure, repository);
    return { url, state: 'linked' };
  }
  const { base, head, merged_at, state, title, user: author } = read.value;
  const mayShow = !base.repo.private || base.repo.id === access.workflowRun.repositoryId;
  const known = { url, title: mayShow ? title : undefined, author };
  if (state === 'closed') return { ...known, state: merged_at === null ? 'declined' : 'merged' };
  const checks = await repository.github.reportedChecks(head.sha);
  if (!checks.ok) logUnread(`The checks of ${url}`, checks.failure, repository);
  return { ...known, state: 'open', checks: checks.ok ? countChecks(checks.value) : undefined };
}

const GREEN: ReadonlySet<string | null> = new Set(['success', 'neutral', 'skipped']);

function countChecks(checks: readonly ReportedCheck[]): string {
  const words = newestReported(checks).map(({ status, conclusion }) =>
    status !== 'completed' ? 'running' : GREEN.has(conclusion) ? 'green' : 'red',
  );
  const counts = ['red', 'running', 'green'].flatMap((word) => {
    const { length } = words.filter((one) => one === word);
    return length > 0 ? `${length} ${word}` : [];
  });
  return counts.join(', ') || 'none';
}
