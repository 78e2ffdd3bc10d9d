import type { Account } from '../github/account.ts';
import { isRule } from '../model/reason-codes.ts';
import type { ReadState } from '../thread/commit-state.ts';

/** What became of a merge, the worst first. The title is a row's, if no other words are. */
export const KINDS = {
  failed: { title: 'Failed', isMissing: true },
  'not-requested': { title: 'Not requested', isMissing: true },
  working: { title: 'At work', isMissing: true },
  declined: { title: 'Declined' },
  open: { title: 'open' },
  linked: { title: 'linked' },
  merged: { title: 'merged' },
  unchanged: { title: 'Nothing to change' },
  skipped: { title: 'Skipped' },
  'left-out': { title: 'Left out' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly isMissing?: true }>>;

export type Kind = keyof typeof KINDS;

/** What the statuses and the rules say, before the documentation's pull requests are read. */
export interface MergeState {
  readonly kind: Kind;
  /** Foreign text. */
  readonly text?: string | undefined;
  /** The documentation's pull request, or where people read more. */
  readonly url?: string | undefined;
}

/**
 * The statuses of the merge commit and of the pull request's last head, each the newest first. A later request in the conversation
 * that changes nothing says nothing about the merge, so only documentation and `--skip` count wherever they are.
 */
export function decideState(
  onMerge: readonly ReadState[],
  onHead: readonly ReadState[],
  leftOut: string | undefined,
): MergeState {
  const all = [...onMerge, ...onHead].sort((one, other) => other.id - one.id);
  const documented = all.find(({ isDocumented }) => isDocumented);
  if (documented !== undefined) return { kind: 'linked', url: documented.url };
  const skip = all.find(({ code, state }) => code === 'commit-skipped' && state === 'success');
  if (skip !== undefined) return { kind: 'skipped', text: skip.text, url: skip.url };
  if (leftOut !== undefined) return { kind: 'left-out', text: `Left out: ${leftOut}` };
  const newest = onMerge[0] ?? onHead[0];
  return newest === undefined ? { kind: 'not-requested' } : { ...newest, kind: kindOf(newest) };
}

function kindOf({ state, code }: ReadState): Kind {
  if (state === 'pending') return 'working';
  if (state === 'error') return 'failed';
  return isRule(code) ? 'left-out' : 'unchanged';
}

/** What the token can read of a documentation pull request. */
export interface DocPull {
  readonly url: string;
  readonly state: 'open' | 'merged' | 'declined' | 'linked';
  /** Foreign text. Undefined if readers of the summary might not be allowed to read it. */
  readonly title?: string | undefined;
  readonly author?: Account | undefined;
  readonly checks?: string | undefined;
}
