import { job, watchingScene } from '../../__tests__/support/watching.ts';
import { chanceOf } from '../../sandbox/soak/chance.ts';
import { watchJob } from '../../src/job/watch.ts';
import { median, quantile, type Section, table } from './figures.ts';
import { measureMemory } from './memory.ts';

/** The shortest and longest jobs of each span, log-uniform, in seconds. */
const SPANS = [
  { least: 10, most: 30 },
  { least: 30, most: 120 },
  { least: 120, most: 300 },
  { least: 300, most: 600 },
  { least: 600, most: 1800 },
  { least: 1800, most: 3600 },
];

/** Jobs in each span. */
const JOBS = 4_000;

/** Seconds between two polls of a simple loop. */
const LOOP = 10;

/** `auto`, or the seconds between two polls of a fixed loop. */
type Schedule = 'auto' | number;

interface Waited {
  /** Seconds from the job's end to the poll that saw it. */
  readonly delay: number;
  readonly polls: number;
}

async function waitFor(seconds: number, schedule: Schedule): Promise<Waited> {
  const ended = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' };
  const scene = watchingScene((at) => (at >= seconds ? ended : { status: 'active' }), {
    timeout: 7_200_000,
    ...(schedule !== 'auto' && { pollInterval: schedule * 1000 }),
  });
  await watchJob(job({ status: 'active' }), undefined, scene.watching);
  return { delay: (scene.polls.at(-1) ?? Number.NaN) - seconds, polls: scene.polls.length };
}

async function waitForAll({ least, most }: (typeof SPANS)[number], schedule: Schedule) {
  const chance = chanceOf(`${least}`);
  const waited: Waited[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    const seconds = least * (most / least) ** chance.next();
    waited.push(await waitFor(seconds, schedule));
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
  for (const span of SPANS) {
    const { least, most } = span;
    const ours = await waitForAll(span, 'auto');
    const loop = await waitForAll(span, LOOP);
    const shown = `${format(least)} to ${format(most)}`;
    if (ours.polls > loop.polls) missed.push(`polls at ${shown}: ${ours.polls}, at most ${loop.polls}`);
    const seconds = [ours.delay, ours.worst].map((value) => `${value.toFixed(1)} s`);
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
    '95th percentile',
    'Polls',
    `Median delay of a ${LOOP} s loop`,
    'Polls of that loop',
  ];
  const memory = await measureMemory();
  return { markdown: `${table(head, rows)}\n\n${memory.markdown}`, missed: [...missed, ...memory.missed] };
}
