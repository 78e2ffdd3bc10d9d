import { isAbsolute, relative, sep } from 'node:path';

/**
 * What is wrong with the place of a file in the workspace; undefined when nothing is. Both paths are real ones, without
 * symbolic links.
 */
export function misplaced(root: string, real: string): string | undefined {
  const inside = relative(root, real);
  const parts = inside.split(sep);
  if (inside === '' || parts[0] === '..' || isAbsolute(inside)) return 'is outside of the workspace';
  // Checkout leaves its token in .git/config.
  if (parts.some(isGitFolder)) return 'is inside a .git folder';
  return undefined;
}

/** Some file systems ignore case, Windows also dots and spaces at the end, and has short names and streams. */
export function isGitFolder(part: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part);
}

/** The system's word for what went wrong, like `EACCES`. */
export function errorCode(error: unknown): string {
  const { code } = Object(error);
  return typeof code === 'string' ? code : String(error);
}

/** Why a file can't be read or written, to follow its path or the name of an input. */
export interface Problem {
  readonly ok: false;
  readonly problem: string;
}

export function problem(text: string): Problem {
  return { ok: false, problem: text };
}
