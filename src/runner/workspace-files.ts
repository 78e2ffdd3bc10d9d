import { constants, open, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileTarget } from './output-file.ts';
import { checkTarget, writeWhole } from './output-file.ts';
import { errorCode, misplaced } from './workspace-path.ts';

/** A file that was asked for by an input. */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Files of the workspace. */
export interface Files {
  /**
   * Reads an input file: regular, at most 256 KiB (or `most` bytes), UTF-8, its real path inside the workspace and
   * without `.git`. The problem completes a sentence that begins with the input's name.
   */
  readInput(path: string, most?: number): Promise<FileText>;
  /** The files that glob patterns find, below the workspace and in order; a pattern with `!` in front takes away. */
  find(patterns: readonly string[]): Promise<readonly string[]>;
  /** Whether a file may be written at `path`; makes nothing. The problem continues a sentence about the file. */
  checkTarget(path: string): Promise<FileTarget>;
  /**
   * Makes the folders of `path` and writes the file in UTF-8, whole or not at all: it is written beside under another
   * name and then renamed. What stood there before is replaced. Secrets are taken out.
   */
  write(path: string, chunks: Iterable<string>): Promise<FileTarget>;
}

const LIMIT = 256 * 1024;

/** Files of the workspace at `root`; `hide` takes secrets out of what is written. */
export function workspaceFiles(root: string, hide: (text: string) => string): Files {
  return {
    async readInput(path, most = LIMIT) {
      const place = await locate(root, path);
      return place.ok ? readText(place.text, most) : place;
    },
    async find(patterns) {
      // Only the batch action looks for files.
      const { findFiles } = await import('./find-files.ts');
      return findFiles(root, patterns);
    },
    checkTarget: (path) => checkTarget(root, path),
    write: (path, chunks) => writeWhole(root, path, map(chunks, hide)),
  };
}

function* map(chunks: Iterable<string>, change: (chunk: string) => string): Iterable<string> {
  for (const chunk of chunks) yield change(chunk);
}

/** Resolves every symbolic link first, so that the checks see the file that will be opened. */
async function locate(root: string, path: string): Promise<FileText> {
  try {
    const real = await realpath(resolve(root, path));
    const wrong = misplaced(await realpath(root), real);
    return wrong === undefined ? { ok: true, text: real } : problem(wrong);
  } catch (error) {
    return problem(`cannot be read (${errorCode(error)})`);
  }
}

async function readText(path: string, most: number): Promise<FileText> {
  try {
    // NONBLOCK: opening a named pipe must not wait for a writer. NOFOLLOW: the path was resolved already.
    await using file = await open(
      path,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    if (!(await file.stat()).isFile()) return problem('is not a regular file');
    const buffer = Buffer.alloc(most + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) {
      read = (await file.read(buffer, length)).bytesRead;
    }
    if (length > most) return problem(`is larger than ${most / 1024} KiB`);
    return decode(buffer.subarray(0, length));
  } catch (error) {
    return problem(`cannot be read (${errorCode(error)})`);
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
