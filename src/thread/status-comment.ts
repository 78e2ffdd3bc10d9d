import type { ThreadComment } from '../github/comments.ts';
import type { Failure } from '../http/failure.ts';
import { READ_OVERLAP, SETTLE } from '../intervals.ts';
import type { JobTools } from '../job/watch.ts';
import { slept } from '../runner/clock.ts';
import type { GitHubTime } from './github-time.ts';
import type { Thread } from './history.ts';
import { type Note, writeNote } from './note.ts';

/** The one comment that a run writes in its thread. Its note is written by edits only, so that it names its own comment. */
export interface StatusComment {
  readonly id: number;
  readonly url: string;
  /** The note that was written last, or was to be. */
  readonly note: Note | undefined;
  /** What it says, or was to say, note and all. */
  readonly body: string | undefined;
  /** Edits text and note. False when the comment may say something else: then nobody can rely on it. */
  write(note: Note, text: string): Promise<boolean>;
}

/** Why there is no comment; `forbidden` when the token may not write there at all. */
export interface NotPosted {
  readonly kind: 'not posted';
  readonly forbidden: boolean;
  readonly failure: Failure;
}

/** What writing comments needs. */
export interface WritingTools extends Pick<JobTools, 'clock' | 'deadline' | 'log'> {
  readonly time: GitHubTime;
  /** GitHub did not do what it was asked for. */
  readonly complain: (failure: Failure) => void;
}

/** Writes of unknown fate that are repeated before it is given up. */
const PATIENCE = 5;

/** Posts the comment. `mark` is a word in `text` that nobody could know before: a post of unknown fate is found by it. */
export async function postStatusComment(
  thread: Thread,
  text: string,
  mark: string,
  tools: WritingTools,
): Promise<StatusComment | NotPosted> {
  const { github, place } = thread;
  const { clock, deadline, time, complain } = tools;
  const startedAt = time.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await github.createComment(place.thread, text);
    if (answer.ok) return statusComment(thread, answer.value, tools);
    const { failure } = answer;
    complain(failure);
    const refused = failure.kind === 'refused' && failure.status === 403;
    const over = failure.fate !== 'unknown' || tries >= PATIENCE;
    if (over || !(await slept(SETTLE, clock, deadline.stop)))
      return { kind: 'not posted', forbidden: refused, failure };
    const recent = await github.comments(place.thread, startedAt - READ_OVERLAP);
    // The original is older than any copy of it.
    const own = recent.ok ? recent.value.items.find(({ body }) => body.includes(mark)) : undefined;
    if (own !== undefined) return statusComment(thread, own, tools);
  }
}

function statusComment(
  { github, place, key }: Thread,
  { id, html_url: url, date }: Pick<ThreadComment, 'id' | 'html_url'> & { readonly date?: number },
  { clock, deadline, log, time, complain }: WritingTools,
): StatusComment {
  let note: Note | undefined;
  let body: string | undefined;
  let unsureUntil = 0;
  time.learn(date ?? 0);

  /** A write of unknown fate may still land: no other one follows before that. */
  async function settled(): Promise<boolean> {
    const left = unsureUntil - clock.now();
    return left <= 0 || slept(left, clock, deadline.stop.aborted ? deadline.closing : deadline.stop);
  }

  return {
    id,
    url,
    get note() {
      return note;
    },
    get body() {
      return body;
    },
    async write(next, text) {
      note = next;
      body = `${text}\n${writeNote(next, id, place, key)}`;
      let failure: Failure | undefined;
      for (let tries = 1; tries <= PATIENCE && (await settled()); tries += 1) {
        if (failure !== undefined) log.info(`${failure.message} Trying again.`);
        const answer = await github.editComment(id, body);
        if (answer.ok) {
          time.learn(answer.value.date);
          return true;
        }
        failure = answer.failure;
        if (failure.fate !== 'unknown') break;
        unsureUntil = clock.now() + SETTLE;
      }
      if (failure !== undefined) complain(failure);
      return false;
    },
  };
}
