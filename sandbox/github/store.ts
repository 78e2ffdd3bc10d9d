import type { Time } from '../time.ts';

/** The data behind the sandbox's GitHub. A test may read and change all of it directly. */

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

/** GitHub's built-in roles; in `permission`, `maintain` reads as `write` and `triage` as `read`. */
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

/** A role in a repository; a custom one has a name of its own. */
export interface Membership {
  readonly role: Role;
  readonly customName?: string;
}

export interface Reaction {
  readonly id: number;
  readonly user: User;
  readonly content: string;
  /** In milliseconds since 1970, as all times here. */
  readonly createdAt: number;
}

/** What a comment says at some moment. */
export interface CommentText {
  readonly body: string;
  readonly updatedAt: number;
}

export interface Comment {
  readonly id: number;
  /** The number of its issue or pull request. */
  readonly thread: number;
  readonly user: User;
  readonly createdAt: number;
  readonly reactions: Reaction[];
  text: CommentText;
  /** All that was written, with the moment from which lists show it. */
  readonly writes: { readonly text: CommentText; readonly listedAt: number }[];
  /** For a review comment: where it belongs. */
  readonly line?: CommentedLines;
}

/** The lines that a review comment is about. Every such comment belongs to a review, also one that stands alone. */
export interface CommentedLines {
  readonly path: string;
  /** The last line; 1 for the first of the file. */
  readonly line: number;
  /** Where it is about several lines. */
  readonly startLine?: number;
  /** The lines as they stand in the diff. */
  readonly diffHunk: string;
  readonly reviewId: number;
}

/** A submitted review of a pull request. */
export interface Review {
  readonly id: number;
  readonly thread: number;
  readonly user: User;
  readonly body: string;
  readonly state: 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED';
  readonly submittedAt: number;
}

/** A file that a pull request changes. */
export interface ChangedFile {
  readonly filename: string;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly additions: number;
  readonly deletions: number;
  /** Its path before it was renamed. */
  readonly previous?: string;
}

export interface Pull {
  readonly head: string;
  readonly base: string;
  draft: boolean;
  mergedAt: number | undefined;
  /** The head's commit; where it isn't given, it is the branch's. */
  headSha?: string;
  /** What it changes; where it isn't given, it is what git says. */
  files?: readonly ChangedFile[];
  /** What its merge left on the branch: the last commit of it, and the one before the first. */
  merge?: { readonly sha: string; readonly onto: string };
  /** The fork that it comes from. */
  readonly fork?: string | undefined;
  readonly reviewers: Set<User>;
  readonly teams: Set<string>;
}

/** A deployment of a commit, as a preview service makes it. */
export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly environment: string;
  readonly createdAt: number;
  /** In their order. GitHub shows each from its time on. */
  readonly statuses: readonly DeploymentStatus[];
}

export interface DeploymentStatus {
  readonly state: 'queued' | 'pending' | 'in_progress' | 'success' | 'failure' | 'error' | 'inactive';
  readonly at: number;
  /** Where the environment is; nothing until it is there. */
  readonly url?: string;
}

/** A published release. */
export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly name: string;
  readonly notes: string;
  readonly prerelease: boolean;
  readonly author: User;
  readonly publishedAt: number;
}

/** An issue, or a pull request. */
export interface Thread {
  readonly id: number;
  readonly number: number;
  readonly user: User;
  readonly createdAt: number;
  readonly reactions: Reaction[];
  readonly pull: Pull | undefined;
  readonly labels: Set<string>;
  readonly assignees: Set<User>;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  locked: boolean;
  updatedAt: number;
  closedAt: number | undefined;
}

export interface Repository {
  readonly id: number;
  readonly owner: User;
  readonly name: string;
  readonly fullName: string;
  private: boolean;
  readonly defaultBranch: string;
  /** The path of its bare git repository; `undefined` for one that has no files. */
  gitDir: string | undefined;
  readonly members: Map<string, Membership>;
  readonly threads: Map<number, Thread>;
  /** In the order of their ids; deleted ones are gone. */
  readonly comments: Comment[];
  readonly reviewComments: Comment[];
  readonly reviews: Review[];
  readonly releases: Release[];
  readonly deployments: Deployment[];
  /** Called when the agent has pushed a commit, as a preview service is. */
  onPush: ((sha: string, branch: string) => void) | undefined;
  /** Short names of the teams that have access. */
  readonly teams: Set<string>;
}

/** What a token may do with issues, pull requests and so on; what is not named it can't even read. */
export type TokenPermissions = Readonly<
  Partial<Record<'issues' | 'pull_requests' | 'contents' | 'deployments' | 'members', 'read' | 'write'>>
>;

export interface Token {
  readonly user: User;
  permissions: TokenPermissions;
  /** Full names of the repositories that it was made for; others are as to a stranger. */
  readonly repositories: readonly string[];
}

/** A team of an organization. */
export interface Team {
  /** Only its members, and tokens of its organization, see it. */
  readonly secret: boolean;
  /** By login, in lower case; who was invited and has not accepted is pending. */
  readonly members: Map<string, 'active' | 'pending'>;
}

export interface Store {
  readonly time: Time;
  /** By `org/slug`, in lower case. */
  readonly teams: Map<string, Team>;
  readonly users: Map<string, User>;
  /** By full name, in lower case. */
  readonly repositories: Map<string, Repository>;
  readonly tokens: Map<string, Token>;
  /** How many milliseconds later lists of comments show a write. */
  lag: number;
  /** How the search falls short of what there is. */
  readonly search: {
    /** It knows what was open so many milliseconds ago. */
    lag: number;
    /** So many results are all that it finds in its time; when there are more, it says that it is incomplete. */
    most: number;
  };
  /** A number that is higher each time, for ids. */
  nextId(): number;
}

export function createStore(time: Time): Store {
  let id = 1_000_000;
  return {
    time,
    teams: new Map(),
    users: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    lag: 0,
    search: { lag: 0, most: Number.POSITIVE_INFINITY },
    nextId: () => ++id,
  };
}

/** The account of that name; it is made when there is none. Names that end in `[bot]` are bots. */
export function userOf(store: Store, login: string, type?: User['type']): User {
  const known = store.users.get(login.toLowerCase());
  if (known) return known;
  const user: User = { id: store.nextId(), login, type: type ?? (login.endsWith('[bot]') ? 'Bot' : 'User') };
  store.users.set(login.toLowerCase(), user);
  return user;
}

export function findRepository(store: Store, fullName: string): Repository | undefined {
  return store.repositories.get(fullName.toLowerCase());
}

/** The repository that a pull request comes from: a fork is another one, with an owner of its own. */
export function headRepository(repository: Repository, { id, user, pull }: Thread): Repository {
  if (pull?.fork === undefined) return repository;
  const [login = '', name = ''] = pull.fork.split('/');
  return { ...repository, id, name, fullName: pull.fork, owner: { ...user, login } };
}

/** The repository of that name (`owner/name`); it is made when there is none. */
export function repositoryOf(store: Store, fullName: string): Repository {
  const known = findRepository(store, fullName);
  if (known) return known;
  const [owner = '', name = ''] = fullName.split('/');
  const repository: Repository = {
    id: store.nextId(),
    owner: userOf(store, owner, 'Organization'),
    name,
    fullName,
    private: false,
    defaultBranch: 'main',
    gitDir: undefined,
    members: new Map(),
    threads: new Map(),
    comments: [],
    reviewComments: [],
    reviews: [],
    releases: [],
    teams: new Set(),
    deployments: [],
    onPush: undefined,
  };
  store.repositories.set(fullName.toLowerCase(), repository);
  return repository;
}
