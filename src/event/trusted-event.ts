import { at, idAt, textAt } from '../text/json.ts';
import { hasTrait } from './events.ts';
import type { Event } from './trigger.ts';

/** Whether an event needs write access. */
export function isTrusted({ name, payload }: Event): boolean {
  const run = at(payload, 'workflow_run');
  const isRun = name === 'workflow_run';
  const cause = isRun ? (textAt(run, 'event') ?? '') : name;
  const head = isRun ? at(run, 'head_repository') : at(payload, 'pull_request', 'head', 'repo');
  const id = idAt(head, 'id');
  const isOwn = id !== undefined && id === idAt(payload, 'repository', 'id');
  return hasTrait(cause, 'trusted') ? isOwn || !isRun : hasTrait(cause, 'trusted-branch') && isOwn;
}

/** Why an action without a permission check refuses this run, if it does. */
export function refuseEvent(event: Event) {
  if (isTrusted(event)) return undefined;
  const reason =
    "Nothing was sent: people without write access can cause this event, and this action doesn't check permissions. Run it on `schedule`, `workflow_dispatch`, `push`, `release`, `repository_dispatch`, or `pull_request` for a branch of this repository.";
  return { result: 'error', reasonCode: 'event-untrusted', reason } as const;
}
