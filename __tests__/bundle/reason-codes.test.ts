/** A test expects each value of the output `reasonCode`. The values that no other test expects are here. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { REASON_CODES } from '../../src/model/reason-codes.ts';
import { openScene, type Scene } from '../support/scene.ts';

test.each<[string, (scene: Scene) => Promise<StepResult>]>([
  [
    // A Node that lacks a function.
    'unexpected',
    (scene) => {
      const env = { NODE_OPTIONS: '--import=data:text/javascript,delete%20AbortSignal.any' };
      return scene.ask('/docs Rewrite', { run: { env } });
    },
  ],
  [
    'file-not-written',
    (scene) => {
      scene.sandbox.service.visitors.beforePage = () => writeFileSync(join(scene.workspace, 'out'), '');
      return scene.run({ file: 'out/visitors.csv' }, { action: 'visitors' });
    },
  ],
])('%s', async (reasonCode, run) => {
  await using scene = await openScene();
  const { outputs } = await run(scene);
  expect(outputs).toMatchObject({ reasonCode, reason: expect.stringMatching(/\S/) });
});

test('a test expects each code', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((text) => text.includes('reasonCode'));
  const missing = Object.keys(REASON_CODES).filter(
    (code) => !texts.some((text) => text.includes(`'${code}'`)),
  );
  expect(missing).toEqual([]);
});
