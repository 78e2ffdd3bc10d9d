import { openCommentWriter, warnOfComment } from '../github/edit-comment.ts';
import type { GitHub } from '../github/github.ts';
import { cutOff, pickUp } from '../job/to-result.ts';
import { POST_SPAN, SETTLE } from '../model/intervals.ts';
import type { Ports } from '../ports.ts';
import { threadOf } from '../pull-request/access.ts';
import { readStage } from '../runner/bootstrap.ts';
import { slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import { readStepState, type StepState } from '../runner/step-state.ts';
import { UNREPORTED } from '../thread/commit-state.ts';
import { openCommitStatus } from '../thread/commit-status.ts';
import { decideCutOff } from '../thread/decide-finish.ts';
import { renderEnd } from '../thread/finish-requests.ts';
import { parseNote, readNote } from '../thread/note.ts';
import { type PostInputs, readPostInputs } from './inputs.ts';

/** Reports the end of a main step that was cut off, or that could not write its status comment. */
export async function closeStep(ports: Ports): Promise<void> {
  const { env, runner, workflowRun } = ports;
  const { log } = runner;
  const { jobId, comment, commit, unwritten } = readStepState(env);
  const stage = readStage(env);
  if (stage === 'waiting' || stage === 'sending' || stage === 'job') {
    const { reason } = cutOff(stage, jobId || undefined);
    // Without a status comment, the log is the only report.
    log.warning(comment === undefined && stage === 'job' ? `${reason} ${pickUp(jobId)}` : reason);
  }
  const isUnreported = stage === 'job' && commit !== undefined;
  if (comment === undefined && !isUnreported) return;
  const inputs = await readPostInputs(runner);
  if (inputs === undefined)
    return log.warning('The end could not be reported: the inputs changed meanwhile.');
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openTokens(inputs, deadline)('github-token');
  if (comment !== undefined) return closeComment(comment, unwritten, inputs, github, deadline, ports);
  await openCommitStatus(commit, { github, log, workflowRun }).set(UNREPORTED, workflowRun.url);
}

async function closeComment(
  { id, thread: number, note: saved }: StepState['comment'],
  unwritten: string,
  { key, service, triggerPhrase: phrase }: PostInputs,
  github: GitHub,
  deadline: Deadline,
  { clock, runner: { log }, workflowRun }: Ports,
): Promise<void> {
  const writer = openCommentWriter(github, id, { clock, deadline, log });
  // The main step's last edit may still arrive.
  await slept(SETTLE, clock, deadline.stop);
  if (unwritten !== '') return void (await writer.write(unwritten));
  const thread = threadOf(number, { scope: service, workflowRun });
  const seen = await github.comment(id);
  warnOfComment(seen, 'The status comment could not be read', log);
  const current = seen.ok ? readNote(seen.value, thread, key) : 'none';
  const note = parseNote(saved);
  if (note === undefined || (typeof current === 'object' && decideCutOff(current) === undefined)) return;
  const end = decideCutOff(note);
  if (end === undefined) return;
  const commitStatus = openCommitStatus(note.commit, { github, log, workflowRun });
  await commitStatus.report(end.result, workflowRun.url);
  await writer.write(renderEnd({ id, thread }, end, phrase, key));
}
