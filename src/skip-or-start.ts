import type { ActionName } from './action.ts';
import { rowOf } from './event/events.ts';
import type { Request } from './event/request.ts';
import { type Event, type NoRequest, readTrigger, type Settings } from './event/trigger.ts';
import { lacksSecrets } from './event/trusted-event.ts';
import { appendOutputs, readEvent, readInput, readStage, setEmpty, skipStep } from './runner/bootstrap.ts';
import { type Host, PROCESS } from './runner/host.ts';

export { PROCESS };

/**
 * Runs one phase of an action, for a stub of `dist/entry/`, with the defaults of its action.yml by variable. Most runs end here,
 * before the large parts are loaded.
 */
export async function launch(
  action: ActionName,
  phase: 'main' | 'post',
  defaults: Readonly<Record<string, string>>,
  host: Host = PROCESS,
): Promise<void> {
  const { env } = host;
  setEmpty(env, defaults);
  if (phase === 'post') {
    const stage = readStage(env);
    // The main step sent nothing, or reported its result itself.
    if (stage === '' || stage === 'ended') return;
    const { runPost } = await import('./main.ts');
    return runPost(action, host);
  }
  const first = FIRST_OUTPUTS[action];
  if (first !== undefined) appendOutputs(host, first);
  const event = readEvent(env);
  const request = readRequest(action, event, env);
  // Without a request, the action skips the step without checking its other inputs.
  if (request.kind === 'none') return skipStep(host, request.code, request.reason);
  const isKeyless = action !== 'release-check' && readInput('api-key', env) === '';
  const secretless = isKeyless ? lacksSecrets(event, env['GITHUB_ACTOR'] ?? '') : undefined;
  if (secretless !== undefined) return skipStep(host, 'no-secrets', secretless);
  const { runMain } = await import('./main.ts');
  return runMain(action, request, host);
}

/** For `fromJSON`, which fails for an empty text, if the action ends before it sets its other outputs. */
const FIRST_OUTPUTS: Partial<Record<ActionName, Readonly<Record<string, string>>>> = {
  collect: { finished: '[]', open: '0', prLinks: '[]' },
  'release-check': { complete: 'false', undocumented: '[]', documented: '[]', openPulls: '[]' },
};

function readRequest(action: ActionName, event: Event, env: Host['env']): Request | NoRequest {
  // The others have no instruction in the event.
  if (action !== 'run') return { kind: 'request', event: event.name };
  return readTrigger(event, {
    phrase: readInput('trigger-phrase', env),
    instruction: instructionSource(event, env),
  });
}

function instructionSource({ name }: Event, env: Host['env']): Settings['instruction'] {
  // Only some events contain a text that may be an instruction.
  const { request } = rowOf(name);
  if (request === undefined) return 'input';
  const inputs = ['prompt', 'prompt-file', ...(request === 'checks' ? ['job-id'] : [])];
  return inputs.some((input) => readInput(input, env) !== '') ? 'input' : 'text';
}
