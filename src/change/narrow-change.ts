import pLimit from 'p-limit';
import { isPerson } from '../github/account.ts';
import { MOST_FILES } from '../github/commits-and-releases.ts';
import { AT_ONCE, PER_PAGE } from '../github/octokit.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import type { PULL_RULES } from '../inputs/change-fields.ts';
import { isRule } from '../model/reason-codes.ts';
import { allRead, isResult, type JudgedMerge, type RequestResult, skipped } from '../model/request-result.ts';
import type { Access } from '../pull-request/access.ts';
import { commitUrl, pullUrl } from '../pull-request/link.ts';
import { readMade, recipeOf } from '../pull-request/marker.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { type Globs, matchWords } from '../text/glob.ts';
import { ALL_BOTS, isNamed } from '../text/identifiers.ts';
import { type Merge, mergesOf, reachable, unreadPulls } from './merged-pull-requests.ts';
import { type Change, isTooLarge, unreadChange } from './read-change.ts';
import { findReverted } from './reverted.ts';
import { warnUnmatched } from './unmatched-rules.ts';

type PullRule = (typeof PULL_RULES)[number];

/** Merges that need no documentation: with a label, by an author, with words in the title, or with a file. */
interface PullRules {
  /** Values are in lower case. Those of `files` are globs, so `files` has them. */
  readonly rules: readonly { readonly kind: PullRule; readonly value: string }[];
  readonly files: Globs | undefined;
}

const MATCHES: Readonly<Record<PullRule, (merge: Merge, value: string) => boolean>> = {
  label: ({ pull }, value) => pull?.labels.some(({ name }) => matchWords(value)(name)) === true,
  author: ({ author }, value) =>
    author !== undefined && (value === ALL_BOTS ? author.type === 'Bot' : isNamed(author, value)),
  title: ({ title }, value) => matchWords(value.includes('*') ? value : `*${value}*`)(title),
  // The globs of all of them are one function.
  files: () => false,
};

export interface MergeRules {
  readonly ignorePulls: PullRules | undefined;
  readonly paths: Globs | undefined;
  /** Reads the files of all merges, and not only of the newest. */
  readonly readsAll?: boolean;
}

export interface Relevance extends MergeRules {
  /** They distinguish this recipe from others. */
  readonly prLabels: readonly string[];
  /** Whether merges of the agent start a request only by another recipe. */
  readonly leavesOutOwn: boolean;
  /** Reads the files of all merges that count, if there are several and not only commits, to say which changed what. */
  readonly namesMerges?: boolean;
}

/** Why a merge doesn't count, or how far one that does was checked. */
interface Verdict {
  /** Undefined if it counts. */
  readonly code?: 'own-merge' | 'paths-unmatched' | 'change-ignored' | 'nothing-changed' | undefined;
  /** Like `label internal`. */
  readonly why?: string | undefined;
  readonly isAgents?: boolean;
  readonly unchecked?: boolean;
  /** Whether so many newer ones are to be checked that it isn't. */
  readonly isOld?: boolean;
}

interface ReadFiles {
  readonly items: readonly ChangedFile[];
  readonly cut: boolean;
}

/** With its files, if they were read. */
type Judged = Merge & Verdict & { readonly files?: ReadFiles };

const counts = ({ code }: Verdict) => code === undefined;

/**
 * Files and markers of so many of the newest merged pull requests are read, and files of so many commits without one, each a
 * request or more. Older ones count.
 */
const MOST_READ = 50;
/** Of the files of a pull request: as many as a commit's first page has. */
const MOST_PAGES = MOST_FILES / PER_PAGE;

/**
 * Leaves out merges that don't count, with their commits, and files that don't count. A file counts if it is in `paths`, and if a
 * merge that counts changed it, or it is unknown who did. Skips the change if nothing is left.
 */
export async function narrowChange(
  change: Change,
  rules: Relevance,
  access: Access,
): Promise<Change | RequestResult> {
  const { comparison, merged, notes } = change;
  if (comparison === undefined) return change;
  const { line, complete } = merged;
  const merges = mergesOf(merged, comparison.commits);
  warnUnmatched(comparison, merges, rules, access.log);
  const ruled = await judgeMerges(merges, change, rules, access);
  if (isResult(ruled)) return ruled;
  const read = allRead(await pLimit(AT_ONCE).map(ruled, (merge) => judgeMarker(merge, rules, access)));
  if (isResult(read)) return read;
  const judged = read.map(judgeBrought);
  const kept = judged.filter(counts);
  const ends = { merges: describeVerdicts(judged, access) };
  const keptCommits = new Set(kept.flatMap((merge) => merge.line));
  const keptLine = line.filter((commit) => commit.pulls === undefined || keptCommits.has(commit));
  // A release or a range that changes no file was chosen for its notes.
  const isEmpty = judged.every(({ code }) => code === 'nothing-changed') && comparison.files.length === 0;
  if (line.length > 0 && keptLine.length === 0 && complete && !isEmpty)
    return { ...skipAll(judged, access), ...ends };
  const isWhole = !judged.some(isLeftOut);
  const named = await nameFiles(kept, complete && !isWhole, rules, access);
  if (isResult(named)) return named;
  const { changedBy, isExact } = named;
  const changes = (file: ChangedFile) => !isExact || namesOf(file).some((name) => changedBy.has(name));
  const { paths = () => true } = rules;
  const files = comparison.files.filter((file) => isAmong(file, paths) && changes(file));
  if (rules.paths !== undefined && files.length === 0 && !comparison.filesCut)
    return { ...skipped('paths-unmatched', comparison.files.length === 0 ? NO_FILE : UNMATCHED), ...ends };
  const isAll = kept.length === merges.length;
  const commits = isAll ? comparison.commits : reachable(keptLine, line, comparison.commits);
  return {
    ...change,
    ...ends,
    notes: [...notes, ...describeCuts(judged, !isWhole && !isExact)],
    changedBy,
    followsAgent: kept.some(({ isAgents }) => isAgents),
    merged: { ...merged, pulls: kept.flatMap(({ pull }) => pull ?? []).reverse() },
    comparison: { ...comparison, commits, files },
  };
}

/** Those that count first, and the last merge at the end. */
function describeVerdicts(judged: readonly Judged[], { workflowRun }: Access): JudgedMerge[] {
  const all = [...judged.filter(({ code }) => code), ...judged.filter(counts)].reverse();
  return all.map((merge) => {
    const { name, author, code, why: leftOut } = merge;
    const shown = author === undefined || isPerson(author) ? name : `${name} by ${author.login}`;
    return { name: shown, url: urlOf(merge, workflowRun), sha: shaOf(merge), code, leftOut };
  });
}

/** The last commit of a merge on its branch. */
export const shaOf = ({ pull, line }: Merge): string => pull?.merge_commit_sha ?? line[0]?.sha ?? '';

export function urlOf(merge: Merge, run: WorkflowRun): string {
  return merge.pull ? pullUrl(merge.pull.number, run) : commitUrl(shaOf(merge), run);
}

function describeCuts(judged: readonly Judged[], filesUnknown: boolean): string[] {
  const gone = judged.flatMap(({ name, code }) => (code === 'nothing-changed' ? [name] : [])).reverse();
  const unchecked = judged.filter((merge) => merge.unchecked).length;
  return [
    gone.length > 0 && `These merges and their reverts leave nothing to document: ${gone.join(', ')}.`,
    unchecked > 0 && `Merges that count without a full check: ${unchecked}. ${CHECKED}`,
    filesUnknown && FILES_UNKNOWN,
  ].filter((note) => note !== false);
}

const CHECKED = `Only the newest ${MOST_READ} pull requests and ${MOST_READ} commits without one are checked, with at most ${MOST_FILES} files each.`;
const FILES_UNKNOWN = `Files that only the merges left out changed are among the files, because over ${MOST_READ} merges count, one has over ${MOST_FILES} files, or not all commits were checked.`;

/** A renamed file counts in both places. */
const isAmong = (file: ChangedFile, globs: (path: string) => boolean) => namesOf(file).some(globs);

/** Which merges the rules or a revert leave out. */
export async function judgeMerges(
  merges: readonly Merge[],
  { comparison, merged: { complete } }: Change,
  rules: MergeRules,
  { github, workflowRun }: Pick<Access, 'github' | 'workflowRun'>,
): Promise<readonly Judged[] | RequestResult> {
  const isOnly = complete && merges.length === 1 && comparison?.filesCut === false;
  const known = isOnly ? { files: { items: comparison.files, cut: false } } : {};
  const reverted = findReverted(merges, workflowRun.repository);
  const worded = merges
    .map((merge) => judgeWords(merge, reverted.get(merge), rules.ignorePulls))
    .map((merge, index, all) => ({ ...merge, isOld: rules.readsAll !== true && isOld(merge, index, all) }));
  const read = await pLimit(AT_ONCE).map(worded, (merge) =>
    counts(merge) ? judgeContents({ ...merge, ...known }, rules, github) : merge,
  );
  return allRead(read);
}

function isOld(merge: Judged, index: number, all: readonly Judged[]): boolean {
  return all.slice(0, index).filter((one) => counts(one) && !one.pull === !merge.pull).length >= MOST_READ;
}

function judgeWords(merge: Merge, reverted: string | undefined, ignorePulls?: PullRules): Judged {
  if (reverted !== undefined) return { ...merge, code: 'nothing-changed', why: reverted };
  const rule = ignorePulls?.rules.find(({ kind, value }) => MATCHES[kind](merge, value));
  return rule ? { ...merge, code: 'change-ignored', why: `${rule.kind} ${rule.value}` } : merge;
}

async function judgeContents(
  merge: Judged,
  rules: MergeRules,
  github: Access['github'],
): Promise<Judged | RequestResult> {
  const readsFiles = !merge.brings && (rules.paths ?? rules.ignorePulls?.files) !== undefined;
  const files = readsFiles ? await readFiles(merge, github) : undefined;
  if (isResult(files)) return files;
  return files === undefined ? merge : { ...merge, files, ...judgeFiles(files, rules) };
}

function judgeFiles({ items, cut }: ReadFiles, { ignorePulls, paths }: MergeRules): Verdict {
  const ignored = ignorePulls?.files;
  if (ignored !== undefined && items.some((file) => isAmong(file, ignored)))
    return { code: 'change-ignored', why: 'a file in `files:`' };
  const isInside = paths === undefined || items.some((file) => isAmong(file, paths));
  if (!isInside && !cut) return { code: 'paths-unmatched', why: 'no file in `paths`' };
  return { unchecked: cut && (ignored !== undefined || !isInside) };
}

async function judgeMarker(
  merge: Judged,
  { leavesOutOwn, paths, prLabels }: Relevance,
  access: Access,
): Promise<Judged | RequestResult> {
  if (!leavesOutOwn || merge.pull === undefined || !counts(merge)) return merge;
  if (merge.isOld) return { ...merge, unchecked: true };
  const marker = await readMade(merge.pull.number, access);
  if (marker === undefined || isResult(marker)) return marker ?? merge;
  const isOther = marker.recipe !== undefined && marker.recipe !== recipeOf(prLabels, access);
  if (paths !== undefined && isOther) return { ...merge, isAgents: true };
  return { ...merge, code: 'own-merge', why: "the agent's own" };
}

/** What a merge brings is left out with it, but a rule reaches no other pull request. */
export function judgeBrought(one: Judged, _: number, all: readonly Judged[]): Judged {
  const by = all.find((merge) => isBrought(one, merge));
  if (by?.code !== undefined && counts(one) && (by.code !== 'change-ignored' || one.pull === undefined))
    return { ...one, code: by.code, why: by.why };
  // The description of a merge that brings others may list all of them.
  const isMixed = counts(one) && all.some((other) => isLeftOut(other) && isBrought(other, one));
  return isMixed ? { ...one, code: 'change-ignored', why: 'brings others that are left out' } : one;
}

const isLeftOut = ({ code }: Verdict) => isRule(code);
const isBrought = (one: Merge, { line }: Merge) =>
  one.line.some(({ broughtBy }) => line.some(({ sha }) => sha === broughtBy));

const NO_FILE = 'No file was changed.';
const UNMATCHED = 'No file in `paths` was changed.';
const IGNORED = 'Only what `ignore-pulls` leaves out was merged.';
const REVERTED = 'All that was merged was reverted again.';

/** Of several reasons, the first of these. */
function skipAll(judged: readonly Judged[], { workflowRun }: Access): RequestResult {
  const own = judged.flatMap(({ code, pull }) => (code === 'own-merge' && pull ? pull.number : []));
  const links = own.sort((one, other) => one - other).map((number) => pullUrl(number, workflowRun));
  if (links.length > 0) return skipped('own-merge', `${OWN} ${links.join(' ')}`, links);
  const codes = judged.map(({ code }) => code);
  if (codes.includes('paths-unmatched')) return skipped('paths-unmatched', UNMATCHED);
  const isIgnored = codes.includes('change-ignored');
  return isIgnored ? skipped('change-ignored', IGNORED) : skipped('nothing-changed', REVERTED);
}

const OWN = 'Only pull requests that jobs of this action created were merged:';

const namesOf = ({ filename, previous_filename: before = filename }: ChangedFile) => [filename, before];

/**
 * Reads which merges changed a file, also by its former name, if all can be read, or some are wanted for their names. What only
 * brings others changed none. If `isExact`, files that only other merges changed don't count.
 */
async function nameFiles(
  merges: readonly Judged[],
  isWanted: boolean,
  rules: Relevance,
  { github }: Access,
): Promise<
  { readonly changedBy: ReadonlyMap<string, readonly string[]>; readonly isExact: boolean } | RequestResult
> {
  const single = merges.filter(({ brings }) => !brings);
  const namesMerges = rules.namesMerges && merges.length > 1 && merges.some(({ pull }) => pull);
  const changedBy = new Map<string, string[]>();
  if (!namesMerges && (!isWanted || single.some(({ isOld }) => isOld))) return { changedBy, isExact: false };
  const read = allRead(await pLimit(AT_ONCE).map(single, (merge) => readFiles(merge, github)));
  if (isResult(read)) return read;
  for (const [index, { items }] of read.entries())
    for (const name of new Set(items.flatMap(namesOf)))
      changedBy.set(name, [...(changedBy.get(name) ?? []), single[index]?.name ?? '']);
  return { changedBy, isExact: isWanted && !read.some(({ cut }) => cut) };
}

const UNREAD: ReadFiles = { items: [], cut: true };

async function readFiles(
  { pull, line, files, isOld }: Judged,
  github: Access['github'],
): Promise<ReadFiles | RequestResult> {
  if (files !== undefined) return files;
  if (isOld) return UNREAD;
  if (pull !== undefined) {
    const listed = await github.changedFiles(pull.number, MOST_PAGES);
    if (listed.ok) return listed.value;
    return isTooLarge(listed.failure) ? UNREAD : unreadPulls(listed.failure);
  }
  const commit = await github.commit(line[0]?.sha ?? '');
  if (!commit.ok) return isTooLarge(commit.failure) ? UNREAD : unreadChange(commit.failure);
  return { items: commit.value.files, cut: commit.value.files.length >= MOST_FILES };
}
