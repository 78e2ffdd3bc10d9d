import type { Account } from '../github/account.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import { visibleText } from '../text/comment-text.ts';
import { logLine, quoteLine } from '../text/line.ts';
import type { Part } from './marked-data.ts';

export function byAuthor(account: Account | undefined): string {
  return account === undefined ? '' : `, by ${account.login}`;
}

/** What the author of an issue or a pull request wrote. */
export function describeText(name: string, by: string, title: string, description: string): Part[] {
  return [
    { head: `Title of ${name}${by}`, text: logLine(title) },
    { head: `Description of ${name}${by}`, text: visibleText(description) },
  ];
}

export function describeFile(file: ChangedFile): string {
  const { filename, previous_filename: before, status, additions, deletions } = file;
  const was = before === undefined ? '' : ` (was ${quoteName(before)})`;
  return `${quoteName(filename)}${was} ${logLine(status, 30)}, +${additions ?? '?'} -${deletions ?? '?'}`;
}

export function quoteName(path: string): string {
  return quoteLine(path, 300);
}
