import { type RequestResult, unsent } from '../job/request-result.ts';
import { resultOf, runJob } from '../job/run-job.ts';
import type { Create, Send } from '../job/send.ts';
import type { JobTools } from '../job/watch.ts';
import { announceEnd, react } from '../report/audience.ts';
import type { Command } from '../request/command.ts';
import { type Gathered, gatherContext } from '../request/load-context.ts';
import { composePrompt, tellOldPullRequest } from '../request/prompt.ts';
import type { Job } from '../service/job.ts';
import { markFiles } from '../text/marked-data.ts';
import { formatDuration } from '../text/time.ts';
import { replyMark } from '../thread/reply-once.ts';
import { runInThread } from '../thread/run-in-thread.ts';
import { type Wish, whyFresh } from '../thread/turn.ts';
import { dryRun } from './dry-run.ts';
import type { Inputs } from './inputs.ts';
import { requestIdentity } from './request-identity.ts';
import type { Informed, StepContext } from './step-context.ts';
import { openStepLedger, settlingOf } from './step-ledger.ts';

/** A request with an instruction. */
export type Ask = Command & { kind: 'ask' };

/** Asks the service, watches the job, and keeps the conversation current. */
export async function executeRequest(
  step: StepContext,
  command: Ask | undefined,
  informed: Informed,
): Promise<RequestResult> {
  const { ports, inputs, deadline, audience } = step;
  const { clock, random, runner } = ports;
  const instruction = command?.instruction ?? inputs.prompt;
  const service = ports.openService({ ...inputs, deadline });
  const ledger = openStepLedger(step, informed);
  if (audience === undefined && inputs.dailyLimit !== undefined && instruction !== undefined)
    return UNCOUNTED;
  const compose = await openComposer(step, instruction, informed);
  if (!compose.ok) return compose.result;
  const wish = toWish(step, command, informed, compose.value);
  const plain = plainSend(wish, instruction !== undefined);
  runner.log.info(tellSend(plain, instruction, inputs));
  if (inputs.dryRun) return dryRun(plain, service);

  const { pollInterval, wait, phrase } = inputs;
  const tools: JobTools = { service, clock, random, deadline, log: runner.log, pollInterval };
  runner.group('Job');
  if (audience === undefined) {
    if (ports.workflowRun.attempt > 1 && plain.kind !== 'watch') runner.log.notice(ASKED_AGAIN);
    return resultOf(await runJob(plain, tools, ledger, wait));
  }
  await react(audience, 'eyes');
  let endMark = '';
  const result = await runInThread({
    thread: audience.memory,
    tools,
    wish,
    plain,
    wait,
    phrase,
    ledger,
    settling: settlingOf(step, {}),
    notify: audience.notify,
    asker: audience.asker,
    about: instruction,
    startedAt: ports.startedAt,
    mark: ports.randomToken(),
    posted({ id, url }) {
      endMark = replyMark(audience.memory, id);
      runner.output('commentUrl', url);
      runner.saveState('comment', { id, thread: audience.thread });
      runner.saveState('stage', 'claimed');
    },
  });
  await announceEnd(audience, result, clock.now() - ports.startedAt, endMark);
  return result;
}

const ASKED_AGAIN =
  'This re-run asks again: without a conversation nobody remembers what the attempt before sent. `issue-number` gives it one.';

const UNCOUNTED = unsent(
  'input-invalid',
  '`daily-limit` counts what was sent from the conversations of the repository, and this request has none: give `issue-number`, or leave it off.',
);

/** Reads what the prompt is put together from, and answers with what puts it together. */
async function openComposer(
  { ports, request, inputs, github }: StepContext,
  instruction: string | undefined,
  { told }: Informed,
): Promise<Gathered<Wish['compose']>> {
  if (instruction === undefined) return { ok: true, value: () => '' };
  const context = await gatherContext(request, inputs.context, github, ports.randomToken());
  if (!context.ok) return context;
  const files = markFiles(ports.randomToken(), inputs.contextFiles);
  const compose: Wish['compose'] = (goOnWith) => {
    const old = goOnWith === undefined ? undefined : tellOldPullRequest(goOnWith, ports.randomToken());
    return composePrompt(instruction, inputs.rules, context.value, told, old, files);
  };
  return { ok: true, value: compose };
}

function toWish(
  { ports, request, inputs }: StepContext,
  command: Ask | undefined,
  { open }: Informed,
  compose: Wish['compose'],
): Wish {
  const { workflowRun } = ports;
  const held = request.command === undefined || inputs.prompt !== undefined;
  const text = held ? `${inputs.jobId ?? ''}\n${inputs.prompt ?? ''}` : undefined;
  return {
    request: requestIdentity(workflowRun, text, inputs.key),
    attempt: workflowRun.attempt,
    jobId: inputs.jobId ?? open?.jobId,
    named: inputs.jobId !== undefined,
    foundBy: inputs.jobId === undefined ? open?.url : undefined,
    dailyLimit: inputs.dailyLimit,
    fresh: command?.manner === 'new',
    interrupt: command?.manner === 'interrupt',
    compose,
  };
}

/** What is sent where no thread has a memory. */
function plainSend(wish: Wish, asks: boolean): Send {
  const { jobId, foundBy, compose } = wish;
  if (!asks) return { kind: 'watch', jobId: jobId ?? '' };
  const text = compose(undefined);
  if (jobId === undefined) return { kind: 'create', text };
  if (foundBy === undefined) return { kind: 'message', jobId, text };
  // The job that an open pull request was found by may take no messages any more.
  const otherwise = (job: Job | undefined): Create => {
    const why = whyFresh(wish, job, true);
    return { kind: 'create', text: compose(foundBy), goesOnWith: foundBy, why };
  };
  return { kind: 'message', jobId, text, otherwise };
}

function tellSend(send: Send, words: string | undefined, { timeout }: Inputs): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (send.kind === 'watch') return `Waiting for job ${send.jobId} ${deadline}.`;
  const firstLine = (words ?? '').trim().split('\n', 1)[0] ?? '';
  return `Asked ${send.kind === 'message' ? `of job ${send.jobId} ` : ''}${deadline}: ${firstLine}`;
}
