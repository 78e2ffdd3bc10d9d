import { hkdfSync } from 'node:crypto';

/** What notes are signed with. Never printed, never sent. */
export type SigningKey = Buffer;

const BYTES = 32;

/**
 * Derives the key that notes in threads are signed with: from `thread-secret` where that is given, so that a new API key
 * leaves old notes readable, else from the API key. Notes are public, so anybody can try secrets against a signature at
 * home: both are long and made by a machine, and HKDF gives each a key of its own purpose, from which neither follows.
 * Who guessed one all the same could write notes, which never allow anything: who may ask is decided by the gate alone.
 */
export function signingKey({
  apiKey,
  threadSecret,
}: {
  readonly apiKey: string;
  readonly threadSecret?: string | undefined;
}): SigningKey {
  const [secret, kind] = threadSecret === undefined ? [apiKey, 'api-key'] : [threadSecret, 'thread-secret'];
  return Buffer.from(hkdfSync('sha256', secret, '', `docs-agent-action notes v2: ${kind}`, BYTES));
}
