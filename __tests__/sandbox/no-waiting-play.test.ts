/** What `npm start -- --no-waiting` plays: a request that no run waits for, and the same with a run that waits. */
import { expect, test } from '@jest/globals';
import type { Conversation, Words } from '../../sandbox/play/conversation.ts';
import { type PlayedNoWaiting, playNoWaiting, type RunnerTime } from '../../sandbox/play/no-waiting.ts';
import type { Act } from '../../sandbox/play/stage.ts';

const acts: Act[] = [];
const played: Promise<PlayedNoWaiting> = playNoWaiting({
  seed: 'no waiting',
  onAct: (act) => acts.push(act),
});
const words = ({ entries }: Conversation) =>
  entries.filter((entry): entry is Words => entry.kind === 'words');
const together = ({ waited, worked }: RunnerTime) => waited + worked;

test('the run that asks ends at once, and the status comment says that nobody watches', async () => {
  const { meanwhile } = await played;
  expect(acts[0]?.result).toMatchObject({ outcome: 'success', outputs: { result: 'started', prLink: '' } });
  const [, asked, status, ...further] = words(meanwhile);
  expect(asked?.reactions).toEqual([['eyes', 1]]);
  expect(status?.body).toMatch(/^\*\*Working on it:\*\* .* No run watches the job\./);
  expect(further).toEqual([]);
});

test("the pull request's event finishes the thread: status comment, reaction, reply", async () => {
  const { issue, pull, problems } = await played;
  expect(acts).toHaveLength(2);
  expect(acts[1]?.result).toMatchObject({ outcome: 'success', outputs: { result: 'collected', open: '0' } });
  const [, asked, status, reply, ...further] = words(issue);
  const link = `https://github.com/acme/docs/pull/${pull.number}`;
  expect(asked?.reactions).toEqual([
    ['eyes', 1],
    ['rocket', 1],
  ]);
  expect(status?.body).toMatch(/^\*\*Pull request ready:\*\*/);
  expect(status?.body).toContain(link);
  expect(reply?.body).toMatch(/^@ann \*\*Pull request ready:\*\* /);
  expect(further).toEqual([]);
  expect(problems).toEqual([]);
});

// Waiting is virtual time, which stands still while a process works; work is what the processes really took, on whatever
// machine this runs.
test('a job of 10 minutes takes at most 6 s of a runner in two runs, against 600 s in one that waits', async () => {
  const { asking, collecting, waiting, jobMinutes } = await played;
  expect(jobMinutes).toBe(10);
  expect(asking.waited + collecting.waited).toBeLessThan(1);
  expect(together(asking) + together(collecting)).toBeLessThanOrEqual(6);
  expect(waiting.waited).toBeGreaterThanOrEqual(600);
  expect(waiting.waited).toBeLessThan(660);
});
