import { actionFile } from '../../sandbox/archive.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import {
  openSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxRunOptions,
} from '../../sandbox/sandbox.ts';
import { processes } from './shared.ts';

/** The committed bundle in a sandbox of its own. */
export interface Scene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Starts the run action; the prompt is "Rewrite the quickstart" unless another source is given. */
  start(inputs?: SandboxRunOptions['inputs'], options?: Partial<SandboxRunOptions>): Step;
  /** Runs it to its end. */
  run(inputs?: SandboxRunOptions['inputs'], options?: Partial<SandboxRunOptions>): Promise<StepResult>;
  /** What the service was asked, like `POST /v2/agent/project/job 201`. */
  requests(): string[];
  /** How many requests of one kind the service saw. */
  count(kind: 'create' | 'message' | 'look'): number;
}

export const LINK = 'https://github.com/acme/docs/pull/1';

export async function openScene(options: SandboxOptions = {}): Promise<Scene> {
  const sandbox = await openSandbox({ seed: 'bundle', processes, ...options });
  const start: Scene['start'] = (inputs = {}, more = {}) => {
    const asks = ['prompt', 'prompt-file', 'job-id'].some((name) => name in inputs);
    const all = asks ? inputs : { prompt: 'Rewrite the quickstart', ...inputs };
    return sandbox.run({ actionFile: actionFile(), inputs: all, ...more });
  };
  return {
    sandbox,
    start,
    run: (inputs, more) => start(inputs, more).ended,
    requests: () => sandbox.service.requests.map(({ method, path, status }) => `${method} ${path} ${status}`),
    count: (kind) => sandbox.service.requests.filter((request) => kindOf(request) === kind).length,
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

function kindOf({ method, path }: RecordedRequest): 'create' | 'message' | 'look' {
  if (method === 'GET') return 'look';
  return path.endsWith('/message') ? 'message' : 'create';
}
