import { job, watchingScene } from '../../__tests__/support/watching.ts';
import { chanceOf } from '../../sandbox/chance.ts';
import { watchJob } from '../../src/job/watch.ts';
import { median, quantile, type Section, table } from './figures.ts';
import { measureMemory } from './memory.ts';

/** The shortest and longest jobs of each span, log-uniform, in seconds. */
const SPANS = [
  { least: 120, most: 600 },
  { least: 600, most: 1800 },
  { least: 1800, most: 3600 },
];

/** Jobs in each span. */
const JOBS = 4_000;

interface Waited {
  /** Seconds from the job's end to the poll that saw it. */
  readonly delay: number;
  readonly polls: number;
}

async function waitFor(seconds: number): Promise<Waited> {
  const ended = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' };
  const scene = watchingScene((at) => (at >= seconds ? ended : { status: 'active' }), {
    timeout: 7_200_000,
  });
  await watchJob(job({ status: 'active' }), {}, scene.watching);
  return { delay: (scene.polls.at(-1) ?? Number.NaN) - seconds, polls: scene.polls.length };
}

async function waitForAll({ least, most }: (typeof SPANS)[number]) {
  const chance = chanceOf(`${least}`);
  const waited: Waited[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    const seconds = least * (most / least) ** chance.next();
    waited.push(await waitFor(seconds));
  }
  const delays = waited.map(({ delay }) => delay);
  return {
    delay: median(delays),
    worst: quantile(delays, 0.95),
    polls: waited.reduce((sum, { polls }) => sum + polls, 0) / JOBS,
  };
}

/** The costs of waiting, on the fake clock: the delay after the end of a job, the polls, and the memory. */
export async function measureWaiting(): Promise<Section> {
  const rows: string[][] = [];
  for (const span of SPANS) {
    const { delay, worst, polls } = await waitForAll(span);
    const shown = `${span.least / 60} min to ${span.most / 60} min`;
    rows.push([shown, `${delay.toFixed(1)} s`, `${worst.toFixed(1)} s`, polls.toFixed(0)]);
  }
  const waiting = table(['A job of', 'Median delay', '95th percentile', 'Mean polls'], rows);
  const memory = await measureMemory();
  return { markdown: `${waiting}\n\n${memory.markdown}`, missed: memory.missed };
}
