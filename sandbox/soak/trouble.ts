import { setTimeout as wait } from 'node:timers/promises';
import { answer } from '../faults/answers.ts';
import { barrier } from '../faults/connections.ts';
import type { Fault, Match } from '../faults/script.ts';
import type { Step, StepResult } from '../runner/step.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Chance } from './chance.ts';

/** A run that takes longer hangs. Most take a second. In real milliseconds. */
const LONGEST_RUN = 60_000;

export type Host = 'github' | 'service';

/** Where a run is ended, and whether its open request is still answered. */
export interface Cut {
  /** `lose`: killed, with GitHub out of reach for its post step. */
  readonly by: 'cancel' | 'kill' | 'lose';
  readonly host: Host;
  readonly match: Match;
  readonly where: 'before' | 'after';
  /** Only for `cancel`, without a conversation: what a cancelled run writes there takes time. */
  readonly answered: boolean;
}

/** What one run meets. */
export interface Trouble {
  readonly faults: readonly { readonly host: Host; readonly match: Match; readonly fault: Fault }[];
  readonly cut: Cut | undefined;
}

interface Share extends Omit<Match, 'nth'> {
  readonly host: Host;
  /** How many of the next requests can meet a fault. */
  readonly most: number;
  readonly share: number;
}

/** Faults for a random part of the next requests to a host. */
export function someFaults(
  chance: Chance,
  make: (chance: Chance) => Fault,
  { host, most, share, ...match }: Share,
): Trouble['faults'] {
  const numbers = Array.from({ length: most }, (_unused, index) => index + 1);
  return numbers
    .filter(() => chance.happens(share))
    .map((nth) => ({ host, match: { ...match, nth }, fault: make(chance) }));
}

/** Does a run with its trouble. Kills a run that hangs, and reports what it waited for. */
export async function runInTrouble(
  sandbox: Sandbox,
  { faults, cut }: Trouble,
  start: () => Step,
): Promise<{ readonly result: StepResult; readonly stuck?: string }> {
  // Planned first, so that it precedes the faults.
  const gate = cut && barrier(cut.where);
  if (cut && gate) sandbox[cut.host].faults.next({ ...cut.match, optional: true }, gate);
  for (const { host, match, fault } of faults) sandbox[host].faults.next({ ...match, optional: true }, fault);
  const step = start();
  if (cut && gate) void cutOff(step, cut, gate, sandbox);
  const end = await endOf(step, sandbox);
  sandbox.github.faults.clear();
  sandbox.service.faults.clear();
  return end;
}

async function endOf(step: Step, { time, service }: Sandbox) {
  const over = new AbortController();
  const limit = wait(LONGEST_RUN, true, { signal: over.signal }).catch(() => false);
  const late = await Promise.race([limit, step.ended.then(() => false)]);
  over.abort();
  if (!late) return { result: await step.ended };
  const last = service.requests.at(-1);
  const stuck = `${time.explain()} The last request: ${last?.method} ${last?.path}, ${last?.fault ?? 'no fault'}.`;
  step.kill();
  return { result: await step.ended, stuck };
}

/** Ends a run during one of its requests. */
async function cutOff(
  step: Step,
  { by, answered }: Cut,
  gate: ReturnType<typeof barrier>,
  { time, github }: Sandbox,
): Promise<void> {
  const reached = await Promise.race([gate.reached.then(() => true), step.ended.then(() => false)]);
  if (!reached) return;
  if (by === 'lose') github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
  if (by !== 'cancel') {
    step.kill();
    return gate.stall();
  }
  // Time stands still until the run has ended, so that the answer arrives before SIGTERM.
  const release = answered ? time.hold() : () => {};
  const gone = step.cancel();
  if (answered) gate.release();
  else gate.stall();
  await gone;
  release();
}
