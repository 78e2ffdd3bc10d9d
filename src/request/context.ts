import type { ThreadComment } from '../github/comments.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import { logLine, quoteLine } from '../text/line.ts';
import { markData, type Part } from '../text/marked-data.ts';
import { carriesOwnMarker } from '../text/marker.ts';
import { visibleCode, visibleText } from '../text/visible.ts';
import { addressOf, type Request, type Thread } from './request.ts';
import { describeLines } from './review.ts';

/** What the event does not hold and `full` shows: comments from the oldest to the newest, and changed files. */
export interface Surroundings {
  readonly comments: readonly Pick<ThreadComment, 'id' | 'user' | 'body'>[];
  readonly files: readonly ChangedFile[];
}

/** The lines that the request is on, as data marked with `token`; undefined when it is on none. */
export function reviewedContext(request: Request, token: string): string | undefined {
  return markData(token, reviewedParts(request, false));
}

/**
 * Where the request was made and by whom, and the wish that the pull request refers back to it; nothing of that for an
 * event that belongs to no issue or pull request. Nothing outside of the data was written by strangers.
 */
export function linkContext(request: Request, token: string): string | undefined {
  return join(tellLink(request), reviewedContext(request, token));
}

/** The link, and the words of everybody in the thread as data marked with `token`: who wrote what. */
export function fullContext(request: Request, surroundings: Surroundings, token: string): string | undefined {
  if (request.thread === undefined) return linkContext(request, token);
  const parts = dataParts(request, request.thread, surroundings);
  return join(tellLink(request), markData(token, reviewedParts(request, true), parts));
}

function join(...parts: readonly (string | undefined)[]): string | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : given.join('\n\n');
}

function tellLink(request: Request): string | undefined {
  const { sender } = request;
  const address = addressOf(request);
  if (address === undefined) return undefined;
  const by = sender === undefined ? '' : ` by ${sender.login}`;
  return `This was asked${by} on GitHub: ${address}\nLet the description of the pull request refer back to that address.`;
}

/** The most that is shown of the lines of all of a review's comments. */
const LINES_LIMIT = 20_000;

function reviewedParts({ source }: Request, hunks: boolean): Part[] {
  const lines = 'reviewed' in source ? (source.reviewed ?? []) : [];
  if (source.kind === 'line') {
    const [one] = lines.map((line) => `${describeLines(line)}${hunks ? `\n${line.hunk}` : ''}`);
    return [{ head: 'Lines that the instruction is about', text: visibleCode(one ?? '') }];
  }
  const numbered = lines.map((line, at) => `comment ${at + 1}: ${describeLines(line)}`);
  return [{ head: 'Lines of the comments', text: numbered.join('\n'), limit: LINES_LIMIT }];
}

/** From the most to the least important, since the end may be cut: the newest comment comes before older ones. */
function dataParts({ source, command }: Request, thread: Thread, { comments, files }: Surroundings): Part[] {
  const name = `${thread.kind === 'issue' ? 'issue' : 'pull request'} ${thread.number}`;
  const by = thread.openedBy === undefined ? '' : `, by ${thread.openedBy.login}`;
  // The description of a new issue can be the instruction itself, as can a comment.
  const description = source.kind === 'issue' && command !== undefined ? '' : thread.description;
  const others = comments.filter(
    ({ id, body }) => !('id' in source && source.id === id) && !carriesOwnMarker(body),
  );
  return [
    { head: `Title of ${name}${by}`, text: logLine(thread.title) },
    { head: `Description of ${name}${by}`, text: visibleText(description) },
    { head: `Files that ${name} changes${by}`, text: files.map(describeFile).join('\n') },
    ...others
      .map(({ user, body }) => ({ head: `Comment by ${user?.login ?? ''}`, text: visibleText(body) }))
      .reverse(),
  ];
}

function describeFile({ filename, status, additions, deletions }: ChangedFile): string {
  return `${quoteLine(filename)} ${logLine(status, 30)}, +${additions} -${deletions}`;
}
