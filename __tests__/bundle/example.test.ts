import { expect, test } from '@jest/globals';
import { openScene } from '../support/scene.ts';

test('refuses a reader', async () => {
  await using scene = await openScene();
  scene.member('ann', 'read');

  const step = await scene.ask('/docs Rewrite the quickstart', { by: 'ann' });

  expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
  expect(step.log).toContain('`ann` has the role `read`');
  expect(scene.comments()).toEqual([]);
  expect(scene.requests('service')).toEqual([]);
});
