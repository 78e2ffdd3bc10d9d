import { eventsOf } from '../../sandbox/github/events.ts';
import { commitAll, commitFiles, type MergeMethod } from '../../sandbox/github/history.ts';
import { type Moved, mergePull } from '../../sandbox/github/merging.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import type { Repository, Thread } from '../../sandbox/github/store.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import type { SandboxOptions, SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { Event } from '../../src/request/trigger.ts';
import { openScene, type Scene } from './bundle.ts';

type Contents = Readonly<Record<string, string | null>>;

/** A pull request to make: its branch, and one commit for each set of files. */
export interface NewPull {
  readonly branch: string;
  readonly commits: readonly Contents[];
  readonly title?: string;
  readonly body?: string;
  readonly by?: string;
  readonly fork?: string;
}

/** A repository with a real history, and the built action on its events. */
export interface ChangeScene extends AsyncDisposable {
  readonly scene: Scene;
  readonly repository: Repository;
  commit(branch: string, files: Contents, from?: string): Promise<string>;
  /** Adds many commits that each change a file. */
  grow(branch: string, count: number): Promise<string>;
  /** The commit of `main` now. */
  tip(): Promise<string>;
  openPull(pull: NewPull): Promise<Thread>;
  /** Merges pull requests one after the other, and answers the one push event of all of them. */
  merge(method: MergeMethod, ...numbers: number[]): Promise<Event>;
  /** A push event, checked against GitHub's schema. */
  push(moved: Partial<Moved>): Event;
  run(
    on: Event | undefined,
    inputs?: SandboxRunOptions['inputs'],
    options?: Partial<SandboxRunOptions>,
  ): Promise<StepResult>;
  /** The text that the service got first; empty when it got none. */
  sent(): string;
  /** All texts that the service got, whole. */
  texts(): string[];
}

/** A push event of any repository, checked against GitHub's schema. */
export function pushIn({ sandbox }: Scene, repository: Repository, moved: Partial<Moved>): Event {
  const events = eventsOf({ github: sandbox.github, repository: repository.fullName });
  return events.push({ ref: 'refs/heads/main', by: 'octo-writer', ...moved });
}

const BEGINNING = { 'src/app.ts': 'one\n', 'src/api/users.ts': 'two\n', 'docs/index.md': 'three\n' };

function sentTexts({ sandbox }: Scene): string[] {
  const posts = sandbox.service.requests.filter(({ method }) => method === 'POST');
  return posts.map(({ body }) => JSON.parse(body).prompt);
}

export async function openChangeScene(options: SandboxOptions = {}): Promise<ChangeScene> {
  const scene = await openScene(options);
  const { github, time } = scene.sandbox;
  const { store } = github;
  const repository = await github.withFiles('acme/product', BEGINNING);
  const commit: ChangeScene['commit'] = (branch, files, from) =>
    commitFiles(repository, branch, {
      ...{ files, message: `Change ${Object.keys(files)[0]}`, at: time.now() },
      ...(from !== undefined && { from }),
    });
  const push: ChangeScene['push'] = (moved) => pushIn(scene, repository, moved);
  const tip = async () => (await branchSha(repository, 'main')) ?? '';

  return {
    scene,
    repository,
    commit,
    push,
    tip,
    grow(branch, count) {
      const numbers = Array.from({ length: count }, (_, index) => index);
      const commits = numbers.map((index) => ({
        ...{ files: { 'src/count.ts': `${index}\n` }, message: `Count ${index}`, at: time.now() },
      }));
      return commitAll(repository, branch, commits);
    },
    async openPull({ branch, commits, title = 'A change', body = '', by = 'hubot', fork }) {
      const main = await tip();
      for (const [index, files] of commits.entries())
        await commit(branch, files, index === 0 ? main : undefined);
      return addThread(store, repository, {
        ...{ user: userOf(store, by), title, body },
        pull: { head: branch, base: 'main', ...(fork !== undefined && { fork }) },
      });
    },
    async merge(method, ...numbers) {
      const before = await tip();
      for (const number of numbers) await mergePull(store, repository, number, method);
      return push({ before, after: await tip() });
    },
    run: (on, inputs, more) => scene.run(inputs, { ...more, ...(on && { event: on }) }),
    sent: () => sentTexts(scene)[0] ?? '',
    texts: () => sentTexts(scene),
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}
