import type { Change } from '../change/read-change.ts';
import type { Account } from '../github/account.ts';
import type { ContextMode } from '../inputs/fields.ts';
import { pullUrl } from '../pull-request/link.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { visibleCode, visibleText } from '../text/comment-text.ts';
import { logLine } from '../text/line.ts';
import { markData, type Part } from './marked-data.ts';
import { byAuthor, describeFile, describeText, quoteName } from './sections.ts';

/** The most listed folders and pull requests, and the most characters of the diff and of the list of files. */
const MOST_FOLDERS = 40;
const MOST_PULLS = 50;
const DIFF_LIMIT = 20_000;
/** Less than this is of no use. */
const LEAST_OF_FILE = 500;

/** The agent's context of a change. `token` delimits foreign text, so it must be unpredictable. */
export function changeContext(
  change: Change,
  mode: ContextMode,
  sender: Account | undefined,
  workflowRun: WorkflowRun,
  token: string,
): string | undefined {
  if (mode === 'none') return undefined;
  const folders = folderPart(change);
  const data =
    mode === 'link'
      ? markData(token, [folders])
      : markData(token, [folders, ...wordParts(change)], [filePart(change)], [diffPart(change)]);
  const description = describeChange(change, sender, workflowRun);
  return data === undefined ? description : `${description}\n\n${data}`;
}

/** Contains no foreign text. */
function describeChange(change: Change, sender: Account | undefined, workflowRun: WorkflowRun): string {
  const { event, merged, notes } = change;
  const by = sender === undefined || event === undefined ? '' : ` by ${sender.login}`;
  const url = changeUrl(change, workflowRun);
  const pulls = merged.pulls.slice(-MOST_PULLS).map(({ number }) => pullUrl(number, workflowRun));
  const more = merged.pulls.length - pulls.length;
  const links = pulls.join(' ');
  const release = event?.kind === 'release' ? event.url : undefined;
  return [
    `This is about ${SUBJECTS[event?.kind ?? 'range']}${by} on GitHub: ${url}`,
    release !== url && release && `The release: ${release}`,
    links && `Pull requests that were merged: ${links}${more > 0 ? ` and ${more} earlier ones` : ''}`,
    ...notes,
    workflowRun.isPublic &&
      `In the description of the pull request, link to ${more > 0 ? url : links || (release ?? url)}`,
  ]
    .filter(Boolean)
    .join('\n');
}

const SUBJECTS = { push: 'a push', release: 'a release', range: 'changes' } as const;

function changeUrl({ event, range }: Change, { serverUrl, repository }: WorkflowRun): string {
  const home = `${serverUrl}/${repository}`;
  if (range !== undefined) return `${home}/compare/${encode(range.base)}...${encode(range.head)}`;
  if (event?.kind === 'release') return event.url ?? `${home}/releases/tag/${encode(event.tag)}`;
  return event?.after === undefined ? home : `${home}/commit/${event.after}`;
}

/** Slashes are part of a branch's name and of its URL. */
const encode = (ref: string) => ref.split('/').map(encodeURIComponent).join('/');

function folderPart({ comparison }: Change): Part {
  const files = comparison?.files ?? [];
  const folders = Map.groupBy(files, ({ filename }) =>
    filename.split('/').slice(0, -1).slice(0, 2).join('/'),
  );
  const sorted = [...folders].sort(
    ([one, few], [other, many]) => many.length - few.length || (one < other ? -1 : 1),
  );
  const lines = sorted.map(([folder, inside]) => `${quoteName(folder || '.')}: ${inside.length}`);
  const more = lines.splice(MOST_FOLDERS).length;
  if (more > 0) lines.push(`and ${more} more folders`);
  const cutAt = comparison?.filesCut ? `, cut at ${files.length}` : '';
  return { head: `Changed files by folder${cutAt}`, text: lines.join('\n') };
}

function wordParts({ event, merged, comparison }: Change): Part[] {
  const release = event?.kind === 'release' ? event : undefined;
  const title = release && `${quoteName(release.tag)} ${logLine(release.name)}`;
  const pulls = merged.pulls.toReversed().flatMap(({ number, title, body, user }): Part[] => {
    return describeText(`pull request ${number}`, byAuthor(user), title, body);
  });
  const commits = comparison?.commits ?? [];
  const subjects = commits.map(({ commit }) => logLine(commit.message.split('\n', 1)[0] ?? '', 200));
  return [
    { head: 'Tag and name of the release', text: title ?? '' },
    { head: 'Notes of the release', text: visibleText(release?.notes ?? '') },
    ...pulls,
    { head: 'Subjects of the commits, the newest first', text: subjects.reverse().join('\n') },
  ];
}

function filePart({ comparison }: Change): Part {
  const lines = (comparison?.files ?? []).map(describeFile);
  return { head: 'Files that changed', text: lines.join('\n'), limit: DIFF_LIMIT };
}

function diffPart({ comparison }: Change): Part {
  const files = comparison?.files ?? [];
  const patches = files.flatMap(({ filename, patch }) =>
    patch === undefined ? [] : `--- ${quoteName(filename)}\n${visibleCode(patch)}\n`,
  );
  const most = Math.max(LEAST_OF_FILE, fairShare(patches.map(quotedSize), DIFF_LIMIT - 100));
  const parts = patches.map((patch) => (quotedSize(patch) > most ? cutLines(patch, most) : patch));
  return { head: 'The diff', text: parts.join(''), limit: DIFF_LIMIT };
}

/** The most of each size, so that all together are `limit`, and small ones stay whole. */
function fairShare(sizes: readonly number[], limit: number): number {
  let left = limit;
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return share;
    left -= size;
  }
  return limit;
}

/** With the mark and the end of each line. */
const quotedSize = (text: string) => text.length + 2 * text.split('\n').length;

function cutLines(text: string, most: number): string {
  let left = most - CUT.length;
  const lines = text.split('\n').filter((line) => {
    left -= line.length + 3;
    return left > 0;
  });
  return lines.join('\n') + CUT;
}

const CUT = '\n(cut)\n';
