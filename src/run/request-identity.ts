import { hash } from 'node:crypto';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { signText } from '../thread/signed-note.ts';
import type { SigningKey } from '../thread/signing-key.ts';

/**
 * The identity of a request: the same in every attempt of its run, and in no other run. `text` is the instruction where an
 * input holds it, since one step may run several times in a matrix. Keyed, so that nobody can try texts against the one in
 * a public note.
 */
export function requestIdentity(
  { runId, job, step }: WorkflowRun,
  text: string | undefined,
  key: SigningKey,
): string {
  const digest = text === undefined ? '' : hash('sha256', text);
  return signText('request:v2', [runId, job, step, digest], key);
}
