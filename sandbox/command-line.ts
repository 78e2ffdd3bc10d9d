import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const MERGE_PROMPT = 'Bring the documentation up to date with this change.';
const COMMENT = '/docs Rewrite the quickstart for v2';
const PAGE = 'sandbox-page/index.html';

/** What `npm start` can play. */
export const USAGE = `Usage:
  npm start                                  a thread
  npm start -- --page [file]                 a thread, as a page for a browser too
  npm start -- --no-waiting                  a request that no run waits for, and what a run costs
  npm start -- --workflow file [comment]     your own workflow file, for a comment
  npm start -- "your own prompt"             one run
  npm start -- --merge ["your own prompt"]   a run after a merge`;

/** What is to be played. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'thread'; readonly page?: string }
  | { readonly kind: 'no waiting' }
  | { readonly kind: 'workflow'; readonly file: string; readonly comment: string }
  | { readonly kind: 'run'; readonly prompt: string; readonly merge: boolean };

/** `--workflow` is followed by the file, and maybe by the words of a comment. */
function readFileCommand([file, ...words]: readonly string[]): Command {
  if (file === undefined) throw new Error('--workflow needs a file.');
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  return { kind: 'workflow', file: path.resolve(file), comment: words.join(' ') || COMMENT };
}

/** The command line; `undefined` when something else stands there. */
export function readCommand(): Command | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const modes = { merge: flag, page: flag, 'no-waiting': flag, workflow: flag };
    const options = { ...modes, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { merge, page, help, workflow, 'no-waiting': unwatched } = values;
    if (help) return { kind: 'help' };
    const given = Object.entries(values).filter(([, is]) => is);
    if (given.length > 1) {
      throw new Error(`${given.map(([name]) => `--${name}`).join(' and ')} are given together; give one.`);
    }
    if (workflow) return readFileCommand(positionals);
    if (unwatched && positionals.length > 0) throw new Error('--no-waiting takes no prompt.');
    if (unwatched) return { kind: 'no waiting' };
    if (page) return { kind: 'thread', page: path.resolve(positionals[0] ?? PAGE) };
    if (!merge && positionals.length === 0) return { kind: 'thread' };
    return { kind: 'run', prompt: positionals.join(' ') || MERGE_PROMPT, merge };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}
