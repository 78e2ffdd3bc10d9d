/** Requests in one thread: the real code of a run, over a world that loses and delays. */
import fc from 'fast-check';
import type { GitHub } from '../../../src/github/github.ts';
import type { Http } from '../../../src/http/http-client.ts';
import type { RequestResult } from '../../../src/job/request-result.ts';
import type { Ports } from '../../../src/ports.ts';
import type { Request } from '../../../src/request/request.ts';
import type { Inputs } from '../../../src/run/inputs.ts';
import { type Instruction, readOrder } from '../../../src/run/order.ts';
import { closeStep } from '../../../src/run/post.ts';
import { requestJob } from '../../../src/run/request-job.ts';
import { openStep } from '../../../src/run/step-context.ts';
import { startDeadline } from '../../../src/runner/deadline.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { openService } from '../../../src/service/service.ts';
import { type NotePlace, signingKey } from '../../../src/text/signed-note.ts';
import { type FakeGitHub, fakeGitHub, type ThreadGitHub } from './github.ts';
import { type FakeService, fakeService } from './service.ts';
import { type Actor, MINUTE, openWorld, SECOND, type World } from './world.ts';

/** One attempt at a request. */
interface AttemptPlan {
  /** `lost`: its runner is gone; `killed`: its post step follows; `cancelled`: it gets the 10 s of a cancelled run before that. */
  readonly cut: 'never' | 'lost' | 'killed' | 'cancelled';
  /** At which of its points it is cut off. */
  readonly at: number;
  /** When the request is run again after this attempt is over, in seconds. */
  readonly again: number;
}

interface RequestPlan {
  /** Seconds after the first one. */
  readonly start: number;
  /** In minutes. */
  readonly timeout: number;
  readonly manner: Instruction['manner'];
  readonly wait: boolean;
  /** The first, and its re-run where there is one. */
  readonly attempts: readonly AttemptPlan[];
}

/** What happens; all else is the scheduler's. */
export interface Plan {
  readonly requests: readonly RequestPlan[];
  readonly seed: number;
  /** Whether GitHub's queue is used. */
  readonly isQueued: boolean;
  /** Whether each answer comes within a second. */
  readonly isPrompt: boolean;
  /** How many seconds lists may be behind. */
  readonly lag: number;
  /** How many of a hundred changes have an unknown fate. */
  readonly doubtful: number;
  /** Whether the service refuses now and then. */
  readonly faulty: boolean;
  /** When strangers copy comments, in seconds. */
  readonly copies: readonly number[];
}

/** What changes a world into one that a broken rule would see. */
export interface Variant {
  readonly github?: (github: ThreadGitHub, there: NotePlace, fake: FakeGitHub) => ThreadGitHub;
  readonly http?: (http: Http) => Http;
}

/** An attempt that was made, and what became of it. */
export interface Attempt {
  /** The request's own words. */
  readonly text: string;
  readonly plan: RequestPlan;
  readonly number: number;
  readonly main: Actor;
  readonly startedAt: number;
  readonly deadline: number;
  /** What main left to its post step. */
  readonly state: Readonly<Record<string, string>>;
  result?: RequestResult;
  /** What it threw, which nothing here should. */
  thrown?: unknown;
  endedAt?: number;
  /** Whether it was told to stop. */
  interrupted?: true;
  /** When it was cut off, and in what order of things. */
  cut?: { readonly at: number; readonly tick: number };
  /** Its post step, where one follows, and when that was through. */
  post?: Actor;
  closed?: { readonly at: number; readonly tick: number };
}

export interface Played {
  readonly attempts: readonly Attempt[];
  readonly github: FakeGitHub;
  readonly service: FakeService;
  readonly world: World;
  readonly plan: Plan;
}

const attempt = fc.record<AttemptPlan>({
  cut: fc.oneof(
    { weight: 3, arbitrary: fc.constant('never' as const) },
    { weight: 2, arbitrary: fc.constantFrom('lost' as const, 'killed' as const, 'cancelled' as const) },
  ),
  at: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 60 })),
  again: fc.integer({ min: 20, max: 400 }),
});

/** Any request at any time. */
const request = fc.record<RequestPlan>({
  start: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1_200 })),
  timeout: fc.constantFrom(10, 30, 90),
  manner: fc.constantFrom('next', 'next', 'next', 'new'),
  wait: fc.constantFrom(true, true, true, false),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 3 }),
});

/** One of several that are left alone, each ten seconds after the other or later. */
const spaced = fc.record({
  gap: fc.integer({ min: 10, max: 90 }),
  timeout: fc.constant(30),
  manner: fc.constant('next' as const),
  wait: fc.constant(true),
});

const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 2, maxLength: 3 });
const seed = fc.nat();
const copies = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 2 });
const doubtful = fc.constantFrom(0, 0, 5, 20);

/** Requests in GitHub's queue: a run starts when the one before it is gone. */
const queued = fc.record<Plan>({
  ...{
    requests: several(request),
    isQueued: fc.constant(true),
    isPrompt: fc.constant(false),
    lag: fc.constant(5),
    seed,
    copies,
  },
  ...{ doubtful, faulty: fc.boolean() },
});

/** Requests without the queue, ten seconds apart; GitHub takes every edit. */
const apart = fc.record<Plan>({
  requests: several(spaced).map((all) => {
    let start = 0;
    return all.map(({ gap, ...plan }) => {
      start += gap;
      return { ...plan, start, attempts: [{ cut: 'never' as const, at: 0, again: 0 }] };
    });
  }),
  ...{ isQueued: fc.constant(false), isPrompt: fc.constant(true), lag: fc.constant(5), seed, copies },
  ...{ doubtful: fc.constant(0), faulty: fc.constant(false) },
});

/** Requests without the queue at any time, while lists lag by up to 45 s. */
const together = fc.record<Plan>({
  ...{ requests: several(request), isQueued: fc.constant(false), isPrompt: fc.constant(false) },
  ...{ lag: fc.constant(45), seed, copies },
  ...{ doubtful, faulty: fc.boolean() },
});

export const plans = { queued, apart, together } as const;

const SETTINGS = {
  baseUrl: new URL('https://api.example.com'),
  apiKey: 'mint_the-key-of-the-project',
  projectId: 'project',
} as const;
export const KEY = signingKey(SETTINGS);
export const PLACE: NotePlace = { service: SETTINGS, repositoryId: 7, thread: 1 };

/** Plays a plan to its end. */
export async function play(scheduler: fc.Scheduler, plan: Plan, variant: Variant = {}): Promise<Played> {
  const world = openWorld(scheduler, plan);
  const github = fakeGitHub(world, plan.lag * SECOND);
  const service = fakeService(world, plan.faulty);
  const attempts: Attempt[] = [];
  const stage: Stage = { world, github, service, variant, attempts, plan, queue: openQueue(world, plan) };
  plan.requests.forEach((request, index) => {
    world.later(request.start * SECOND, () => stage.queue.enter(() => begin(stage, request, index, 0)));
  });
  for (const at of plan.copies) world.later(at * SECOND, github.copy);
  await world.play();
  return stage;
}

interface Stage extends Played {
  readonly variant: Variant;
  readonly attempts: Attempt[];
  readonly queue: ReturnType<typeof openQueue>;
}

/** GitHub's `concurrency` with `queue: max`: a runner takes some seconds to start. */
function openQueue(world: World, { isQueued }: Plan) {
  const line: (() => void)[] = [];
  let isBusy = false;
  function next() {
    const start = isBusy ? undefined : line.shift();
    if (start === undefined) return;
    isBusy = true;
    start();
  }
  return {
    enter(start: () => void) {
      if (!isQueued) return start();
      line.push(start);
      next();
    },
    leave() {
      if (!isQueued) return;
      world.later(10 * SECOND, () => {
        isBusy = false;
        next();
      });
    },
  };
}

function begin(stage: Stage, plan: RequestPlan, index: number, earlier: number): void {
  const { world, attempts } = stage;
  const { cut, at } = plan.attempts[earlier] as AttemptPlan;
  const interrupt = new AbortController();
  const main = actor(`run ${index + 1}.${earlier + 1}`, (point) => {
    if (cut === 'never' || point !== at) return;
    if (cut === 'cancelled') stop();
    else cutOff();
  });
  const startedAt = world.now();
  const state: Record<string, string> = {};
  const made: Attempt = {
    ...{ text: `Request ${index + 1}`, plan, number: earlier + 1, main, startedAt, state },
    deadline: startedAt + plan.timeout * MINUTE,
  };
  attempts.push(made);

  function stop(): void {
    made.interrupted = true;
    interrupt.abort({ by: 'interrupt', signal: 'SIGINT' });
    world.later(10 * SECOND, () => main.over || cutOff());
  }
  function cutOff(): void {
    main.alive = false;
    made.cut = { at: world.now(), tick: world.tick() };
    if (cut === 'lost') over();
    else closeSoon();
  }
  function closeSoon(): void {
    if (state['stage'] === undefined || state['stage'] === 'ended') {
      over();
      return;
    }
    const post = actor(`post ${index + 1}.${earlier + 1}`, () => undefined);
    made.post = post;
    const closed = () => {
      post.over = true;
      made.closed = { at: world.now(), tick: world.tick() };
      over();
    };
    world.later(world.chance.whole(0, 5) * SECOND, () => {
      close(stage, made, post).then(closed, (error) => {
        made.thrown = error;
      });
    });
  }
  function over(): void {
    stage.queue.leave();
    const { again = 0 } = plan.attempts[earlier] ?? {};
    if (plan.attempts[earlier + 1] === undefined) return;
    world.later(again * SECOND, () => stage.queue.enter(() => begin(stage, plan, index, earlier + 1)));
  }

  const ports = openPorts(stage, main, made, interrupt.signal, index);
  const saved = (result: RequestResult) => {
    main.over = true;
    made.result = result;
    made.endedAt = world.now();
    // What `main.ts` leaves when it comes to its end.
    if (result.unwritten !== undefined) state['lastWord'] = result.unwritten;
    state['stage'] = result.unwritten === undefined ? 'ended' : 'unwritten';
    closeSoon();
  };
  execute(ports, plan, made.text).then(saved, (error) => {
    made.thrown = error;
  });
}

function actor(name: string, atPoint: Actor['atPoint']): Actor {
  return { name, alive: true, over: false, points: 0, doubts: 0, atPoint };
}

/** What the run is given of the outside: nothing of it leaves the process. */
function openPorts(
  { world, github, service, variant }: Stage,
  actor: Actor,
  { startedAt, state, number }: Pick<Attempt, 'startedAt' | 'state' | 'number'>,
  interrupt: AbortSignal,
  index: number,
): Ports {
  const clock = world.clockOf(actor);
  const log = silent();
  const random = () => world.chance.next();
  const inner = github.openFor(actor);
  const opened = variant.github?.(inner, PLACE, github) ?? inner;
  const wire = service.openFor(actor);
  const http = variant.http?.(wire) ?? wire;
  const runner: Pick<Runner, 'log' | 'group' | 'input' | 'output' | 'saveState'> = {
    log,
    group: () => undefined,
    input: (name) => POST_INPUTS[name] ?? '',
    output: () => undefined,
    saveState(name, value) {
      (state as Record<string, string>)[name] = typeof value === 'string' ? value : JSON.stringify(value);
    },
  };
  const ports: Partial<Ports> = {
    ...{ startedAt, clock, random, interrupt, runner: runner as Runner },
    randomToken: () => world.tick().toString(36).padStart(32, '0'),
    startDeadline: (timeout) => startDeadline(clock, startedAt + timeout, interrupt),
    openGitHub: () => opened as GitHub,
    openService: (settings) => openService(settings, { http, clock, log, random }),
    workflowRun: {
      ...{ repository: 'acme/product', owner: 'acme', repo: 'product', repositoryId: PLACE.repositoryId },
      isPublic: false,
      serverUrl: 'https://github.com',
      ...{ url: 'https://github.com/acme/product/actions/runs/1', job: 'docs', step: 'docs' },
      ...{ runId: index + 1, attempt: number },
    },
  };
  return ports as Ports;
}

const POST_INPUTS: Readonly<Record<string, string>> = {
  'base-url': SETTINGS.baseUrl.href,
  'api-key': SETTINGS.apiKey,
  'project-id': SETTINGS.projectId,
  'github-token': 'token',
  'trigger-phrase': '/docs',
};

/** The story of the request from where it is known what is asked, and that it may be. */
async function execute(ports: Ports, plan: RequestPlan, text: string): Promise<RequestResult> {
  const { manner, wait } = plan;
  const inputs: Partial<Inputs> = {
    ...SETTINGS,
    key: KEY,
    ...{ wait, timeout: plan.timeout * MINUTE, pollInterval: 'auto', dryRun: false, githubToken: 'token' },
    ...{ phrase: '/docs', comment: 'auto', notify: 'never', context: 'none', contextFiles: [] },
    issueNumber: PLACE.thread,
  };
  const request: Request = { kind: 'request', event: 'issue_comment', source: { kind: 'run' } };
  const step = openStep(ports, request, inputs as Inputs);
  const order = await readOrder(step, { kind: 'ask', manner, instruction: text }, {});
  return 'result' in order ? order : requestJob(step, order);
}

/** The post step. It reads what main left before it waits for anything. */
function close(stage: Stage, made: Attempt, post: Actor): Promise<void> {
  const { world } = stage;
  const never = new AbortController().signal;
  const ports = openPorts(stage, post, { ...made, startedAt: world.now() }, never, 0);
  const names = Object.keys(made.state).map((name) => [name, `STATE_${name}`] as const);
  for (const [name, variable] of names) process.env[variable] = made.state[name];
  const closed = closeStep(ports);
  for (const [, variable] of names) delete process.env[variable];
  return closed;
}

function silent(): Runner['log'] {
  const nothing = () => undefined;
  return { info: nothing, notice: nothing, warning: nothing, debug: nothing };
}
