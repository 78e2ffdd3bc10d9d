import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { access, constants, mkdir, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { withoutUnseen } from '../text/line.ts';
import { findFiles, isGitFolder } from './find-files.ts';

/** Why a file can't be read or written, to follow its path or the name of an input. */
export interface Problem {
  readonly ok: false;
  readonly problem: string;
}

/** A file that was asked for by an input. */
export type FileText = { readonly ok: true; readonly text: string } | Problem;

/** A file to write: its path below the workspace, with `/` between the parts on every system. */
export type FileTarget = { readonly ok: true; readonly path: string } | Problem;

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

/** Whether a file may be written at `path` below `root`. Makes nothing, so that it can be asked before any work. */
export async function checkTarget(root: string, path: string): Promise<FileTarget> {
  try {
    const objection = await findObjection(root, path);
    if (objection !== undefined) return problem(objection);
    return { ok: true, path: relative(resolve(root), resolve(root, path)).split(sep).join('/') };
  } catch (error) {
    return problem(`cannot be written (${errorCode(error)})`);
  }
}

/**
 * Writes the file in UTF-8, whole or not at all: it is written beside under another name and then renamed. What stood
 * there before is replaced.
 */
export async function writeWhole(root: string, path: string, chunks: Iterable<string>): Promise<FileTarget> {
  const checked = await checkTarget(root, path);
  if (!checked.ok) return checked;
  const target = resolve(root, path);
  // Beside the target, so that the renaming stays on one file system; the name is nobody's to guess.
  const draft = join(dirname(target), `.${randomUUID()}.part`);
  try {
    await mkdir(dirname(target), { recursive: true });
    const again = await checkTarget(root, path);
    if (!again.ok) return again;
    // Exclusive: whatever stands at the name already, a link too, is not written through.
    await writeFile(draft, chunks, { flag: 'wx', flush: true });
    await rename(draft, target);
    return checked;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {
      // What matters is why the file could not be written.
    });
    return problem(`cannot be written (${errorCode(error)})`);
  }
}

async function findObjection(root: string, path: string): Promise<string | undefined> {
  if (withoutUnseen(path) !== path || /[\r\n\t\0]/.test(path)) return 'has control characters in its name';
  if (/[\\/]$/.test(path)) return 'names a folder, not a file';
  const target = resolve(root, path);
  // Without links first: this names the usual mistakes also where the folders are yet to be made.
  const lexically = misplaced(resolve(root), target);
  if (lexically !== undefined) return lexically;
  const folder = await realOfExisting(dirname(target));
  const standing = lstatSync(target, { throwIfNoEntry: false });
  const really = misplaced(await realpath(root), join(folder, basename(target)));
  if (really !== undefined || standing === undefined || standing.isFile()) return really;
  if (standing.isSymbolicLink()) return 'is a symbolic link';
  return standing.isDirectory() ? 'is a folder' : 'is not a regular file';
}

/** The real path that a folder below the root has or will have: links are resolved as far down as there is something. */
async function realOfExisting(folder: string): Promise<string> {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    return join(await realOfExisting(dirname(folder)), basename(folder));
  }
  // Refuses a link to nowhere, which would become a folder somewhere else.
  const real = await realpath(folder);
  await access(real, constants.W_OK);
  return real;
}

/**
 * What is wrong with the place of a file in the workspace; undefined when nothing is. Both paths are real ones, without
 * symbolic links.
 */
function misplaced(root: string, real: string): string | undefined {
  const inside = relative(root, real);
  const parts = inside.split(sep);
  if (inside === '' || parts[0] === '..' || isAbsolute(inside)) return 'is outside of the workspace';
  // Checkout leaves its token in .git/config.
  if (parts.some(isGitFolder)) return 'is inside a .git folder';
  return undefined;
}

/** The system's word for what went wrong, like `EACCES`. */
function errorCode(error: unknown): string {
  const { code } = Object(error);
  return typeof code === 'string' ? code : String(error);
}

function problem(text: string): Problem {
  return { ok: false, problem: text };
}
