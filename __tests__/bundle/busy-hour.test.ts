/**
 * An hour in a busy repository: threads, jobs of 5 to 28 minutes, merges, and a schedule. GitHub allows 1,000 requests an hour.
 * At most 18 for each job leave room for 50 jobs.
 */
import { expect, test } from '@jest/globals';
import { chanceOf } from '../../sandbox/chance.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type Inputs, openScene, type Scene, worksFor } from '../support/scene.ts';

const MINUTE = 60_000;
const THREADS = 7;
const MERGES = 2;
const SCHEDULE = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };

function scriptJob({ sandbox, openPull }: Scene, minutes: number, index: number): void {
  const { number } = openPull({ branch: `mintlify/page-${index}` });
  const prLink = `${sandbox.github.server}/acme/product/pull/${number}`;
  const at = minutes * 60;
  sandbox.service.script(worksFor(at, { prLink }));
}

test('an hour in a busy repository loses, doubles and forgets nothing', async () => {
  await using scene = await openScene({ history: true });
  const { time, github } = scene.sandbox;
  const chance = chanceOf('busy hour');
  const jobs = THREADS + MERGES + 1;
  for (let index = 0; index < jobs; index += 1) scriptJob(scene, 5 + Math.floor(chance.next() * 24), index);
  const threads = Array.from({ length: THREADS }, () => scene.openIssue());
  const limited = { 'daily-limit': '200', timeout: '1h' };
  const start = (run: number, inputs: Inputs, event: Event) =>
    scene.start(
      { ...inputs, 'poll-interval': '2m' },
      { event, context: { runId: String(9_000_000_001 + run) } },
    ).ended;

  const asked = threads.map(async (on, index) => {
    await time.sleep(Math.floor(chance.next() * 60 * MINUTE));
    return start(index, limited, scene.comment(`/docs Request ${index}`, { on }).event);
  });
  const merged = Array.from({ length: MERGES }, async (_, index) => {
    await time.sleep((5 + index * 12) * MINUTE);
    const before = await scene.tip();
    const after = await scene.commit('main', { [`src/${index}.ts`]: 'x\n' });
    const inputs = {
      prompt: `Merge ${index}`,
      timeout: '1h',
      'pr-labels': `merge-${index}`,
      'when-open': 'message',
    };
    return start(THREADS + index, inputs, scene.push({ before, after }));
  });
  const scheduled = time
    .sleep(30 * MINUTE)
    .then(() => start(THREADS + MERGES, { prompt: 'Schedule', timeout: '1h' }, SCHEDULE));
  const steps = await Promise.all([...asked, ...merged, scheduled]);

  expect(steps.map(({ outputs }) => outputs['result'])).toEqual(steps.map(() => 'pull-request'));
  const first = (prompt: string) => prompt.split('\n', 1)[0] ?? '';
  const expected = [
    ...threads.map((_, index) => `Request ${index}`),
    ...merged.map((_, index) => `Merge ${index}`),
    'Schedule',
  ];
  expect(scene.prompts().map(first).sort()).toEqual(expected.sort());
  for (const thread of threads) {
    const [status = '', ...others] = scene.comments(thread);
    expect(status).toMatch(/^\*\*Pull request ready:\*\*/);
    expect(others).toEqual([expect.stringMatching(/^@octocat \*\*Pull request ready:\*\*/)]);
  }
  expect(github.requests.filter(({ status }) => status === 403 || status === 429)).toEqual([]);
  expect(github.requests.length / jobs).toBeLessThanOrEqual(18);
});
