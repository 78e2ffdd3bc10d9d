import type { Answer } from '../answer-or-failure.ts';
import { type AccessContext, openAccess } from './access.ts';

export interface PullRequestState {
  /** `unknown` if it isn't on this server, or the token has no access. */
  readonly state: 'open' | 'closed' | 'unknown';
  /** The head commit; undefined if only the state is known. */
  readonly head?: string | undefined;
}

/** Whether a pull request, here or in another repository, is still open. */
export async function readPullRequestState(
  link: string,
  context: AccessContext,
): Promise<Answer<PullRequestState>> {
  const access = openAccess(link, context);
  if (typeof access === 'string') return { ok: true, value: { state: 'unknown' } };
  const answer = await access.read(access.github);
  if (answer.ok) return { ok: true, value: { state: answer.value.state, head: answer.value.head.sha } };
  if (answer.failure.kind !== 'refused' || !BEYOND.has(answer.failure.status)) return answer;
  context.tools.log.info(`The pull request ${link} could not be read: ${answer.failure.message}`);
  return { ok: true, value: { state: 'unknown' } };
}

/** GitHub's statuses for a pull request without access; 301 if its repository was renamed. */
const BEYOND: ReadonlySet<number | undefined> = new Set([301, 403, 404, 410]);
