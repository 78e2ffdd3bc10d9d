import { job, watchingScene } from '../../__tests__/support/watching.ts';
import { chanceOf } from '../../sandbox/soak/chance.ts';
import { watchJob } from '../../src/job/watch.ts';
import { median, quantile, type Section, table } from './figures.ts';
import { measureMemory } from './memory.ts';

/** The shortest and longest jobs of each span, in seconds, log-uniform. */
const SPANS = [
  [10, 30],
  [30, 120],
  [120, 300],
  [300, 600],
  [600, 1800],
  [1800, 3600],
] as const;

/** Jobs in each span. */
const JOBS = 400;

/** Seconds between two polls of a simple loop. */
const LOOP = 10;

/** `auto`, or the seconds between two polls of a fixed loop. */
type Schedule = 'auto' | number;

interface Waited {
  /** Seconds from the job's end to the poll that saw it. */
  readonly delay: number;
  readonly polls: number;
}

async function waitFor(seconds: number, schedule: Schedule, random: () => number): Promise<Waited> {
  const ended = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' };
  const scene = watchingScene((at) => (at >= seconds ? ended : { status: 'active' }), {
    timeout: 7_200_000,
    ...(schedule !== 'auto' && { pollInterval: schedule * 1000 }),
  });
  await watchJob(job({ status: 'active' }), undefined, { ...scene.watching, random });
  return { delay: (scene.polls.at(-1) ?? Number.NaN) - seconds, polls: scene.polls.length };
}

async function waitForAll([least, most]: readonly [number, number], schedule: Schedule) {
  const chance = chanceOf(`${least} ${schedule}`);
  const waited: Waited[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    const seconds = least * (most / least) ** chance.next();
    waited.push(await waitFor(seconds, schedule, () => chance.next()));
  }
  const delays = waited.map(({ delay }) => delay);
  return {
    delay: median(delays),
    worst: quantile(delays, 0.95),
    polls: waited.reduce((sum, { polls }) => sum + polls, 0) / JOBS,
  };
}

function format(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${seconds / 60} min`;
}

/** The costs of waiting, on the fake clock: the delay after the end of a job, the polls, and the memory. */
export async function measureWaiting(): Promise<Section> {
  const missed: string[] = [];
  const rows: string[][] = [];
  for (const [least, most] of SPANS) {
    const ours = await waitForAll([least, most], 'auto');
    const loop = await waitForAll([least, most], LOOP);
    const shown = `${format(least)} to ${format(most)}`;
    const bound = Math.max(Math.sqrt(least * most) * 0.03, 2);
    if (ours.delay > bound)
      missed.push(`delay at ${shown}: ${ours.delay.toFixed(1)} s, at most ${bound.toFixed(1)} s`);
    if (least >= 600 && ours.polls >= loop.polls)
      missed.push(`polls at ${shown}: ${ours.polls}, fewer than ${loop.polls}`);
    const seconds = [ours.delay, bound, ours.worst].map((value) => `${value.toFixed(1)} s`);
    rows.push([
      shown,
      ...seconds,
      ours.polls.toFixed(0),
      `${loop.delay.toFixed(1)} s`,
      loop.polls.toFixed(0),
    ]);
  }
  const head = [
    'A job of',
    'Median delay',
    'Target',
    '95th percentile',
    'Polls',
    `Median delay of a ${LOOP} s loop`,
    'Polls of that loop',
  ];
  const memory = await measureMemory();
  return { markdown: `${table(head, rows)}\n\n${memory.markdown}`, missed: [...missed, ...memory.missed] };
}
