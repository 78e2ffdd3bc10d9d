import type { Time } from '../time.ts';

/** The data behind the sandbox's GitHub. A test may read and change all of it directly. */

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

/** GitHub's built-in roles. In `permission`, `maintain` is `write` and `triage` is `read`. */
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

/** A role in a repository. A custom role has its own name. */
export interface Membership {
  readonly role: Role;
  readonly customName?: string;
  /** Whether the account isn't in the organization. */
  readonly isOutside?: boolean;
}

export interface Reaction {
  readonly id: number;
  readonly user: User;
  readonly content: string;
  /** In milliseconds since 1970, like all times here. */
  readonly createdAt: number;
}

/** The text of a comment at some time. */
export interface CommentText {
  readonly body: string;
  readonly updatedAt: number;
  /** Grows with each write. Several can have the same time. */
  readonly order: number;
}

export interface Comment {
  readonly id: number;
  /** The number of its issue or pull request. */
  readonly thread: number;
  readonly user: User;
  readonly createdAt: number;
  readonly reactions: Reaction[];
  text: CommentText;
  /** All versions of the text, with the time from which lists show them. */
  readonly writes: { readonly text: CommentText; readonly listedAt: number }[];
  /** The lines of a review comment. */
  readonly line?: CommentedLines;
}

/** The lines of a review comment. Each review comment belongs to a review, even a single one. */
export interface CommentedLines {
  readonly path: string;
  /** The last line, from 1. */
  readonly line: number;
  /** The first of several lines. */
  readonly startLine?: number;
  /** The lines in the diff. */
  readonly diffHunk: string;
  readonly reviewId: number;
  /** The first comment of the thread that this one replies to. */
  readonly replyTo?: number | undefined;
}

/** A submitted review of a pull request. */
export interface Review {
  readonly id: number;
  readonly thread: number;
  readonly user: User;
  readonly body: string;
  readonly state: 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';
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
  /** The diff from the first hunk on. Missing for binary files. */
  readonly patch?: string;
}

export interface Pull {
  readonly head: string;
  readonly base: string;
  /** The last commit of the base when the pull request was opened. GitHub doesn't move it with the base. */
  readonly baseSha?: string | undefined;
  draft: boolean;
  mergedAt: number | undefined;
  /** Whether GitHub merges it when the checks are green. */
  autoMerge?: boolean;
  /** The head commit. Default: the last of the branch. */
  headSha?: string;
  /** The head commit that GitHub still shows for a moment after a push. */
  stale?: { readonly sha: string | undefined; readonly until: number };
  /** The changed files. Default: those of its commits. */
  files?: readonly ChangedFile[];
  /** The last commit of its merge, and the branch's commit before the merge. */
  merge?: { readonly sha: string; readonly onto: string };
  /** The fork that it comes from. */
  readonly fork?: string | undefined;
  readonly reviewers: Set<User>;
  readonly teams: Set<string>;
}

/** A deployment of a commit, like that of a preview service. */
export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly environment: string;
  readonly creator: User;
  readonly createdAt: number;
  /** In their order. GitHub shows a status from its time on. */
  readonly statuses: readonly DeploymentStatus[];
}

export interface DeploymentStatus {
  readonly state: 'queued' | 'pending' | 'in_progress' | 'success' | 'failure' | 'error' | 'inactive';
  readonly at: number;
  /** The URL of the environment. Empty until it is ready. */
  readonly url?: string;
}

/** A run of a workflow that checks a commit, with its only job. */
export interface CheckRun {
  readonly id: number;
  readonly workflowId: number;
  /** Of the workflow. */
  readonly name: string;
  /** The name of the workflow's file. */
  readonly file: string;
  readonly event: string;
  readonly attempt: number;
  readonly branch: string;
  readonly sha: string;
  readonly createdAt: number;
  /** The full name of the fork whose pull request it checks, if it is one. */
  readonly fork: string | undefined;
  /** `null` until it ends. */
  conclusion: string | null;
  readonly job: string;
  readonly step: string;
  readonly annotations: readonly { readonly path: string; readonly line: number; readonly message: string }[];
  /** The target of the redirect to the log. */
  readonly logUrl: string | undefined;
}

/** A check of a commit by an app, or a commit status. */
export interface ReportedCheck {
  readonly id: number;
  readonly kind: 'check_run' | 'status';
  readonly sha: string;
  /** The app's slug, or the login of the account that set the status. */
  readonly by: string;
  readonly name: string;
  /** `null` until it ends. */
  conclusion: string | null;
  readonly title: string;
  /** Default: a page of the account that reports it. */
  readonly url?: string;
  /** Statuses have none. */
  readonly summary: string;
  readonly annotations: CheckRun['annotations'];
}

/** A push to a branch. */
interface Push {
  readonly branch: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly at: number;
}

/** The labels of a new repository on GitHub. */
const DEFAULT_LABELS =
  'bug, documentation, duplicate, enhancement, good first issue, help wanted, invalid, question, wontfix';

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
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  locked: boolean;
  updatedAt: number;
  closedAt: number | undefined;
  /** `undefined`: an account that no longer exists. */
  closedBy?: User | undefined;
}

export type Repository = ReturnType<typeof newRepository>;

function newRepository(id: number, owner: User, fullName: string) {
  return {
    id,
    owner,
    name: fullName.split('/')[1] ?? '',
    fullName,
    private: false,
    defaultBranch: 'main',
    /** The path of its bare git repository. `undefined` without files. */
    gitDir: undefined as string | undefined,
    members: new Map<string, Membership>(),
    threads: new Map<number, Thread>(),
    /** In the order of their ids, without deleted comments. */
    comments: [] as Comment[],
    reviewComments: [] as Comment[],
    reviews: [] as Review[],
    releases: [] as Release[],
    deployments: [] as Deployment[],
    /** In the order of their starts. */
    checkRuns: [] as CheckRun[],
    /** In the order of their IDs. */
    reported: [] as ReportedCheck[],
    /** In their order. */
    pushes: [] as Push[],
    /** The setting "Automatically delete head branches". */
    deletesBranches: false,
    /** Called after each push of the agent with a new commit, like a preview service. */
    onPush: undefined as ((sha: string, branch: string) => void) | undefined,
    /** Short names of the teams that have access. */
    teams: new Set<string>(),
    /** The labels that exist, in lower case. */
    labels: new Set(DEFAULT_LABELS.split(', ')),
    environments: new Set<string>(),
  };
}

export type Kind =
  | 'issues'
  | 'pull_requests'
  | 'contents'
  | 'deployments'
  | 'members'
  | 'actions'
  | 'checks'
  | 'statuses';

/** The permissions of a token. What is not named can't be read. */
export type TokenPermissions = Readonly<Partial<Record<Kind, 'read' | 'write'>>>;

export interface Token {
  readonly user: User;
  permissions: TokenPermissions;
  /** Full names of its repositories. It has no access to other private repositories. */
  readonly repositories: readonly string[];
  /** The job or step that has it. */
  readonly holder: string;
  /** The permissions that its requests needed, like `issues: write`. */
  readonly used: Set<string>;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(time: Time) {
  let id = 1_000_000;
  return {
    time,
    users: new Map<string, User>(),
    /** By full name, in lower case. */
    repositories: new Map<string, Repository>(),
    tokens: new Map<string, Token>(),
    /** When GitHub knows its tokens. Until then, it answers 401 (https://github.com/octokit/auth-app.js/issues/65). */
    tokensKnownAt: 0,
    /** The most files of a tree, beyond which GitHub cuts it. */
    mostTreeEntries: 100_000,
    /** How many milliseconds later lists of comments show a write. */
    lag: 0,
    /** A number that grows with each call, for ids. */
    nextId: () => ++id,
  };
}

/** The account with this name. Makes it if it doesn't exist. Names that end in `[bot]` are bots. */
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

/** The repository of a pull request's head. A fork is another repository with its own owner. */
export function headRepository(repository: Repository, { id, user, pull }: Thread): Repository {
  if (pull?.fork === undefined) return repository;
  const [login = '', name = ''] = pull.fork.split('/');
  return { ...repository, id, name, fullName: pull.fork, owner: { ...user, login } };
}

/** The repository with this name (`owner/name`). Makes it if it doesn't exist. */
export function repositoryOf(store: Store, fullName: string): Repository {
  const known = findRepository(store, fullName);
  if (known) return known;
  const owner = userOf(store, fullName.split('/')[0] ?? '', 'Organization');
  const repository = newRepository(store.nextId(), owner, fullName);
  store.repositories.set(fullName.toLowerCase(), repository);
  return repository;
}
