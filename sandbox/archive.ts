/** The archive that a runner downloads from GitHub, made from the working tree. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFiles, listFiles } from './files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/archive');
const DAY = 86_400_000;

/** The `action.yml` of an action in the unpacked archive. Default: the main action. */
export function actionFile(name: '' | 'collect' | 'release-check' | 'visitors' = ''): string {
  return join(unpackArchive(), name, 'action.yml');
}

let unpacked: string | undefined;

/**
 * The folder with the unpacked archive of the working tree. A process unpacks it once, or uses the folder that
 * `UNPACKED_ARCHIVE` names. The same content always has the same path, so that Node's compile cache works.
 */
export function unpackArchive(): string {
  unpacked ??= process.env['UNPACKED_ARCHIVE'] ?? unpack();
  return unpacked;
}

function unpack(): string {
  fs.mkdirSync(CACHE, { recursive: true });
  const fresh = fs.mkdtempSync(join(CACHE, 'new-'));
  execFileSync('tar', ['-xf', '-'], { input: packArchive(), cwd: fresh });
  const folder = join(CACHE, hashFiles(fresh, listFiles(fresh)));
  try {
    fs.renameSync(fresh, folder);
  } catch (error) {
    // An earlier process unpacked the same content.
    if (!fs.existsSync(folder)) throw error;
    fs.rmSync(fresh, { recursive: true, maxRetries: 5 });
    fs.utimesSync(folder, new Date(), new Date());
  }
  removeOld();
  return folder;
}

/** Removes archives that no process has unpacked for a day. */
function removeOld(): void {
  for (const name of fs.readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    const { mtimeMs = Date.now() } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > DAY) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Packs the working tree with uncommitted changes. Changes neither the index nor the objects of the repository. */
export function packArchive(): Buffer {
  const scratch = fs.mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const paths = git(['rev-parse', '--path-format=absolute', ...GIT_PATHS])
      .toString()
      .split('\n');
    const [index = '', objects = ''] = paths;
    const env = {
      GIT_INDEX_FILE: join(scratch, 'index'),
      GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    };
    fs.mkdirSync(env.GIT_OBJECT_DIRECTORY);
    // With the index, Git reads only the files that changed.
    if (fs.existsSync(index)) fs.cpSync(index, env.GIT_INDEX_FILE);
    git(['add', '--all', '.'], env);
    return git(['archive', '--format=tar', git(['write-tree'], env).toString().trim()], env);
  } catch (cause) {
    throw new Error(
      'Git could not make the archive of the actions. Install Git, and clone the repository or run `git init` in your copy.',
      { cause },
    );
  } finally {
    fs.rmSync(scratch, { recursive: true, maxRetries: 5 });
  }
}

const GIT_PATHS = ['--git-path', 'index', '--git-path', 'objects'];

function git(args: readonly string[], env: NodeJS.ProcessEnv = {}): Buffer {
  return execFileSync('git', args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
