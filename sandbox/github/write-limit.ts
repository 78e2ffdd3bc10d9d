import { type GitHubContext, refuse } from './access.ts';
import type { Store, User } from './store.ts';

const MINUTE = 60_000;

/** The limits of requests of one account that create content, according to GitHub's documentation. */
const LIMITS = [
  { span: MINUTE, most: 80 },
  { span: 60 * MINUTE, most: 500 },
] as const;

/** Refuses too many writes, like GitHub's secondary limit, whatever is left of the hourly limit. */
export function writeLimit({ time }: Store): (context: GitHubContext) => void {
  const writes = new Map<User, number[]>();
  return (context) => {
    const user = context.get('token')?.user;
    if (user === undefined || !['POST', 'PATCH'].includes(context.req.method)) return;
    const now = time.now();
    const before = writes.get(user) ?? [];
    for (const { span, most } of LIMITS) {
      const first = before.at(-most);
      if (first !== undefined && first > now - span) {
        const headers = { 'retry-after': String(Math.ceil((first + span - now) / 1000)) };
        refuse(403, 'You have exceeded a secondary rate limit.', {}, headers);
      }
    }
    writes.set(user, [...before, now]);
  };
}
