import type { Http } from '../http/http-client.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';

export type OwnRepository = Pick<WorkflowRun, 'owner' | 'repo' | 'repositoryId'>;

/**
 * Repeats a request for a former name of this repository under its present name. The service may still know the former one, and
 * GitHub then redirects to the repository's ID without processing the request. No redirect is followed.
 */
export function knowFormerName(
  http: Http,
  apiUrl: string,
  { owner, repo, repositoryId }: OwnRepository,
): Http {
  const own = `${apiUrl.replace(/\/$/, '')}/repositories/${repositoryId}/`;
  return async (request, signal) => {
    const attempt = await http(request, signal);
    if (!attempt.ok || !MOVED.has(attempt.response.status)) return attempt;
    const target = URL.parse(attempt.response.headers['location'] ?? '');
    if (target === null || !`${target.origin}${target.pathname}/`.startsWith(own)) return attempt;
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/\/repos\/[^/]+\/[^/]+/, `/repos/${owner}/${repo}`);
    return http({ ...request, url }, signal);
  };
}

/** GitHub answers writes with the second one. */
const MOVED: ReadonlySet<number> = new Set([301, 307]);
