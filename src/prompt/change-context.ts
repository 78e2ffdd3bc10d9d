import { reachable } from '../change/merged-pull-requests.ts';
import type { Change } from '../change/read-change.ts';
import type { Account } from '../github/account.ts';
import type { BranchCommit } from '../github/commits-and-releases.ts';
import type { ContextMode } from '../inputs/fields.ts';
import { commitUrl, pullUrl } from '../pull-request/link.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { visibleText } from '../text/comment-text.ts';
import { logLine } from '../text/line.ts';
import { type Context, type Part, part } from './marked-data.ts';
import { byAuthor, fileParts, folderOf, kindOfText, quoteName, readableText } from './sections.ts';

/** The agent's context of a change. `isLinked` if the agent is to link to the request itself. */
export function changeContext(
  change: Change,
  mode: ContextMode,
  sender: Account | undefined,
  workflowRun: WorkflowRun,
  isLinked = false,
): Context {
  if (mode === 'none') return { parts: [] };
  const direct = unexplained(change);
  const text = describeChange(change, direct, sender, workflowRun, isLinked);
  const url = changeUrl(change, workflowRun);
  const folders = folderPart(change);
  if (mode === 'link') return { text, parts: [folders] };
  const { event, merged, comparison } = change;
  const release = event?.kind === 'release' ? event : undefined;
  const pulls = merged.pulls.toReversed();
  const titles = pulls.map(({ number, title, user }) => `#${number}${byAuthor(user)}: ${logLine(title)}`);
  const descriptions = pulls.map(({ number, body, user }) => {
    const head = `Description of pull request ${number}${byAuthor(user)}`;
    return part(kindOfText(user), head, readableText(body, 'pull-request'), pullUrl(number, workflowRun));
  });
  const commits = direct.map(({ sha, author, commit: { message } }) => {
    const [subject = ''] = message.split('\n', 1);
    return { id: sha.slice(0, 7), author, subject, body: message.slice(subject.length).replace(TRAILER, '') };
  });
  const messages = commits.map(({ id, author, body }) =>
    part(kindOfText(author), `Message of commit ${id}${byAuthor(author)}`, visibleText(body), url),
  );
  const which = pulls.length > 0 ? 'Commits without a known pull request' : 'Commits';
  const subjects = commits.map(({ id, subject }) => `${id}: ${logLine(subject, 200)}`);
  const name = release && `${quoteName(release.tag)} ${logLine(release.name)}`;
  const parts = [
    part('names', 'Tag and name of the release', name ?? ''),
    part('titles', 'Merged pull requests, the newest first', titles, url),
    part('commits', `${which}, the newest first`, subjects, url),
    folders,
    part('release notes', 'Notes of the release', visibleText(release?.notes ?? ''), release?.url),
    ...descriptions,
    ...messages,
    ...fileParts(comparison?.files ?? [], 'Files that changed', url, change.changedBy),
  ];
  return { text, parts };
}

/** The title of a pull request stands for its commits. */
function unexplained({ merged: { line }, comparison }: Change): BranchCommit[] {
  const commits = comparison?.commits ?? [];
  const merging = line.filter(({ pulls = [] }) => pulls.length > 0);
  const explained = new Set(reachable(merging, line, commits));
  return commits.filter((commit) => !explained.has(commit)).reverse();
}

const TRAILER = /^(?:Co-authored|Signed-off)-by: .*$/gim;

/** Contains no foreign text. */
function describeChange(
  change: Change,
  direct: readonly BranchCommit[],
  sender: Account | undefined,
  workflowRun: WorkflowRun,
  isLinked: boolean,
): string {
  const { event, merged, notes } = change;
  const by = sender === undefined || event === undefined ? '' : ` by ${sender.login}`;
  const url = changeUrl(change, workflowRun);
  const links = merged.pulls.map(({ number }) => pullUrl(number, workflowRun)).join(' ');
  const isNarrowed = change.merges?.some(({ leftOut }) => leftOut !== undefined);
  const commits = direct.map(({ sha }) => commitUrl(sha, workflowRun));
  const release = event?.kind === 'release' ? event.url : undefined;
  return [
    `This is about ${SUBJECTS[event?.kind ?? 'range']}${by} on GitHub: ${url}`,
    release !== url && release && `The release: ${release}`,
    links && `Pull requests that were merged: ${links}`,
    (links || isNarrowed) && commits.length > 0 && `Commits without a pull request: ${commits.join(' ')}`,
    isNarrowed && OTHERS,
    ...notes,
    workflowRun.isPublic &&
      (links || !isLinked) &&
      `In the description of the pull request, link to ${links ? 'the merged pull requests' : (release ?? url)}`,
  ]
    .filter(Boolean)
    .join('\n');
}

const OTHERS = 'Other merges and commits of this change do not count. Write nothing about them.';
const SUBJECTS = { push: 'a push', release: 'a release', range: 'changes' } as const;

function changeUrl({ event, range }: Change, workflowRun: WorkflowRun): string {
  const home = `${workflowRun.serverUrl}/${workflowRun.repository}`;
  if (range !== undefined) return `${home}/compare/${encode(range.base)}...${encode(range.head)}`;
  if (event?.kind === 'release') return event.url ?? `${home}/releases/tag/${encode(event.tag)}`;
  return event?.after === undefined ? home : commitUrl(event.after, workflowRun);
}

/** Slashes are part of a branch's name and of its URL. */
const encode = (ref: string) => ref.split('/').map(encodeURIComponent).join('/');

function folderPart({ comparison }: Change): Part {
  const files = comparison?.files ?? [];
  const sorted = [...Map.groupBy(files, folderOf)].sort(
    ([one, few], [other, many]) => many.length - few.length || (one < other ? -1 : 1),
  );
  const lines = sorted.map(([folder, inside]) => `${quoteName(folder || '.')}: ${inside.length}`);
  const cutAt = comparison?.filesCut ? `, cut at ${files.length}` : '';
  return part('names', `Changed files by folder${cutAt}`, lines);
}
