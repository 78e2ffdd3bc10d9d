/**
 * How far main came, as the post step reads it. Kept apart from the rest of the runner because the post step looks
 * here before anything else is loaded.
 *
 * - `claimed`: claims may stand in threads, nothing was sent
 * - `sending`: a request that may create or change a job was about to leave
 * - `watching`: the job is known
 * - `told`: main ended by itself, and could not write its comments
 * - `ended`: main reported its outcome itself
 */
export const STAGES = ['claimed', 'sending', 'watching', 'told', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

/** The names under which main saves state for the post step. */
export type StateName = 'stage' | 'jobId' | 'thread' | 'unshown' | 'batch';

/** A value that main saved, empty when it saved none. The runner hands state over as `STATE_*` variables. */
export function readState(name: StateName): string {
  return process.env[`STATE_${name}`] ?? '';
}

/** The stage that main reached, undefined when it saved nothing. */
export function readStage(): Stage | undefined {
  const stage = readState('stage');
  return STAGES.find((known) => known === stage);
}
