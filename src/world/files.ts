import { constants, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Files, FileText } from './world.ts';

const LIMIT = 256 * 1024;

/** Files of the workspace at `root`. */
export function workspaceFiles(root: string): Files {
  return {
    async readInput(path) {
      const place = await locate(root, path);
      return place.ok ? readText(place.text) : place;
    },
  };
}

/** Resolves every symbolic link first, so that the checks see the file that will be opened. */
async function locate(root: string, path: string): Promise<FileText> {
  let inside: string;
  let real: string;
  try {
    real = await realpath(resolve(root, path));
    inside = relative(await realpath(root), real);
  } catch (error) {
    return problem(`cannot be read (${code(error)})`);
  }
  const parts = inside.split(sep);
  if (inside === '' || parts[0] === '..' || isAbsolute(inside)) return problem('is outside of the workspace');
  // Checkout leaves its token in .git/config; some file systems ignore case.
  if (parts.some((part) => part.toLowerCase() === '.git')) return problem('is inside a .git folder');
  return { ok: true, text: real };
}

async function readText(path: string): Promise<FileText> {
  try {
    // NONBLOCK: opening a named pipe must not wait for a writer. NOFOLLOW: the path was resolved already.
    await using file = await open(
      path,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    if (!(await file.stat()).isFile()) return problem('is not a regular file');
    const buffer = Buffer.alloc(LIMIT + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) {
      read = (await file.read(buffer, length)).bytesRead;
    }
    if (length > LIMIT) return problem('is larger than 256 KiB');
    return decode(buffer.subarray(0, length));
  } catch (error) {
    return problem(`cannot be read (${code(error)})`);
  }
}

function decode(bytes: Buffer): FileText {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return problem('is not UTF-8 text');
  }
}

function problem(text: string): FileText {
  return { ok: false, problem: text };
}

function code(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
