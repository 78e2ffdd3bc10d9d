import type { ErrorPolicy } from '../http/explain-failure.ts';
import { readReset } from '../http/usage-limit.ts';
import { TOKEN_LAG } from '../model/intervals.ts';

export type TokenInput = 'github-token' | 'pr-token';

/** GitHub processed nothing: what the request is about was just created, or there were too many requests. */
const TOO_EARLY = /could not resolve to a node|was submitted too quickly|"code":\s*"abuse"/i;

export function githubErrors(tokenInput: TokenInput, startedAt: number): ErrorPolicy {
  return {
    host: 'GitHub',
    // GitHub returns 403 for its limits as well as for missing permissions.
    limit({ status, headers, body }, now) {
      const exhausted = headers['x-ratelimit-remaining'] === '0';
      const isLimit =
        exhausted || headers['retry-after'] !== undefined || /secondary rate limit|abuse/i.test(body);
      // The last request of the hour may also lack a permission, which no reset changes.
      const lacking = /resource not accessible|is locked/i.test(body);
      if (status !== 429 && !(status === 403 && isLimit && !lacking)) return undefined;
      // The reset of the hourly limit doesn't apply to a secondary limit.
      return { resetAt: readReset(exhausted ? headers : { ...headers, 'x-ratelimit-reset': '' }, now) };
    },
    code(kind, status = 0) {
      if (kind === 'limited') return 'github-limit';
      return kind === 'refused' && status < 500 ? 'github-refused' : 'github-unreachable';
    },
    passes: ({ status, body }, now) =>
      (status === 401 && now - startedAt < TOKEN_LAG) || (status === 422 && TOO_EARLY.test(body)),
    explain({ status }) {
      if (status < 400) return ['GitHub redirects', 'Redirects are not followed.'];
      if (status === 401)
        return [
          'GitHub rejected the token',
          `Check \`${tokenInput}\`. It may have expired: the token of an app is valid for one hour.`,
        ];
      return [status >= 500 ? 'GitHub failed' : 'GitHub refused the request', ''];
    },
  };
}
