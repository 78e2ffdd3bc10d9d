import { readPostInputs } from '../inputs/post-inputs.ts';
import { POST_LAG_PAUSES, POST_SPAN } from '../intervals.ts';
import { pickUp } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/audience.ts';
import { readStage, type Stage } from '../runner/bootstrap.ts';
import { readStepState } from '../runner/step-state.ts';
import { untilLanded } from '../thread/comment-edits.ts';
import { threadIn } from '../thread/history.ts';
import { lagPauses } from '../thread/lag-pauses.ts';
import type { Note } from '../thread/note.ts';
import { type Amendment, amendComment, LEFT_OPEN } from '../thread/repair.ts';
import { signingKey } from '../thread/signing-key.ts';

/** Says what a main that was cut off left open, and brings its status comment to an end. */
export async function closeStep(ports: Ports): Promise<void> {
  const { clock, workflowRun } = ports;
  const { log } = ports.runner;
  const stage = readStage();
  const { jobId, comment, lastWord } = readStepState();
  // Who was told how it ended needs no word about it, only the comment that could not be written.
  if (stage === 'sending' || stage === 'watching')
    log.warning(jobId === '' ? LOST_JOB : openJob(jobId, stage === 'sending'));
  if (comment === undefined) {
    if (stage === 'claimed') log.warning(unsentTo(jobId));
    return;
  }
  const inputs = readPostInputs(ports.runner);
  if (inputs?.githubToken === undefined)
    return log.warning('The status comment could not be closed: the inputs changed meanwhile.');
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openGitHub(inputs.githubToken, deadline);
  const scope = { github, service: inputs, key: signingKey(inputs) };
  const thread = threadIn(workflowRun, comment.thread, scope);
  await untilLanded(clock, deadline);
  if (lastWord !== '') {
    const edited = await github.editComment(comment.id, lastWord);
    return warn(edited, 'The status comment could not be closed', log);
  }
  const pause = lagPauses(POST_LAG_PAUSES, clock, deadline.stop);
  const cut = (note: Note) => tellCut(note, stage, jobId, clock.now());
  const amended = await amendComment({ thread, phrase: inputs.triggerPhrase }, comment.id, cut, pause);
  warn(amended, LEFT_OPEN, log);
}

const LOST_JOB =
  'The step was cut off while it asked for a job: one may exist. ' +
  "Look at the project's jobs in the service's dashboard before you ask again.";

function openJob(jobId: string, sending: boolean): string {
  const doubt = sending ? ' It is not known whether the message was sent.' : '';
  return `The step was cut off before job ${jobId} ended. The job goes on.${doubt} ${pickUp(jobId)}`;
}

/** Nothing was sent: without a conversation that says so nobody would know. */
function unsentTo(jobId: string): string {
  return jobId === ''
    ? 'The step was cut off before anything was sent.'
    : `The step was cut off before the message to job ${jobId} was sent.`;
}

/** What the comment says of a main that was cut off: the saved stage goes before what the note says, which may be older. */
function tellCut(note: Note, stage: Stage | undefined, saved: string, now: number): Amendment | undefined {
  const { state, sentAt = now } = note;
  if (state === 'ended' || state === 'not sent' || state === 'unknown') return undefined;
  const jobId = saved || undefined;
  const amend = (change: Partial<Note>, reason: string): Amendment => {
    const fateUnknown = change.state === 'unknown';
    return {
      note: { ...note, until: Math.min(note.until, now), ...change },
      result: { result: 'interrupted', reasonCode: 'interrupted', reason, jobId, fateUnknown },
    };
  };
  if (stage === 'watching' || state === 'job') {
    const id = jobId ?? note.jobId;
    const reason = `Watching stopped because the run was cut off. Job ${id} goes on.`;
    return amend({ state: 'job', jobId: id, sentAt, left: true }, reason);
  }
  if (stage === 'sending') return amend({ state: 'unknown', jobId, sentAt }, maybeSent(saved));
  return amend({ state: 'not sent' }, 'The run was cut off before anything was sent.');
}

/** The id is known of a job that a message was for. */
function maybeSent(jobId: string): string {
  const what = jobId === '' ? 'a job exists' : `the message reached job ${jobId}`;
  return `The run was cut off while it asked: whether ${what} is not known. Ask again in a new comment.`;
}
