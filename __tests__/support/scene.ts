/**
 * The built actions in a sandbox of their own: GitHub, the documentation service and a runner on this machine, with virtual
 * time. `openScene` opens it, `run` runs a step, and what it did is read from the step's result and from the scene.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { actionFile } from '../../sandbox/archive.ts';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import { commitFiles, type MergeMethod } from '../../sandbox/github/history.ts';
import { type Moved, mergePull } from '../../sandbox/github/merging.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import {
  type Reaction,
  type Review,
  type Role,
  type Thread,
  type TokenPermissions,
  userOf,
} from '../../sandbox/github/store.ts';
import { addComment, addReview, addThread, type NewComment } from '../../sandbox/github/threads.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { openSandbox, type SandboxOptions, type SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/request/trigger.ts';
import { example, type Json } from '../request/payloads.ts';
import { processes } from './shared.ts';

type Action = 'request' | 'batch' | 'visitors' | 'collect';
export type Inputs = NonNullable<SandboxRunOptions['inputs']>;
type Contents = Readonly<Record<string, string | null>>;

export interface SceneOptions extends SandboxOptions {
  /** What `run` runs. Default: the action that sends one request. */
  readonly action?: Action;
  /** What starts each run that names no event. Default: a schedule for a batch, somebody's hand for a collect, nothing else. */
  readonly event?: Event;
  /** Inputs of every run. */
  readonly inputs?: Inputs;
  /** The repository has a real Git history, and neither issue nor pull request. */
  readonly history?: boolean;
}

export interface RunOptions extends Partial<Omit<SandboxRunOptions, 'inputs' | 'event'>> {
  readonly action?: Action;
  readonly event?: Event | undefined;
}

/** How somebody requests something in a conversation. */
export interface AskOptions {
  /** Default: the issue. */
  readonly on?: Thread;
  /** Default: `octocat`, who may write. */
  readonly by?: string;
  readonly inputs?: Inputs;
  /** Edits the payload before it is checked against GitHub's schema. */
  readonly change?: (payload: Json) => void;
  readonly action?: 'created' | 'edited';
  readonly run?: RunOptions;
}

interface LineOptions extends AskOptions {
  readonly review?: number;
  readonly path?: string;
}

export interface ReviewOptions extends AskOptions {
  readonly state?: Review['state'];
}

/** What somebody wrote, and its event. */
interface Posted {
  readonly id: number;
  readonly event: Event;
  reactions(): string[];
}

export interface NewPull {
  /** Default: a branch of the agent. */
  readonly branch?: string;
  /** One commit for each set of files, in a scene with a history. */
  readonly commits?: readonly Contents[];
  readonly title?: string;
  readonly body?: string;
  /** Default: the agent; a person when it has commits. */
  readonly by?: string;
  readonly fork?: string;
  /** Default: the workflow's. */
  readonly repository?: string;
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

const REPOSITORY = 'acme/product';
export const LINK = 'https://github.com/acme/docs/pull/1';
/** A branch of the agent. */
export const BRANCH = 'docs-agent/quickstart';
const SCHEDULE: Event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
const FILES = { 'src/app.ts': 'one\n', 'src/api/users.ts': 'two\n', 'docs/index.md': 'three\n' };

export async function openScene({
  action = 'request',
  event,
  inputs,
  history,
  ...options
}: SceneOptions = {}) {
  const sandbox = await openSandbox({ seed: 'scene', repository: REPOSITORY, processes, ...options });
  const { github, service, time, token } = sandbox;
  const { store } = github;
  // Long enough for the jobs of a batch to be open side by side.
  if (action === 'batch') service.rules.usualSeconds = 40;
  const folder = mkdtempSync(join(tmpdir(), 'scene-'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const repository = history ? await github.withFiles(REPOSITORY, FILES) : github.repository(REPOSITORY);
  const events = eventsOf({ github, repository: REPOSITORY });
  const member = (login: string, role: Role, custom?: string) =>
    github.addMember(REPOSITORY, login, role, custom);
  member('octocat', 'write');

  function openPull(pull: NewPull = {}): Thread {
    const { branch = BRANCH, by = 'docs-agent[bot]', title = 'A new quickstart', body = '', fork } = pull;
    return addThread(store, github.repository(pull.repository ?? REPOSITORY), {
      ...{ user: userOf(store, by), title, body },
      pull: { head: branch, base: 'main', ...(fork !== undefined && { fork }) },
    });
  }
  function openIssue(name = REPOSITORY): Thread {
    const words = { title: 'The quickstart is old', body: 'It shows version 1.' };
    return addThread(store, github.repository(name), { user: userOf(store, 'octocat'), ...words });
  }
  const [issue, pull] = history
    ? [NOBODY, NOBODY]
    : [openIssue(), openPull({ branch: 'v2', by: 'mallory', title: 'New API', body: 'Adds version 2.' })];

  const start = (given: Inputs = {}, { action: other, event: on, ...run }: RunOptions = {}): Step => {
    const what = other ?? action;
    const cause = on ?? event ?? usualEvent(what);
    const all = { ...inputs, ...given };
    const prompt = what === 'request' && needsPrompt(all, cause) ? { prompt: 'Rewrite the quickstart' } : {};
    return sandbox.run({
      actionFile: actionFile(what === 'request' ? '' : what),
      ...{ inputs: { ...prompt, ...all }, workspace, ...run },
      ...(cause && { event: cause }),
      context: { ...actorOf(cause), ...run.context },
    });
  };
  const run = (given?: Inputs, more?: RunOptions): Promise<StepResult> => start(given, more).ended;

  const put = (on: Thread, body: string, by = 'octocat', line?: NewComment['line']) =>
    addComment(store, repository, {
      ...{ thread: on.number, user: userOf(store, by), body },
      ...(line && { line }),
    });
  /** Somebody comments. */
  const comment = (body: string, { on = issue, by, change, action = 'created' }: AskOptions = {}): Posted => {
    const added = put(on, body, by);
    return { id: added.id, reactions: reactionsOf(added), event: events.comment(on, added, action, change) };
  };
  /** Somebody comments, and the action runs to its end. */
  const ask = (body: string, asking: AskOptions = {}): Promise<StepResult> =>
    run(asking.inputs, { ...asking.run, event: comment(body, asking).event });

  const tip = async () => (await branchSha(repository, 'main')) ?? '';
  const commit = (branch: string, files: Contents, from?: string) =>
    commitFiles(repository, branch, {
      ...{ files, message: `Change ${Object.keys(files)[0]}`, at: time.now() },
      ...(from !== undefined && { from }),
    });
  const push = (moved: Partial<Moved>) =>
    events.push({ ref: 'refs/heads/main', before: '0'.repeat(40), by: 'octo-writer', ...moved } as Moved);
  const minutes = (count: number) => time.sleep(count * 60_000);

  return {
    ...{ sandbox, repository, issue, pull, events, workspace, member, openIssue, openPull, minutes },
    ...{ start, run, comment, ask, put, tip, commit, push },

    /** GitHub's event of a pull request that was opened just now. */
    opened: (thread: Thread) => events.pull(thread, 'opened', thread.user),
    /** Somebody comments on a line of a pull request. */
    line(body: string, { on = pull, by, change, review, path = 'docs/a.md' }: LineOptions = {}): Posted {
      const place = { path, line: 3, diffHunk: '@@ -1,3 +1,3 @@\n-Old\n+New' };
      const added = put(on, body, by, { ...place, ...(review !== undefined && { reviewId: review }) });
      return { id: added.id, reactions: reactionsOf(added), event: events.line(on, added, change) };
    },
    review(body: string, { on = pull, by = 'octocat', change, state }: ReviewOptions = {}): Posted {
      const written = { thread: on.number, user: userOf(store, by), body, ...(state && { state }) };
      const added = addReview(store, repository, written);
      return { id: added.id, reactions: () => [], event: events.review(on, added, change) };
    },
    /** Somebody requests a job that no run waits for. */
    async request(body: string, asking: AskOptions = {}) {
      const asked = comment(body, asking);
      const step = await run({ wait: 'false', ...asking.inputs }, { ...asking.run, event: asked.event });
      return { ...asked, step, jobId: step.outputs['jobId'] ?? '' };
    },
    startCollect: (given: Inputs = {}, on?: Event) => start(given, { action: 'collect', event: on }),
    collect: (given: Inputs = {}, on?: Event, more: RunOptions = {}) =>
      run(given, { action: 'collect', event: on, ...more }),

    /** Opens a pull request that has commits. */
    async openChange({ branch = 'feature', commits = [], by = 'hubot', ...more }: NewPull): Promise<Thread> {
      const main = await tip();
      for (const [index, files] of commits.entries())
        await commit(branch, files, index === 0 ? main : undefined);
      return openPull({ branch, by, title: 'A change', ...more });
    },
    /** Merges pull requests one after the other. Returns the one push event of all of them. */
    async merge(method: MergeMethod, ...numbers: number[]): Promise<Event> {
      const before = await tip();
      for (const number of numbers) await mergePull(store, repository, number, method);
      return push({ before, after: await tip() });
    },

    /** What the workflow's token may do from now on. */
    permit(permissions: TokenPermissions): void {
      const known = store.tokens.get(token);
      if (known) known.permissions = permissions;
    },
    /** Puts files into the workspace. */
    write(files: Readonly<Record<string, string>>): void {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, path)), { recursive: true });
        writeFileSync(join(workspace, path), text);
      }
    },
    /** A file of the workspace. */
    read: (file: string) => readFileSync(join(workspace, file), 'utf8'),
    /** Everything in the workspace, folders too. */
    list: () => readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort(),

    /** The action's comments in a conversation (default: the issue's), as they stand now. */
    comments: (thread: Thread = issue): string[] =>
      repository.comments
        .filter(({ thread: number, user }) => number === thread.number && user.login === BOT)
        .map(({ text }) => text.body),
    /** The action's requests to either host, like `POST /issues/1/comments 201`. */
    requests: (host: 'github' | 'service'): string[] => sandbox[host].requests.map(describeRequest),
    count: (kind: 'create' | 'message' | 'poll') =>
      service.requests.filter((one) => kindOf(one) === kind).length,
    /** The instructions that the service was sent, in their order, whatever it answered. */
    sent: (): string[] =>
      service.requests.flatMap(({ method, body }) => (method === 'POST' ? JSON.parse(body).prompt : [])),
    /** The instructions that the service took, job by job. */
    prompts: () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt)),
    /** The queries that the service got, in their order. */
    queries: (): Record<string, string>[] => service.requests.map(({ query }) => Object.fromEntries(query)),
    /** How many instructions each job got. */
    turns: () => service.jobs.map(({ turns }) => turns.length),
    /** The URL that the next pull request of the repository will have. */
    nextLink: () => `${github.server}/${REPOSITORY}/pull/${repository.threads.size + 1}`,
    /** What the service is asked while `work` goes on. */
    async watchService<T>(work: () => Promise<T>) {
      const before = service.requests.length;
      return { done: await work(), polls: service.requests.slice(before) };
    },

    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const BOT = 'github-actions[bot]';
/** In a scene with a history nobody has opened anything. */
const NOBODY = { number: 0, reactions: [], labels: new Set<string>() } as unknown as Thread;

function usualEvent(action: Action): Event | undefined {
  if (action === 'batch') return SCHEDULE;
  return action === 'collect'
    ? { name: 'workflow_dispatch', payload: example('workflow_dispatch') }
    : undefined;
}

/** Neither an input nor what people wrote brings an instruction. */
function needsPrompt(inputs: Inputs, event: Event | undefined): boolean {
  const sources = ['prompt', 'prompt-file', 'job-id'];
  return !sources.some((name) => name in inputs) && !/^(?:issue|pull_request|watch)/.test(event?.name ?? '');
}

function actorOf(event: Event | undefined) {
  const login = (event?.payload as Json)?.sender?.login;
  return login === undefined ? {} : { actor: login, triggeringActor: login };
}

function reactionsOf({ reactions }: { readonly reactions: readonly Reaction[] }): () => string[] {
  return () => reactions.map(({ content }) => content);
}

function describeRequest({ method, path, status }: RecordedRequest): string {
  // GitHub's links to further pages name the repository by its id.
  const within = path.replace(/^\/api\/v3\/(?:repos\/acme\/product|repositories\/\d+)/, '');
  return `${method} ${within} ${status ?? 'no answer'}`;
}

function kindOf({ method, path }: RecordedRequest): 'create' | 'message' | 'poll' {
  if (method === 'GET') return 'poll';
  return path.endsWith('/message') ? 'message' : 'create';
}

export function warnings({ annotations }: Pick<StepResult, 'annotations'>): string[] {
  return annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
}

/** A job of the agent that is at work for so many minutes, and ends like this. */
export function endsAfter(minutes: number, end: object, branch = BRANCH): TurnScript {
  const source = { repository: 'https://github.com/acme/product', ref: branch };
  return {
    timeline: [
      { status: 'active', source },
      { at: minutes * 60, status: 'completed', source, ...end },
    ],
  };
}

/** Somebody requests something, and the run is lost with its runner at that request: its post step can't do anything either. */
export async function loseRunner(
  scene: Scene,
  { at, method, nth }: { readonly at: 'github' | 'service'; readonly method: string; readonly nth: number },
): Promise<StepResult> {
  const held = barrier();
  scene.sandbox[at].faults.next({ method, nth }, held);
  const running = scene.start({ timeout: '2m' }, { event: scene.comment('/docs Rewrite').event });
  await held.reached;
  scene.sandbox.github.faults.next({ times: 99 }, answer({ status: 503 }));
  running.kill();
  const step = await running.ended;
  scene.sandbox.github.faults.clear();
  return step;
}
