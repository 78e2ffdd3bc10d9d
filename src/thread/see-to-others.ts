import { isInTurn } from '../job/job-status.ts';
import type { Job } from '../service/job.ts';
import type { Standing, View } from './history.ts';
import { endOfTurn, type JobEnd } from './job-end.ts';
import { isEarlier, isUnwatched, type Note } from './note.ts';
import { originOf } from './origin.ts';
import { repairLost } from './repair.ts';
import { tellEnd } from './tell-end.ts';
import type { Queued } from './turn.ts';

/**
 * Sees to the requests that nobody keeps any more, each once, and once more when its turn was seen to be over. Whether there
 * was anything to do.
 *
 * @param first whether nobody goes first: of several that wait, one tells how it ended
 */
export async function seeToOthers(queued: Queued, { notes, now }: View, first: boolean): Promise<boolean> {
  const { comment, waiting, wish } = queued;
  const left = notes.filter(
    ({ id, note }) => id !== comment.id && (isEarlier(note, wish) || isUnwatched(note, now)),
  );
  // One look more is enough for all that wait for the same job.
  let end: Promise<JobEnd> | undefined;
  const endFor = (job: Job, { sentAt }: Note) => {
    end ??= endOfTurn(job, sentAt, queued.tools);
    return end;
  };
  let done = false;
  for (const standing of left) {
    const job = first ? findOver(queued, standing.note) : undefined;
    const mark = `${standing.id} ${job !== undefined}`;
    if (waiting.seenTo.has(mark)) continue;
    waiting.seenTo.add(mark);
    if (await seeTo(queued, standing, job, endFor)) done = true;
  }
  return done;
}

/** The note's job, when its turn was seen to be over. */
function findOver({ waiting, tools }: Queued, { jobId, sentAt }: Note): Job | undefined {
  const job = waiting.look?.job;
  return job?.id === jobId && job !== undefined && !isInTurn(job, sentAt, tools.time.now()) ? job : undefined;
}

/** Tells the end of a request that came to one, and mends the comment of a run that was lost. Whether it had to. */
async function seeTo(
  queued: Queued,
  standing: Standing,
  job: Job | undefined,
  endFor: (job: Job, note: Note) => Promise<JobEnd>,
): Promise<boolean> {
  const { note } = standing;
  // The end of the own request is told by this attempt at it, and once is enough.
  if (job === undefined || note.state !== 'job' || isEarlier(note, queued.wish))
    return repairLost(queued, standing, job);
  const end = await endFor(job, note);
  if (end.kind !== 'ended') return false;
  return tellEnd(standing, end.result, originOf(queued.waiting.notes, job.id), queued);
}
