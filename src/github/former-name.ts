import type { Http } from '../http/http-client.ts';

/**
 * Repeats a request for a former name of a repository, if GitHub redirects to the repository's ID within its API. GitHub processed
 * nothing. Only the ID is taken from the redirect, so the token goes to no other host.
 */
export function followRenames(http: Http, apiUrl: string): Http {
  const home = `${apiUrl.replace(/\/$/, '')}/repositories/`;
  return async (request, signal) => {
    const attempt = await http(request, signal);
    // GitHub answers writes with the second one.
    if (!attempt.ok || ![301, 307].includes(attempt.response.status)) return attempt;
    const location = attempt.response.headers['location'] ?? '';
    const id = location.startsWith(home) && /^\d+(?=[/?]|$)/.exec(location.slice(home.length))?.[0];
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/\/repos\/[^/]+\/[^/]+/, `/repositories/${id}`);
    return id ? http({ ...request, url }, signal) : attempt;
  };
}
