import type { Answer } from '../answer.ts';
import { POST_LAG_PAUSES, POST_SPAN } from '../intervals.ts';
import { pickUp } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/conversation.ts';
import { readStage, type Stage } from '../runner/bootstrap.ts';
import type { Clock } from '../runner/clock.ts';
import { readStepState } from '../runner/step-state.ts';
import { type NotePlace, signingKey } from '../text/signed-note.ts';
import { closeCutOff, LEFT_OPEN, lagPauses } from '../thread/finish-requests.ts';
import { type Note, readNote } from '../thread/note.ts';
import { untilLanded } from '../thread/status-comment.ts';
import { type ThreadRef, threadIn } from '../thread/thread.ts';
import { readPostInputs } from './inputs.ts';

/** Says what a main that was cut off left open, and brings its status comment to an end. */
export async function closeStep(ports: Ports): Promise<void> {
  const { clock, workflowRun } = ports;
  const { log } = ports.runner;
  const stage = readStage();
  const { jobId, comment, lastWord } = readStepState();
  // Who was told how it ended needs no word about it, only the comment that could not be written.
  if (stage === 'sending' || stage === 'watching') log.warning(tellCut(stage, jobId));
  if (comment === undefined) {
    if (stage === 'claimed') log.warning(tellCut(stage, jobId));
    return;
  }
  const inputs = await readPostInputs(ports.runner);
  if (inputs?.githubToken === undefined)
    return log.warning('The status comment could not be closed: the inputs changed meanwhile.');
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openGitHub(inputs.githubToken, deadline);
  await untilLanded(clock, deadline);
  if (lastWord !== '') {
    const edited = await github.editComment(comment.id, lastWord);
    return warn(edited, 'The status comment could not be closed', log);
  }
  const key = signingKey(inputs);
  const { place } = threadIn(workflowRun, comment.thread, { github, service: inputs, key });
  const { stop } = deadline;
  const note = await readShown(comment.id, place, { github, key, clock, stop });
  if (!note.ok) return warn(note, LEFT_OPEN, log);
  if (note.value === undefined) return;
  const known = { ...note.value, ...knownOf(note.value, stage, jobId, clock.now()) };
  const request = { id: comment.id, note: known, place };
  await closeCutOff(request, clock.now(), { github, key, phrase: inputs.triggerPhrase, log });
}

/** Reads a note, again after a while where none shows: what was written last may not show yet. */
async function readShown(
  id: number,
  place: NotePlace,
  { github, key, clock, stop }: Pick<ThreadRef, 'github' | 'key'> & { clock: Clock; stop: AbortSignal },
): Promise<Answer<Note | undefined>> {
  const pause = lagPauses(POST_LAG_PAUSES, clock, stop);
  do {
    const answer = await github.comment(id);
    if (!answer.ok && answer.failure.status !== 404) return answer;
    const note = answer.ok ? readNote(answer.value, place, key) : 'none';
    if (note !== 'none') return { ok: true, value: typeof note === 'object' ? note : undefined };
  } while (await pause());
  return { ok: true, value: undefined };
}

/** What main saved goes before what its note says, which may be older. */
function knownOf(note: Note, stage: Stage | undefined, saved: string, now: number): Partial<Note> {
  const { state, sentAt = now } = note;
  const jobId = saved || undefined;
  if (state === 'ended' || state === 'not sent' || state === 'unknown') return {};
  if (state === 'job') return { jobId: jobId ?? note.jobId };
  // Nothing was sent to a job that is only watched. The note of a message names its job before that answers.
  if (stage === 'watching' && state === 'waiting') return { state: 'job', jobId };
  if (stage === 'watching') return { state: 'job', jobId, sentAt, created: note.jobId === undefined };
  if (stage === 'sending') return { state: 'sending', jobId, sentAt };
  return { state: 'waiting', jobId: undefined, sentAt: undefined };
}

const LOST_JOB =
  'The step was cut off while it asked for a job: one may exist. ' +
  "Look at the project's jobs in the service's dashboard before you ask again.";

/** Without a conversation only this says so. */
function tellCut(stage: Stage | undefined, jobId: string): string {
  if (stage === 'claimed')
    return `The step was cut off before ${jobId === '' ? 'anything' : `the message to job ${jobId}`} was sent.`;
  if (jobId === '') return LOST_JOB;
  const doubt = stage === 'sending' ? ' It is not known whether the message was sent.' : '';
  return `The step was cut off before job ${jobId} ended. The job goes on.${doubt} ${pickUp(jobId)}`;
}
