import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chanceOf } from '../chance.ts';
import { openServer } from '../http/server.ts';
import type { Time } from '../time.ts';
import type * as contract from './contract.ts';
import { createRepository, type Files } from './git-repository.ts';
import { githubRoutes } from './routes.ts';
import { createStore, type Role, repositoryOf, type TokenPermissions, userOf } from './store.ts';

/** Test files of a worker share one copy: the description is large. */
const shared = (globalThis as { readonly gitHubContract?: typeof contract }).gitHubContract;
const { completeAnswer, contractFaults } = shared ?? (await import('./contract.ts'));

export interface TokenOptions {
  /** The account of the token. Names that end in `[bot]` are apps. */
  readonly login: string;
  /** Full names of its repositories. */
  readonly repositories: readonly string[];
  readonly permissions: TokenPermissions;
  /** The job or step that has it. */
  readonly holder?: string;
}

/** The part of GitHub that the actions need. */
export type GitHub = Awaited<ReturnType<typeof openGitHub>>;

/**
 * Starts GitHub on loopback. `pages` is its URL in links, where no server has to listen. Default: its URL on loopback. For a step
 * that is a call, its answers take 0.2 to 0.6 s, drawn from the seed, so that runs don't move in step.
 */
export async function openGitHub(time: Time, pages?: string, seed = 'answers') {
  const store = createStore(time);
  const chance = chanceOf(seed);
  const answerTime = () => chance.whole(200, 600);
  let folder: string | undefined;
  // The routes need the URL, which is only known when the server listens.
  const urls = { api: '', server: '' };
  const routes = githubRoutes(store, urls);
  const fetch = async (request: Request) => completeAnswer(request, await routes.fetch(request));
  const server = await openServer({ app: { fetch }, time, answerTime });
  urls.server = pages ?? server.origin;
  urls.api = `${server.origin}/api/v3`;
  return {
    ...urls,
    store,
    requests: server.requests,
    faults: server.faults,
    /** The repository with this name. Makes it if it doesn't exist. */
    repository: (fullName: string) => repositoryOf(store, fullName),
    /** Gives a repository a git history with one commit of these files. */
    async withFiles(fullName: string, files: Files) {
      folder ??= mkdtempSync(path.join(tmpdir(), 'sandbox-github-'));
      const repository = repositoryOf(store, fullName);
      const gitDir = path.join(folder, `${repository.id}.git`);
      repository.gitDir = await createRepository(gitDir, files, time.now());
      return repository;
    },
    addToken(token: string, { login, holder = '', ...options }: TokenOptions) {
      const { used = new Set<string>() } = store.tokens.get(token) ?? {};
      store.tokens.set(token, { user: userOf(store, login), holder, used, ...options });
    },
    /** Makes all tokens new: GitHub answers 401 for this many seconds. */
    freshTokens(seconds: number) {
      store.tokensKnownAt = time.now() + seconds * 1000;
    },
    /** Gives an account a role in a repository. A custom role has a name, and extends a built-in role. */
    addMember(fullName: string, login: string, role: Role, customName?: string) {
      userOf(store, login);
      const membership = { role, ...(customName !== undefined && { customName }) };
      repositoryOf(store, fullName).members.set(login.toLowerCase(), membership);
    },
    /** Throws if a planned fault has met no request, or if a request or an answer contradicts GitHub's description. */
    async close() {
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      await server.close();
      const broken = server.requests.flatMap(contractFaults);
      if (broken.length > 0) throw new Error(`These contradict GitHub's description:\n${broken.join('\n')}`);
    },
  };
}
