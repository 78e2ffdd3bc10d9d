import type { RequestResult } from '../job/request-result.ts';

/** What a status comment has still to say. */
export type Unshown = Pick<RequestResult, 'result' | 'reason' | 'jobId' | 'pullRequest'>;

/** How the main phase of an action ends; the shell carries it out. */
export interface StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly failed: boolean;
  /** What the post step is to show where main could not; without it there is nothing left to do. */
  readonly unshown?: Unshown;
  readonly warnings: readonly string[];
  /** The last word, for the log; a notice is shown beside the workflow's run too. */
  readonly word: { readonly level: 'info' | 'notice' | 'error'; readonly text: string };
  /** Markdown. */
  readonly summary: string;
}
