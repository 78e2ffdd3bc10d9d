import type { RequestResult } from '../job/request-result.ts';
import type { Request } from '../job/send.ts';
import type { Service } from '../service/service.ts';

/** Shows what would be sent, and sends nothing. */
export function rehearse(request: Request, service: Service): RequestResult {
  if (request.kind === 'watch') {
    const reason = 'Dry run: the job would be watched, nothing would be sent.';
    return { result: 'dry-run', reason, jobId: request.jobId };
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
