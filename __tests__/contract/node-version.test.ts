/** What `npm start` and `npm test` do where Node is older than what the sources need. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** Runs the check as a Node of this version would. */
function checkOn(version: string) {
  const faked = `Object.defineProperty(process, 'version', { value: '${version}' })`;
  const args = ['--import', `data:text/javascript,${faked}`, 'scripts/require-node.cjs'];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

describe('the version of Node', () => {
  test.each(['v24.0.0', 'v100.0.0'])('%s is new enough', (version) => {
    expect(checkOn(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test.each(['v23.11.1', 'v8.17.0'])('%s is told what to install', (version) => {
    const { status, stderr } = checkOn(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(`Node 24 or newer, and ${version} was found. Run \`npm ci\``);
  });

  test.each(['start', 'test'])(
    '`npm %s` asks before anything that an old one does not understand',
    (name) => {
      expect(scripts[name]).toMatch(/^node scripts\/require-node\.cjs && node /);
    },
  );
});
