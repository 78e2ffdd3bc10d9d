import { hkdfSync, scryptSync } from 'node:crypto';

/** What markers are signed with. Never printed, never sent. */
export type SigningKey = Buffer;

/** Where the signing key comes from. */
export type KeySource =
  | { readonly kind: 'api-key'; readonly apiKey: string }
  | { readonly kind: 'thread-secret'; readonly secret: string };

const BYTES = 32;
const PURPOSE = 'docs-agent-action thread memory v1';

/**
 * Derives the signing key. Markers are public, so anybody can try secrets against their signature at home; this is
 * why that leads nowhere:
 *
 * - An API key is made by a machine, with far more entropy than can be tried. HKDF makes a key of its own purpose out
 *   of it; a signature tells nothing about the API key, and a signing key that leaked would not be one either.
 * - A `thread-secret` has 16 characters or more, but a person may have thought it up. It goes through scrypt, so that
 *   each try costs a guesser 16 MiB and tens of milliseconds. Who guessed it all the same could write markers, which
 *   name a job of the same project but never allow anything: who may ask is decided by the gate alone.
 */
export function deriveKey(source: KeySource): SigningKey {
  switch (source.kind) {
    case 'api-key':
      return Buffer.from(hkdfSync('sha256', source.apiKey, '', `${PURPOSE}: api-key`, BYTES));
    case 'thread-secret':
      return scryptSync(source.secret, `${PURPOSE}: thread-secret`, BYTES, { N: 16_384, r: 8, p: 1 });
  }
}

/** What the notes in threads, and the tokens in descriptions, are signed with. */
export function threadKey({
  apiKey,
  threadSecret,
}: {
  readonly apiKey: string;
  readonly threadSecret?: string | undefined;
}): SigningKey {
  return threadSecret === undefined
    ? deriveKey({ kind: 'api-key', apiKey })
    : deriveKey({ kind: 'thread-secret', secret: threadSecret });
}
