/** A repository on the sandbox's GitHub where people ask, and the committed bundle that answers them. */

import { actionFile } from '../../sandbox/archive.ts';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import {
  type Reaction,
  type Repository,
  type Role,
  type Thread,
  userOf,
} from '../../sandbox/github/store.ts';
import { addComment, addReview, addThread, type NewComment } from '../../sandbox/github/threads.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { RunContext } from '../../sandbox/runner/environment.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import {
  openSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxRunOptions,
} from '../../sandbox/sandbox.ts';
import type { Event } from '../../src/request/trigger.ts';
import type { Json } from '../request/payloads.ts';
import { processes } from './shared.ts';

const REPOSITORY = 'acme/product';

export type Inputs = NonNullable<SandboxRunOptions['inputs']>;

/** How somebody asks. */
export interface AskOptions {
  /** Default: the issue. */
  readonly on?: Thread;
  /** Default: `octocat`, who may write. */
  readonly by?: string;
  readonly inputs?: Inputs;
  /** Edits the payload before it is checked against GitHub's schema. */
  readonly change?: (payload: Json) => void;
  /** Default: `created`. */
  readonly action?: 'created' | 'edited';
  readonly run?: Partial<SandboxRunOptions>;
}

/** What was put in to ask with, and the event that tells of it. */
export interface Asking {
  readonly id: number;
  readonly event: Event;
  readonly reactions: readonly Reaction[];
}

export interface LineOptions extends AskOptions {
  readonly review?: number;
  readonly path?: string;
}

export interface AskedScene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly repository: Repository;
  /** Issue 1, by `octocat`. */
  readonly issue: Thread;
  /** Pull request 2, by `mallory`. */
  readonly pull: Thread;
  readonly events: ReturnType<typeof eventsOf>;
  /** Gives an account a role; a custom one has a name beside the built-in one that it extends. */
  member(login: string, role: Role, customName?: string): void;
  comment(body: string, options?: AskOptions): Asking;
  line(body: string, options?: LineOptions): Asking;
  review(body: string, options?: AskOptions): Asking;
  /** Starts the bundle on an event. */
  start(event: Event, inputs?: Inputs, run?: Partial<SandboxRunOptions>): Step;
  run(event: Event, inputs?: Inputs, run?: Partial<SandboxRunOptions>): Promise<StepResult>;
  /** Somebody comments, and the bundle runs to its end. */
  ask(body: string, options?: AskOptions): Promise<StepResult>;
  /** What the action wrote in a conversation (default: the issue's), as it stands now. */
  said(thread?: Thread): string[];
  /** The action's requests to GitHub, like `POST /issues/1/comments 201`. */
  calls(): string[];
  /** The prompts that the service got. */
  prompts(): string[];
}

export async function openAsked(options: SandboxOptions = {}): Promise<AskedScene> {
  const sandbox = await openSandbox({ seed: 'asked', repository: REPOSITORY, processes, ...options });
  const { github, service } = sandbox;
  const { store } = github;
  const repository = github.repository(REPOSITORY);
  const member: AskedScene['member'] = (login, role, name) => github.addMember(REPOSITORY, login, role, name);
  member('octocat', 'write');
  const issue = addThread(store, repository, {
    ...{ user: userOf(store, 'octocat'), title: 'The quickstart is old', body: 'It shows version 1.' },
  });
  const pull = addThread(store, repository, {
    ...{ user: userOf(store, 'mallory'), title: 'New API', body: 'Adds version 2.' },
    pull: { head: 'v2', base: 'main' },
  });
  const events = eventsOf({ github, repository: REPOSITORY });

  const put = (thread: Thread, body: string, by = 'octocat', line?: NewComment['line']) =>
    addComment(store, repository, {
      ...{ thread: thread.number, user: userOf(store, by), body },
      ...(line && { line }),
    });
  const start: AskedScene['start'] = (event, inputs = {}, run = {}) =>
    sandbox.run({
      actionFile: actionFile(),
      inputs,
      event,
      ...run,
      context: { ...actorOf(event), ...run.context },
    });
  const comment: AskedScene['comment'] = (body, { on = issue, by, change, action = 'created' } = {}) => {
    const added = put(on, body, by);
    return { id: added.id, reactions: added.reactions, event: events.comment(on, added, action, change) };
  };

  return {
    ...{ sandbox, repository, issue, pull, events, member, start, comment },
    line(body, { on = pull, by, change, review, path = 'docs/a.md' } = {}) {
      const place = { path, line: 3, diffHunk: '@@ -1,3 +1,3 @@\n-Old\n+New' };
      const added = put(on, body, by, { ...place, ...(review !== undefined && { reviewId: review }) });
      return { id: added.id, reactions: added.reactions, event: events.line(on, added, change) };
    },
    review(body, { on = pull, by = 'octocat', change } = {}) {
      const added = addReview(store, repository, { thread: on.number, user: userOf(store, by), body });
      return { id: added.id, reactions: [], event: events.review(on, added, change) };
    },
    run: (event, inputs, run) => start(event, inputs, run).ended,
    ask: (body, asking = {}) => start(comment(body, asking).event, asking.inputs, asking.run).ended,
    said: (thread = issue) =>
      repository.comments
        .filter(({ thread: number, user }) => number === thread.number && user.type === 'Bot')
        .filter(({ user }) => user.login === 'github-actions[bot]')
        .map(({ text }) => text.body),
    calls: () => github.requests.map(tell),
    prompts: () => service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt)),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

function tell({ method, path, status }: RecordedRequest): string {
  // GitHub's links to further pages name the repository by its id.
  const within = path.replace(/^\/api\/v3\/(?:repos\/acme\/product|repositories\/\d+)/, '');
  return `${method} ${within} ${status ?? 'no answer'}`;
}

function actorOf({ payload }: Event): Partial<RunContext> {
  const login = (payload as Json)?.sender?.login;
  return login === undefined ? {} : { actor: login, triggeringActor: login };
}

/** Somebody asks, and the run is lost with its runner at that request: its post step can't do anything either. */
export async function loseRunner(
  scene: AskedScene,
  { at, method, nth }: { readonly at: 'github' | 'service'; readonly method: string; readonly nth: number },
): Promise<StepResult> {
  const held = barrier();
  scene.sandbox[at].faults.next({ method, nth }, held);
  const running = scene.start(scene.comment('/docs Rewrite').event, { timeout: '2m' });
  await held.reached;
  scene.sandbox.github.faults.next({ times: 99 }, answer({ status: 503 }));
  running.kill();
  const step = await running.ended;
  scene.sandbox.github.faults.clear();
  return step;
}
