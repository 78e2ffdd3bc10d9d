import { type Inputs, readInputs } from './inputs.ts';
import { conclude, pickUp } from './job/conclude.ts';
import { type Ledger, type Request, type Started, start } from './job/start.ts';
import { hasEnded, watch } from './job/wait.ts';
import type { Outcome } from './outcome.ts';
import { composePrompt } from './request/prompt.ts';
import { formatDuration } from './text/time.ts';
import type { Service, World } from './world/world.ts';

/** Runs one instruction: inputs, request, job, outcome. */
export async function run(world: World): Promise<Outcome> {
  const read = await readInputs(world);
  if (!read.ok) return { result: 'error', reason: `not sent: ${read.problems.join(' ')}` };
  const { inputs } = read;

  const deadline = world.startDeadline(inputs.timeout);
  const service = world.openService({ ...inputs, deadline });
  const request = toRequest(inputs);
  world.runner.log.info(tellRequest(request, inputs));
  if (inputs.dryRun) return rehearse(request, service);

  const { clock, random, runner } = world;
  const watching = { service, clock, random, deadline, log: runner.log, pollInterval: inputs.pollInterval };
  const started = await start(request, watching, ledger(world));
  if (started.kind === 'over') return started.outcome;
  return inputs.wait
    ? conclude(await watch(started.job, started.sent, watching), started.sent)
    : handOver(started);
}

function toRequest({ prompt, rules, jobId }: Inputs): Request {
  if (prompt === undefined) return { kind: 'watch', jobId: jobId ?? '' };
  const text = composePrompt(prompt, rules);
  return jobId === undefined ? { kind: 'create', text } : { kind: 'message', jobId, text };
}

function tellRequest(request: Request, { prompt, timeout }: Inputs): string {
  const deadline = `(deadline after ${formatDuration(timeout)})`;
  if (request.kind === 'watch') return `Waiting for job ${request.jobId} ${deadline}.`;
  const firstLine = (prompt ?? '').trim().split('\n', 1)[0] ?? '';
  return `Asked ${request.kind === 'message' ? `of job ${request.jobId} ` : ''}${deadline}: ${firstLine}`;
}

/** Everything up to the first request. */
function rehearse(request: Request, service: Service): Outcome {
  if (request.kind === 'watch') {
    return {
      result: 'dry-run',
      reason: 'Dry run: the job would be watched, nothing would be sent.',
      jobId: request.jobId,
    };
  }
  const create = request.kind === 'create';
  const address = create ? service.createAddress : service.messageAddress(request.jobId);
  return {
    result: 'dry-run',
    reason: `Dry run: nothing was sent; the summary shows the ${create ? 'instruction' : 'message'} and its address.`,
    draft: { address: address.href, text: request.text },
    ...(!create && { jobId: request.jobId }),
  };
}

/** With `wait: false` the job is reported as it is; one that ended already has its outcome. */
function handOver({ job, sent }: Started & { kind: 'watching' }): Outcome {
  const stale = sent?.kind === 'message';
  if (hasEnded(job) && !stale) return conclude({ kind: 'ended', job, activity: true }, sent);
  return { result: 'started', reason: `Job ${job.id} is at work. ${pickUp(job.id)}`, job };
}

/** What must survive a kill is written the moment it is known. */
function ledger({ runner }: World): Ledger {
  return {
    sending: () => runner.saveStage('sending'),
    jobKnown(jobId) {
      runner.output('jobId', jobId);
      runner.saveState('jobId', jobId);
      runner.saveStage('watching');
    },
  };
}
