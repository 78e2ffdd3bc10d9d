import type { PullRequestFacts as Facts } from '../model/pull-request-facts.ts';
import type { RequestResult } from '../model/request-result.ts';
import { cut } from '../text/line.ts';
import { code, folded, link, plain } from '../text/markdown.ts';

/** The most files and pages that a comment names; the rest are counted. */
const MOST_NAMED = 10;
const LONGEST_NAME = 120;
/** A list of at most this many files is not folded. */
const MOST_OPEN = 3;

/** The facts, unless only readers of the pull request's repository may see them. */
export function shownFacts({ pullRequest }: RequestResult): Facts | undefined {
  return pullRequest?.facts?.mayShow ? pullRequest.facts : undefined;
}

/** Title and link of a pull request, like `Rewrite the quickstart (acme/docs#2)`. */
export function namePullRequest(url: string, facts: Pick<Facts, 'title'> | undefined, home: string): string {
  const title = plain(cut(facts?.title ?? '', LONGEST_NAME));
  const named = linkPullRequest(url, home);
  return title === '' ? named : `${title} (${named})`;
}

/**
 * A link to a pull request, shown as people write it on GitHub, like `acme/docs#2`. On another host than `home`, a URL of this
 * GitHub, it is shown as its URL.
 */
export function linkPullRequest(url: string, home: string): string {
  // Inline code would have gaps within parentheses.
  return link(url, shortName(url, home));
}

/** Undefined on another host than `home`. */
export function shortName(url: string, home: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)$/.exec(pathname) ?? [];
  const isHere = repository !== undefined && origin === URL.parse(home)?.origin;
  return isHere ? `${repository}#${number}` : undefined;
}

/** How much changed, and where to preview it, on one line. */
export function factLine(facts: Facts | undefined): string {
  if (facts === undefined || isUnchanged(facts)) return '';
  const count = countFiles(facts);
  return [count && `${count}.`, preview(facts)].filter(Boolean).join(' ');
}

/** The paragraphs for reviewers: the preview, and the files, pages first. */
export function factParts(facts: Facts | undefined): string[] {
  if (facts === undefined || isUnchanged(facts)) return [];
  const { files = [], fileCount = files.length } = facts;
  const named = files.slice(0, MOST_NAMED);
  const list = named.map((file) =>
    `- ${link(file.diffUrl, nameFile(file.path))} ${countLines(file)}`.trimEnd(),
  );
  if (fileCount > named.length) list.push(`- and ${fileCount - named.length} more`);
  const title = countFiles(facts);
  return [
    preview(facts),
    named.length === 0 ? title : folded(title, list.join('\n'), named.length <= MOST_OPEN),
  ];
}

/** Whether nothing new is to be reviewed: a follow-up pushed nothing, or the pull request was closed before its end. */
export function isUnchanged(facts: Facts | undefined): boolean {
  return facts?.update?.pushed === false || facts?.closedAs !== undefined;
}

function preview({ previewUrl }: Facts): string {
  return previewUrl === undefined ? '' : `Preview: ${link(previewUrl)}`;
}

export function nameFiles(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED;
  return [...paths.slice(0, MOST_NAMED).map(nameFile), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

function countFiles(facts: Facts): string {
  const { files, fileCount = files?.length } = facts;
  if (fileCount === undefined) return '';
  const changed = `${fileCount} ${fileCount === 1 ? 'file' : 'files'} changed`;
  return [changed, countLines(facts)].filter(Boolean).join(', ');
}

function countLines({ additions, deletions }: Pick<Facts, 'additions' | 'deletions'>): string {
  return additions === undefined || deletions === undefined ? '' : `+${additions} −${deletions}`;
}

/** A file's name may be blank. */
function nameFile(path: string): string {
  return code(path, LONGEST_NAME) || code('(blank)');
}
