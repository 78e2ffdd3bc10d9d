import type { Answer } from '../http/failure.ts';
import type { ChangedFile } from './github-port.ts';

/** The parts of GitHub's REST API that say what changed, and that give pull requests an owner. None of them throws. */
export interface GitHubChanges {
  /** What `head` has and the point where it left `base` had not. Commits, branches or tags of this repository. */
  compare(base: string, head: string): Promise<Answer<Comparison>>;
  /** Pull requests of this repository that GitHub ties to a commit, open ones too. */
  pullsOf(sha: string): Promise<Answer<readonly KnownPull[]>>;
  /** The newest hundred releases of this repository, drafts left out. */
  releases(): Promise<Answer<readonly Release[]>>;
  /** Issues and pull requests that a search finds, the newest first; at most 100 of them are named. */
  search(query: string): Promise<Answer<Found>>;
  addLabels(pull: PullAddress, labels: readonly string[]): Promise<Answer<unknown>>;
  requestReview(pull: PullAddress, reviewer: Reviewer): Promise<Answer<unknown>>;
  /** Answers who is assigned now: GitHub leaves out those it cannot assign, without a word. */
  assign(pull: PullAddress, logins: readonly string[]): Promise<Answer<readonly string[]>>;
}

/** What a comparison shows. */
export interface Comparison {
  /** GitHub's word for how head stands to base, like `ahead` or `diverged`. */
  readonly status: string;
  readonly totalCommits: number;
  /** Oldest first; of a very long comparison the oldest hundred and the newest, with a gap between them. */
  readonly commits: readonly Commit[];
  readonly files: readonly ComparedFile[];
  /** Whether that is the most that GitHub lists of a comparison; then there may be more. */
  readonly filesCut: boolean;
}

export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  /** Foreign text. */
  readonly message: string;
}

/** A file of a comparison. Names and patch are foreign text. */
export interface ComparedFile extends ChangedFile {
  /** The name before, when it was renamed. */
  readonly before?: string;
  /** Missing for binary and very large files. */
  readonly patch?: string;
}

/** A pull request that a commit belongs to. Title, description and branch are foreign text. */
export interface KnownPull {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly author?: { readonly login: string; readonly id: number; readonly type: string };
  readonly locked: boolean;
  readonly merged: boolean;
  /** What the merge left on the branch: a merge commit, the squashed commit, or the last of the rebased ones. */
  readonly mergeSha?: string;
  /** The branch that it was opened against. */
  readonly base: string;
}

export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly prerelease: boolean;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
}

/** What a search found. */
export interface Found {
  readonly total: number;
  /** Whether GitHub ran out of time; then there may be more. */
  readonly incomplete: boolean;
  /** Addresses of those that are named. */
  readonly urls: readonly string[];
}

/** A pull request anywhere on this GitHub. */
export interface PullAddress {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

export type Reviewer =
  | { readonly kind: 'person'; readonly login: string }
  /** By its short name; its organization owns the repository. */
  | { readonly kind: 'team'; readonly slug: string };
