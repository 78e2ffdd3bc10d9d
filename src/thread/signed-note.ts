import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MARKER_PREFIX } from '../text/marker.ts';
import type { SigningKey } from './signing-key.ts';

/** What a note is for; one kind never passes as another. */
export type NoteKind = 'note:v2' | 'made-by:v2' | 'reply:v2';

/** The service and the project that all notes belong to. */
export interface ServiceScope {
  readonly baseUrl: URL;
  readonly projectId: string;
}

/** Everything that a note is bound to without holding it. */
export interface Binding {
  readonly service: ServiceScope;
  /** Where it stands: a note that was copied elsewhere does not verify. */
  readonly place: readonly (string | number)[];
}

/** What a comment holds of one kind of note. */
export type Opened =
  | { readonly kind: 'none' }
  /** One of this project that does not verify: altered, copied here, or signed with another key. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'verified'; readonly content: unknown };

/** Longer ones are none: the longest that is ever written holds a job id and two addresses. */
const LONGEST_NOTE = 16_000;

/**
 * Writes `content`, signed, as one line that Markdown hides. The alphabet is that of plain base64: the one for
 * addresses has a dash, and two dashes would end an HTML comment for some readers.
 */
export function signNote(kind: NoteKind, content: unknown, binding: Binding, key: SigningKey): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  const signature = sign(kind, payload, binding, key);
  return `${MARKER_PREFIX}${kind} ${projectTag(binding.service)} ${payload} ${signature} -->`;
}

/** Reads the one note of this kind that `text` holds; of several none is believed. */
export function openNote(kind: NoteKind, text: string, binding: Binding, key: SigningKey): Opened {
  const tag = projectTag(binding.service);
  const found = [...text.matchAll(PATTERNS[kind])].filter(([, project]) => project === tag);
  const [whole = '', , payload = '', signature = ''] = found[0] ?? [];
  if (found.length === 0) return { kind: 'none' };
  if (found.length > 1 || whole.length > LONGEST_NOTE) return { kind: 'unverified' };
  if (!sameText(signature, sign(kind, payload, binding, key))) return { kind: 'unverified' };
  return { kind: 'verified', content: JSON.parse(Buffer.from(payload, 'base64').toString()) };
}

/** `parts`, signed for `purpose`, as plain base64. */
export function signText(purpose: string, parts: readonly unknown[], key: SigningKey): string {
  // A JSON array keeps its parts apart, whatever they hold.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64');
}

/** Compares in a time that tells nothing about where two texts differ. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The service's address in the form that all its addresses begin with. */
function baseAddress({ baseUrl }: ServiceScope): string {
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}`;
}

// The payload is signed as it is written, so that no second spelling of the same bytes verifies.
function sign(kind: NoteKind, payload: string, { service, place }: Binding, key: SigningKey): string {
  return signText(kind, [baseAddress(service), service.projectId, ...place, payload], key);
}

/**
 * Tells our project's notes from another's, which are nobody's fault and not worth a word. It proves nothing, and it
 * is no secret: project ids aren't.
 */
function projectTag(service: ServiceScope): string {
  const digest = createHash('sha256').update(JSON.stringify([baseAddress(service), service.projectId]));
  return digest.digest('hex').slice(0, 12);
}

const PATTERNS: Readonly<Record<NoteKind, RegExp>> = {
  'note:v2': pattern('note:v2'),
  'made-by:v2': pattern('made-by:v2'),
  'reply:v2': pattern('reply:v2'),
};

// Whatever stands between the words is taken, so that an altered note is seen as one.
function pattern(kind: NoteKind): RegExp {
  return new RegExp(`${MARKER_PREFIX}${kind} ([^ ]*) ([^ ]*) ([^ ]*) -->`, 'g');
}
