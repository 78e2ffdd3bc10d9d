import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import { MARKER_PREFIX } from './comment-text.ts';

/** Never printed, never sent. */
export type SigningKey = Buffer;

/**
 * Derives the key that signs notes in threads from `thread-secret`, so that old notes stay readable with a new API key.
 * Without `thread-secret`, the API key is used. Notes are public, so an attacker can try secrets against a signature
 * offline. Both secrets are long and random, and HKDF derives a separate key for notes. An attacker who guessed one could
 * forge notes, but notes grant no permission: only the gate does.
 */
export function signingKey(apiKey: string, threadSecret?: string): SigningKey {
  const [secret, kind] = threadSecret === undefined ? [apiKey, 'api-key'] : [threadSecret, 'thread-secret'];
  return Buffer.from(hkdfSync('sha256', secret, '', `docs-agent-action notes v2: ${kind}`, 32));
}

/** The signature covers the kind, so that a note of one kind isn't valid as another. */
type NoteKind = 'note:v2' | 'made-by:v2';

export interface ServiceScope {
  readonly baseUrl: URL;
  readonly projectId: string;
}

/** A thread. A copy of its notes in another one doesn't verify. */
export interface ThreadRef {
  readonly service: ServiceScope;
  /** The repository's ID survives a rename and is never reused. */
  readonly repositoryId: number;
  /** The number of the issue or pull request. */
  readonly number: number;
}

/** The only comment in which a note is valid. */
interface CommentRef extends ThreadRef {
  readonly commentId: number;
}

/**
 * Signs `content` and writes it as one line that Markdown hides. Plain base64, unlike the one for URLs, has no dash: two
 * dashes would end an HTML comment for some readers.
 */
export function signNote(kind: NoteKind, content: unknown, comment: CommentRef, key: SigningKey): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  const signature = sign(kind, payload, comment, key);
  return `${MARKER_PREFIX}${kind} ${projectTag(comment.service)} ${payload} ${signature} -->`;
}

/**
 * Reads the only note of this kind in `text`. Several notes are `unverified`. So is a note of this project that was altered,
 * copied from another place, signed with another key, or written by a version with another format.
 */
export function verifyNote<T>(
  kind: NoteKind,
  shape: z.ZodMiniType<T>,
  text: string,
  comment: CommentRef,
  key: SigningKey,
): T | 'none' | 'unverified' {
  const tag = projectTag(comment.service);
  // The pattern accepts any content, so that an altered note is found, too.
  const pattern = new RegExp(`${MARKER_PREFIX}${kind} ([^ ]*) ([^ ]*) ([^ ]*) -->`, 'g');
  const found = [...text.matchAll(pattern)].filter(([, project]) => project === tag);
  const [, , payload = '', signature = ''] = found[0] ?? [];
  if (found.length === 0) return 'none';
  if (found.length > 1 || !sameText(signature, sign(kind, payload, comment, key))) return 'unverified';
  const parsed = shape.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  return parsed.success ? parsed.data : 'unverified';
}

/** `text` with its note replaced by another one of the same kind. */
export function replaceNote(text: string, note: string): string {
  const [start = ''] = /^<!-- \S+ /.exec(note) ?? [];
  const lines = text.split('\n').map((line) => (line.startsWith(start) ? note : line));
  return lines.join('\n');
}

/** `parts`, signed for `purpose`, as plain base64. */
export function signText(purpose: string, parts: readonly unknown[], key: SigningKey): string {
  // A JSON array separates its parts unambiguously.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64');
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Different spellings of a URL must not invalidate notes. */
function serviceUrl({ baseUrl }: ServiceScope): string {
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}`;
}

// Signs the encoded payload, so that no other encoding of the same bytes verifies.
function sign(kind: NoteKind, payload: string, comment: CommentRef, key: SigningKey): string {
  const { service, repositoryId, number, commentId } = comment;
  const parts = [serviceUrl(service), service.projectId, repositoryId, number, commentId, payload];
  return signText(kind, parts, key);
}

/**
 * Distinguishes notes of this project from those of others, which are not worth a line in the log. The tag proves nothing
 * and is no secret, because project IDs aren't secret.
 */
function projectTag(service: ServiceScope): string {
  return hash('sha256', JSON.stringify([serviceUrl(service), service.projectId])).slice(0, 12);
}
