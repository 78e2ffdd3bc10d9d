import type { ThreadComment } from '../github/comments.ts';
import type { Answer } from '../http/failure.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import { warn } from '../report/audience.ts';
import { renderStatus } from '../report/status-text.ts';
import type { Job } from '../service/job.ts';
import type { ThreadTools } from './github-time.ts';
import type { Standing, Thread } from './history.ts';
import { type Note, readNote, writeNote } from './note.ts';

/** What comments of other runs are mended with. */
export interface Repairing {
  readonly thread: Thread;
  readonly tools: Pick<ThreadTools, 'log'>;
  /** What a comment begins with when it asks. */
  readonly phrase: string;
}

/** What a note is to say from now on, and what its comment tells people. */
export interface Amendment {
  readonly note: Note;
  readonly result: RequestResult;
}

/**
 * Brings the status comment of a run that was lost with its runner to say what is known: by the next request in the thread,
 * by `--status`, and by the collect action; whether it had to. `job` is the note's job, where its turn was seen to be over.
 */
export async function repairLost(repairing: Repairing, { id, note }: Standing, job?: Job): Promise<boolean> {
  const amendment = amendLost(note, job);
  if (amendment === undefined) return false;
  // Either read may be behind, and what is behind may lack the job's id: only what both show is mended.
  const amended = await amendComment(repairing, id, (current) =>
    JSON.stringify(current) === JSON.stringify(note) ? amendment : undefined,
  );
  warn(amended, LEFT_OPEN, repairing.tools.log);
  return amended.ok && amended.value;
}

/** What could not be done, for the log. */
export const LEFT_OPEN = 'A status comment that was left open could not be repaired';

/**
 * Reads a comment and edits it, unless there is nothing to amend; the answer is whether it did.
 *
 * @param waits whether a comment that shows no note is read once more, after a while: what was written last may not show yet
 */
export async function amendComment(
  { thread, phrase }: Pick<Repairing, 'thread' | 'phrase'>,
  id: number,
  amend: (note: Note) => Amendment | undefined,
  waits: () => Promise<boolean> = async () => false,
): Promise<Answer<boolean>> {
  const { github, place, key } = thread;
  const showsNone = (answer: Answer<ThreadComment>) =>
    answer.ok ? readNote(answer.value, place, key) === 'none' : answer.failure.status === 404;
  let comment: Answer<ThreadComment> = await github.comment(id);
  while (showsNone(comment) && (await waits())) comment = await github.comment(id);
  if (!comment.ok) return comment;
  const note = readNote(comment.value, place, key);
  const amendment = typeof note === 'object' ? amend(note) : undefined;
  if (amendment === undefined) return { ok: true, value: false };
  const text = renderStatus({ result: amendment.result }, { ...amendment.note.asked, phrase });
  const edited = await github.editComment(id, `${text}\n${writeNote(amendment.note, id, place, key)}`);
  return edited.ok ? { ok: true, value: true } : edited;
}

/** Undefined when the note says all there is to say. A job's id is never dropped. */
function amendLost(note: Note, job: Job | undefined): Amendment | undefined {
  if (note.state === 'job' && job !== undefined)
    return { note: { ...note, state: 'ended', left: undefined }, result: endOf(job) };
  const lost = note.left ? undefined : LOST[note.state];
  if (lost === undefined) return undefined;
  const reason = `The run that worked on this was lost. ${lost.known}`;
  return {
    note: { ...note, ...lost.change },
    result: { result: 'interrupted', reasonCode: 'interrupted', reason, jobId: note.jobId },
  };
}

/** What a note is to say when its run is gone, as far as the note alone tells. */
const LOST: Readonly<
  Partial<Record<Note['state'], { readonly change: Partial<Note>; readonly known: string }>>
> = {
  waiting: { change: { state: 'not sent' }, known: 'Nothing was sent.' },
  sending: {
    change: { state: 'unknown' },
    known: 'Whether its request reached the service is not known. A job may exist.',
  },
  job: { change: { left: true }, known: 'Its job was not watched to the end.' },
};
