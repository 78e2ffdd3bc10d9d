/**
 * A scene: the built actions with a GitHub, a documentation service and a runner of their own, on this machine and in
 * virtual time.
 *
 *     await using scene = await openScene();
 *     const step = await scene.ask('/docs Rewrite the quickstart');
 *     expect(step.outputs).toMatchObject({ result: 'pull-request' });
 *
 * A test sets up the scene, runs the action, and reads the step's result and what the scene recorded.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { actionFile } from '../../sandbox/archive.ts';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Barrier, barrier } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import { eventsOf, type Moved } from '../../sandbox/github/events.ts';
import { commitFiles, type MergeMethod, mergePull } from '../../sandbox/github/history.ts';
import { branchSha } from '../../sandbox/github/pull-facts.ts';
import {
  type Reaction,
  type Review,
  type Role,
  type Thread,
  type TokenPermissions,
  userOf,
} from '../../sandbox/github/store.ts';
import {
  addComment,
  addReview,
  addThread,
  closeThread,
  editComment,
  type NewComment,
} from '../../sandbox/github/threads.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { openSandbox, type SandboxOptions, type SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { JobScene, TurnScript } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/event/trigger.ts';
import { signMarker } from '../../src/pull-request/marker.ts';
import { type SigningKey, signingKey, type ThreadRef } from '../../src/text/signed-note.ts';
import { type Note, writeNote } from '../../src/thread/note.ts';
import { example, type Json } from '../event/payloads.ts';

type Action = 'request' | 'visitors' | 'collect' | 'release-check';
export type Inputs = NonNullable<SandboxRunOptions['inputs']>;
/** Contents by path. `null` deletes the file. */
type Contents = Readonly<Record<string, string | null>>;

export interface SceneOptions extends SandboxOptions {
  /** The action that `run` runs. Default: `request`, the main action. */
  readonly action?: Action;
  /** The event of each run that names none. Default: a dispatch for `collect`, otherwise none. */
  readonly event?: Event;
  /** Inputs of each run. */
  readonly inputs?: Inputs;
  /** Gives the repository Git commits, and neither an issue nor a pull request. */
  readonly history?: boolean;
}

export interface RunOptions extends Partial<Omit<SandboxRunOptions, 'inputs' | 'event'>> {
  readonly action?: Action;
  readonly event?: Event | undefined;
}

/** A comment, and the run that it starts. */
export interface AskOptions {
  /** Default: the issue. */
  readonly on?: Thread;
  /** Default: `octocat`, who has write access. */
  readonly by?: string;
  readonly inputs?: Inputs;
  /** Edits the event's payload before it is checked against GitHub's schema. */
  readonly change?: (payload: Json) => void;
  readonly action?: 'created' | 'edited';
  readonly run?: RunOptions;
}

interface LineOptions extends AskOptions {
  readonly review?: number;
  readonly path?: string;
  /** The first comment of its thread. */
  readonly replyTo?: number;
}

export interface ReviewOptions extends AskOptions {
  readonly state?: Review['state'];
}

/** A comment or review, with the event that GitHub sends for it. */
interface Posted {
  readonly id: number;
  readonly event: Event;
  reactions(): string[];
}

export interface NewPull {
  /** Default: a branch of the agent. */
  readonly branch?: string;
  /** Default: `main`. */
  readonly base?: string;
  /** One commit for each set of files, for `openChange`. */
  readonly commits?: readonly Contents[];
  readonly title?: string;
  readonly body?: string;
  /** Default: the agent, and `hubot` for `openChange`. */
  readonly by?: string;
  readonly fork?: string;
  /** Default: the workflow's repository. */
  readonly repository?: string;
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

const REPOSITORY = 'acme/product';
/** The URL of the pull request that the service reports by default. */
export const LINK = 'https://github.com/acme/docs/pull/1';
/** A branch of the agent. */
export const BRANCH = 'mintlify/quickstart';
const BOT = 'github-actions[bot]';
export const SCHEDULE: Event = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };
const FILES = { 'src/app.ts': 'one\n', 'src/api/users.ts': 'two\n', 'docs/index.md': 'three\n' };
/** Stands for the issue and the pull request in a scene with a history, which has neither. */
const NO_THREAD = { number: 0, reactions: [], labels: new Set<string>() } as unknown as Thread;

export async function openScene(sceneOptions: SceneOptions = {}) {
  const { action = 'request', event: sceneEvent, inputs: sceneInputs, history, ...options } = sceneOptions;
  const sandbox = await openSandbox({
    seed: 'scene',
    repository: REPOSITORY,
    // A short turn needs few polls.
    workSeconds: 5,
    ...options,
  });
  const { github, service, time, token } = sandbox;
  const { store } = github;
  const folder = mkdtempSync(join(tmpdir(), 'scene-'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const repository = history ? await github.withFiles(REPOSITORY, FILES) : github.repository(REPOSITORY);
  const events = eventsOf({ github, repository: REPOSITORY });
  github.addMember(REPOSITORY, 'octocat', 'write');

  function openIssue(name = REPOSITORY): Thread {
    return addThread(store, github.repository(name), {
      user: userOf(store, 'octocat'),
      title: 'The quickstart is old',
      body: 'It shows version 1.',
    });
  }
  function openPull(pull: NewPull = {}): Thread {
    const { branch = BRANCH, by = 'docs-agent[bot]', title = 'A new quickstart', body = '' } = pull;
    const { base = 'main', fork } = pull;
    return addThread(store, github.repository(pull.repository ?? REPOSITORY), {
      user: userOf(store, by),
      title,
      body,
      pull: { head: branch, base, fork },
    });
  }
  const issue = history ? NO_THREAD : openIssue();
  const pull = history
    ? NO_THREAD
    : openPull({ branch: 'v2', by: 'mallory', title: 'New API', body: 'Adds version 2.' });

  /** Starts the action, and doesn't wait for its end. */
  function start(given: Inputs = {}, runOptions: RunOptions = {}): Step {
    const { action: name = action, event = sceneEvent ?? usualEvent(name), ...rest } = runOptions;
    const inputs = { ...sceneInputs, ...given };
    const prompt = name === 'request' && needsPrompt(inputs, event) ? 'Rewrite the quickstart' : undefined;
    return sandbox.run({
      actionFile: actionFile(name === 'request' ? '' : name),
      workspace,
      event,
      ...rest,
      inputs: prompt === undefined ? inputs : { ...inputs, prompt },
      context: { ...actorOf(event), ...rest.context },
    });
  }
  /** Starts the action, and returns when it sends this HTTP request, which is held. */
  async function startUntil(
    host: 'github' | 'service',
    { where, ...match }: Match & { readonly where?: 'after' },
    inputs?: Inputs,
    runOptions?: RunOptions,
  ): Promise<{ readonly running: Step; readonly held: Barrier }> {
    const held = barrier(where);
    sandbox[host].faults.next(match, held);
    const running = start(inputs, runOptions);
    await held.reached;
    return { running, held };
  }
  const run = (inputs?: Inputs, runOptions?: RunOptions): Promise<StepResult> =>
    start(inputs, runOptions).ended;

  const put = (on: Thread, body: string, by = 'octocat', line?: NewComment['line']) =>
    addComment(store, repository, { thread: on.number, user: userOf(store, by), body, line });
  function comment(body: string, { on = issue, by, change, action = 'created' }: AskOptions = {}): Posted {
    const added = put(on, body, by);
    return { id: added.id, reactions: reactionsOf(added), event: events.comment(on, added, action, change) };
  }
  const ask = (body: string, options: AskOptions = {}): Promise<StepResult> =>
    run(options.inputs, { ...options.run, event: comment(body, options).event });

  const tip = async () => branchSha(repository, 'main') ?? '';
  /** Adds a commit to a branch, in no virtual time. `from` is the commit on which a new branch starts, `merges` another parent. */
  async function commit(branch: string, files: Contents, from?: string, merges?: string): Promise<string> {
    const message = `Change ${Object.keys(files)[0]}`;
    return commitFiles(repository, branch, { files, message, at: time.now(), from, merges });
  }
  /** The event of a push. Default: to `main`, by `octo-writer`. */
  const push = (moved: Partial<Moved>) =>
    events.push({ ref: 'refs/heads/main', before: '0'.repeat(40), by: 'octo-writer', ...moved });

  /** Writes what is signed into a comment, by default one of the action. */
  function signWith<T>(sign: (content: T, commentId: number, thread: ThreadRef, key: SigningKey) => string) {
    return (on: Thread, content: T, written = put(on, 'Signed', BOT), projectId = service.projectId) => {
      const scope = { baseUrl: new URL(service.url), projectId };
      const thread = { service: scope, repositoryId: repository.id, number: on.number };
      editComment(store, written, sign(content, written.id, thread, signingKey(service.key)));
      return written;
    };
  }
  /** Writes the note of a request, as its run does, or who has its key. By default, the turn of the job is over. */
  function note(on: Thread, fields: Partial<Note>, written = put(on, 'Signed', BOT)) {
    const requester = { by: 'octocat', run: github.server };
    const usual = { request: `${written.id}`, attempt: 1, state: 'ended', until: 0, requester } as const;
    return signWith(writeNote)(on, { ...usual, sentAt: time.now(), ...fields }, written);
  }

  return {
    sandbox,
    repository,
    issue,
    pull,
    events,
    workspace,
    start,
    startUntil,
    run,
    openIssue,
    openPull,
    put,
    comment,
    ask,
    tip,
    commit,
    push,

    minutes: (count: number) => time.sleep(count * 60_000),

    // The repository: who may do what, and who writes what.

    member: (login: string, role: Role, custom?: string) => github.addMember(REPOSITORY, login, role, custom),
    /** Sets the permissions of the workflow's token. */
    permit(permissions: TokenPermissions): void {
      const known = store.tokens.get(token);
      if (known) known.permissions = permissions;
    },
    /** Comments on a line of a pull request. */
    line(
      body: string,
      { on = pull, by, change, review, path = 'docs/a.md', replyTo }: LineOptions = {},
    ): Posted {
      const diffHunk = '@@ -1,3 +1,3 @@\n-Old\n+New';
      const added = put(on, body, by, { path, line: 3, diffHunk, reviewId: review, replyTo });
      return { id: added.id, reactions: reactionsOf(added), event: events.line(on, added, change) };
    },
    review(body: string, { on = pull, by = 'octocat', change, state }: ReviewOptions = {}): Posted {
      const added = addReview(store, repository, { thread: on.number, user: userOf(store, by), body, state });
      return { id: added.id, reactions: () => [], event: events.review(on, added, change) };
    },
    /** Writes a marker on a pull request, as the run does that watched the job, or who has its key. Returns the comment. */
    mark: signWith(signMarker),
    note,
    /** A request whose job no run watches. The job began so many minutes ago. */
    leave(turns: TurnScript | TurnScript[], ago: number, on = issue) {
      const jobId = `job_${service.jobs.length + 1}`;
      service.putJob({ id: jobId, ago: ago * 60, turns: [turns].flat() });
      const request = comment('/docs Rewrite the quickstart', { on });
      const at = `${github.server}/${REPOSITORY}/issues/${on.number}#issuecomment-${request.id}`;
      const reactTo = { kind: 'issue-comment', id: request.id } as const;
      const requester = { by: 'octocat', person: true, at, reactTo, run: github.server };
      const sentAt = time.now() - ago * 60_000;
      note(on, { state: 'job', jobId, sentAt, created: true, left: true, requester });
      return { ...request, jobId };
    },
    /** Closes or merges a pull request, in no branch. */
    close: (
      thread: Thread,
      { by, merged = false }: { readonly by?: string; readonly merged?: boolean } = {},
    ) => closeThread(store, thread, { by: by === undefined ? undefined : userOf(store, by), merged }),
    /** The event of a pull request that was just opened. */
    opened: (thread: Thread) => events.pull(thread, 'opened', thread.user),
    /** Opens a pull request with commits, in a scene with a history. */
    async openChange({ branch = 'feature', commits = [], by = 'hubot', ...more }: NewPull): Promise<Thread> {
      const main = await tip();
      for (const [index, files] of commits.entries())
        await commit(branch, files, index === 0 ? main : undefined);
      return openPull({ branch, by, title: 'A change', ...more });
    },
    /** Merges pull requests, and returns the event of one push with all of them. */
    async merge(method: MergeMethod, ...numbers: number[]): Promise<Event> {
      const before = await tip();
      for (const number of numbers) mergePull(store, repository, number, method);
      return push({ before, after: await tip() });
    },

    // The action, in more ways.

    /** Runs the action, and kills it at this HTTP request. */
    async kill(...given: Parameters<typeof startUntil>): Promise<StepResult> {
      const { running, held } = await startUntil(...given);
      running.kill();
      held.stall();
      return running.ended;
    },
    /** Runs the action, and cancels it at this HTTP request. */
    async cancel(...given: Parameters<typeof startUntil>): Promise<StepResult> {
      const { running } = await startUntil(...given);
      await running.cancel();
      return running.ended;
    },
    /** Runs the second attempt of a run with this event. */
    rerun: (event: Event, inputs: Inputs = {}, context: RunOptions['context'] = {}) =>
      run(inputs, { event, context: { runAttempt: '2', ...context } }),

    /** Posts a comment, and starts a job without waiting for it. */
    async request(body: string, options: AskOptions = {}) {
      const posted = comment(body, options);
      const step = await run({ wait: 'false', ...options.inputs }, { ...options.run, event: posted.event });
      return { ...posted, step, jobId: step.outputs['jobId'] ?? '' };
    },
    startCollect: (inputs: Inputs = {}, event?: Event) => start(inputs, { action: 'collect', event }),
    collect: (inputs: Inputs = {}, event?: Event, runOptions: RunOptions = {}) =>
      run(inputs, { action: 'collect', event, ...runOptions }),

    // The workspace.

    write(files: Readonly<Record<string, string>>): void {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, path)), { recursive: true });
        writeFileSync(join(workspace, path), text);
      }
    },
    read: (file: string) => readFileSync(join(workspace, file), 'utf8'),
    list: () => readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort(),

    // What the action did.

    /** The action's comments as they stand now. Default: on the issue. */
    comments: (thread: Thread = issue): string[] =>
      repository.comments
        .filter(({ thread: number, user }) => number === thread.number && user.login === BOT)
        .map(({ text }) => text.body),
    /** The action's requests, like `POST /issues/1/comments 201`. */
    requests: (host: 'github' | 'service'): string[] => sandbox[host].requests.map(describeRequest),
    count: (kind: 'create' | 'message' | 'poll') =>
      service.requests.filter((request) => kindOf(request) === kind).length,
    /** The instructions that the action sent, including those that the service refused. */
    sent: (): string[] =>
      service.requests.flatMap(({ method, body }) => (method === 'POST' ? JSON.parse(body).prompt : [])),
    /** The instructions that the service accepted, job by job. */
    prompts: () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt)),
    turns: () => service.jobs.map(({ turns }) => turns.length),
    queries: (): Record<string, string>[] => service.requests.map(({ query }) => Object.fromEntries(query)),
    /** Does `work`, and returns its result with the requests that the service got meanwhile. */
    async watchService<T>(work: () => Promise<T>) {
      const before = service.requests.length;
      return { done: await work(), polls: service.requests.slice(before) };
    },
    reviewersOf: ({ pull }: Thread): string[] => [...(pull?.reviewers ?? [])].map(({ login }) => login),
    urlOf: ({ number }: Thread, name = REPOSITORY) => `${github.server}/${name}/pull/${number}`,
    /** The URL that the repository's next pull request will have. */
    nextLink: () => `${github.server}/${REPOSITORY}/pull/${repository.threads.size + 1}`,

    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function usualEvent(action: Action): Event | undefined {
  return action === 'collect'
    ? { name: 'workflow_dispatch', payload: example('workflow_dispatch') }
    : undefined;
}

/** Whether neither the inputs nor the event have an instruction. */
function needsPrompt(inputs: Inputs, event: Event | undefined): boolean {
  const sources = ['prompt', 'prompt-file', 'job-id'];
  return (
    !sources.some((name) => name in inputs) &&
    !/^(?:issue|pull_request|watch|workflow_run|check_run|status)/.test(event?.name ?? '')
  );
}

export function actorOf(event: { readonly payload: unknown } | undefined) {
  const login = (event?.payload as Json)?.sender?.login;
  return login === undefined ? {} : { actor: login, triggeringActor: login };
}

function reactionsOf({ reactions }: { readonly reactions: readonly Reaction[] }): () => string[] {
  return () => reactions.map(({ content }) => content);
}

function describeRequest({ method, path, status }: RecordedRequest): string {
  // GitHub's links to the next page have the repository's id in place of its name.
  const short = path.replace(/^\/api\/v3\/(?:repos\/acme\/product|repositories\/\d+)/, '');
  return `${method} ${short} ${status ?? 'no answer'}`;
}

function kindOf({ method, path }: RecordedRequest): 'create' | 'message' | 'poll' {
  if (method === 'GET') return 'poll';
  return path.endsWith('/message') ? 'message' : 'create';
}

export function warnings({ annotations }: Pick<StepResult, 'annotations'>): string[] {
  return annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
}

/** The script of a job that works for so many seconds, and then shows the fields of `end`. */
export function worksFor(seconds: number, end: JobScene = {}): { readonly timeline: readonly JobScene[] } {
  return { timeline: [{ status: 'active' }, { at: seconds, status: 'completed', ...end }] };
}

/** A scene in which each job works for so many seconds on pull request 2 of the repository. */
export async function openHome(seconds = 9) {
  const scene = await openScene();
  Object.assign(scene.pull, { user: userOf(scene.sandbox.github.store, 'docs-agent[bot]') });
  const prLink = scene.urlOf(scene.pull);
  scene.sandbox.service.scriptAll(worksFor(seconds, { prLink }));
  return Object.assign(scene, { prLink });
}

interface ThreadOptions {
  readonly seconds?: number;
  /** What the job shows after ten minutes of its first turn. */
  readonly gone?: JobScene;
  /** How later turns of the job end. Default: `completed`. */
  readonly status?: string;
  /** The later turn of the job, in place of the usual one. */
  readonly later?: TurnScript;
}

/** A scene in which a request on the issue created `job_1` an hour ago. Pull request 2 is the job's, with its marker. */
export async function openThread({ seconds = 9, status, gone, later }: ThreadOptions = {}) {
  const scene = await openHome(seconds);
  const { prLink } = scene;
  const { timeline } = worksFor(seconds, { prLink });
  const first = { timeline: [...timeline, ...(gone ? [{ at: 600, prLink, ...gone }] : [])] };
  const next = later ?? worksFor(seconds, { prLink, ...(status && { status }) });
  scene.sandbox.service.putJob({ id: 'job_1', ago: 3_600, turns: [first, next] });
  const sentAt = scene.sandbox.time.now() - 3_600_000;
  scene.note(scene.issue, { jobId: 'job_1', sentAt, created: true });
  scene.mark(scene.pull, { jobId: 'job_1' });
  return scene;
}

/** Lets the agent push a commit for each request. */
export function pushEachTurn({ pull, sandbox: { service } }: Scene, on = pull): void {
  const act: Fault['act'] = async (exchange) => {
    Object.assign(on.pull ?? {}, { headSha: `${service.requests.length}`.padStart(40, 'a') });
    await exchange.send(await exchange.process());
  };
  service.faults.next({ method: 'POST', times: 9 }, { name: 'push', act });
}

/** The script of a job that works for some minutes on a branch, and then shows the fields of `end`. */
export function endsAfter(minutes: number, end: object, branch = BRANCH): TurnScript {
  const source = { repository: 'https://github.com/acme/product', ref: branch };
  return {
    timeline: [
      { status: 'active', source },
      { at: minutes * 60, status: 'completed', source, ...end },
    ],
  };
}

/** Which later run reports a request on the issue that no run watches, and how. */
export const LATER: readonly [
  who: string,
  (scene: Scene, event: Event, inputs?: Inputs) => Promise<StepResult>,
][] = [
  ['a collect', (scene, _event, inputs) => scene.collect(inputs)],
  ['`--status`', (scene, _event, inputs) => scene.ask('/docs --status', { inputs: inputs ?? {} })],
  ['a re-run', (scene, event, inputs) => scene.rerun(event, inputs)],
];

/** Posts a comment, and kills the run and its post step at this HTTP request. */
export async function loseRunner(
  scene: Scene,
  host: 'github' | 'service',
  match: Match,
  words = '/docs Rewrite',
): Promise<StepResult> {
  const { faults } = scene.sandbox.github;
  const { running } = await scene.startUntil(
    host,
    match,
    { timeout: '3m' },
    { event: scene.comment(words).event },
  );
  faults.next({ times: 99 }, answer({ status: 503 }));
  running.kill();
  const step = await running.ended;
  faults.clear();
  return step;
}
