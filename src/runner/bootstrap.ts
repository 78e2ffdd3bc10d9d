import { appendFileSync, readFileSync } from 'node:fs';
import type { ReasonCode } from '../reason-codes.ts';
import { shellSafeText } from '../text/shell-safe.ts';

// This file loads before anything large: most runs of a comment workflow are for comments that request nothing, and end here.

/** The payload is undefined when its file cannot be read. */
export function readEvent(): { readonly name: string; readonly payload: unknown } {
  const name = process.env['GITHUB_EVENT_NAME'] ?? '';
  try {
    return { name, payload: JSON.parse(readFileSync(process.env['GITHUB_EVENT_PATH'] ?? '', 'utf8')) };
  } catch {
    // The trigger reports a missing payload as its reason.
    return { name, payload: undefined };
  }
}

/** Trimmed; empty when the workflow doesn't set the input. */
export function readInput(name: string): string {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}

export function readActor(): string {
  return process.env['GITHUB_ACTOR'] ?? '';
}

/**
 * How far the main step got, for the post step.
 *
 * - `claimed`: a status comment may stand in a thread, nothing was sent
 * - `sending`: a request that may create or change a job was about to leave
 * - `watching`: the job is known
 * - `unwritten`: main ended by itself, but could not write its comment
 * - `ended`: main reported its result itself
 */
export const STAGES = ['claimed', 'sending', 'watching', 'unwritten', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export function readStage(): Stage | undefined {
  return STAGES.find((stage) => stage === process.env['STATE_stage']);
}

/** Ends the step as `skipped`. The reason is one line; `aloud` prints it. */
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
