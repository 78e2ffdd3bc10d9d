import * as z from 'zod/mini';
import { CLAIM_STATES, type Claim } from './claim.ts';
import type { SigningKey } from './key.ts';
import { type Binding, type ServiceScope, seal, unseal } from './seal.ts';

/** The thread that a claim stands in. */
export interface ThreadScope {
  readonly service: ServiceScope;
  /** GitHub's number for the repository: it stays when the repository is renamed, and nobody else ever gets it. */
  readonly repositoryId: number;
  /** The number of the issue or pull request. */
  readonly thread: number;
}

/** What the hidden note in a comment says. */
export type Marker =
  | { readonly kind: 'none' }
  /** There is one for this project that doesn't verify. It is treated as absent, and people are told. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'claim'; readonly claim: Claim };

const schema = z.strictObject({
  nonce: z.string(),
  request: z.string(),
  state: z.enum(CLAIM_STATES),
  jobId: z.optional(z.string()),
  deadline: z.number(),
  sentAt: z.optional(z.number()),
  ticket: z.optional(z.number()),
  commentId: z.optional(z.number()),
});

/** The note for a comment of this thread: one hidden line, to stand alone on its line. */
export function writeMarker(claim: Claim, scope: ThreadScope, key: SigningKey): string {
  return seal('claim:v1', claim, bindingOf(scope), key);
}

/** Reads the note in the comment `commentId`. One that belongs to another comment is none. */
export function readMarker(body: string, commentId: number, scope: ThreadScope, key: SigningKey): Marker {
  const unsealed = unseal('claim:v1', body, bindingOf(scope), key);
  if (unsealed.kind !== 'sealed') return unsealed;
  const parsed = schema.safeParse(unsealed.content);
  // Signed by us, but by a version that held other things.
  if (!parsed.success) return { kind: 'unverified' };
  const claim = parsed.data as Claim;
  if (claim.commentId !== undefined && claim.commentId !== commentId) return { kind: 'none' };
  return { kind: 'claim', claim };
}

function bindingOf({ service, repositoryId, thread }: ThreadScope): Binding {
  return { service, place: [repositoryId, thread] };
}
