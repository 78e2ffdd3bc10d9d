import { openScene } from '../../__tests__/support/scene.ts';
import { realTime } from '../../sandbox/time.ts';
import { mebibytes, type Section } from './figures.ts';
import { memoryOf } from './process.ts';
import { phase } from './start.ts';

const MOST = 115 * 1024 * 1024;

/** The polls of a job that takes 10 minutes, and of one that takes 100. */
const [FEW, MANY] = [60, 240];

/** How much more memory the long run can take. */
const FLAT = 1.15;

/** A run that polls every second. In virtual time, there would be no time for garbage collection. */
async function waitFor(polls: number): Promise<number> {
  await using scene = await openScene({ time: realTime(), seed: `memory ${polls}` });
  const end = { at: polls, status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' };
  scene.sandbox.service.script({ timeline: [{ status: 'active' }, end] });
  const inputs = { prompt: 'Do', timeout: '1h', 'poll-interval': '1s' };
  return await memoryOf(phase(scene, { inputs }));
}

/** Peak memory of a waiting run. */
export async function measureMemory(): Promise<Section> {
  const [short, long] = await Promise.all([waitFor(FEW), waitFor(MANY)]);
  const missed = [
    ...(long > MOST ? [`memory: ${mebibytes(long)}, at most ${mebibytes(MOST)}`] : []),
    ...(long > short * FLAT ? [`memory grows from ${mebibytes(short)} to ${mebibytes(long)}`] : []),
  ];
  const markdown = `Peak memory of a run that waits: ${mebibytes(short)} after ${FEW} polls (10 minutes), ${mebibytes(long)} after ${MANY} polls (100 minutes). The target is at most ${mebibytes(MOST)}.`;
  return { markdown, missed };
}
