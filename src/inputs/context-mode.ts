/** How much the agent is told about the place of a request: the values of the input `context`. */
export const CONTEXTS = ['link', 'none', 'full'] as const;
export type ContextMode = (typeof CONTEXTS)[number];
