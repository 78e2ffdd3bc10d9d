import pLimit from 'p-limit';
import { isPerson } from '../github/account.ts';
import type { BranchCommit } from '../github/commits-and-releases.ts';
import { PER_PAGE } from '../github/octokit.ts';
import type { ChangedFile, GitHubPullRequest } from '../github/pull-requests.ts';
import type { PULL_RULES } from '../inputs/change-fields.ts';
import { isResult, type MergeGroup, type RequestResult, skipped } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { pullUrl } from '../pull-request/link.ts';
import { readMade, recipeOf } from '../pull-request/marker.ts';
import { type Globs, matchWords } from '../text/glob.ts';
import { isNamed } from '../text/identifiers.ts';
import { unreadPulls } from './merged-pull-requests.ts';
import type { Change } from './read-change.ts';
import { warnUnmatched } from './unmatched-rules.ts';

type PullRule = (typeof PULL_RULES)[number];

/** Merged pull requests that need no documentation: with a label, by an author, with words in the title, or with a file. */
interface PullRules {
  /** Values are in lower case. Those of `files` are globs, so `files` has them. */
  readonly rules: readonly { readonly kind: PullRule; readonly value: string }[];
  readonly files: Globs | undefined;
}

const MATCHES: Readonly<Record<PullRule, (pull: GitHubPullRequest, value: string) => boolean>> = {
  label: ({ labels }, value) => labels.some(({ name }) => matchWords(value)(name)),
  author: ({ user }, value) => user !== undefined && isNamed(user, value),
  title: ({ title }, value) => matchWords(value.includes('*') ? value : `*${value}*`)(title),
  // The globs of all of them are one function.
  files: () => false,
};

export interface Relevance {
  readonly ignorePulls: PullRules | undefined;
  readonly paths: Globs | undefined;
  /** They distinguish this recipe from others. */
  readonly prLabels: readonly string[];
  /** Whether merges of the agent start a request only by another recipe. */
  readonly leavesOutOwn: boolean;
}

/** Why a pull request doesn't count, or `agent` for one that counts although the agent opened it. */
type Verdict = 'own-merge' | 'paths-unmatched' | 'change-ignored' | 'agent' | undefined;

/** Files and markers of the newest merged pull requests are read. Older ones count. */
const MOST_READ = 50;
const MOST_PAGES = 3;
const AT_ONCE = 10;

/**
 * Leaves out merged pull requests that don't count, with their commits, and files that don't count. A file counts if it is in
 * `paths`, and if a pull request that counts changed it, or it is unknown who did. Skips the change if nothing is left.
 */
export async function narrowChange(
  change: Change,
  rules: Relevance,
  access: Access,
): Promise<Change | RequestResult> {
  const { comparison, merged } = change;
  if (comparison === undefined) return change;
  warnUnmatched(change, rules, access.log);
  const { line, complete } = merged;
  const isExplained = complete && line.every(({ pulls }) => pulls?.length !== 0);
  const isOnly = isExplained && merged.pulls.length === 1 && !comparison.filesCut;
  const filesOf = openFiles(isOnly ? comparison.files : undefined, access);
  const verdicts = await judgePulls(merged.pulls, rules, filesOf, access);
  if (isResult(verdicts)) return verdicts;
  const isKept = ({ number }: GitHubPullRequest) => [undefined, 'agent'].includes(verdicts.get(number));
  const kept = merged.pulls.filter(isKept);
  const merges = groupMerges(merged.pulls, verdicts, access);
  const keptLine = line.filter(({ pulls = [] }) => pulls.length === 0 || pulls.some(isKept));
  if (line.length > 0 && keptLine.length === 0 && complete) return { ...skipAll(verdicts, access), merges };
  const isWhole = kept.length === merged.pulls.length;
  const named = isWhole || !isExplained ? undefined : await nameFiles(kept, filesOf);
  if (isResult(named)) return named;
  const changes = (file: ChangedFile) => named === undefined || namesOf(file).some((name) => named.has(name));
  const files = comparison.files.filter((file) => isInPaths(file, rules) && changes(file));
  if (rules.paths !== undefined && files.length === 0 && !comparison.filesCut)
    return { ...skipped('paths-unmatched', comparison.files.length === 0 ? NO_FILE : UNMATCHED), merges };
  const left = isWhole ? comparison.commits : reachable(keptLine, line, comparison.commits);
  return {
    ...change,
    merges,
    followsAgent: [...verdicts.values()].includes('agent'),
    merged: { ...merged, pulls: kept },
    comparison: { ...comparison, commits: left, files },
  };
}

const GROUPS = {
  counts: 'that count',
  'change-ignored': 'left out by `ignore-pulls`',
  'paths-unmatched': 'left out without a file in `paths`',
  'own-merge': "left out as the agent's own",
} as const;

function groupMerges(
  pulls: readonly GitHubPullRequest[],
  verdicts: Verdicts,
  { workflowRun }: Access,
): MergeGroup[] {
  const groups = Map.groupBy(pulls, ({ number }) => {
    const verdict = verdicts.get(number);
    return verdict === undefined || verdict === 'agent' ? 'counts' : verdict;
  });
  return Object.entries(GROUPS).flatMap(([group, why]) => {
    const own = groups.get(group as keyof typeof GROUPS) ?? [];
    const named = own.map(({ number, user }) => {
      const by = user === undefined || isPerson(user) ? '' : ` by ${user.login}`;
      return { name: `#${number}${by}`, url: pullUrl(number, workflowRun) };
    });
    return named.length === 0 ? [] : [{ why, pulls: named }];
  });
}

/** A renamed file counts in both places. */
function isInPaths(file: ChangedFile, { paths }: Relevance): boolean {
  return paths === undefined || namesOf(file).some(paths);
}

/** By the numbers of the pull requests. */
type Verdicts = ReadonlyMap<number, Verdict>;

async function judgePulls(
  pulls: readonly GitHubPullRequest[],
  rules: Relevance,
  filesOf: FilesOf,
  access: Access,
): Promise<Verdicts | RequestResult> {
  const { ignorePulls, paths, leavesOutOwn } = rules;
  const ignores = (pull: GitHubPullRequest) =>
    ignorePulls?.rules.some(({ kind, value }) => MATCHES[kind](pull, value)) === true;
  const readsFiles = (paths ?? ignorePulls?.files) !== undefined;
  let unchecked = 0;
  async function judge(pull: GitHubPullRequest): Promise<Verdict | RequestResult> {
    const files = readsFiles ? await filesOf(pull) : undefined;
    if (isResult(files)) return files;
    const verdict = files && judgeFiles(files, rules);
    if (verdict === 'unchecked') unchecked += 1;
    else if (verdict !== undefined) return verdict;
    return leavesOutOwn ? judgeMarker(pull, rules, access) : undefined;
  }
  const [ignored, others] = [pulls.filter(ignores), pulls.filter((pull) => !ignores(pull))];
  const verdicts = new Map<number, Verdict>(ignored.map(({ number }) => [number, 'change-ignored']));
  const judged = others.slice(-MOST_READ);
  for (const [index, verdict] of (await pLimit(AT_ONCE).map(judged, judge)).entries()) {
    if (isResult(verdict)) return verdict;
    verdicts.set(judged[index]?.number ?? 0, verdict);
  }
  if (readsFiles || leavesOutOwn) unchecked += others.length - judged.length;
  if (unchecked > 0)
    access.log.notice(
      `Merged pull requests that count without a full check: ${unchecked}. Only the newest ${MOST_READ} are checked, with at most ${MOST_PAGES * PER_PAGE} files each.`,
    );
  return verdicts;
}

/** Undefined or `unchecked` if the pull request counts. */
function judgeFiles({ items, cut }: PullFiles, rules: Relevance): Verdict | 'unchecked' {
  const isIgnored = rules.ignorePulls?.files;
  if (isIgnored !== undefined && items.some((file) => namesOf(file).some(isIgnored))) return 'change-ignored';
  const isInside = rules.paths === undefined || items.some((file) => isInPaths(file, rules));
  if (!isInside && !cut) return 'paths-unmatched';
  return cut && (isIgnored !== undefined || !isInside) ? 'unchecked' : undefined;
}

async function judgeMarker(
  { number }: GitHubPullRequest,
  { paths, prLabels }: Relevance,
  access: Access,
): Promise<Verdict> {
  const marker = await readMade(number, 'change', access);
  if (marker === undefined) return undefined;
  const isOther = marker.recipe !== undefined && marker.recipe !== recipeOf(prLabels, access);
  return paths !== undefined && isOther ? 'agent' : 'own-merge';
}

const NO_FILE = 'No file was changed.';
const UNMATCHED = 'No file in `paths` was changed.';
const IGNORED = 'Only pull requests that `ignore-pulls` leaves out were merged.';

function skipAll(verdicts: Verdicts, { workflowRun }: Access): RequestResult {
  const own = [...verdicts].filter(([, verdict]) => verdict === 'own-merge').map(([number]) => number);
  const links = own.sort((one, other) => one - other).map((number) => pullUrl(number, workflowRun));
  if (links.length > 0) return skipped('own-merge', `${OWN} ${links.join(' ')}`, links);
  const isUnmatched = [...verdicts.values()].includes('paths-unmatched');
  return isUnmatched ? skipped('paths-unmatched', UNMATCHED) : skipped('change-ignored', IGNORED);
}

const OWN = 'Only pull requests that jobs of this action created were merged:';

const namesOf = ({ filename, previous_filename: before = filename }: ChangedFile) => [filename, before];

interface PullFiles {
  readonly items: readonly ChangedFile[];
  readonly cut: boolean;
}
type FilesOf = (pull: GitHubPullRequest) => Promise<PullFiles | RequestResult>;

/** Reads the files of each pull request once. If `files` is set, they are those of the only one. */
function openFiles(files: readonly ChangedFile[] | undefined, { github }: Access): FilesOf {
  const known = new Map<number, ReturnType<FilesOf>>();
  const read: FilesOf = async ({ number }) => {
    if (files !== undefined) return { items: files, cut: false };
    const listed = await github.changedFiles(number, MOST_PAGES);
    return listed.ok ? listed.value : unreadPulls(listed.failure);
  };
  return (pull) => {
    const reading = known.get(pull.number) ?? read(pull);
    known.set(pull.number, reading);
    return reading;
  };
}

/** The files of these pull requests, also their former names. Undefined if others may have been changed, too. */
async function nameFiles(
  pulls: readonly GitHubPullRequest[],
  filesOf: FilesOf,
): Promise<ReadonlySet<string> | RequestResult | undefined> {
  if (pulls.length > MOST_READ) return undefined;
  const names = new Set<string>();
  for (const files of await pLimit(AT_ONCE).map(pulls, filesOf)) {
    if (isResult(files)) return files;
    if (files.cut) return undefined;
    for (const name of files.items.flatMap(namesOf)) names.add(name);
  }
  return names;
}

/** The commits of `some` of the branch's own commits, with those that they merged. */
export function reachable(
  some: readonly BranchCommit[],
  line: readonly BranchCommit[],
  commits: readonly BranchCommit[],
): BranchCommit[] {
  const own = new Set(line.map(({ sha }) => sha));
  const parentsOf = new Map(commits.map(({ sha, parents }) => [sha, parents]));
  const found = new Set(some.map(({ sha }) => sha));
  // The loop also reaches what it adds.
  for (const child of found)
    for (const { sha } of parentsOf.get(child) ?? []) if (!own.has(sha)) found.add(sha);
  return commits.filter(({ sha }) => found.has(sha));
}
