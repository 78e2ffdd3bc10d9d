import { hasEnded } from './completion.ts';
import type { Outcome } from './request-result.ts';
import { type Ledger, type Request, type Started, start } from './send.ts';
import { conclude, pickUp } from './to-result.ts';
import { type Watching, watch } from './watch.ts';

/** One request from its start to its outcome, where no conversation has to be kept. */
export async function carryOut(
  request: Request,
  watching: Watching,
  written: Ledger,
  wait: boolean,
): Promise<Outcome> {
  const started = await start(request, watching, written);
  if (started.kind === 'over') return started.outcome;
  return wait ? conclude(await watch(started.job, started.sent, watching), started.sent) : handOver(started);
}

/** With `wait: false` the job is reported as it is; one that ended already has its outcome. */
function handOver({ job, sent }: Started & { kind: 'watching' }): Outcome {
  const stale = sent?.kind === 'message';
  if (hasEnded(job) && !stale) return conclude({ kind: 'ended', job, activity: true }, sent);
  return { result: 'started', reason: `Job ${job.id} is at work. ${pickUp(job.id)}`, job };
}
