import { accountAt } from '../github/payload.ts';
import type { Ports } from '../ports.ts';
import { type Asking, admit, type Decision, loginToLookUp } from '../request/gate.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { VisitorsInputs } from './inputs.ts';

/** The event that started the run. */
export interface Event {
  readonly name: string;
  /** The parsed event file. */
  readonly payload: unknown;
}

/** Who caused the event. No text asks for an export, so there is no author. */
export function askingOf({ name, payload }: Event): Asking {
  const sender = accountAt(payload, 'sender');
  return { event: name, sender };
}

/** Whether who caused the event may have an export. */
export async function admitExport(
  ports: Ports,
  asking: Asking,
  { gate, githubToken }: VisitorsInputs,
  deadline: Deadline,
): Promise<Decision> {
  const asks = githubToken !== undefined && loginToLookUp(asking, gate) !== undefined;
  return admit(asking, gate, asks ? ports.openGitHub(githubToken, deadline) : undefined);
}
