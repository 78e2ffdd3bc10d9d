import type { Comparison } from '../github/changes.ts';
import type { Answer } from '../http/failure.ts';
import { quoteLine } from '../text/line.ts';
import type { ChangeEvent, Published, Push } from './change-event.ts';

/** What to compare: commits, branches or tags of the repository. */
export interface Range {
  readonly base: string;
  readonly head: string;
}

/** Everything that reached the default branch in so many milliseconds before the run. */
export interface Recent {
  readonly span: number;
}

/** What is compared, where that is known; without a range there is nothing to compare with. */
interface Known {
  readonly range?: Range | undefined;
  /** A sentence of ours, but for names of branches and tags. */
  readonly note?: string | undefined;
  /** Whether it is to be expected that GitHub cannot compare the two. */
  readonly doubtful?: boolean | undefined;
}

/** What was compared, and GitHub's answer. */
export interface Compared extends Known {
  readonly answer?: Answer<Comparison> | undefined;
}

/** How what changed is found out. */
export type Comparing =
  | ({ readonly kind: 'compare' } & Known)
  /** With the default branch as it was so long ago, which has to be looked up. */
  | { readonly kind: 'recent'; readonly span: number }
  /** With the release before this one, which has to be looked up. */
  | { readonly kind: 'release'; readonly release: Published }
  /** Nothing is left that documentation could follow. */
  | { readonly kind: 'over'; readonly reason: string };

/** What to compare for this event; undefined for one that is about no change. `range` goes before what the event says. */
export function planComparison(
  changeEvent: ChangeEvent | undefined,
  range: Range | Recent | undefined,
): Comparing | undefined {
  if (range !== undefined && 'span' in range) return { kind: 'recent', span: range.span };
  if (range !== undefined) return { kind: 'compare', range };
  if (changeEvent === undefined) return undefined;
  return changeEvent.kind === 'push' ? planPush(changeEvent) : planRelease(changeEvent);
}

function planPush({ ref, before, after, forced, defaultBranch }: Push): Comparing {
  if (after === undefined) {
    return { kind: 'over', reason: `The push deleted the ${ref.kind} ${quoteLine(ref.name, 100)}.` };
  }
  if (ref.kind === 'tag') return { kind: 'compare', note: TAG };
  if (before !== undefined) {
    const range = { base: before, head: after };
    return forced ? { kind: 'compare', range, note: FORCED, doubtful: true } : { kind: 'compare', range };
  }
  if (defaultBranch === undefined || defaultBranch === ref.name)
    return { kind: 'compare', note: `${FIRST}. There is nothing to compare with.` };
  const note = `${FIRST}. It is compared with the default branch.`;
  return { kind: 'compare', range: { base: defaultBranch, head: after }, note, doubtful: true };
}

const TAG = 'A tag was pushed, which changes no file by itself. The input `range` can set what to compare.';
const FORCED =
  'The push was forced: it replaced history. What the new history has and the old had not counts.';
const FIRST = 'This is the first push of the branch';

function planRelease(release: Published): Comparing {
  const gone = release.action === 'deleted' || release.action === 'unpublished';
  if (gone)
    return { kind: 'over', reason: `The release ${quoteLine(release.tag, 100)} was ${release.action}.` };
  return { kind: 'release', release };
}
