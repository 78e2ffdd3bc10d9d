import type { IssueRef, Request } from '../event/request.ts';
import { describeLines } from '../event/review.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import type { ContextMode } from '../inputs/fields.ts';
import { isResult, type RequestResult, unsentByRead } from '../model/request-result.ts';
import { carriesOwnMarker, visibleCode, visibleText } from '../text/comment-text.ts';
import { logLine } from '../text/line.ts';
import { clockTime } from '../text/time.ts';
import { type Context, markData, type Part, part } from './marked-data.ts';
import { byAuthor, fileParts, kindOfText, readableText } from './sections.ts';

/** The text for the agent: the rules first, then the unchanged instruction, then its context. */
export function composePrompt(
  instruction: string,
  rules: string | undefined,
  ...contexts: readonly (string | undefined)[]
): string {
  const parts = [rules?.trimEnd(), instruction, ...contexts];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** For a new job that continues the open pull request of a job that no longer takes messages. */
export function continuePullRequest(url: string, token: string): string {
  const link = part('names', 'URL of the open pull request', url);
  return `${CONTINUE}\n\n${markData(token, [link])?.text}`;
}

const CONTINUE =
  'Continue the pull request whose URL is in the data below. Do not open another one. The job that created it no longer takes messages.';

/** Reads the agent's context of a request. The files of its pull request count if `paths` is set: otherwise, a change has them. */
export async function readContext(
  request: Request,
  mode: ContextMode,
  github: GitHub,
  isPublic: boolean,
  paths: ((path: string) => boolean) | undefined,
): Promise<Context | RequestResult> {
  const { thread } = request;
  // The context of a push or release is its change, which has its own description. Its thread is only for reports.
  if (request.change !== undefined) return { parts: [] };
  if (mode !== 'full' || thread === undefined) return describePlace(request, mode, isPublic);
  const comments = await github.comments(thread.number);
  if (!comments.ok) return unsentByRead("The thread's comments", comments.failure);
  const readsFiles = thread.kind === 'pull-request' && paths !== undefined;
  const files = readsFiles ? await github.changedFiles(thread.number) : undefined;
  if (files?.ok === false) return unsentByRead("The pull request's files", files.failure);
  const counting = files?.value.items.filter(({ filename }) => paths?.(filename)) ?? [];
  const remarks = await readRemarks(request.comment, thread.number, github);
  if (isResult(remarks)) return remarks;
  return describePlace(request, mode, isPublic, [...comments.value.items, ...remarks], counting);
}

/** The first comments of the threads on lines that the request replies in. */
function threadsOf(comment: Request['comment']): number[] {
  const lines = comment?.reviewed ?? [];
  return [...new Set(lines.flatMap(({ thread }) => thread ?? []))];
}

/** The comments of those threads before the request, oldest first. Like other comments, the newest are kept. */
async function readRemarks(comment: Request['comment'], pull: number, github: GitHub) {
  const threads = threadsOf(comment);
  if (threads.length === 0) return [];
  const { id, reviewId = id, writtenAt = '' } = comment ?? {};
  const listed = await github.remarks(pull);
  if (!listed.ok) return unsentByRead('The comments that the request replies to', listed.failure);
  const before = Date.parse(writtenAt);
  return listed.value.items.filter(
    ({ id: own, in_reply_to_id: first, pull_request_review_id: review, created_at: at }) =>
      threads.includes(first ?? own) && review !== reviewId && at <= before,
  );
}

/** The URL of the request, the requester, and the commented lines. `full` adds the thread: comments, oldest first, and files. */
export function describePlace(
  request: Request,
  mode: ContextMode,
  isPublic: boolean,
  comments: readonly ThreadComment[] = [],
  files: readonly ChangedFile[] = [],
): Context {
  const { comment, sender, thread, url } = request;
  const by = sender === undefined ? '' : ` by ${sender.login}`;
  // The pull request may be in a public repository. If both are private, its marker has the link.
  const wish = isPublic ? '\nLink that URL in the description of the pull request.' : '';
  const page = url?.replace(/#.*/, '');
  const replies = threadsOf(comment).map((id) => `\nIt replies to ${page}#discussion_r${id}`);
  const link = `This was requested${by} on GitHub: ${url}${wish}${replies.join('')}`;
  const isFull = mode === 'full' && thread !== undefined;
  const parts = [
    ...lineParts(comment, isFull),
    ...(isFull ? threadParts(request, thread, comments) : []),
    ...fileParts(files, 'Files that the pull request changes', url?.replace(/(#.*)?$/, '/files')),
  ];
  return { text: mode === 'none' || url === undefined ? undefined : link, parts };
}

function lineParts(comment: Request['comment'], hunks: boolean): Part[] {
  const { kind, reviewed: lines = [] } = comment ?? {};
  const names = lines.map((line, at) => `comment ${at + 1}: ${describeLines(line)}`);
  if (kind !== 'review-comment') return [part('names', 'Lines of the comments', names)];
  const one = lines.slice(0, 1);
  const hunk = hunks ? one.map((line) => visibleCode(line.hunk)) : [];
  return [
    part('names', 'Lines that the instruction is about', one.map(describeLines)),
    part('discussed lines', 'The diff down to these lines', hunk),
  ];
}

/** Newer comments come before older ones. */
function threadParts(request: Request, thread: IssueRef, comments: readonly ThreadComment[]): Part[] {
  const name = `${thread.kind === 'issue' ? 'issue' : 'pull request'} ${thread.number}`;
  const by = byAuthor(thread.openedBy);
  const url = request.url?.replace(/#.*/, '');
  // The description of a new issue can be the instruction itself, and so can a comment.
  const { command, comment } = request;
  const description = command !== undefined && comment === undefined ? '' : thread.description;
  const others = comments.filter(({ id, body }) => id !== comment?.id && !carriesOwnMarker(body)).reverse();
  // A comment may answer it, like `/docs yes`.
  const answered = comment && others.find(({ id }) => comment.kind !== 'issue-comment' || id < comment.id);
  const words = others.map((one) => {
    const kind = one === answered ? 'texts by people' : kindOfText(one.user);
    const head = `Comment by ${one.user?.login ?? 'ghost'}, ${clockTime(one.created_at)}`;
    return part(kind, head, visibleText(one.body), one.html_url);
  });
  return [
    part('names', `Title of ${name}${by}`, logLine(thread.title)),
    part('texts by people', `Description of ${name}${by}`, readableText(description, thread.kind), url),
    ...words,
  ];
}
