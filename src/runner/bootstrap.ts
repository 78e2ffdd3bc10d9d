import { appendFileSync, readFileSync } from 'node:fs';
import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeText } from '../text/shell-safe.ts';

/**
 * The little of the runner that is needed before anything large is loaded: most runs of a comment workflow are for
 * comments that ask for nothing, and end here.
 */

/** The event that started the run; the payload is undefined when its file cannot be read. */
export function readEvent(): { readonly name: string; readonly payload: unknown } {
  const name = process.env['GITHUB_EVENT_NAME'] ?? '';
  try {
    return { name, payload: JSON.parse(readFileSync(process.env['GITHUB_EVENT_PATH'] ?? '', 'utf8')) };
  } catch {
    // Not an event file that says anything; the trigger gives that as its reason.
    return { name, payload: undefined };
  }
}

/** An input without surrounding white space, empty when it was not given. */
export function readInput(name: string): string {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}

/** The login that GitHub names as the run's actor. */
export function readActor(): string {
  return process.env['GITHUB_ACTOR'] ?? '';
}

/**
 * How far main came, as the post step reads it.
 *
 * - `claimed`: a status comment may stand in a thread, nothing was sent
 * - `sending`: a request that may create or change a job was about to leave
 * - `watching`: the job is known
 * - `told`: main ended by itself, and could not write its comment
 * - `ended`: main reported its result itself
 */
export const STAGES = ['claimed', 'sending', 'watching', 'told', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

/** The stage that main reached; undefined when it saved none. */
export function readStage(): Stage | undefined {
  return STAGES.find((stage) => stage === process.env['STATE_stage']);
}

/** Ends the step as `skipped`. The reason is our own words on one line; it is said aloud only where that helps. */
export function skipStep(code: ReasonCode, reason: string, { aloud }: { readonly aloud: boolean }): void {
  try {
    appendFileSync(
      process.env['GITHUB_OUTPUT'] ?? '',
      `result=skipped\nreason=${shellSafeText(reason)}\nreasonCode=${code}\n`,
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stdout.write(
      `::warning::The outputs could not be written to the file in GITHUB_OUTPUT (${code})\n`,
    );
  }
  if (aloud) process.stdout.write(`${reason}\n`);
}
