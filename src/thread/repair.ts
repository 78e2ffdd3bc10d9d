import type { ThreadComment } from '../github/comments.ts';
import type { Answer } from '../http/failure.ts';
import { hasEnded } from '../job/job-status.ts';
import type { RequestResult } from '../job/request-result.ts';
import { endOf } from '../job/to-result.ts';
import { warn } from '../report/audience.ts';
import { renderStatus } from '../report/status-text.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Standing, Thread } from './history.ts';
import { afterLoss, type Note, readNote, toOccasion, writeNote } from './note.ts';

/** What comments of other runs are mended with. */
export interface Repairing {
  readonly thread: Thread;
  readonly log: Log;
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
 * by `--status`, and by the collect action. `job` is the note's job, where somebody looked at it.
 */
export async function repairLost(
  repairing: Repairing,
  { id, note }: Standing,
  isDead: (note: Note) => boolean,
  job?: Job,
): Promise<RequestResult | undefined> {
  const amend = (current: Note) => {
    // Either read may be behind, and what is behind may lack the job's id: only what both show is mended.
    const same = JSON.stringify(current) === JSON.stringify(note);
    return same && isDead(current) ? amendLost(current, job) : undefined;
  };
  if (amend(note) === undefined) return undefined;
  const amended = await amendComment(repairing, id, amend);
  warn(amended, LEFT_OPEN, repairing.log);
  return amended.ok ? amended.value : undefined;
}

/** What could not be done, for the log. */
export const LEFT_OPEN = 'A status comment that was left open could not be repaired';

/**
 * Repairs each of these, once, and once more when its job is known to have ended. Whether there was anything to repair.
 *
 * @param known what was done so far, and what is known of a note's job
 */
export async function repairEach(
  repairing: Repairing,
  notes: readonly Standing[],
  isDead: (note: Note) => boolean,
  known: { readonly done: Set<string>; readonly jobOf: (note: Note) => Job | undefined },
): Promise<boolean> {
  let repaired = false;
  for (const standing of notes.filter(({ note }) => isDead(note))) {
    const job = known.jobOf(standing.note);
    const mark = `${standing.id} ${job?.id}`;
    if (known.done.has(mark)) continue;
    known.done.add(mark);
    repaired = (await repairLost(repairing, standing, isDead, job)) !== undefined || repaired;
  }
  return repaired;
}

/**
 * Reads a comment and edits it; the answer is what it tells people then, undefined when there is nothing to amend.
 *
 * @param waits whether a comment that shows no note is read once more, after a while: what was written last may not show yet
 */
export async function amendComment(
  { thread, phrase }: Pick<Repairing, 'thread' | 'phrase'>,
  id: number,
  amend: (note: Note) => Amendment | undefined,
  waits: () => Promise<boolean> = async () => false,
): Promise<Answer<RequestResult | undefined>> {
  const { github, place, key } = thread;
  const showsNone = (answer: Answer<ThreadComment>) =>
    answer.ok ? readNote(answer.value.body, id, place, key) === 'none' : answer.failure.status === 404;
  let comment: Answer<ThreadComment> = await github.comment(id);
  while (showsNone(comment) && (await waits())) comment = await github.comment(id);
  if (!comment.ok) return comment;
  const note = readNote(comment.value.body, id, place, key);
  const amendment = typeof note === 'object' ? amend(note) : undefined;
  if (amendment === undefined) return { ok: true, value: undefined };
  const text = renderStatus({ result: amendment.result }, toOccasion(amendment.note.asked, phrase));
  const edited = await github.editComment(id, `${text}\n${writeNote(amendment.note, id, place, key)}`);
  return edited.ok ? { ok: true, value: amendment.result } : edited;
}

/** Undefined when the note says all there is to say. A job's id is never dropped. */
function amendLost(note: Note, job: Job | undefined): Amendment | undefined {
  if (note.state === 'job' && job?.id === note.jobId && job !== undefined && hasEnded(job)) {
    return {
      note: { ...note, state: 'ended', left: undefined },
      result: endOf(job),
    };
  }
  const after = afterLoss(note);
  if (after.state === note.state && after.left === note.left) return undefined;
  const reason = `The run that worked on this was lost. ${WHAT_IS_KNOWN[after.state] ?? ''}`.trim();
  return {
    note: after,
    result: { result: 'interrupted', reasonCode: 'interrupted', reason, jobId: after.jobId, job },
  };
}

const WHAT_IS_KNOWN: Readonly<Partial<Record<Note['state'], string>>> = {
  'not sent': 'Nothing was sent.',
  unknown: 'Whether its request reached the service is not known; a job may exist.',
  job: 'Its job was not watched to the end.',
};
