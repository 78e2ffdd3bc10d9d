/** How the main phase of an action ends; `main.ts` carries it out. */
export interface StepResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** The body of a comment that main could not write and the post step is to; without it there is nothing left to do. */
  readonly lastWord?: string | undefined;
  readonly warnings: readonly string[];
  /** The last word, for the log. A notice is shown beside the workflow's run too; an error fails the step. */
  readonly word: { readonly level: 'info' | 'notice' | 'error'; readonly text: string };
  /** Markdown. */
  readonly summary: string;
}
