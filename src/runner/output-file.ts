import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { access, constants, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { withoutUnseen } from '../text/line.ts';
import { errorCode, misplaced, type Problem, problem } from './workspace-path.ts';

/** A file to write: its path below the workspace, with `/` between the parts on every system. */
export type FileTarget = { readonly ok: true; readonly path: string } | Problem;

/** Whether a file may be written at `path` below `root`. Makes nothing, so that it can be asked before any work. */
export async function checkTarget(root: string, path: string): Promise<FileTarget> {
  if (withoutUnseen(path) !== path || /[\r\n\t\0]/.test(path))
    return problem('has control characters in its name');
  if (/[\\/]$/.test(path)) return problem('names a folder, not a file');
  const target = resolve(root, path);
  // Without links first: this names the usual mistakes also where the folders are yet to be made.
  const lexically = misplaced(resolve(root), target);
  if (lexically !== undefined) return problem(lexically);
  try {
    const realRoot = await realpath(root);
    const really = misplaced(realRoot, join(await realOfExisting(dirname(target)), basename(target)));
    if (really !== undefined) return problem(really);
    const path = relative(resolve(root), target).split(sep).join('/');
    return whatStands(target) ?? { ok: true, path };
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

/** The real path that a folder below the root has or will have: links are resolved as far down as there is something. */
async function realOfExisting(folder: string): Promise<string> {
  if (standingAt(folder) === undefined) {
    return join(await realOfExisting(dirname(folder)), basename(folder));
  }
  // Refuses a link to nowhere, which would become a folder somewhere else.
  const real = await realpath(folder);
  await access(real, constants.W_OK);
  return real;
}

/** What is wrong with what stands at the target; undefined when it may be replaced or made. */
function whatStands(target: string): Problem | undefined {
  const standing = standingAt(target);
  if (standing === undefined || standing.isFile()) return undefined;
  if (standing.isSymbolicLink()) return problem('is a symbolic link');
  return problem(standing.isDirectory() ? 'is a folder' : 'is not a regular file');
}

/** What stands at a path, a link as itself; undefined when nothing does. */
function standingAt(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}
