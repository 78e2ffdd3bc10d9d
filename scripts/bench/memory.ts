import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openSandbox } from '../../sandbox/sandbox.ts';
import { mebibytes, median, type Section } from './figures.ts';
import { runProgram } from './process.ts';

const RUN = fileURLToPath(new URL('../../action.yml', import.meta.url));
const RUNS = 5;
const MOST = 115 * 1024 * 1024;

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

/** Peak memory of a waiting run, on virtual time, beside a Node that only waits. */
export async function measureMemory(): Promise<Section> {
  const bare = median(await Promise.all(Array.from({ length: RUNS }, idle)));
  const short = await several(() => waitFor(10));
  const long = await several(() => waitFor(360));
  const missed = [
    ...(long > MOST ? [`memory: ${mebibytes(long)}, at most ${mebibytes(MOST)}`] : []),
    ...(long > short * FLAT ? [`memory grows from ${mebibytes(short)} to ${mebibytes(long)}`] : []),
  ];
  const markdown = `A run that waits for 10 minutes takes ${mebibytes(short)} at its peak, one that waits for 6 hours ${mebibytes(long)} (target: at most ${mebibytes(MOST)}); a Node that only waits takes ${mebibytes(bare)}.`;
  return { markdown, missed };
}
