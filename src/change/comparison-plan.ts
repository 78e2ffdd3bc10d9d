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

/** How what changed is found out. The sentences are ours, but for names of branches and tags. */
export type Comparing =
  | {
      readonly kind: 'compare';
      readonly range: Range;
      readonly note?: string | undefined;
      /** Whether it is to be expected that GitHub cannot compare the two. */
      readonly doubtful: boolean;
    }
  /** With the default branch as it was so long ago, which has to be looked up. */
  | { readonly kind: 'recent'; readonly span: number }
  /** With the release before this one, which has to be looked up. */
  | { readonly kind: 'release'; readonly release: Published }
  /** There is nothing to compare with; what was asked for stands all the same. */
  | { readonly kind: 'nothing'; readonly note: string }
  /** Nothing is left that documentation could follow. */
  | { readonly kind: 'over'; readonly reason: string };

/** What was compared, and GitHub's answer; without a range there was nothing to compare with. */
export interface Compared {
  readonly range?: Range | undefined;
  readonly note?: string | undefined;
  readonly doubtful?: boolean | undefined;
  readonly answer?: Answer<Comparison> | undefined;
}

/** What to compare for this event; undefined for one that is about no change. `range` goes before what the event says. */
export function planComparison(
  changeEvent: ChangeEvent | undefined,
  range: Range | Recent | undefined,
): Comparing | undefined {
  if (range !== undefined && 'span' in range) return { kind: 'recent', span: range.span };
  if (range !== undefined) return { kind: 'compare', range, doubtful: false };
  if (changeEvent === undefined) return undefined;
  return changeEvent.kind === 'push' ? planPush(changeEvent) : planRelease(changeEvent);
}

function planPush({ ref, before, after, forced, defaultBranch }: Push): Comparing {
  if (after === undefined) {
    return { kind: 'over', reason: `The push deleted the ${ref.kind} ${quoteLine(ref.name, 100)}.` };
  }
  if (ref.kind === 'tag') {
    return {
      kind: 'nothing',
      note: 'A tag was pushed, which changes no file by itself; the input `range` can say what to compare.',
    };
  }
  if (before !== undefined) {
    const note =
      'The push was forced: it replaced history. What the new history has and the old had not counts.';
    return { ...compare(before, after, forced), note: forced ? note : undefined };
  }
  if (defaultBranch === undefined || defaultBranch === ref.name) {
    return {
      kind: 'nothing',
      note: 'This is the first push of the branch; there is nothing to compare with.',
    };
  }
  const note = 'This is the first push of the branch; it is compared with the default branch.';
  return { ...compare(defaultBranch, after, true), note };
}

function planRelease(release: Published): Comparing {
  const gone = release.action === 'deleted' || release.action === 'unpublished';
  if (gone)
    return { kind: 'over', reason: `The release ${quoteLine(release.tag, 100)} was ${release.action}.` };
  return { kind: 'release', release };
}

function compare(base: string, head: string, doubtful: boolean) {
  return { kind: 'compare', range: { base, head }, doubtful } as const;
}
