import { isFailure, type Outcome, toOutputs } from './outcome.ts';
import { closeStep } from './post.ts';
import { renderSummary } from './report/summary.ts';
import { run } from './run.ts';
import { openWorld } from './world/open.ts';
import type { Step, World } from './world/world.ts';

/** Builds the real world, runs what the stub asked for, and turns its outcome into outputs and the exit code. */
export async function execute(step: Step): Promise<void> {
  const { world, close, fail } = openWorld();
  try {
    if (step.phase === 'post') await closeStep(world);
    else if (await settle(world, await run(world))) fail();
  } catch (error) {
    fail();
    reportUnexpected(world, error);
  } finally {
    await close();
  }
}

/** Outputs first, then what people read. Returns whether the step failed. */
async function settle(world: World, outcome: Outcome): Promise<boolean> {
  const { runner, clock, startedAt } = world;
  for (const [name, value] of Object.entries(toOutputs(outcome)))
    runner.output(name as keyof ReturnType<typeof toOutputs>, value);
  runner.saveStage('ended');

  const { log } = runner;
  if (outcome.warning !== undefined) log.warning(outcome.warning);
  if (isFailure(outcome)) log.error(outcome.reason);
  else if (outcome.pullRequest !== undefined) log.notice(`${outcome.reason} ${outcome.pullRequest.link}`);
  else log.info(outcome.reason);

  try {
    await runner.summarize(renderSummary(outcome, clock.now() - startedAt));
  } catch (error) {
    // The summary is for people; the outcome stands without it.
    log.warning(`The job summary could not be written: ${words(error)}.`);
  }
  return isFailure(outcome);
}

/** What nobody expected: a defect of ours, or a thrown thing that is no error. The stack is for debug mode only. */
function reportUnexpected({ runner }: World, error: unknown): void {
  const reason = `Unexpected: ${words(error)}. Please report this; with debug logging the log shows where it happened.`;
  runner.output('result', 'error');
  runner.output('reason', reason);
  runner.log.error(reason);
  if (error instanceof Error) runner.log.debug(error.stack ?? '');
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
