import type { Entry } from '../../src/batch/entry.ts';
import type { Scene } from './scene.ts';

export function jobsOf(step: { readonly outputs: Readonly<Record<string, string>> }): Entry[] {
  return JSON.parse(step.outputs['jobs'] ?? '[]');
}

export const resultsOf = (step: Parameters<typeof jobsOf>[0]) => jobsOf(step).map(({ result }) => result);

/** The entries in the file, which a killed run leaves too. */
export function entriesOf(scene: Pick<Scene, 'read'>): Entry[] {
  return JSON.parse(scene.read('docs-agent-jobs.json'));
}

/** Entries for `prompts-json`: `entry 1` with the prompt `Instruction 1`, and so on. */
export function instructions(count: number): string {
  const entries = Array.from({ length: count }, (_unused, index) => ({
    name: `entry ${index + 1}`,
    prompt: `Instruction ${index + 1}`,
  }));
  return JSON.stringify(entries);
}
