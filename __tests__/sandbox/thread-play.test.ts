/** The thread that `npm start` plays: requests in an issue and in its pull request. */
import { expect, test } from '@jest/globals';
import type { Act } from '../../sandbox/play/stage.ts';
import { playThread } from '../../sandbox/play/thread.ts';

test('answers each comment, and makes one pull request of three requests', async () => {
  const acts: Act[] = [];
  const { figures, problems, pull } = await playThread({
    seed: 'thread play',
    onAct: (act) => acts.push(act),
  });
  expect(acts.map(({ on, result }) => [on, result.outcome, result.outputs['result']])).toEqual([
    ['issue', 'success', 'pull-request'],
    ['issue', 'success', 'pull-request'],
    ['pull request', 'success', 'pull-request'],
    ['issue', 'success', 'answered'],
  ]);
  const levels = acts.flatMap(({ result }) => result.annotations.map(({ level }) => level));
  expect(new Set(levels)).toEqual(new Set(['notice']));
  expect(figures).toMatchObject({ created: 1, messages: 2, duplicates: 0 });
  expect(problems).toEqual([]);
  expect(pull.entries.flatMap((entry) => (entry.kind === 'commit' ? entry.title : []))).toEqual([
    'Rewrite the quickstart for v2',
    'Shorter, please',
    'Mention that the key is read from `DOCS_API_KEY`',
  ]);
  expect(pull.pull?.diff).toContain('+++ b/index.md');
});
