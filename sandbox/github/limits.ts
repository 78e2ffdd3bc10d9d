import { type GitHubContext, refuse } from './access.ts';
import type { Store, Token, User } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The limits of requests of one account that create content, according to GitHub's documentation. */
const WRITES = [
  { span: MINUTE, most: 80 },
  { span: HOUR, most: 500 },
] as const;

/** Refuses too many writes, like GitHub's secondary limit, whatever is left of the hourly limit. */
export function writeLimit({ time }: Store): (context: GitHubContext) => void {
  const writes = new Map<User, number[]>();
  return (context) => {
    const user = context.get('token')?.user;
    if (user === undefined || !['POST', 'PATCH'].includes(context.req.method)) return;
    const now = time.now();
    const before = writes.get(user) ?? [];
    for (const { span, most } of WRITES) {
      const first = before.at(-most);
      if (first !== undefined && first > now - span) {
        const headers = { 'retry-after': String(Math.ceil((first + span - now) / 1000)) };
        refuse(403, 'You have exceeded a secondary rate limit.', {}, headers);
      }
    }
    writes.set(user, [...before, now]);
  };
}

/**
 * Counts the requests of an hour, and returns the headers that report them. Too many are refused in the words and headers of
 * https://github.com/conbench/conbench/issues/660.
 */
export function hourlyLimit({ time }: Store) {
  const hours = new Map<string, { used: number; readonly resetAt: number }>();
  return (token: Token | undefined): Readonly<Record<string, string>> => {
    const { who, most } = quotaOf(token);
    const now = time.now();
    const known = hours.get(who);
    const hour = known && known.resetAt > now ? known : { used: 0, resetAt: now + HOUR };
    hours.set(who, hour);
    hour.used += 1;
    const headers = {
      'x-ratelimit-limit': String(most),
      'x-ratelimit-remaining': String(Math.max(0, most - hour.used)),
      'x-ratelimit-reset': String(Math.ceil(hour.resetAt / 1000)),
      'x-ratelimit-used': String(hour.used),
      'x-ratelimit-resource': 'core',
    };
    if (hour.used > most) refuse(403, `API rate limit exceeded for ${who}.`, {}, headers);
    return headers;
  };
}

/** GitHub's page "Rate limits for the REST API". All runs of a repository share the limit of `GITHUB_TOKEN`. */
function quotaOf(token: Token | undefined) {
  if (token === undefined) return { who: '127.0.0.1', most: 60 };
  const { user, repositories } = token;
  if (user.login === 'github-actions[bot]') return { who: `installation ID ${repositories[0]}`, most: 1000 };
  return { who: `installation ID ${user.id}`, most: 5000 };
}
