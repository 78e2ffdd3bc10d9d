import type { ErrorPolicy } from '../http/explain-failure.ts';
import { readReset } from '../http/usage-limit.ts';
import type { Failure } from '../model/answer-or-failure.ts';
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

/** What to do if GitHub refuses a comment. A 404 means that the comment was deleted. */
export function commentAdvice(failure: Failure): string {
  const permission = '`issues: write`, on a pull request `pull-requests: write`';
  return failure.status === 404
    ? ''
    : permissionAdvice(failure, `The job needs the permission ${permission}.`);
}

/** What to do about a refusal for lack of access: `lacking`, unless another cause is known. Empty for other failures. */
export function permissionAdvice({ kind, status, message }: Failure, lacking: string): string {
  // An issue takes 2,500 comments. The other messages say what to do.
  const isAccess = kind === 'refused' && (status === 403 || status === 404);
  if (!isAccess || /commenting is disabled|SAML|IP allow list|archived|forbids|suspended/i.test(message))
    return '';
  return /is locked/i.test(message) ? 'The conversation is locked: unlock it.' : lacking;
}
