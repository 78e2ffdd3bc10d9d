import type { Outcome } from '../job/request-result.ts';

/** What a status comment has still to say. */
export type Unshown = Pick<Outcome, 'result' | 'reason' | 'jobId' | 'pullRequest'>;

/** How the main phase of an action ends; `main.ts` carries it out. */
export interface StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** What the post step is to show where main could not; without it there is nothing left to do. */
  readonly unshown?: Unshown | undefined;
  readonly warnings: readonly string[];
  /** The last word, for the log. A notice is shown beside the workflow's run too; an error fails the step. */
  readonly word: { readonly level: 'info' | 'notice' | 'error'; readonly text: string };
  /** Markdown. */
  readonly summary: string;
}
