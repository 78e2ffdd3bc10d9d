import type { Asked } from './request/asked.ts';
import { lacksSecrets } from './request/secretless.ts';
import { bringsText, readTrigger } from './request/trigger.ts';
import { readActor, readEvent, readInput, skipStep } from './world/early.ts';
import { readStage, type Stage } from './world/state.ts';
import type { Step } from './world/world.ts';

/**
 * Runs one phase of one action. The stubs in `entry/` say which it is; nothing is guessed from inputs, state or
 * environment. Whatever can be decided here is decided before the large parts are loaded.
 */
export async function launch(step: Step): Promise<void> {
  if (step.phase === 'post' && leftNothingOpen(readStage())) return;
  let asked: Asked | undefined;
  if (step.action !== 'visitors' && step.phase === 'main') {
    asked = readRequest(step.action);
    if (asked === undefined) return;
  }
  const { execute } = await import('./shell.ts');
  await execute(step, asked);
}

/** Main never came to its first word, or reported its outcome itself. */
function leftNothingOpen(stage: Stage | undefined): boolean {
  return stage === undefined || stage === 'ended';
}

/** The request that the event makes; without one the step is skipped, whatever the other inputs are. */
function readRequest(action: 'run' | 'batch'): Asked | undefined {
  const event = readEvent();
  // A batch has its instructions from inputs only.
  const given = action === 'batch' || readInput('prompt') !== '' || readInput('prompt-file') !== '';
  // An event that brings no text can only mean what the inputs say.
  const prompted = given || !bringsText(event.name);
  const trigger = readTrigger(event, { phrase: readInput('trigger-phrase'), prompted });
  if (trigger.kind === 'none') {
    skipStep(trigger.reason, { aloud: false });
    return undefined;
  }
  const secretless = readInput('api-key') === '' ? lacksSecrets(event, readActor()) : undefined;
  if (secretless === undefined) return trigger;
  skipStep(secretless, { aloud: true });
  return undefined;
}
