import type { ThreadComment } from '../github/comments.ts';
import type { GitHub } from '../github/github.ts';
import type { Claim, Comment } from './claim.ts';
import type { SigningKey } from './key.ts';
import { readMarker, type ThreadScope, writeMarker } from './marker.ts';
import { type PullRequestScope, readOrigin, writeOrigin } from './origin.ts';
import type { ServiceScope } from './seal.ts';

/** An issue's or pull request's conversation, with all that its notes are signed for. */
export interface Conversation {
  /** The protocol's name of it, like `acme/docs#7`. */
  readonly name: string;
  readonly github: GitHub;
  readonly number: number;
  readonly scope: ThreadScope;
  readonly pullRequest: PullRequestScope;
}

/** What a repository's conversations have in common. */
export interface Repository {
  readonly github: GitHub;
  /** `owner/name`. */
  readonly name: string;
  readonly id: number;
  /** Like `https://github.com`. */
  readonly serverUrl: string;
  readonly service: ServiceScope;
}

export function conversationIn(
  { github, name, id, serverUrl, service }: Repository,
  number: number,
): Conversation {
  const [owner = '', repo = ''] = name.split('/');
  return {
    name: `${name.toLowerCase()}#${number}`,
    github,
    number,
    scope: { service, repositoryId: id, thread: number },
    pullRequest: { service, host: new URL(serverUrl).host, owner, repo, number },
  };
}

/** The pull request that an address names exactly, on this server. */
export function readPullAddress(
  link: string,
  serverUrl: string,
): { repository: string; number: number } | undefined {
  // An address that reads otherwise once it is followed, like one with dot segments, names nothing exactly.
  const exact = link.startsWith(`${serverUrl}/`) && URL.parse(link)?.href === link;
  const path = exact ? link.slice(serverUrl.length) : '';
  const match = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,10})$/.exec(path);
  return match?.[1] === undefined ? undefined : { repository: match[1], number: Number(match[2]) };
}

/** What the protocol sees of a comment, and whether it holds a note that doesn't verify. */
export function readComment(
  { id, body, createdAt, updatedAt }: ThreadComment,
  { scope, pullRequest }: Conversation,
  key: SigningKey,
): { readonly comment: Comment; readonly unverified: boolean } {
  const marker = readMarker(body, id, scope, key);
  const origin = readOrigin(body, pullRequest, key);
  return {
    comment: {
      id,
      edited: updatedAt !== createdAt,
      ...(marker.kind === 'claim' && { claim: shortLived(marker.claim, createdAt) }),
      ...(origin.kind === 'made' && { origin: origin.jobId }),
    },
    unverified: marker.kind === 'unverified' || origin.kind === 'unverified',
  };
}

/** A claim is bound to its comment right after it was written. Until then it may be somebody's copy, and soon is dead. */
function shortLived(claim: Claim, createdAt: number): Claim {
  return claim.commentId === undefined ? { ...claim, deadline: Math.min(claim.deadline, createdAt) } : claim;
}

/** A comment's text with the note that holds the claim. */
export function withClaim(text: string, claim: Claim, { scope }: Conversation, key: SigningKey): string {
  return `${text}\n${writeMarker(claim, scope, key)}`;
}

/** A comment's text with the note that says which job made this pull request. */
export function withOrigin(
  text: string,
  jobId: string,
  { pullRequest }: Conversation,
  key: SigningKey,
): string {
  return `${text}\n${writeOrigin(jobId, pullRequest, key)}`;
}
