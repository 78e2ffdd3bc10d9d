/** What waiting costs, on the fake clock: the delay of noticing an end, and the looks that it took. */
import { job, watchingScene } from '../../__tests__/support/watching.ts';
import { chanceOf } from '../../sandbox/soak/chance.ts';
import { watch } from '../../src/job/watch.ts';
import { median, quantile, type Section, table } from './figures.ts';

/** 10 s to 60 min in seconds, cut into spans of equal width on a logarithmic scale. */
const SPANS = 12;
const bound = (index: number) => 10 * 360 ** (index / SPANS);

/** Jobs in each span, log-uniform. */
const JOBS = 400;

const LOOPS = [5, 10, 15, 30];

/** `auto`, or the seconds between two looks of a fixed loop. */
type Schedule = 'auto' | number;

interface Waited {
  /** Seconds from the job's end to the look that saw it. */
  readonly delay: number;
  readonly looks: number;
}

async function waitFor(seconds: number, schedule: Schedule, random: () => number): Promise<Waited> {
  const scene = watchingScene((at) => ({ status: at >= seconds ? 'completed' : 'active' }), {
    timeout: 7_200_000,
    ...(schedule !== 'auto' && { pollInterval: schedule * 1000 }),
  });
  await watch(job({ status: 'active' }), undefined, { ...scene.watching, random });
  return { delay: (scene.looks.at(-1) ?? Number.NaN) - seconds, looks: scene.looks.length };
}

async function waitForAll(span: number, schedule: Schedule) {
  const chance = chanceOf(`${span} ${schedule}`);
  const waited: Waited[] = [];
  for (let count = 0; count < JOBS; count += 1) {
    const seconds = bound(span + chance.next());
    waited.push(await waitFor(seconds, schedule, () => chance.next()));
  }
  const delays = waited.map(({ delay }) => delay);
  return {
    delay: median(delays),
    worst: quantile(delays, 0.95),
    looks: waited.reduce((sum, { looks }) => sum + looks, 0) / JOBS,
  };
}

function tell(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(1)} min`;
}

export async function measureWaiting(): Promise<Section> {
  const missed: string[] = [];
  const rows: string[][] = [];
  for (let span = 0; span < SPANS; span += 1) {
    const ours = await waitForAll(span, 'auto');
    const fixed = await Promise.all(LOOPS.map((loop) => waitForAll(span, loop)));
    const duration = bound(span + 0.5);
    const shown = `${tell(bound(span))} to ${tell(bound(span + 1))}`;
    const most = Math.max(duration * 0.03, 2);
    if (ours.delay > most)
      missed.push(`delay at ${shown}: ${ours.delay.toFixed(1)} s, at most ${most.toFixed(1)} s`);
    const ten = fixed[LOOPS.indexOf(10)]?.looks ?? 0;
    if (bound(span) > 720 && ours.looks >= ten)
      missed.push(`requests at ${shown}: ${ours.looks}, fewer than ${ten}`);
    rows.push([
      shown,
      ...[ours.delay, ours.worst, most].map((seconds) => seconds.toFixed(1)),
      ...fixed.map(({ delay }) => delay.toFixed(1)),
      ...[ours, ...fixed].map(({ looks }) => looks.toFixed(0)),
    ]);
  }
  const each = (what: string) => LOOPS.map((loop) => `${what}, ${loop} s`);
  const head = ['Job', 'Delay', '95 %', 'Target', ...each('Delay'), 'Looks', ...each('Looks')];
  return { markdown: table(head, rows), missed };
}
