import type { Account } from '../github/account.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import { visibleCode } from '../text/comment-text.ts';
import { logLine, quoteLine } from '../text/line.ts';
import { type Part, part } from './marked-data.ts';

export function byAuthor(account: Account | undefined): string {
  return account === undefined ? '' : `, by ${account.login}`;
}

/** Bots come after people: their texts are many and long. */
export function kindOfText(author: Account | undefined): 'texts by people' | 'texts by bots' {
  return author?.type === 'Bot' ? 'texts by bots' : 'texts by people';
}

/** The names of files and their diffs. Folders share the room, and {@link MINOR} files come last. `head` is that of the names. */
export function fileParts(files: readonly ChangedFile[], head: string, url: string | undefined): Part[] {
  const sorted = files.toSorted((one, other) => linesOf(other) - linesOf(one));
  const { minor = [], major = [] } = Object.groupBy(sorted, ({ filename }) =>
    MINOR.test(filename) ? 'minor' : 'major',
  );
  const folders = [...Map.groupBy(major, folderOf).values()];
  return [
    ...[...folders, minor].map((some) => part('file names', head, some.map(describeFile), url)),
    ...folders.map((some) => part('diff lines', 'The diff', some.flatMap(describePatch), url)),
    part('other diff lines', 'The diff of tests and of files by tools', minor.flatMap(describePatch), url),
  ];
}

const linesOf = ({ additions = 0, deletions = 0 }: ChangedFile) => additions + deletions;

/** Tests, lock files, generated and third-party files, by their names. */
const MINOR =
  /(?:^|\/)(?:tests?|__\w+__|vendor|third[_-]party|node_modules|dist|generated)\/|[._](?:test|spec|generated|pb|g|min|pb2)\.\w+$|\.(?:lock|map|snap)$|(?:^|\/)(?:(?:package|pnpm)-lock\.\w+|npm-shrinkwrap\.json|bun\.lockb|go\.sum)$/i;

/** Two levels deep, like `packages/api`. */
export function folderOf({ filename }: ChangedFile): string {
  return filename.split('/').slice(0, -1).slice(0, 2).join('/');
}

function describeFile(file: ChangedFile): string {
  const { filename, previous_filename: before, status, additions = 0, deletions = 0, patch } = file;
  const was = before === undefined ? '' : ` (was ${quoteName(before)})`;
  // GitHub lists no diff of large and binary files, and of files beyond its limits, it doesn't count the lines either.
  const isWhole = patch !== undefined || (status === 'renamed' && linesOf(file) === 0);
  const size = isWhole || linesOf(file) > 0 ? `+${additions} -${deletions}` : '+? -?';
  return `${quoteName(filename)}${was} ${logLine(status, 30)}, ${size}${isWhole ? '' : ', without its diff'}`;
}

function describePatch({ filename, patch }: ChangedFile): string[] {
  return patch === undefined ? [] : [`--- ${quoteName(filename)}\n${visibleCode(patch)}`];
}

export function quoteName(path: string): string {
  return quoteLine(path, 300);
}
