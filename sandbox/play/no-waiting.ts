import { performance } from 'node:perf_hooks';
import { actionFile } from '../archive.ts';
import { eventsOf } from '../github/events.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { type Act, openStage, type Stage } from './stage.ts';

/** A request that nobody waits for, brought to its end by its pull request; and beside it the same with a run that waits. */

const REQUEST = '/docs Rewrite the quickstart for v2';
const MINUTE = 60_000;
const JOB_MINUTES = 10;

/** What a step takes of a runner, in seconds. */
export interface RunnerTime {
  /** What it waits for others, in virtual time, which stands still while a process works. */
  readonly waited: number;
  /** What its processes really take on this machine, from the start of the first to the end of the last. */
  readonly worked: number;
}

export interface PlayedNoWaiting {
  readonly server: string;
  /** The thread as it stands when the asking run has ended, and when its pull request's run has. */
  readonly meanwhile: Conversation;
  readonly issue: Conversation;
  readonly pull: Conversation;
  readonly jobMinutes: number;
  readonly asking: RunnerTime;
  readonly collecting: RunnerTime;
  /** The one run of the waiting form. */
  readonly waiting: RunnerTime;
  readonly problems: readonly string[];
}

export interface NoWaitingOptions {
  readonly seed?: string;
  /** Told of the two runs for which nobody waits. */
  readonly onAct?: (act: Act) => void;
}

export async function playNoWaiting({ seed, onAct }: NoWaitingOptions = {}): Promise<PlayedNoWaiting> {
  await using stage = await openStage({
    workSeconds: (JOB_MINUTES * MINUTE) / 1000,
    ...(seed !== undefined && { seed }),
  });
  const { sandbox, repository } = stage;
  const { time } = sandbox;

  const issue = stage.issue();
  await time.sleep(MINUTE);
  const asking = await measured(() => stage.ask('ann', issue, REQUEST, { wait: 'false' }), onAct);
  const meanwhile = await readConversation(repository, issue.number);
  await time.sleep(JOB_MINUTES * MINUTE);
  const pull = stage.pull();
  const collecting = await measured(() => collect(stage), onAct);
  const shown = {
    issue: await readConversation(repository, issue.number),
    pull: await readConversation(repository, pull.number),
  };

  const other = stage.issue();
  await time.sleep(MINUTE);
  const waiting = await measured(() => stage.ask('ann', other, REQUEST));
  return {
    server: sandbox.github.server,
    meanwhile,
    ...shown,
    jobMinutes: JOB_MINUTES,
    asking,
    collecting,
    waiting,
    problems: sandbox.problems,
  };
}

async function measured(work: () => Promise<Act>, onAct?: (act: Act) => void): Promise<RunnerTime> {
  const started = performance.now();
  const act = await work();
  const worked = (performance.now() - started) / 1000;
  onAct?.(act);
  const { duration, post } = act.result;
  return { waited: (duration + (post?.duration ?? 0)) / 1000, worked };
}

/** GitHub tells that the pull request was opened, and the collect action runs on that. */
async function collect({ sandbox, repository, pull }: Stage): Promise<Act> {
  const { github, service } = sandbox;
  const opened = pull();
  const event = eventsOf({ github, repository: repository.fullName }).pull(opened, 'opened', opened.user);
  const result = await sandbox.run({ actionFile: actionFile('collect'), event, secrets: [service.key] })
    .ended;
  const body = `opened: ${opened.title}`;
  return { by: opened.user.login, on: 'pull request', body, result };
}
