import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from './key.ts';

/** Every marker begins with this, right after `<!-- `. */
export const PREFIX = 'docs-agent-action:';

/** Longer ones are none: the longest that is ever written holds a job id of 500 characters. */
export const LONGEST_SEAL = 8_000;

/** What a seal is for; one kind never passes as another. */
export type SealKind = 'claim:v1' | 'pull-request:v1';

/** The service and the project that all of a thread's memory belongs to. */
export interface ServiceScope {
  readonly baseUrl: URL;
  readonly projectId: string;
}

/** Everything that a seal is bound to without holding it. */
export interface Binding {
  readonly service: ServiceScope;
  /** Where it stands: a seal that was carried elsewhere doesn't verify. */
  readonly place: readonly (string | number)[];
}

export type Unsealed =
  | { readonly kind: 'none' }
  /** One of this project that doesn't verify: altered, carried here, or signed with another key. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'sealed'; readonly content: unknown };

/** Whether a text holds a marker of this action, of any kind, version, project and key. */
export function holdsMarker(text: string): boolean {
  return text.includes(`<!-- ${PREFIX}`);
}

/**
 * Writes `content`, signed, as one line that Markdown hides. The alphabet is that of plain base64: the one for
 * addresses has a dash, and two dashes would end an HTML comment for some readers.
 */
export function seal(kind: SealKind, content: unknown, binding: Binding, key: SigningKey): string {
  const tag = projectTag(binding.service);
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  return `<!-- ${PREFIX}${kind} ${tag} ${payload} ${sign(kind, payload, binding, key)} -->`;
}

/** Reads the one seal of this kind that `text` holds; of several none is believed. */
export function unseal(kind: SealKind, text: string, binding: Binding, key: SigningKey): Unsealed {
  const found = [...text.matchAll(PATTERNS[kind])].filter(([, tag]) => tag === projectTag(binding.service));
  const [whole = '', , payload = '', signature = ''] = found[0] ?? [];
  if (found.length === 0) return { kind: 'none' };
  if (found.length > 1 || whole.length > LONGEST_SEAL) return { kind: 'unverified' };
  if (!sameText(signature, sign(kind, payload, binding, key))) return { kind: 'unverified' };
  return { kind: 'sealed', content: JSON.parse(Buffer.from(payload, 'base64').toString()) };
}

/** `text`, signed for `purpose`, as plain base64. */
export function signText(purpose: string, parts: readonly unknown[], key: SigningKey): string {
  // A JSON array keeps its parts apart, whatever they hold.
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64');
}

/** Compares in a time that tells nothing about where two texts differ. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The service's address in the form that all its addresses begin with. */
export function baseAddress({ baseUrl }: ServiceScope): string {
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}`;
}

// The payload is signed as it is written, so that no second spelling of the same bytes verifies.
function sign(kind: SealKind, payload: string, { service, place }: Binding, key: SigningKey): string {
  return signText(kind, [baseAddress(service), service.projectId, ...place, payload], key);
}

/**
 * Tells our project's markers from another's, which are nobody's fault and not worth a word. It proves nothing, and it
 * is no secret: project ids aren't.
 */
function projectTag(service: ServiceScope): string {
  const digest = createHash('sha256').update(JSON.stringify([baseAddress(service), service.projectId]));
  return digest.digest('hex').slice(0, 12);
}

const PATTERNS: Readonly<Record<SealKind, RegExp>> = {
  'claim:v1': pattern('claim:v1'),
  'pull-request:v1': pattern('pull-request:v1'),
};

// Whatever stands between the words is taken, so that an altered marker is seen as one.
function pattern(kind: SealKind): RegExp {
  return new RegExp(`<!-- ${PREFIX}${kind} ([^ ]*) ([^ ]*) ([^ ]*) -->`, 'g');
}
