import { POST_SPAN, SETTLE } from '../intervals.ts';
import { pickUp } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { readStage, type Stage } from '../runner/bootstrap.ts';
import { slept } from '../runner/clock.ts';
import { readStepState } from '../runner/step-state.ts';
import { renderCutOff } from '../thread/finish-requests.ts';
import { type Note, readNote } from '../thread/note.ts';
import { warn } from '../thread/notify.ts';
import { readPostInputs } from './inputs.ts';

/** Finishes the status comment of a main step that was cut off. */
export async function closeStep(ports: Ports): Promise<void> {
  const { log } = ports.runner;
  const stage = readStage();
  const { jobId, comment, unwritten } = readStepState();
  // A main step that ended reported its result, but perhaps couldn't write its comment.
  const isCut = stage === 'sending' || stage === 'watching' || (stage === 'claimed' && comment === undefined);
  if (isCut) log.warning(describeCut(stage, jobId, comment === undefined));
  if (comment === undefined) return;
  const inputs = await readPostInputs(ports.runner);
  if (inputs?.githubToken === undefined)
    return log.warning('The status comment could not be closed: the inputs changed meanwhile.');
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openGitHub(inputs.githubToken, deadline);
  const { id, thread } = comment;
  const { key, service } = inputs;
  const place = { service, repositoryId: ports.workflowRun.repositoryId, thread };
  const close = async (body: string) =>
    warn(await github.editComment(id, body), 'The status comment could not be closed', log);
  const read = async () => {
    const answer = await github.comment(id);
    warn(answer, 'The status comment could not be read', log);
    return answer.ok ? readNote(answer.value, place, key) : 'none';
  };

  // The main step's last edit may still arrive.
  await slept(SETTLE, ports.clock, deadline.stop);
  if (unwritten !== '') return close(unwritten);
  let note = await read();
  // GitHub may not return the last edit yet.
  if (note === 'none' && (await slept(2 * SETTLE, ports.clock, deadline.stop))) note = await read();
  if (typeof note !== 'object') return;
  const now = ports.clock.now();
  const known = { ...note, ...knownOf(note, stage, jobId, now) };
  const body = renderCutOff({ id, note: known, place }, now, { key, phrase: inputs.triggerPhrase });
  if (body !== undefined) await close(body);
}

/** The state that main saved wins over its note, which may be older. */
function knownOf(note: Note, stage: Stage | undefined, saved: string, now: number): Partial<Note> {
  const { state, sentAt = now } = note;
  const jobId = saved || undefined;
  if (state === 'ended' || state === 'not sent' || state === 'unknown') return {};
  if (state === 'job') return { jobId: jobId ?? note.jobId };
  // Nothing was sent to a job that is only watched. The note of a message names its job before the service responds.
  if (stage === 'watching' && state === 'waiting') return { state: 'job', jobId };
  if (stage === 'watching') return { state: 'job', jobId, sentAt, created: note.jobId === undefined };
  if (stage === 'sending') return { state: 'sending', jobId, sentAt };
  return { state: 'waiting', jobId: undefined, sentAt: undefined };
}

const LOST_JOB =
  'The step was cut off while it sent the request. A job may exist. ' +
  "Check the project's jobs in the service's dashboard before you repeat the request.";

/** For the log, which is the only report of a request without a status comment. */
function describeCut(stage: Stage | undefined, jobId: string, isOnly: boolean): string {
  if (stage === 'claimed')
    return `The step was cut off before ${jobId === '' ? 'anything' : `the message to job ${jobId}`} was sent.`;
  if (jobId === '') return LOST_JOB;
  const doubt = stage === 'sending' ? ' It is unknown whether the message was sent.' : '';
  return `The step was cut off before job ${jobId} ended. The job continues.${doubt}${isOnly ? ` ${pickUp(jobId)}` : ''}`;
}
