import { isUtf8 } from 'node:buffer';
import { constants, open, readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findFiles } from './find-files.ts';
import { checkTarget, writeWhole } from './output-file.ts';
import { errorCode, misplaced, type Problem, problem } from './workspace-path.ts';

/** A file that was asked for by an input. */
export type FileText = { readonly ok: true; readonly text: string } | Problem;

/** Files of the workspace. */
export type Files = ReturnType<typeof workspaceFiles>;

/** The most that an input file holds unless more is allowed, in bytes. */
export const INPUT_LIMIT = 256 * 1024;

/** NONBLOCK: opening a named pipe must not wait for a writer. NOFOLLOW: the path was resolved already. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Files of the workspace at `root`; `hide` takes secrets out of what is written. */
export function workspaceFiles(root: string, hide: (text: string) => string) {
  return {
    /**
     * Reads an input file: regular, at most 256 KiB (or `most` bytes), UTF-8, its real path inside the workspace and
     * without `.git`. The problem completes a sentence that begins with the input's name.
     */
    readInput: (path: string, most = INPUT_LIMIT) => readText(root, path, most),
    /** The files that glob patterns find, below the workspace and in order; see {@link findFiles}. */
    find: (patterns: readonly string[]) => findFiles(root, patterns),
    /** Whether a file may be written at `path`; makes nothing. The problem continues a sentence about the file. */
    checkTarget: (path: string) => checkTarget(root, path),
    /** Makes the folders of `path` and writes the file, see {@link writeWhole}. Secrets are taken out. */
    write: (path: string, chunks: Iterable<string>) => writeWhole(root, path, map(chunks, hide)),
  };
}

function* map(chunks: Iterable<string>, change: (chunk: string) => string): Iterable<string> {
  for (const chunk of chunks) yield change(chunk);
}

async function readText(root: string, path: string, most: number): Promise<FileText> {
  try {
    // Every link is resolved first, so that the checks see the file that will be opened.
    const real = await realpath(resolve(root, path));
    const wrong = misplaced(await realpath(root), real);
    if (wrong !== undefined) return problem(wrong);
    await using file = await open(real, READING);
    const found = await file.stat();
    if (!found.isFile()) return problem('is not a regular file');
    if (found.size > most) return problem(`is larger than ${most / 1024} KiB`);
    const bytes = await file.readFile();
    // The decoder leaves a byte order mark out.
    return isUtf8(bytes) ? { ok: true, text: new TextDecoder().decode(bytes) } : problem('is not UTF-8 text');
  } catch (error) {
    const code = errorCode(error);
    const hint = code === 'ENOENT' && (await isBare(root)) ? `: ${NOT_CHECKED_OUT}` : '';
    return problem(`cannot be read (${code})${hint}`);
  }
}

const NOT_CHECKED_OUT =
  'the workspace is empty, so a step with `actions/checkout` is missing before this one';

/** Whether there is nothing in a folder, or no folder at all. */
async function isBare(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
