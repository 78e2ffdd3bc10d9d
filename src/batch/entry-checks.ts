import type { Entry } from './entry.ts';
import { fillIn, type Variables } from './variables.ts';

/** Names that more than one entry has, as sentences. */
export function findTwins(entries: readonly Entry[]): string[] {
  const places = Map.groupBy(entries, ({ record }) => record.name);
  return [...places]
    .filter(([, twins]) => twins.length > 1)
    .map(([name, twins]) => {
      const files = twins.map(({ record }) => record.promptFile).filter((file) => file !== '');
      const where = files.length > 0 ? ` (${files.join(', ')})` : '';
      return `${twins.length} entries have the name \`${name}\`${where}; give each one of its own.`;
    });
}

/** The service takes no empty instruction, and an instruction of rules alone asks for nothing. */
export function blankProblems(entries: readonly Entry[], variables: Variables): string[] {
  return entries
    .filter(({ ask }) => ask !== undefined && fillIn(ask.words, variables).trim() === '')
    .map(({ record }) => `\`${record.name}\` is blank once its variables are filled in.`);
}

/** The state of all jobs must not be written over an instruction. */
export function overwriteProblems(entries: readonly Entry[], target: string): string[] {
  const isPrompt = entries.some(({ record }) => record.promptFile === target);
  return isPrompt ? [`\`file\`: ${target} is a prompt file, and would be overwritten.`] : [];
}

export function unusedWarnings(entries: readonly Entry[], variables: Variables): string[] {
  return [...variables.keys()]
    .filter((name) => !entries.some(({ ask }) => ask?.words.includes(`{{${name}}}`)))
    .map((name) => `No prompt uses the variable \`${name}\`.`);
}
