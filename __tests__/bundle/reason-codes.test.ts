/** A test expects each value of the output `reasonCode`. The values that no other test expects are here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { REASON_CODES } from '../../src/model/reason-codes.ts';
import { openScene } from '../support/scene.ts';

test('unexpected', async () => {
  await using scene = await openScene();
  // A Node that lacks a function.
  const env = { NODE_OPTIONS: '--import=data:text/javascript,delete%20AbortSignal.any' };
  const { outputs } = await scene.ask('/docs Rewrite', { run: { env } });
  expect(outputs).toMatchObject({ reasonCode: 'unexpected', reason: expect.stringMatching(/\S/) });
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
