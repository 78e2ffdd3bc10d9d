import { code } from '../text/markdown.ts';
import { clockTime } from '../text/time.ts';
import { finishComment } from './own-comment.ts';

/** The reminder of a quiet pull request. `who` are logins and teams, whom it mentions. Times are epoch milliseconds. */
export function renderReminder(
  who: readonly string[],
  since: number,
  closesAt: number | undefined,
  phrase: string,
): string {
  const mentions = who.map((name) => `@${name} `).join('');
  const closing =
    closesAt === undefined
      ? ''
      : `If that stays so, the pull request is closed after ${clockTime(closesAt)}. The label ${code('keep-open')} keeps it open.`;
  return finishComment([`${mentions}**This pull request is waiting.** ${describeQuiet(since)}`, closing], {
    phrase,
  });
}

/** Why a quiet pull request is closed. */
export function renderClosing(since: number, phrase: string): string {
  const next = `To go on, reopen it, or request the change again with ${code(phrase)}.`;
  return finishComment([`**Closing this pull request.** ${describeQuiet(since)} ${next}`], { phrase });
}

function describeQuiet(since: number): string {
  return `It has had no commits, and no comments or reviews by people, since ${clockTime(since)}.`;
}
