import { createHmac, randomUUID } from 'node:crypto';
import type { Agent } from './agent/agent.ts';
import { writerIn } from './agent/writer.ts';
import { chanceOf } from './chance.ts';
import { documentationIn, type Layout, USUAL_LAYOUT } from './documentation.ts';
import { type GitHub, openGitHub } from './github/github.ts';
import { type TokenPermissions, userOf } from './github/store.ts';
import { threadPage } from './github/thread-json.ts';
import { addThread } from './github/threads.ts';
import { DEFAULT_CONTEXT } from './runner/environment.ts';
import { type Step, type StepOptions, startStep } from './runner/step.ts';
import type { Target } from './service/publisher.ts';
import { openService, type ServiceOptions, type Worker } from './service/service.ts';
import { type TurnPlan, workingLife } from './service/working-life.ts';
import type { Time } from './time.ts';
import { virtualTime } from './virtual-time.ts';

export interface SandboxOptions {
  /** Default: virtual time. */
  readonly time?: Time;
  /** Makes ids, keys and tokens. Default: random, so that they can't be guessed. */
  readonly seed?: string;
  readonly service?: Omit<ServiceOptions, 'time' | 'seed' | 'worker' | 'repository'>;
  /** `working` jobs change the documentation repository. `scripted` jobs (default) follow a script. */
  readonly jobs?: 'scripted' | 'working';
  /** Changes the documentation. Default: the built-in writer. */
  readonly agent?: Agent;
  /** The pages that the built-in writer writes. Default: Markdown, from the root on. */
  readonly layout?: Layout;
  /** The duration of a turn of a working job, in seconds. Default: 40. */
  readonly workSeconds?: number;
  /** Called at the start of each turn, for another agent or duration than the usual one. */
  readonly plan?: () => Partial<TurnPlan> | undefined;
  /** The workflow's repository, to which its token can write. Default: `acme/product`. */
  readonly repository?: string;
  /** The repository with the documentation. Default: `acme/docs`. */
  readonly documentation?: string;
  /** The URL of GitHub in links. Default: its URL on loopback. */
  readonly pages?: string;
}

export interface SandboxRunOptions extends Omit<StepOptions, 'time' | 'random' | 'inputs'> {
  readonly inputs?: Readonly<Record<string, string | undefined>>;
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Opens the whole system on one machine, on loopback. `close` (or `await using`) ends all that it started. */
export async function openSandbox(options: SandboxOptions = {}) {
  const { time = virtualTime(), seed = randomUUID(), jobs = 'scripted' } = options;
  const { repository = 'acme/product', documentation = 'acme/docs' } = options;
  const secret = (name: string) => createHmac('sha256', seed).update(name).digest('hex').slice(0, 36);
  const token = `ghs_${secret('workflow')}`;
  const closing = new AbortController();
  const steps = new Set<Step>();
  /** Of the events. */
  const runIds = new WeakMap<object, string>();
  let nextRun = Number(DEFAULT_CONTEXT.runId);
  const { next: random } = chanceOf(seed);

  const github = await openGitHub(time, options.pages, options.seed);
  const permissions = { issues: 'write', pull_requests: 'write', contents: 'write' } as const;
  github.addToken(token, { login: 'github-actions[bot]', repositories: [repository], permissions });
  const problems: string[] = [];
  const { layout = USUAL_LAYOUT, agent = writerIn(layout), workSeconds: seconds = 40, plan } = options;
  const worker: Worker = ({ blank }) =>
    workingLife({
      time,
      blank,
      signal: closing.signal,
      failed: (problem) => problems.push(problem),
      target: () => target(github, documentation),
      plan: () => ({ agent, seconds, ...plan?.() }),
    });
  const service = await openService({
    time,
    seed,
    repository: documentation,
    ...options.service,
    ...(jobs === 'working' && { worker }),
  });
  const { id, owner } = github.repository(repository);
  const context = {
    apiUrl: github.api,
    serverUrl: github.server,
    repository,
    repositoryId: String(id),
    repositoryOwner: owner.login,
    repositoryOwnerId: String(owner.id),
  };

  async function close(): Promise<void> {
    closing.abort();
    for (const step of steps) step.kill();
    await Promise.allSettled([...steps].map((step) => step.ended));
    const ends = await Promise.allSettled([service.close(), github.close()]);
    const problems = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  }

  return {
    time,
    service,
    github,
    /** Why working jobs failed. */
    problems,
    /** The workflow's token, with write permissions. */
    token,
    close,
    [Symbol.asyncDispose]: close,
    /** A token of the workflow with these permissions, for this job. */
    tokenWith(only: TokenPermissions, holder = '') {
      const own = [token, holder, ...Object.entries(only).flat()].join('_');
      const login = 'github-actions[bot]';
      github.addToken(own, { login, holder, repositories: [repository], permissions: only });
      return own;
    },
    /**
     * Starts a step. The inputs `base-url`, `api-key` and `project-id` default to the sandbox's service; `undefined` leaves
     * one out. The token and the context default to the sandbox's GitHub. Each event is another run, and the same event
     * again is the same run.
     */
    run({ inputs = {}, ...rest }: SandboxRunOptions): Step {
      const known = { 'base-url': service.url, 'api-key': service.key, 'project-id': service.projectId };
      const given = Object.entries({ ...known, ...inputs }).filter(
        (input): input is [string, string] => input[1] !== undefined,
      );
      const { event } = rest;
      if (event && !runIds.has(event)) runIds.set(event, String(nextRun++));
      const runId = event && runIds.get(event);
      const step = startStep({
        time,
        token,
        random,
        ...rest,
        context: { ...context, ...(runId && { runId }), ...rest.context },
        inputs: Object.fromEntries(given),
      });
      steps.add(step);
      const forget = () => steps.delete(step);
      step.ended.then(forget, forget);
      return step;
    },
  };
}

/** The documentation repository. The first job makes its files. */
async function target(github: GitHub, fullName: string): Promise<Target> {
  const { store } = github;
  const known = github.repository(fullName);
  const { gitDir } = known.gitDir ? known : await github.withFiles(fullName, documentationIn(USUAL_LAYOUT));
  if (!gitDir) throw new Error(`${fullName} has no files`);
  return {
    gitDir,
    pushed: (sha, branch) => known.onPush?.(sha, branch),
    openPull({ title, body, head }, draft) {
      const pull = { head, base: 'main', draft };
      const { number } = addThread(store, known, { user: userOf(store, 'mintlify[bot]'), title, body, pull });
      return threadPage(github, known, number);
    },
  };
}
