/** The steps for act in `docs/set-up.md`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { userOf } from '../../sandbox/github/store.ts';
import { openScene } from './scene.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test('docs/set-up.md has a command that runs the workflow', async () => {
  await using scene = await openScene();
  const [, part = ''] = read('docs/set-up.md').split('## With act');
  const page = part.replaceAll(/^ {3}/gm, '');
  const [step = '', event = '', script = ''] = [...page.matchAll(/```\w+\n(.*?)```/gs)].map(
    ([, code]) => code,
  );
  const input = /dry-run: .*/.exec(step)?.[0];
  const workflow = read('examples/asked-in-a-comment.yml').replace('with:\n', `with:\n          ${input}\n`);
  scene.issue();
  // The page says to replace the ids.
  const { id } = userOf(scene.sandbox.github.store, 'ann');
  const files = {
    '.github/workflows/docs.yml': workflow,
    'event.json': event.replaceAll('1001', String(id)),
  };
  const { failed, log } = await scene.runScript(script, files);
  expect(failed).toBe(false);
  expect(log).toContain('Job succeeded');
  expect(log).toContain('Rewrite the quickstart');
  const { github, service } = scene.sandbox;
  expect(github.requests.filter(({ method, status }) => method !== 'GET' || status === 403)).toEqual([]);
  expect(service.requests).toEqual([]);
});
