import { readStage } from './world/state.ts';
import type { Step } from './world/world.ts';

/**
 * Runs one phase of one action. The stubs in `entry/` say which it is; nothing is guessed from inputs, state or
 * environment. Whatever can be decided here is decided before the large parts are loaded.
 */
export async function launch(step: Step): Promise<void> {
  // Main never came to its first word, so there is nothing to close.
  if (step.phase === 'post' && readStage() === undefined) return;
  const { execute } = await import('./shell.ts');
  await execute(step);
}
