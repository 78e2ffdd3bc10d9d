/** Peak memory of a waiting run, on virtual time, beside a Node that only waits. */
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openSandbox } from '../../sandbox/sandbox.ts';
import { mebibytes, median, type Section, table } from './figures.ts';
import { runProgram } from './process.ts';

const RUN = fileURLToPath(new URL('../../action.yml', import.meta.url));
const RUNS = 5;
const ROOM = 40 * 1024 * 1024;

/** How much more a run of six hours may take than one of ten minutes. */
const FLAT = 1.15;

async function waitFor(minutes: number): Promise<number> {
  await using sandbox = await openSandbox({ seed: 'memory' });
  const end = { at: minutes * 60, status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' };
  sandbox.service.script({ timeline: [{ status: 'active' }, end] });
  const step = await sandbox.run({ actionFile: RUN, inputs: { prompt: 'Do', timeout: '7h' } }).ended;
  if (step.outputs['result'] !== 'pull-request') throw new Error(step.log);
  return step.peakMemory ?? Number.NaN;
}

async function idle(): Promise<number> {
  const program = { args: ['-e', 'setTimeout(()=>{},5000)'], env: {}, cwd: tmpdir() };
  return (await runProgram(program, true)).memory;
}

async function several(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < RUNS; run += 1) values.push(await measure());
  return median(values);
}

export async function measureMemory(): Promise<Section> {
  const bare = median(await Promise.all(Array.from({ length: RUNS }, idle)));
  const short = await several(() => waitFor(10));
  const long = await several(() => waitFor(360));
  const most = 1.5 * bare + ROOM;
  const missed = [
    ...(long > most ? [`memory: ${mebibytes(long)}, at most ${mebibytes(most)}`] : []),
    ...(long > short * FLAT ? [`memory grows from ${mebibytes(short)} to ${mebibytes(long)}`] : []),
  ];
  const rows = [
    ["`node -e 'setTimeout(()=>{},5000)'`", mebibytes(bare), ''],
    ['a run that waits for 10 minutes', mebibytes(short), `≤ ${mebibytes(most)}`],
    ['a run that waits for 6 hours', mebibytes(long), `≤ ${mebibytes(most)}`],
  ];
  return { markdown: table(['Waiting', 'Peak memory', 'Target'], rows), missed };
}
