import type { Entry } from './entry.ts';
import { fillIn, type Variables } from './variables.ts';

/** The service takes no empty instruction, and an instruction of rules alone asks for nothing. */
export function blankProblems(entries: readonly Entry[], variables: Variables): string[] {
  return entries.flatMap(({ name, task }) =>
    task.kind === 'ask' && fillIn(task.words, variables, new Set()).trim() === ''
      ? [`\`${name}\` is blank once its variables are filled in.`]
      : [],
  );
}

/** The state of all jobs must not be written over an instruction. */
export function overwriteProblems(entries: readonly Entry[], target: string): string[] {
  const isPrompt = entries.some(({ promptFile }) => promptFile === target);
  return isPrompt ? [`\`file\`: ${target} is a prompt file, and would be overwritten.`] : [];
}

export function unusedWarnings(entries: readonly Entry[], variables: Variables): string[] {
  const used = new Set<string>();
  for (const { task } of entries) if (task.kind === 'ask') fillIn(task.words, variables, used);
  return [...variables.keys()]
    .filter((name) => !used.has(name))
    .map((name) => `No prompt uses the variable \`${name}\`.`);
}
