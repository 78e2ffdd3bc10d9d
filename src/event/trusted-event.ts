import { at, idAt, textAt } from '../text/json.ts';
import type { Event } from './trigger.ts';

/** Only GitHub and people who can write in the repository cause these events. */
export const TRUSTED = /^(?:push|release|schedule|workflow_dispatch|repository_dispatch|workflow_call)$/;

/**
 * Whether an event needs write access. One of a pull request counts if its branch is in this repository, although readers can open it
 * and triagers can label it.
 */
export function isTrusted({ name, payload }: Event): boolean {
  const run = at(payload, 'workflow_run');
  const isRun = name === 'workflow_run';
  const cause = isRun ? (textAt(run, 'event') ?? '') : name;
  const head = isRun ? at(run, 'head_repository') : at(payload, 'pull_request', 'head', 'repo');
  const id = idAt(head, 'id');
  const isOwn = id !== undefined && id === idAt(payload, 'repository', 'id');
  return TRUSTED.test(cause) ? isOwn || !isRun : cause === 'pull_request' && isOwn;
}

/** Why an action without a permission check refuses this run, if it does. */
export function refuseEvent(event: Event) {
  if (isTrusted(event)) return undefined;
  const reason =
    "Nothing was sent: people without write access can cause this event, and this action doesn't check permissions. Run it on `schedule`, `workflow_dispatch`, `push`, `release`, `repository_dispatch`, or `pull_request` for a branch of this repository.";
  return { result: 'error', reasonCode: 'event-untrusted', reason } as const;
}
