import { MOST_COMMENTS, type ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../http/failure.ts';
import { READ_OVERLAP } from '../intervals.ts';
import type { GitHubPull } from '../job/pull-request-link.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { ThreadTools } from './github-time.ts';
import { readMadeBy } from './made-by.ts';
import { isLive, type Note, type NotePlace, readNote } from './note.ts';
import type { SigningKey } from './signing-key.ts';

/** The conversation of an issue or pull request, with all that its notes are signed for. */
export interface Thread {
  readonly github: GitHub;
  /** Like `https://github.com`. */
  readonly serverUrl: string;
  readonly place: NotePlace;
  /** The same as a pull request. */
  readonly pullRequest: GitHubPull;
  readonly key: SigningKey;
}

/** The thread `number` of the repository that the run belongs to. */
export function threadIn(
  { owner, repo, repositoryId, serverUrl }: WorkflowRun,
  number: number,
  { github, service, key }: Pick<Thread, 'github' | 'key'> & Pick<NotePlace, 'service'>,
): Thread {
  return {
    github,
    serverUrl,
    place: { service, repositoryId, thread: number },
    pullRequest: { owner, repo, number },
    key,
  };
}

/** A note that verified, and the comment that it stands in. */
export interface Standing {
  readonly id: number;
  readonly note: Note;
}

/** What is known of a thread by now. */
export interface View {
  /** By the age of their comments. */
  readonly notes: readonly Standing[];
  /** The job that made the pull request whose conversation this is, and when that was written down. */
  readonly madeBy: { readonly jobId: string; readonly at: number } | undefined;
  /** GitHub's time. */
  readonly now: number;
}

/**
 * Opens the notes of a thread. Each call reads its comments: the first one all of them, later ones those that changed since.
 *
 * @param tools its log is told of what was not read or not believed, each once; anybody may cause that, so no answer repeats it
 */
export function openHistory(thread: Thread, { time, log }: Pick<ThreadTools, 'time' | 'log'>) {
  const { github, place, key } = thread;
  const seen = new Map<number, { readonly note: Note | undefined; readonly madeBy: View['madeBy'] }>();
  let distrusted = false;
  let readAt: number | undefined;

  function take(comment: ThreadComment): void {
    const { id, body, created_at: at } = comment;
    const note = readNote(comment, place, key);
    const jobId = readMadeBy(body, id, place, key);
    seen.set(id, {
      note: typeof note === 'object' ? note : undefined,
      madeBy: jobId === undefined ? undefined : { jobId, at },
    });
    if (note !== 'unverified' || distrusted) return;
    distrusted = true;
    log.info(
      'A note in this conversation does not verify (altered, copied, or of another key), so it was not used.',
    );
  }

  return async (): Promise<Answer<View>> => {
    const answer =
      readAt === undefined
        ? await github.lastComments(place.thread, MOST_COMMENTS)
        : await github.comments(place.thread, readAt - READ_OVERLAP);
    if (!answer.ok) return answer;
    const { items, date } = answer.value;
    time.learn(date);
    if (readAt === undefined && items.length >= MOST_COMMENTS)
      log.info(`Only the newest ${MOST_COMMENTS} comments of this conversation were read.`);
    readAt = time.now();
    for (const comment of items) take(comment);
    const byAge = [...seen].sort(([one], [other]) => one - other);
    const notes = byAge.flatMap(([id, { note }]) => (note === undefined ? [] : { id, note }));
    const madeBy = byAge.findLast(([, comment]) => comment.madeBy !== undefined)?.[1].madeBy;
    return { ok: true, value: { notes, madeBy, now: time.now() } };
  };
}

/** A job that the thread knows. */
export interface ThreadJob {
  readonly jobId: string;
  /** When it was last sent to, by GitHub's clock; undefined when that turn was seen to end. */
  readonly sentAt: number | undefined;
}

/** The thread's job: the one that was sent to last. A message of unknown fate counts as sent. */
export function threadJob({ notes, madeBy }: View): ThreadJob | undefined {
  const sent = notes.flatMap(({ note: { jobId, state, sentAt = 0 } }) =>
    jobId === undefined ? [] : { jobId, at: sentAt, sentAt: state === 'ended' ? undefined : sentAt },
  );
  if (madeBy !== undefined) sent.push({ ...madeBy, sentAt: undefined });
  return sent.sort((one, other) => one.at - other.at).at(-1);
}

/** Whether something was sent since the last job that answered, and nobody knows what became of it. */
export function hasDoubt({ notes, now }: View): boolean {
  const answered = notes.filter(({ note }) => note.state === 'job' || note.state === 'ended');
  const last = Math.max(0, ...answered.map(({ note }) => note.sentAt ?? 0));
  const later = notes.map(({ note }) => note).filter(({ sentAt = 0 }) => sentAt > last);
  return later.some((note) => note.state === 'unknown' || (note.state === 'sending' && !isLive(note, now)));
}
