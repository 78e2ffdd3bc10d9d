import type { Step } from './ports.ts';
import type { Request } from './request/request.ts';
import { lacksSecrets } from './request/secrets-available.ts';
import { bringsText, type Event, readTrigger, type Settings } from './request/trigger.ts';
import { readActor, readEvent, readInput, readStage, skipStep } from './runner/bootstrap.ts';

/** Runs one phase of one action, for a stub of `dist/entry/`. Decides all that it can before the large parts are loaded. */
export async function launch(step: Step): Promise<void> {
  const { action, phase } = step;
  let request: Request | undefined;
  if (phase === 'post') {
    const stage = readStage();
    // Main sent nothing, or reported its result itself.
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

/** Without a request, the step is skipped, whatever the other inputs are. */
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
  // A batch has its instructions from inputs only; other events than comments bring no text.
  if (action === 'batch' || !bringsText(name)) return 'input';
  return readInput('prompt') !== '' || readInput('prompt-file') !== '' ? 'both' : 'words';
}

/** A run that gets no secrets is skipped, with a line in the log. */
function endsWithoutSecrets(event: Event): boolean {
  const secretless = readInput('api-key') === '' ? lacksSecrets(event, readActor()) : undefined;
  if (secretless !== undefined) skipStep('no-secrets', secretless, { aloud: true });
  return secretless !== undefined;
}
