import { appendFileSync, readFileSync } from 'node:fs';
import type { ReasonCode } from '../model/reason-codes.ts';
import { shellSafeText } from '../text/shell-safe.ts';
import type { Environment, Host } from './host.ts';

// Most runs of a comment workflow are for comments that aren't requests. They load only this file and end here.

export function readEvent(env: Environment): { readonly name: string; readonly payload: unknown } {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  try {
    return { name, payload: JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8')) };
  } catch {
    // The trigger reports a missing payload.
    return { name, payload: undefined };
  }
}

/** Sets variables that are empty. GitHub fills in a default only if the workflow leaves out the input. */
export function setEmpty(env: Environment, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) if (!env[name]?.trim()) env[name] = value;
}

/** Trimmed. Empty if the workflow doesn't set the input. */
export function readInput(name: string, env: Environment): string {
  return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}

/** How far the main step got, as in `StepState`; empty before it sent anything. */
export function readStage(env: Environment): string {
  return env['STATE_stage'] ?? '';
}

/** Ends the step as `skipped`. The reason is one line without foreign text. */
export function skipStep(host: Host, code: ReasonCode, reason: string): void {
  appendOutputs(host, { result: 'skipped', reason: shellSafeText(reason), reasonCode: code });
  host.print(`${reason}\n`);
}

/** The values are single lines. */
export function appendOutputs({ env, print }: Host, outputs: Readonly<Record<string, string>>): void {
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
  try {
    appendFileSync(env['GITHUB_OUTPUT'] ?? '', lines.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    print(`::warning::The outputs could not be written to the file in GITHUB_OUTPUT (${code})\n`);
  }
}
