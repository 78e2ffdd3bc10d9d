import { urlOf } from '../change/narrow-change.ts';
import type { Change } from '../change/read-change.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import type { RequestResult } from '../model/request-result.ts';
import { linkPullRequest, namePullRequest } from '../report/pull-request-text.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { cut } from '../text/line.ts';
import { code, grid, link, plain, SUMMARY_LIMIT, shorten } from '../text/markdown.ts';
import { shellSafeJson, shellSafeText } from '../text/shell-safe.ts';
import { type DocPull, KINDS, type Kind } from './merge-state.ts';
import type { CheckedMerge } from './read-merges.ts';

export const RELEASE_CHECK_RESULTS = ['complete', 'incomplete', 'timeout', 'interrupted', 'error'] as const;

export interface ReleaseCheckResult {
  readonly result: (typeof RELEASE_CHECK_RESULTS)[number];
  readonly reasonCode: ReasonCode;
  /** Without what is missing. */
  readonly reason: string;
  /** The worst first. */
  readonly merges: readonly CheckedMerge[];
  readonly notes: readonly string[];
}

export function failed({ result, reasonCode, reason }: RequestResult): ReleaseCheckResult {
  const known = RELEASE_CHECK_RESULTS.find((one) => one === result) ?? 'error';
  return { result: known, reasonCode, reason: reason.replace(/^Not sent: /, ''), merges: [], notes: [] };
}

/** In one line, with what is missing. */
export const reasonOf = ({ reason, merges }: ReleaseCheckResult) =>
  `${reason}${sayMissing(merges, ({ merge }) => merge.name)}`;

function sayMissing(merges: readonly CheckedMerge[], nameOf: (one: CheckedMerge) => string): string {
  const names = merges.filter(isMissing).map(nameOf);
  return names.length === 0 ? '' : ` Missing: ${names.join(', ')}.`;
}

const isMissing = ({ state: { kind } }: CheckedMerge) => 'isMissing' in KINDS[kind];

export function toReleaseCheckResult(
  read: readonly CheckedMerge[],
  { merged, notes }: Change,
  context: string,
): ReleaseCheckResult {
  const order = Object.keys(KINDS);
  const rank = ({ state }: CheckedMerge) => order.indexOf(state.kind);
  const merges = [...read].sort((one, other) => rank(one) - rank(other));
  const missing = merges.filter(isMissing).length;
  const counts = `${merges.length - missing} of ${merges.length} are documented or need nothing.`;
  const reason = merged.complete ? counts : `${counts} Not everything could be read.`;
  const isNew = merges.length > 0 && merges.every(({ state }) => state.kind === 'not-requested');
  const begin = `No commit here has a status \`${context}\` of the action. Set \`commit-status: ${context}\` in the workflows that request documentation: their next requests set it.`;
  const all = { merges, notes: isNew ? [begin, ...notes] : notes, reason };
  return missing === 0 && merged.complete
    ? { ...all, result: 'complete', reasonCode: 'release-documented' }
    : { ...all, result: 'incomplete', reasonCode: 'release-undocumented' };
}

export function toReleaseCheckOutputs(end: ReleaseCheckResult, run: WorkflowRun) {
  const { result, reasonCode, merges } = end;
  const urls = (some: readonly CheckedMerge[]) => shellSafeJson(some.map(({ merge }) => urlOf(merge, run)));
  const isDocumented = ({ state: { kind } }: CheckedMerge) => ['open', 'linked', 'merged'].includes(kind);
  const open = pullsOf(merges).filter(({ state }) => state === 'open' || state === 'linked');
  return {
    complete: String(result === 'complete'),
    undocumented: urls(merges.filter(isMissing)),
    documented: urls(merges.filter(isDocumented)),
    openPulls: shellSafeJson(open.map(({ url }) => url)),
    result,
    reason: shellSafeText(reasonOf(end)),
    reasonCode,
  };
}

/** Each documentation pull request once. */
function pullsOf(merges: readonly CheckedMerge[]): DocPull[] {
  return [...new Set(merges.flatMap(({ pull }) => pull ?? []))];
}

export function renderReleaseCheckSummary(
  { reason, merges, notes }: ReleaseCheckResult,
  run: WorkflowRun,
): string {
  const commits = merges.filter(({ merge }) => merge.pull === undefined);
  const rows = merges
    .filter((one) => one.merge.pull !== undefined || one === commits[0])
    .map((one) => [
      one.merge.pull ? nameMerge(one, run) : nameCommits(commits, run),
      describeState(one, run),
    ]);
  const pulls = pullsOf(merges).map(({ url, state, title, checks = '' }) => [
    namePullRequest(url, title === undefined ? undefined : { title }, run.serverUrl),
    state,
    checks,
  ]);
  const parts = [
    `**Release check.** ${plain(reason)}${sayMissing(merges, ({ merge }) => link(urlOf(merge, run), merge.name))}`,
    notes.map((note) => `- ${plain(note)}`).join('\n'),
    rows.length > 0 && grid(['Merged', 'Documentation'], rows),
    pulls.length > 0 && grid(['Documentation pull request', 'State', 'Checks'], pulls),
  ];
  return shorten(`${parts.filter(Boolean).join('\n\n')}\n`, SUMMARY_LIMIT);
}

const LONGEST_TITLE = 120;

const nameMerge = ({ merge }: CheckedMerge, run: WorkflowRun) =>
  `${link(urlOf(merge, run), merge.name)} ${plain(cut(merge.title, LONGEST_TITLE))}`;

/** One row has all commits without a pull request, with the worst state and those that have it. */
function nameCommits(commits: readonly CheckedMerge[], run: WorkflowRun): string {
  const worst = commits.filter(({ state }) => state.kind === commits[0]?.state.kind);
  const names = worst.map(({ merge }) => link(urlOf(merge, run), code(merge.name))).join(', ');
  const others = commits.length - worst.length;
  return `Without a pull request: ${names}${others > 0 ? `, and ${others} with a better state` : ''}`;
}

function describeState(
  { state: { kind, text, url }, pull }: CheckedMerge,
  { serverUrl }: WorkflowRun,
): string {
  const { title } = KINDS[kind];
  if (pull !== undefined) {
    const named = linkPullRequest(pull.url, serverUrl);
    return kind === 'declined' ? `Declined: ${named} was closed` : `Documented in ${named} (${title})`;
  }
  const words = SPEAKING.has(kind) && text ? plain(text) : title;
  // The text of a link to another host is its URL.
  const isOurs = url?.startsWith(`${serverUrl}/`) === true;
  const more = url && kind !== 'unchanged' ? ` (${isOurs ? link(url, 'details') : link(url)})` : '';
  return `${words}${more}`;
}

/** The others have no text, or one that says less than the title. */
const SPEAKING: ReadonlySet<Kind> = new Set(['failed', 'skipped', 'left-out', 'unchanged']);
