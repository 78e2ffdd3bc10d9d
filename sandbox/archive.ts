/** The archive that GitHub makes of a commit and a runner downloads, made of the working tree. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Packs the working tree as it is, committed or not. The repository's index and objects stay as they are. */
export function packArchive(): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const [index = '', objects = ''] = git(['rev-parse', '--path-format=absolute', ...GIT_PATHS])
      .toString()
      .split('\n');
    const env = {
      GIT_INDEX_FILE: join(scratch, 'index'),
      GIT_OBJECT_DIRECTORY: join(scratch, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    };
    mkdirSync(env.GIT_OBJECT_DIRECTORY);
    // With the index, Git reads only the files that changed.
    if (existsSync(index)) cpSync(index, env.GIT_INDEX_FILE);
    git(['add', '--all', '.'], env);
    return git(['archive', '--format=tar', git(['write-tree'], env).toString().trim()], env);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const GIT_PATHS = ['--git-path', 'index', '--git-path', 'objects'];

function git(args: readonly string[], env: NodeJS.ProcessEnv = {}): Buffer {
  return execFileSync('git', args, {
    ...{ cwd: ROOT, env: { ...process.env, ...env } },
    ...{ maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] },
  });
}
