import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import { MARKER_PREFIX } from './comment-text.ts';

/** The key that signs notes. Never printed, never sent. */
export type SigningKey = Buffer;

/**
 * Derives the key that notes in threads are signed with: from `thread-secret` where that is given, so that a new API key
 * leaves old notes readable, else from the API key. Notes are public, so an attacker can try secrets against a signature
 * offline. Both secrets are long and random, and HKDF derives a separate key for notes. An attacker who guessed one could
 * forge notes, but notes grant no permission: only the gate does.
 */
export function signingKey({
  apiKey,
  threadSecret,
}: {
  readonly apiKey: string;
  readonly threadSecret?: string | undefined;
}): SigningKey {
  const [secret, kind] = threadSecret === undefined ? [apiKey, 'api-key'] : [threadSecret, 'thread-secret'];
  return Buffer.from(hkdfSync('sha256', secret, '', `docs-agent-action notes v2: ${kind}`, 32));
}

/** What a note is for; one kind never passes as another. */
export type NoteKind = 'note:v2' | 'made-by:v2' | 'reply:v2';

/** The service and the project that all notes belong to. */
export interface ServiceScope {
  readonly baseUrl: URL;
  readonly projectId: string;
}

/** The place of a note. A copy elsewhere doesn't verify. */
export interface NotePlace {
  readonly service: ServiceScope;
  /** GitHub's number for the repository: it survives a rename and is never reused. */
  readonly repositoryId: number;
  /** Number of the issue or pull request. */
  readonly thread: number;
  /** Undefined for a note that is valid in every comment there. */
  readonly commentId?: number;
}

/**
 * Writes `content`, signed, as one line that Markdown hides. The alphabet is that of plain base64: the one for
 * URLs has a dash, and two dashes would end an HTML comment for some readers.
 */
export function signNote(kind: NoteKind, content: unknown, place: NotePlace, key: SigningKey): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  const signature = sign(kind, payload, place, key);
  return `${MARKER_PREFIX}${kind} ${projectTag(place.service)} ${payload} ${signature} -->`;
}

/**
 * Reads the one note of this kind that `text` holds; of several none is believed. `unverified` is one of this project that
 * was altered, copied here, or written with another key or by a version that held other things.
 */
export function openNote<T>(
  kind: NoteKind,
  shape: z.ZodMiniType<T>,
  text: string,
  place: NotePlace,
  key: SigningKey,
): T | 'none' | 'unverified' {
  const tag = projectTag(place.service);
  // Whatever stands between the words is taken, so that an altered note is seen as one.
  const pattern = new RegExp(`${MARKER_PREFIX}${kind} ([^ ]*) ([^ ]*) ([^ ]*) -->`, 'g');
  const found = [...text.matchAll(pattern)].filter(([, project]) => project === tag);
  const [, , payload = '', signature = ''] = found[0] ?? [];
  if (found.length === 0) return 'none';
  if (found.length > 1 || !sameText(signature, sign(kind, payload, place, key))) return 'unverified';
  const parsed = shape.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  return parsed.success ? parsed.data : 'unverified';
}

/** `parts`, signed for `purpose`, as plain base64. */
export function signText(purpose: string, parts: readonly unknown[], key: SigningKey): string {
  // A JSON array keeps its parts apart, whatever they hold.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64');
}

/** Compares in constant time. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The service's URL in one spelling. */
function serviceUrl({ baseUrl }: ServiceScope): string {
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}`;
}

// The payload is signed as it is written, so that no second spelling of the same bytes verifies.
function sign(kind: NoteKind, payload: string, place: NotePlace, key: SigningKey): string {
  const { service, repositoryId, thread, commentId } = place;
  const comment = commentId === undefined ? [] : [commentId];
  return signText(
    kind,
    [serviceUrl(service), service.projectId, repositoryId, thread, ...comment, payload],
    key,
  );
}

/**
 * Distinguishes our project's notes from another's, which are not worth a line in the log. It proves nothing, and it
 * is no secret: project ids aren't.
 */
function projectTag(service: ServiceScope): string {
  return hash('sha256', JSON.stringify([serviceUrl(service), service.projectId])).slice(0, 12);
}
