import { actionFile } from '../archive.ts';
import { eventsOf } from '../github/events.ts';
import { userOf } from '../github/store.ts';
import type { StepResult } from '../runner/step.ts';
import { openSandbox, type SandboxOptions, type SandboxRunOptions } from '../sandbox.ts';
import { runInTrouble, type Trouble } from './trouble.ts';

export interface Finding {
  readonly kind: 'duplicate' | 'lost job' | 'lost link' | 'no end' | 'wrong words' | 'leak' | 'stuck';
  /** The request, or the seed of its thread. */
  readonly prompt: string;
  readonly what: string;
}

export const find = (kind: Finding['kind'], what: string, prompt = ''): Finding => ({ kind, prompt, what });

export interface RunOptions extends Pick<SandboxRunOptions, 'event' | 'inputs'> {
  readonly attempt?: number;
  readonly trouble?: Trouble;
  readonly action?: '' | 'collect';
}

const REPOSITORY = 'acme/product';
const NO_TROUBLE: Trouble = { faults: [], cut: undefined };

/** A sandbox in which ann requests changes, and runs meet trouble. Each run must end, and keep the key secret. */
export async function openHarness(options: SandboxOptions) {
  const sandbox = await openSandbox({ repository: REPOSITORY, answersTakeTime: true, ...options });
  const { github, service } = sandbox;
  github.addMember(REPOSITORY, 'ann', 'write');
  const findings: Finding[] = [];
  return {
    sandbox,
    repository: github.repository(REPOSITORY),
    events: eventsOf({ github, repository: REPOSITORY }),
    user: userOf(github.store, 'ann'),
    findings,
    async run({ event, inputs = {}, attempt = 1, trouble = NO_TROUBLE, action = '' }: RunOptions) {
      const { result, stuck } = await runInTrouble(sandbox, trouble, () =>
        sandbox.run({
          actionFile: actionFile(action),
          ...(event !== undefined && { event }),
          inputs,
          context: { runAttempt: String(attempt), actor: 'ann', triggeringActor: 'ann' },
        }),
      );
      if (stuck !== undefined) findings.push(find('stuck', stuck));
      if (isReadable(result, service.key)) findings.push(find('leak', 'the key is readable'));
      return result;
    },
    /** How often an instruction arrived at the service. */
    arrivals: (words: string) =>
      service.jobs.flatMap(({ turns }) => turns).filter(({ prompt }) => prompt === words).length,
    [Symbol.asyncDispose]: sandbox.close,
  };
}

/** Whether people or later steps can read the key. */
function isReadable({ outputs, summary, log }: StepResult, key: string): boolean {
  return JSON.stringify([outputs, summary, log.replaceAll(`  api-key: ${key}`, '')]).includes(key);
}
