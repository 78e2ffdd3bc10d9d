import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { access, constants, mkdir, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { withoutUnseen } from '../text/line.ts';
import { findFiles, isGitFolder } from './find-files.ts';

/** What was asked for, or why it can't be had: that follows the path of the file, or the name of an input. */
type Checked<Found> =
  | ({ readonly ok: true } & Readonly<Found>)
  | { readonly ok: false; readonly problem: string };

/** Files of the workspace. */
export type Files = ReturnType<typeof workspaceFiles>;

/** The most that an input file holds unless more is allowed, in bytes. */
export const INPUT_LIMIT = 256 * 1024;

/** NONBLOCK: opening a named pipe must not wait for a writer. NOFOLLOW: the path was resolved already. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const NOT_CHECKED_OUT =
  ': the workspace is empty, so a step with `actions/checkout` is missing before this one';

/** Files of the workspace at `root`; `redact` takes secrets out of what is written. */
export function workspaceFiles(root: string, redact: (text: string) => string) {
  /**
   * Whether a file may be written at `path`; makes nothing. The answer's path is below the workspace, with `/` between the
   * parts on every system.
   */
  async function checkTarget(path: string): Promise<Checked<{ path: string }>> {
    try {
      const objection = await findObjection(root, path);
      if (objection !== undefined) return problem(objection);
      return { ok: true, path: relative(resolve(root), resolve(root, path)).split(sep).join('/') };
    } catch (error) {
      return problem(`cannot be written (${errorCode(error)})`);
    }
  }

  return {
    checkTarget,

    /** The files that glob patterns find, below the workspace and in order; see {@link findFiles}. */
    find: (patterns: readonly string[]) => findFiles(root, patterns),

    /**
     * Reads an input file: regular, at most 256 KiB (or `most` bytes), UTF-8, its real path inside the workspace and
     * without `.git`.
     */
    async readInput(path: string, most = INPUT_LIMIT): Promise<Checked<{ text: string }>> {
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
        if (!isUtf8(bytes)) return problem('is not UTF-8 text');
        // The decoder leaves a byte order mark out.
        return { ok: true, text: new TextDecoder().decode(bytes) };
      } catch (error) {
        const code = errorCode(error);
        const isBare = code === 'ENOENT' && (await readdir(root).catch(() => [])).length === 0;
        return problem(`cannot be read (${code})${isBare ? NOT_CHECKED_OUT : ''}`);
      }
    },

    /**
     * Makes the folders of `path` and writes the file in UTF-8, whole or not at all: it is written beside under another
     * name and then renamed. What stood there before is replaced; secrets are taken out.
     */
    async write(path: string, chunks: Iterable<string>): Promise<Checked<{ path: string }>> {
      const checked = await checkTarget(path);
      if (!checked.ok) return checked;
      const target = resolve(root, path);
      // Beside the target, so that the renaming stays on one file system; the name is nobody's to guess.
      const draft = join(dirname(target), `.${randomUUID()}.part`);
      try {
        await mkdir(dirname(target), { recursive: true });
        const again = await checkTarget(path);
        if (!again.ok) return again;
        // Exclusive: whatever stands at the name already, a link too, is not written through.
        await writeFile(draft, Iterator.from(chunks).map(redact), { flag: 'wx', flush: true });
        await rename(draft, target);
        return checked;
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {
          // What matters is why the file could not be written.
        });
        return problem(`cannot be written (${errorCode(error)})`);
      }
    },
  };
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
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    return join(await realOfExisting(dirname(folder)), basename(folder));
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
  return String(Object(error).code ?? error);
}

function problem(text: string): Checked<never> {
  return { ok: false, problem: text };
}
