/**
 * The costs of a batch, with the built action in virtual time: the requests per job, and the delay between the end of a job
 * and the poll that sees it. Then the runner minutes of 20 jobs on one runner, compared with a matrix of 20 runners.
 * `npm run figures:batch`. Durations are seeded.
 */
import { readFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { actionFile } from '../sandbox/archive.ts';
import { chanceOf } from '../sandbox/chance.ts';
import { openSandbox, type Sandbox } from '../sandbox/sandbox.ts';

interface Figures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly delays: readonly number[];
}

function script(sandbox: Sandbox, durations: readonly number[]): void {
  for (const [index, at] of durations.entries()) {
    const prLink = `https://github.com/acme/docs/pull/${index + 1}`;
    sandbox.service.script({ timeline: [{ status: 'active' }, { at, status: 'completed', prLink }] });
  }
}

/** Runs a batch of jobs of these durations (seconds). */
async function runBatch(
  durations: readonly number[],
  parallel: number,
): Promise<Figures & { minutes: number }> {
  await using sandbox = await openSandbox({ seed: 'figures' });
  script(sandbox, durations);
  const entries = durations.map((_duration, index) => ({ name: `job ${index}`, prompt: `Do ${index}` }));
  const step = await sandbox.run({
    actionFile: actionFile('batch'),
    event: { name: 'schedule', payload: {} },
    inputs: {
      'prompts-json': JSON.stringify(entries),
      'max-parallel': String(parallel),
      'max-jobs': '100',
      timeout: '24h',
    },
  }).ended;
  if (step.outcome !== 'success') throw new Error(step.log);
  const { requests, jobs } = sandbox.service;
  const delays = jobs.map(({ id, turns }, index) => {
    const last = requests.findLast(({ method, path }) => method === 'GET' && path.endsWith(`/${id}`));
    return ((last?.at ?? 0) - (turns[0]?.at ?? 0)) / 1000 - (durations[index] ?? 0);
  });
  const span = ((requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0)) / 1000;
  return {
    requests: requests.length / durations.length,
    requestsPerSecond: requests.length / span,
    delays,
    minutes: step.duration / 60_000,
  };
}

/** The minutes of a matrix, in which each job has its own runner. */
async function runMatrix(durations: readonly number[]): Promise<number[]> {
  await using sandbox = await openSandbox({ seed: 'figures' });
  script(sandbox, durations);
  const steps = durations.map(
    (_duration, index) => sandbox.run({ actionFile: actionFile(), inputs: { prompt: `Do ${index}` } }).ended,
  );
  return (await Promise.all(steps)).map(({ duration }) => duration / 60_000);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** From 1 to 30 minutes, log-uniform. */
function randomDurations(count: number): number[] {
  const chance = chanceOf(`figures ${count}`);
  return Array.from({ length: count }, () => 60 * 30 ** chance.next());
}

/** 5 minutes, 5 s more or less, so that no poll matches the end by chance. */
function fiveMinutes(count: number): number[] {
  const chance = chanceOf(`five minutes ${count}`);
  return Array.from({ length: count }, () => 295 + 10 * chance.next());
}

function row(...cells: (string | number)[]): string {
  return `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`;
}

const cases: readonly [string, readonly number[], number][] = [
  ['20 jobs of 5 min, 20 at a time', fiveMinutes(20), 20],
  ['100 jobs of 1 to 30 min, 5 at a time', randomDurations(100), 5],
];

console.log(row('Jobs', 'Requests per job', 'Requests per second', 'Median delay', 'Longest delay'));
console.log(row('---', '---:', '---:', '---:', '---:'));
for (const [name, durations, parallel] of cases) {
  const { requests, requestsPerSecond, delays } = await runBatch(durations, parallel);
  console.log(row(name, requests, requestsPerSecond.toFixed(2), median(delays), Math.max(...delays)));
}

const twenty = fiveMinutes(20);
const { minutes } = await runBatch(twenty, 20);
const matrix = await runMatrix(twenty);
const billed = matrix.map((one) => Math.ceil(one)).reduce((sum, one) => sum + one, 0);
const used = matrix.reduce((sum, one) => sum + one, 0);
console.log(`\n${row('20 jobs of 5 min at once', 'Runners', 'Minutes used', 'Minutes billed')}`);
console.log(row('---', '---:', '---:', '---:'));
console.log(row('one runner', '1', minutes, String(Math.ceil(minutes))));
console.log(row('a matrix', '20', used, String(billed)));

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
console.log(
  `\n${new Date().toISOString().slice(0, 10)}, version ${version}, Node ${process.versions.node}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
);
