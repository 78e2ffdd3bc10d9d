import { readClaims } from '../conversation/memory.ts';
import { pickUp } from '../job/to-result.ts';
import type { Ports } from '../ports.ts';
import type { Unshown } from '../runner/step-result.ts';

/** Says what a main that was cut off left open, and closes its claims. */
export async function closeStep(ports: Ports): Promise<void> {
  const { runner } = ports;
  const stage = runner.state('stage');
  const jobId = runner.state('jobId');
  // Who was told how it ended needs no word about it, only the comment that could not be written.
  if (stage !== 'claimed' && stage !== 'told')
    runner.log.warning(jobId === '' ? LOST_JOB : openJob(jobId, stage === 'sending'));
  const saved = readClaims(ports);
  if (saved === undefined || saved.claims.length === 0) return;
  const { closeClaims } = await import('../conversation/close-claims.ts');
  const unshown = runner.state('unshown');
  await closeClaims(ports, saved, {
    ...{ stage, jobId },
    ...(unshown !== '' && { unshown: JSON.parse(unshown) as Unshown }),
  });
}

const LOST_JOB =
  'The step was cut off while it asked for a job: one may exist. ' +
  "Look at the project's jobs in the service's dashboard before you ask again.";

function openJob(jobId: string, sending: boolean): string {
  const doubt = sending ? ' It is not known whether the message was sent.' : '';
  return `The step was cut off before job ${jobId} ended; the job goes on.${doubt} ${pickUp(jobId)}`;
}
