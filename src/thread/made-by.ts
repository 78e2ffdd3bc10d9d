import * as z from 'zod/mini';
import type { SigningKey } from './key.ts';
import { baseAddress, PREFIX, type ServiceScope, sameText, seal, signText, unseal } from './seal.ts';

/** A pull request's address in parts. GitHub reads `owner` and `repo` in any case. */
export interface PullRequestScope {
  readonly service: ServiceScope;
  /** Like `github.com`. */
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** Whether one of our jobs made a pull request, as a comment there says. */
export type Origin =
  | { readonly kind: 'none' }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'made'; readonly jobId: string };

const schema = z.strictObject({ jobId: z.string() });

/** The hidden note "this pull request was made by that job", good for this one pull request. */
export function writeOrigin(jobId: string, scope: PullRequestScope, key: SigningKey): string {
  return seal('pull-request:v1', { jobId }, bindingOf(scope), key);
}

/** Reads the note in a comment of the pull request. A copy of it there says nothing new, so any comment may hold it. */
export function readOrigin(body: string, scope: PullRequestScope, key: SigningKey): Origin {
  const unsealed = unseal('pull-request:v1', body, bindingOf(scope), key);
  if (unsealed.kind !== 'sealed') return unsealed;
  const parsed = schema.safeParse(unsealed.content);
  return parsed.success ? { kind: 'made', jobId: parsed.data.jobId } : { kind: 'unverified' };
}

function bindingOf({ service, host, owner, repo, number }: PullRequestScope) {
  return { service, place: [host.toLowerCase(), owner.toLowerCase(), repo.toLowerCase(), number] };
}

const TOKEN = new RegExp(`${PREFIX}by:([0-9a-f]{32}):([0-9a-f]{64})(?![0-9a-f])`, 'g');

/**
 * The word that a job is asked to write into its pull request's description, for where we can't write ourselves. It is
 * made before job and pull request exist, so it can only say "asked for by this action, for this project"; `nonce`
 * (32 hexadecimal digits) makes each one different. Letters, digits and colons, so that an agent keeps it whole.
 */
export function writeToken(nonce: string, service: ServiceScope, key: SigningKey): string {
  return `${PREFIX}by:${nonce}:${signToken(nonce, service, key)}`;
}

/** Whether a description holds a token of this project. */
export function holdsToken(description: string, service: ServiceScope, key: SigningKey): boolean {
  return [...description.matchAll(TOKEN)].some(([, nonce = '', signature = '']) =>
    sameText(signature, signToken(nonce, service, key)),
  );
}

function signToken(nonce: string, service: ServiceScope, key: SigningKey): string {
  const signature = signText('token:v1', [baseAddress(service), service.projectId, nonce], key);
  return Buffer.from(signature, 'base64').toString('hex');
}
