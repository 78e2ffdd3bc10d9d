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

const DEPENDABOT = 'dependabot[bot]';

/**
 * Returns why a run gets no secrets, and an alternative. Undefined if it should get them. `actor` stays the same if another
 * person re-runs the workflow.
 * https://docs.github.com/en/actions/reference/security/secure-use and, for Dependabot,
 * https://docs.github.com/en/code-security/dependabot/troubleshooting-dependabot/troubleshooting-dependabot-on-github-actions
 */
export function lacksSecrets({ name, payload }: Event, actor: string): string | undefined {
  if (actor === DEPENDABOT || textAt(payload, 'sender', 'login') === DEPENDABOT)
    return 'GitHub gives no secrets to runs by Dependabot. Comment in the conversation instead, or store the key as a Dependabot secret too.';
  if (!hasTrait(name, 'no-fork-secrets')) return undefined;
  const repository = at(payload, 'pull_request', 'head', 'repo');
  const id = idAt(repository, 'id');
  // A deleted fork is null.
  if (repository !== null && (id === undefined || id === idAt(payload, 'repository', 'id'))) return undefined;
  const whose = repository === null ? 'whose repository is gone' : 'from a fork';
  return `GitHub gives this event no secrets on a pull request ${whose}. Comment in the conversation instead (the event \`issue_comment\`), or run on \`push\` after the merge.`;
}
