import type { Step } from './ports.ts';
import type { Request } from './request/request.ts';
import { lacksSecrets } from './request/secrets-available.ts';
import { bringsText, type Event, readTrigger, type Settings } from './request/trigger.ts';
import { readActor, readEvent, readInput, readStage, type Stage, skipStep } from './runner/bootstrap.ts';

/** Runs one phase of one action, for a stub of `dist/entry/`. Decides all that it can before the large parts are loaded. */
export async function launch(step: Step): Promise<void> {
  if (step.phase === 'post' && leftNothingOpen(readStage())) return;
  let request: Request | undefined;
  if (step.phase === 'main') {
    if (step.action === 'visitors' || step.action === 'collect') {
      if (endsWithoutSecrets(readEvent())) return;
    } else {
      request = readRequest(step.action);
      if (request === undefined) return;
    }
  }
  const { execute } = await import('./main.ts');
  await execute(step, request);
}

/** Main never came to its first word, or reported its outcome itself. */
function leftNothingOpen(stage: Stage | undefined): boolean {
  return stage === undefined || stage === 'ended';
}

/** The request that the event makes; without one the step is skipped, whatever the other inputs are. */
function readRequest(action: 'run' | 'batch'): Request | undefined {
  const event = readEvent();
  const trigger = readTrigger(event, {
    phrase: readInput('trigger-phrase'),
    instruction: placeOfInstruction(action, event),
    reviews: readInput('reviews'),
  });
  if (trigger.kind === 'none') {
    skipStep(trigger.code, trigger.reason, { aloud: false });
    return undefined;
  }
  return endsWithoutSecrets(event) ? undefined : trigger;
}

function placeOfInstruction(action: 'run' | 'batch', { name }: Event): Settings['instruction'] {
  // A batch has its instructions from inputs only, and an event that brings no text can only mean what they say.
  if (action === 'batch' || !bringsText(name)) return 'input';
  return readInput('prompt') !== '' || readInput('prompt-file') !== '' ? 'both' : 'words';
}

/** A run that gets no secrets, and so no key, is skipped aloud. */
function endsWithoutSecrets(event: Event): boolean {
  const secretless = readInput('api-key') === '' ? lacksSecrets(event, readActor()) : undefined;
  if (secretless !== undefined) skipStep('no-secrets', secretless, { aloud: true });
  return secretless !== undefined;
}
