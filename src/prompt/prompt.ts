import type { IssueRef, Request } from '../event/request.ts';
import { describeLines } from '../event/review.ts';
import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import type { ContextMode } from '../inputs/fields.ts';
import { isResult, type RequestResult, unsentByRead } from '../model/request-result.ts';
import { carriesOwnMarker, visibleCode, visibleText } from '../text/comment-text.ts';
import { markData, type Part } from './marked-data.ts';
import { byAuthor, describeFile, describeText } from './sections.ts';

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
  return `${CONTINUE}\n\n${markData(token, [{ head: 'URL of the open pull request', text: url }])}`;
}

const CONTINUE =
  'Continue the pull request whose URL is in the data below. Do not open another one. The job that created it no longer takes messages.';

/** The context that `context: full` adds to the event: comments, oldest first, and changed files. */
interface Surroundings {
  readonly comments: readonly Pick<ThreadComment, 'id' | 'user' | 'body'>[];
  readonly files: readonly ChangedFile[];
}

/**
 * Reads the agent's context of a request, without files outside of `paths`. `token` delimits foreign text, so it must be
 * unpredictable.
 */
export async function readContext(
  request: Request,
  mode: ContextMode,
  github: GitHub,
  token: string,
  isPublic: boolean,
  paths: (path: string) => boolean = () => true,
): Promise<string | RequestResult | undefined> {
  const { thread } = request;
  // The context of a push or release is its change, which has its own description. Its thread is only for reports.
  if (request.change !== undefined) return undefined;
  if (mode !== 'full' || thread === undefined) return describePlace(request, mode, token, isPublic);
  const comments = await github.comments(thread.number);
  if (!comments.ok) return unsentByRead("The thread's comments", comments.failure);
  const files = thread.kind === 'issue' ? undefined : await github.changedFiles(thread.number);
  if (files?.ok === false) return unsentByRead("The pull request's files", files.failure);
  const counting = files?.value.items.filter(({ filename }) => paths(filename)) ?? [];
  const remarks = await readRemarks(request, thread.number, github);
  if (isResult(remarks)) return remarks;
  const surroundings = { comments: [...comments.value.items, ...remarks], files: counting };
  return describePlace(request, mode, token, isPublic, surroundings);
}

/** The first comments of the threads on lines that the request replies in. */
function threadsOf(request: Request): number[] {
  const lines = request.comment?.reviewed ?? [];
  return [...new Set(lines.flatMap(({ thread }) => thread ?? []))];
}

/** The comments of those threads before the request, oldest first. Like other comments, the newest are kept. */
async function readRemarks(request: Request, pull: number, github: GitHub) {
  const threads = threadsOf(request);
  if (threads.length === 0) return [];
  const { id, reviewId = id, writtenAt = '' } = request.comment ?? {};
  const listed = await github.remarks(pull);
  if (!listed.ok) return unsentByRead('The comments that the request replies to', listed.failure);
  const before = Date.parse(writtenAt);
  return listed.value.items.filter(
    ({ id: own, in_reply_to_id: first, pull_request_review_id: review, created_at: at }) =>
      threads.includes(first ?? own) && review !== reviewId && at <= before,
  );
}

/**
 * The URL of the request, the requester, and the commented lines. `full` adds all text of the thread. Undefined if there is
 * none of these. Foreign text is marked as data.
 */
export function describePlace(
  request: Request,
  mode: ContextMode,
  token: string,
  isPublic: boolean,
  surroundings: Surroundings = { comments: [], files: [] },
): string | undefined {
  const { sender, thread, url } = request;
  const by = sender === undefined ? '' : ` by ${sender.login}`;
  // The pull request may be in a public repository. If both are private, its marker has the link.
  const wish = isPublic ? '\nLink that URL in the description of the pull request.' : '';
  const page = url?.replace(/#.*/, '');
  const replies = threadsOf(request).map((id) => `\nIt replies to ${page}#discussion_r${id}`);
  const link = `This was requested${by} on GitHub: ${url}${wish}${replies.join('')}`;
  const shown = mode === 'full' ? thread : undefined;
  const data = markData(
    token,
    lineParts(request, shown !== undefined),
    shown === undefined ? [] : threadParts(request, shown, surroundings),
  );
  const parts = [mode === 'none' || url === undefined ? undefined : link, data];
  return parts.filter((part) => part !== undefined).join('\n\n') || undefined;
}

const LINES_LIMIT = 20_000;

function lineParts({ comment }: Request, hunks: boolean): Part[] {
  const { kind, reviewed: lines = [] } = comment ?? {};
  if (kind === 'review-comment') {
    const [one] = lines.map((line) => `${describeLines(line)}${hunks ? `\n${line.hunk}` : ''}`);
    return [{ head: 'Lines that the instruction is about', text: visibleCode(one ?? '') }];
  }
  const numbered = lines.map((line, at) => `comment ${at + 1}: ${describeLines(line)}`);
  return [{ head: 'Lines of the comments', text: numbered.join('\n'), limit: LINES_LIMIT }];
}

/** The most important parts come first, because the end may be cut. Newer comments come before older ones. */
function threadParts(request: Request, thread: IssueRef, { comments, files }: Surroundings): Part[] {
  const name = `${thread.kind === 'issue' ? 'issue' : 'pull request'} ${thread.number}`;
  const by = byAuthor(thread.openedBy);
  // The description of a new issue can be the instruction itself, and so can a comment.
  const { command, comment } = request;
  const description = command !== undefined && comment === undefined ? '' : thread.description;
  const others = comments.filter(({ id, body }) => id !== comment?.id && !carriesOwnMarker(body));
  return [
    ...describeText(name, by, thread.title, description),
    { head: `Files that ${name} changes${by}`, text: files.map(describeFile).join('\n') },
    ...others
      .map(({ user, body }) => ({ head: `Comment by ${user?.login ?? ''}`, text: visibleText(body) }))
      .reverse(),
  ];
}
