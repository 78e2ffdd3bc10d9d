import { performance } from 'node:perf_hooks';
import { actionFile } from '../archive.ts';
import { eventsOf } from '../github/events.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { type Act, openStage, type Stage, type StageOptions } from './stage.ts';

/** A request without a waiting run, which the event of its pull request finishes. Then the same with a waiting run. */

const REQUEST = '/docs Rewrite the quickstart for v2';
const MINUTE = 60_000;
const JOB_MINUTES = 10;

/** The runner time of a step, in seconds. */
export interface RunnerTime {
  /** Waiting, in virtual time, which stands still while a process works. */
  readonly waited: number;
  /** Work on this machine, from the start of its first process to the end of its last. */
  readonly worked: number;
}

export interface PlayedNoWaiting {
  readonly server: string;
  /** The thread after the run of the request, and after the run of the pull request. */
  readonly meanwhile: Conversation;
  readonly issue: Conversation;
  readonly pull: Conversation;
  readonly jobMinutes: number;
  readonly requesting: RunnerTime;
  readonly collecting: RunnerTime;
  /** The run that waits for the job. */
  readonly waiting: RunnerTime;
  readonly problems: readonly string[];
}

export async function playNoWaiting(options: StageOptions = {}): Promise<PlayedNoWaiting> {
  await using stage = await openStage({ ...options, workSeconds: (JOB_MINUTES * MINUTE) / 1000 });
  const { sandbox, repository } = stage;
  const { time } = sandbox;

  const issue = stage.issue();
  await time.sleep(MINUTE);
  const requesting = await measured(() => stage.ask('ann', issue, REQUEST, { wait: 'false' }));
  const meanwhile = await readConversation(repository, issue.number);
  await time.sleep(JOB_MINUTES * MINUTE);
  const pull = stage.pull();
  const collecting = await measured(() => collect(stage));
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
    requesting,
    collecting,
    waiting,
    problems: sandbox.problems,
  };
}

async function measured(work: () => Promise<Act>): Promise<RunnerTime> {
  const started = performance.now();
  const { result } = await work();
  const worked = (performance.now() - started) / 1000;
  const { duration, post } = result;
  return { waited: (duration + (post?.duration ?? 0)) / 1000, worked };
}

/** Runs the collect action when the pull request is opened. */
async function collect({ sandbox, repository, pull }: Stage): Promise<Act> {
  const { github, service } = sandbox;
  const opened = pull();
  const event = eventsOf({ github, repository: repository.fullName }).pull(opened, 'opened', opened.user);
  const result = await sandbox.run({ actionFile: actionFile('collect'), event, secrets: [service.key] })
    .ended;
  const body = `opened: ${opened.title}`;
  return { by: opened.user.login, on: 'pull request', body, result };
}
