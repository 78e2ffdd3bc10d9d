import type { Answer } from '../answer.ts';
import { MOST_COMMENTS, type ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import { READ_OVERLAP } from '../intervals.ts';
import type { JobTools } from '../job/watch.ts';
import { pullAddress } from '../pull-request/link.ts';
import { readMadeBy } from '../pull-request/marker.ts';
import type { Clock } from '../runner/clock.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import type { NotePlace, SigningKey } from '../text/signed-note.ts';
import { type NoteComment, readNote } from './note.ts';

/** The conversation of an issue or pull request, and what its notes are signed for. */
export interface ThreadRef {
  readonly github: GitHub;
  readonly place: NotePlace;
  /** Its URL if it is a pull request. */
  readonly pullRequest: string;
  readonly key: SigningKey;
}

/** The thread `number` of the repository that the run belongs to. */
export function threadIn(
  { owner, repo, repositoryId, serverUrl }: WorkflowRun,
  number: number,
  { github, service, key }: Pick<ThreadRef, 'github' | 'key'> & Pick<NotePlace, 'service'>,
): ThreadRef {
  return {
    github,
    place: { service, repositoryId, thread: number },
    pullRequest: pullAddress({ owner, repo, number }, serverUrl),
    key,
  };
}

/** GitHub's time, as the `Date` of its answers tells it: what runs on several machines write is by one clock. */
export type GitHubTime = Readonly<ReturnType<typeof githubTime>>;

export function githubTime(clock: Clock) {
  let ahead = 0;
  return {
    /** Takes an answer's date, in epoch milliseconds; 0 when it had none. */
    learn(date: number): void {
      if (date > 0) ahead = date - clock.now();
    },
    now: () => clock.now() + ahead,
    /** A moment of GitHub's clock by ours, and the other way round. */
    toLocal: (date: number) => date - ahead,
    fromLocal: (moment: number) => moment + ahead,
  };
}

/** What working on a thread needs. */
export interface ThreadTools extends JobTools {
  readonly time: GitHubTime;
}

export interface ThreadView {
  /** By the age of their comments. */
  readonly notes: readonly NoteComment[];
  /** The job that created the pull request whose conversation this is, by its newest marker. */
  readonly marker: Marker | undefined;
  /** GitHub's time. */
  readonly now: number;
}

interface Marker {
  readonly jobId: string;
  /** When it was written. */
  readonly at: number;
  readonly pullRequest: string;
}

/**
 * Opens the notes of a thread. Each call reads its comments: the first one all of them, later ones those that changed since.
 *
 * @param tools its log is told of what was not read or not believed, each once; anybody may cause that, so no answer repeats it
 */
export function openReader(thread: ThreadRef, { time, log }: Pick<ThreadTools, 'time' | 'log'>) {
  const { github, place, pullRequest, key } = thread;
  const notes = new Map<number, NoteComment | undefined>();
  const markers = new Map<number, Marker>();
  let distrusted = false;
  let readAt: number | undefined;

  function take(comment: ThreadComment): void {
    const { id, created_at: at } = comment;
    const note = readNote(comment, place, key);
    notes.set(id, typeof note === 'object' ? { id, note, place } : undefined);
    const jobId = readMadeBy(comment, place, key);
    markers.delete(id);
    if (jobId !== undefined) markers.set(id, { jobId, at, pullRequest });
    if (note !== 'unverified' || distrusted) return;
    distrusted = true;
    log.info(
      'A note in this conversation does not verify (altered, copied, or of another key), so it was not used.',
    );
  }

  return async (): Promise<Answer<ThreadView>> => {
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
    const byAge = [...notes].sort(([one], [other]) => one - other).flatMap(([, note]) => note ?? []);
    const newest = Math.max(...markers.keys());
    return { ok: true, value: { notes: byAge, marker: markers.get(newest), now: time.now() } };
  };
}
