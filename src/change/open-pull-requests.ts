import type { GitHub } from '../github/github.ts';
import type { ReasonCode } from '../reason-codes.ts';

/** When to leave things as they are: a search for open pull requests, and how many are enough. */
export interface OpenRule {
  readonly search: string;
  readonly most: number;
}

/** Whether enough pull requests are open already. */
export type OpenPulls =
  | { readonly kind: 'room' }
  /** Their addresses, the newest first. */
  | { readonly kind: 'enough'; readonly reason: string; readonly urls: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string; readonly code: ReasonCode };

/** Asks GitHub how many are open. A search that fails says neither yes nor no. */
export async function countOpen({ search, most }: OpenRule, github: GitHub): Promise<OpenPulls> {
  const answer = await github.search(search);
  if (!answer.ok) {
    const { code, message, status } = answer.failure;
    const reason = `The search for open pull requests failed: ${message}${status === 422 ? ADVICE : ''}`;
    return { kind: 'unknown', code, reason };
  }
  const { total_count: total, incomplete_results: incomplete, items } = answer.value;
  const urls = items.map((item) => item.html_url);
  if (total >= most) {
    const are = total === 1 ? 'One pull request is open' : `${total} pull requests are open`;
    return { kind: 'enough', reason: `${are} already: ${urls.slice(0, most).join(' ')}`, urls };
  }
  if (!incomplete) return { kind: 'room' };
  return {
    kind: 'unknown',
    code: 'github-unreachable',
    reason: 'The search for open pull requests took GitHub too long to be complete.',
  };
}

const ADVICE =
  ' Check the search in `skip-if-open`, and that the token reaches its repositories (`pr-token`, else `github-token`).';
