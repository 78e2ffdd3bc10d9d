import type { BatchOutputName } from './batch/outcome.ts';
import type { OutputName } from './outcome.ts';
import type { VisitorsOutputName } from './visitors/outcome.ts';

/** How the main phase of an action ends; the shell carries it out. */
export interface Ending {
  readonly outputs: Readonly<Partial<Record<OutputName | VisitorsOutputName | BatchOutputName, string>>>;
  readonly failed: boolean;
  readonly warnings: readonly string[];
  /** The last word, for the log; a notice is shown beside the workflow's run too. */
  readonly word: { readonly level: 'info' | 'notice' | 'error'; readonly text: string };
  /** Markdown. */
  readonly summary: string;
}
