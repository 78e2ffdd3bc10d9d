import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { access, constants, mkdir, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Answer } from '../model/answer-or-failure.ts';
import { withoutUnseen } from '../text/line.ts';

/** A file's path or text, or why it failed, to follow the path in a message. */
type FileAnswer = Promise<Answer<string, string>>;

export type Files = ReturnType<typeof workspaceFiles>;

export const INPUT_LIMIT = 256 * 1024;

/** NONBLOCK: opening a named pipe must not wait for a writer. NOFOLLOW: every link is already resolved. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const NOT_CHECKED_OUT =
  ': the workspace is empty, so a step with `actions/checkout` is missing before this one';

export function workspaceFiles(root: string, redact: (text: string) => string) {
  /** Checks that a file may be written at `path`. Returns its path in the workspace, with `/` on every system. */
  async function checkTarget(path: string): FileAnswer {
    try {
      const objection = await findObjection(root, path);
      if (objection !== undefined) return unusable(objection);
      return { ok: true, value: relative(resolve(root), resolve(root, path)).split(sep).join('/') };
    } catch (error) {
      return unusable(`cannot be written (${errorCode(error)})`);
    }
  }

  return {
    checkTarget,

    /** Reads only a regular UTF-8 file of at most `most` bytes, in the workspace and outside of `.git`. */
    async readInput(path: string, most = INPUT_LIMIT): FileAnswer {
      try {
        // Resolves every link first, so that the checks apply to the file that is opened.
        const real = await realpath(resolve(root, path));
        const wrong = misplaced(await realpath(root), real);
        if (wrong !== undefined) return unusable(wrong);
        await using file = await open(real, READING);
        const found = await file.stat();
        if (!found.isFile()) return unusable('is not a regular file');
        if (found.size > most) return unusable(`is larger than ${most / 1024} KiB`);
        const bytes = await file.readFile();
        if (!isUtf8(bytes)) return unusable('is not UTF-8 text');
        // The decoder removes a byte order mark.
        return { ok: true, value: new TextDecoder().decode(bytes) };
      } catch (error) {
        const code = errorCode(error);
        const isBare = code === 'ENOENT' && (await readdir(root).catch(() => [])).length === 0;
        return unusable(`cannot be read (${code})${isBare ? NOT_CHECKED_OUT : ''}`);
      }
    },

    /** Writes the complete file or nothing: it gets another name first, and is then renamed. */
    async write(path: string, chunks: Iterable<string>): FileAnswer {
      const checked = await checkTarget(path);
      if (!checked.ok) return checked;
      const target = resolve(root, path);
      // In the same folder, so that the rename stays on one file system.
      const draft = join(dirname(target), `.${randomUUID()}.part`);
      try {
        await mkdir(dirname(target), { recursive: true });
        const again = await checkTarget(path);
        if (!again.ok) return again;
        // `wx` never writes to an existing file or link of that name.
        await writeFile(draft, Iterator.from(chunks).map(redact), { flag: 'wx', flush: true });
        await rename(draft, target);
        return checked;
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {
          // The first error matters.
        });
        return unusable(`cannot be written (${errorCode(error)})`);
      }
    },
  };
}

async function findObjection(root: string, path: string): Promise<string | undefined> {
  if (withoutUnseen(path) !== path || /[\r\n\t\0]/.test(path)) return 'has control characters in its name';
  if (/[\\/]$/.test(path)) return 'names a folder, not a file';
  const target = resolve(root, path);
  // Before links are resolved, so that common mistakes are reported even if the folders don't exist yet.
  const lexically = misplaced(resolve(root), target);
  if (lexically !== undefined) return lexically;
  const folder = await realOfExisting(dirname(target));
  const existing = lstatSync(target, { throwIfNoEntry: false });
  const really = misplaced(await realpath(root), join(folder, basename(target)));
  if (really !== undefined || existing === undefined || existing.isFile()) return really;
  if (existing.isSymbolicLink()) return 'is a symbolic link';
  return existing.isDirectory() ? 'is a folder' : 'is not a regular file';
}

/** The real path of a folder whose last parts might not exist yet. */
async function realOfExisting(folder: string): Promise<string> {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    return join(await realOfExisting(dirname(folder)), basename(folder));
  // Throws for a dangling link, which could create a folder somewhere else.
  const real = await realpath(folder);
  await access(real, constants.W_OK);
  return real;
}

function misplaced(root: string, real: string): string | undefined {
  const inside = relative(root, real);
  const parts = inside.split(sep);
  if (inside === '' || parts[0] === '..' || isAbsolute(inside)) return 'is outside of the workspace';
  // `actions/checkout` leaves its token in .git/config.
  if (parts.some(isGitFolder)) return 'is inside a .git folder';
  return undefined;
}

/** Some file systems ignore case. Windows ignores trailing dots and spaces, and has short names and streams. */
function isGitFolder(part: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part);
}

function errorCode(error: unknown): string {
  return String(Object(error).code ?? error);
}

function unusable(failure: string): Answer<never, string> {
  return { ok: false, failure };
}
