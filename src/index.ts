import type { Step } from './ports.ts';
import type { Request } from './request/request.ts';
import { lacksSecrets } from './request/secrets-available.ts';
import { containsText, type Event, readTrigger, type Settings } from './request/trigger.ts';
import { readActor, readEvent, readInput, readStage, skipStep } from './runner/bootstrap.ts';

/** Runs one phase of an action, for a stub of `dist/entry/`. Most runs end here, before the large parts are loaded. */
export async function launch(step: Step): Promise<void> {
  const { action, phase } = step;
  let request: Request | undefined;
  if (phase === 'post') {
    const stage = readStage();
    // The main step sent nothing, or reported its result itself.
    if (stage === undefined || stage === 'ended') return;
  } else if (action === 'visitors' || action === 'collect') {
    if (endsWithoutSecrets(readEvent())) return;
  } else {
    request = readRequest(action);
    if (request === undefined) return;
  }
  const { execute } = await import('./main.ts');
  await execute(step, request);
}

/** Without a request, the action skips the step without checking its other inputs. */
function readRequest(action: 'run' | 'batch'): Request | undefined {
  const event = readEvent();
  const trigger = readTrigger(event, {
    phrase: readInput('trigger-phrase'),
    instruction: instructionSource(action, event),
    reviews: readInput('reviews'),
  });
  if (trigger.kind === 'none') {
    skipStep(trigger.code, trigger.reason, { aloud: false });
    return undefined;
  }
  return endsWithoutSecrets(event) ? undefined : trigger;
}

function instructionSource(action: 'run' | 'batch', { name }: Event): Settings['instruction'] {
  // A batch gets its instructions from inputs only, and only some events contain a text that may be an instruction.
  if (action === 'batch' || !containsText(name)) return 'input';
  return readInput('prompt') !== '' || readInput('prompt-file') !== '' ? 'both' : 'text';
}

function endsWithoutSecrets(event: Event): boolean {
  const secretless = readInput('api-key') === '' ? lacksSecrets(event, readActor()) : undefined;
  if (secretless !== undefined) skipStep('no-secrets', secretless, { aloud: true });
  return secretless !== undefined;
}
