import { isFailure, type RequestResult, toOutputs } from './job/request-result.ts';
import { openPorts } from './open-ports.ts';
import type { Ports, Step } from './ports.ts';
import { renderSummary } from './report/summary.ts';
import type { Asked } from './request/request.ts';
import { closeStep } from './run/post.ts';
import { run } from './run/run.ts';
import { readEvent } from './runner/bootstrap.ts';
import type { Runner } from './runner/runner.ts';
import type { StepResult, Unshown } from './runner/step-result.ts';

/** Builds the real ports, runs what the stub asked for, and turns its result into outputs and the exit code. */
export async function execute(step: Step, asked?: Asked): Promise<void> {
  const { ports, close, fail } = openPorts();
  try {
    if (step.phase === 'post') await closePhase(step, ports);
    else if (settle(ports.runner, await perform(step, ports, asked))) fail();
  } catch (error) {
    fail();
    reportUnexpected(ports, error);
  } finally {
    await close();
  }
}

async function perform({ action }: Step, ports: Ports, asked: Asked | undefined): Promise<StepResult> {
  switch (action) {
    case 'run':
      if (asked === undefined) throw new Error('nothing was asked');
      return endRun(await run(ports, asked), ports);
    case 'visitors': {
      const { runVisitors } = await import('./visitors/step.ts');
      return runVisitors(ports, readEvent());
    }
    case 'batch': {
      if (asked === undefined) throw new Error('nothing was asked');
      const { runBatch } = await import('./batch/step.ts');
      return runBatch(ports, asked);
    }
  }
}

async function closePhase({ action }: Step, ports: Ports): Promise<void> {
  if (action !== 'batch') return closeStep(ports);
  const { closeBatch } = await import('./batch/post.ts');
  return closeBatch(ports);
}

function endRun(outcome: RequestResult, { clock, startedAt }: Ports): StepResult {
  const failed = isFailure(outcome);
  const { reason, pullRequest } = outcome;
  const done = pullRequest === undefined ? reason : `${reason} ${pullRequest.link}`;
  const level = pullRequest === undefined ? 'info' : 'notice';
  return {
    outputs: toOutputs(outcome),
    failed,
    ...(outcome.commentOpen && { unshown: toUnshown(outcome) }),
    warnings: outcome.warning === undefined ? [] : [outcome.warning],
    word: failed ? { level: 'error', text: reason } : { level, text: done },
    summary: renderSummary(outcome, clock.now() - startedAt),
  };
}

function toUnshown({ result, reason, jobId, job, pullRequest }: RequestResult): Unshown {
  const id = job?.id ?? jobId;
  return { result, reason, ...(id !== undefined && { jobId: id }), ...(pullRequest && { pullRequest }) };
}

/** Outputs first, then what people read. Returns whether the step failed. */
function settle(runner: Runner, { outputs, failed, unshown, warnings, word, summary }: StepResult): boolean {
  for (const [name, value] of Object.entries(outputs)) runner.output(name as keyof typeof outputs, value);
  if (unshown !== undefined) runner.saveState('unshown', JSON.stringify(unshown));
  runner.saveStage(unshown === undefined ? 'ended' : 'told');

  const { log } = runner;
  for (const warning of warnings) log.warning(warning);
  log[word.level](word.text);

  try {
    runner.summarize(summary);
  } catch (error) {
    // The summary is for people; the outcome stands without it.
    log.warning(`The job summary could not be written: ${words(error)}.`);
  }
  return failed;
}

/** What nobody expected: a defect of ours, or a thrown thing that is no error. The stack is for debug mode only. */
function reportUnexpected({ runner }: Ports, error: unknown): void {
  const reason = `Unexpected: ${words(error)}. Please report this; with debug logging the log shows where it happened.`;
  runner.output('result', 'error');
  runner.output('reason', reason);
  runner.log.error(reason);
  if (error instanceof Error) runner.log.debug(error.stack ?? '');
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
