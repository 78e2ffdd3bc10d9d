import path from 'node:path';
import type { WorkflowCommand } from '../command-line.ts';
import { print } from '../layout.ts';
import { playWorkflow } from './workflow.ts';
import { readWorkflowFile } from './workflow-file.ts';
import { showWorkflow } from './workflow-terminal.ts';

/** Plays a workflow file, prints what a person would see, and returns whether nothing went wrong. */
export async function play({ file, verbose, ...options }: WorkflowCommand): Promise<boolean> {
  const { text, found } = await readWorkflowFile(file);
  const whole = await playWorkflow({ text, ...options }).catch((error: Error) => {
    throw new Error([...found, error.message].join('\n  '));
  });
  const hints = [...found, ...whole.hints];
  const played = { ...whole, hints };
  print(showWorkflow(played, path.basename(file), verbose));
  const isRed = played.runs.some(({ play: { results } }) => Object.values(results).includes('failure'));
  return !isRed && hints.length === 0 && played.steps.every(({ result }) => result.outcome === 'success');
}
