import type { ActionName } from './action.ts';
import type { Request } from './request/request.ts';
import { lacksSecrets } from './request/secrets-available.ts';
import { containsText, type Event, type NoRequest, readTrigger, type Settings } from './request/trigger.ts';
import {
  appendOutputs,
  readActor,
  readEvent,
  readInput,
  readStage,
  setEmpty,
  skipStep,
} from './runner/bootstrap.ts';

/**
 * Runs one phase of an action, for a stub of `dist/entry/`, with the defaults of its action.yml by variable. Most runs end here,
 * before the large parts are loaded.
 */
export async function launch(
  action: ActionName,
  phase: 'main' | 'post',
  defaults: Readonly<Record<string, string>>,
): Promise<void> {
  setEmpty(defaults);
  if (phase === 'post') {
    const stage = readStage();
    // The main step sent nothing, or reported its result itself.
    if (stage === undefined || stage === 'ended') return;
    const { runPost } = await import('./main.ts');
    return runPost(action);
  }
  const first = FIRST_OUTPUTS[action];
  if (first !== undefined) appendOutputs(first);
  const event = readEvent();
  const request = readRequest(action, event);
  // Without a request, the action skips the step without checking its other inputs.
  if (request.kind === 'none') return skipStep(request.code, request.reason, { aloud: false });
  const secretless = readInput('api-key') === '' ? lacksSecrets(event, readActor()) : undefined;
  if (secretless !== undefined) return skipStep('no-secrets', secretless, { aloud: true });
  const { runMain } = await import('./main.ts');
  return runMain(action, request);
}

/** For `fromJSON`, which fails for an empty text, if the action ends before it sets its other outputs. */
const FIRST_OUTPUTS: Partial<Record<ActionName, Readonly<Record<string, string>>>> = {
  batch: { jobs: '[]', prLinks: '[]', remaining: '[]' },
  collect: { finished: '[]', open: '0', prLinks: '[]' },
};

function readRequest(action: ActionName, event: Event): Request | NoRequest {
  // The others have no instruction in the event.
  if (action !== 'run') return { kind: 'request', event: event.name, source: { kind: 'run' } };
  return readTrigger(event, {
    phrase: readInput('trigger-phrase'),
    instruction: instructionSource(event),
  });
}

function instructionSource({ name }: Event): Settings['instruction'] {
  // Only some events contain a text that may be an instruction.
  if (!containsText(name) && name !== 'workflow_run') return 'input';
  const inputs = ['prompt', 'prompt-file', ...(name === 'workflow_run' ? ['job-id'] : [])];
  return inputs.some((input) => readInput(input) !== '') ? 'input' : 'text';
}
