import type { RequestResult } from '../job/request-result.ts';
import type { Send } from '../job/send.ts';
import type { Service } from '../service/service.ts';

/** Shows what would be sent, and sends nothing. */
export function dryRun(send: Send, service: Service): RequestResult {
  if (send.kind === 'watch') {
    const reason = 'Dry run: the job would be watched, nothing would be sent.';
    return { result: 'dry-run', reasonCode: 'dry-run', reason, jobId: send.jobId };
  }
  const jobId = send.kind === 'create' ? undefined : send.jobId;
  return {
    result: 'dry-run',
    reasonCode: 'dry-run',
    reason: `Dry run: nothing was sent. The summary shows the ${send.kind === 'create' ? 'instruction' : 'message'} and its address.`,
    jobId,
    draft: { address: service.sendAddress(jobId).href, text: send.text },
  };
}
