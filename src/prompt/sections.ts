import type { Account } from '../github/account.ts';
import type { ChangedFile } from '../github/pull-requests.ts';
import { hasOpenComment, visibleCode, visibleText } from '../text/comment-text.ts';
import { logLine, quoteLine } from '../text/line.ts';
import { type Part, part } from './marked-data.ts';

export function byAuthor(account: Account | undefined): string {
  return account === undefined ? '' : `, by ${account.login}`;
}

/** Bots come after people: their texts are many and long. */
export function kindOfText(author: Account | undefined): 'texts by people' | 'texts by bots' {
  return author?.type === 'Bot' ? 'texts by bots' : 'texts by people';
}

/** What a template leaves: a field of a form, a box that is not checked, and a heading with nothing below. */
const NO_RESPONSE = /^_No response_$/gm;
const OPEN_BOX = /^ *[-*+] \[ \] .*\n?/gm;
const EMPTY_HEADING = /^(#{2,6}) .*\n\s*(?:^\1#+ .*\n\s*)*(?=^(?!\1#)#+ |(?![\s\S]))/gm;
const OPEN_COMMENT = '\n(An HTML comment without an end hides the rest.)';

/** What readers see of a text. In an issue, a box that is not checked may be what is left to do. */
export function readableText(text: string, kind: 'pull-request' | 'issue'): string {
  const shown = `${visibleText(text)}\n`.replace(NO_RESPONSE, '');
  const filled = (kind === 'issue' ? shown : shown.replace(OPEN_BOX, '')).replace(EMPTY_HEADING, '');
  return `${filled.replace(/\n\s*\n/g, '\n\n')}${hasOpenComment(text) ? OPEN_COMMENT : ''}`;
}

/** The names of files and their diffs. Folders share the room, and {@link MINOR} files come last. `head` is that of the names. */
export function fileParts(
  files: readonly ChangedFile[],
  head: string,
  url: string | undefined,
  changedBy?: ReadonlyMap<string, readonly string[]>,
): Part[] {
  const describe = (file: ChangedFile) => describeFile(file, changedBy?.get(file.filename));
  const sorted = files.toSorted((one, other) => linesOf(other) - linesOf(one));
  const { minor = [], major = [] } = Object.groupBy(sorted, ({ filename }) =>
    MINOR.test(filename) ? 'minor' : 'major',
  );
  const folders = [...Map.groupBy(major, folderOf).values()];
  return [
    ...[...folders, minor].map((some) => part('file names', head, some.map(describe), url)),
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

function describeFile(file: ChangedFile, merges?: readonly string[]): string {
  const { filename, previous_filename: before, status, additions = 0, deletions = 0, patch } = file;
  const was = before === undefined ? '' : ` (was ${quoteName(before)})`;
  // GitHub lists no diff of large and binary files, and of files beyond its limits, it doesn't count the lines either.
  const isWhole = patch !== undefined || (status === 'renamed' && linesOf(file) === 0);
  const size = isWhole || linesOf(file) > 0 ? `+${additions} -${deletions}` : '+? -?';
  return `${quoteName(filename)}${was} ${logLine(status, 30)}, ${size}${isWhole ? '' : ', without its diff'}${merges ? ` (${merges.join(', ')})` : ''}`;
}

function describePatch({ filename, patch }: ChangedFile): string[] {
  return patch === undefined ? [] : [`--- ${quoteName(filename)}\n${visibleCode(patch)}`];
}

export function quoteName(path: string): string {
  return quoteLine(path, 300);
}
