import { pickUp } from './job/conclude.ts';
import type { World } from './world/world.ts';

/** Says what a main that was cut off left open. A main that ended itself has said it already. */
export async function closeStep({ runner }: World): Promise<void> {
  const stage = runner.state('stage');
  if (stage === 'ended') return;
  const jobId = runner.state('jobId');
  const text = jobId === '' ? lostJob : openJob(jobId, stage === 'sending');
  runner.log.warning(text);
}

const lostJob =
  'The step was cut off while it asked for a job: one may exist. ' +
  "Look at the project's jobs in the service's dashboard before you ask again.";

function openJob(jobId: string, sending: boolean): string {
  const doubt = sending ? ' It is not known whether the message was sent.' : '';
  return `The step was cut off before job ${jobId} ended; the job goes on.${doubt} ${pickUp(jobId)}`;
}
