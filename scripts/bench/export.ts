/**
 * The visitors export of 25,000 rows beside a plain loop that collects everything: rows per second, requests and peak
 * memory, medians of interleaved runs against a loopback service. `npm run bench:export`; a number of runs can be
 * given.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { realTime } from '../../sandbox/time.ts';

const ROWS = 25_000;
const RUNS = Number(process.argv[2] ?? 20);

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = parse(readFileSync(join(root, 'visitors/action.yml'), 'utf8'));

/** Reports the peak memory of the process that it is imported into, in KiB. */
const METER = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;

interface Contender {
  readonly name: string;
  readonly script: string;
}

interface Run {
  readonly seconds: number;
  /** MiB. */
  readonly memory: number;
  readonly requests: number;
}

const CONTENDERS: readonly Contender[] = [
  { name: 'this action', script: join(root, 'visitors', action.runs.main) },
  { name: 'plain loop', script: join(root, 'scripts/bench/plain-loop.ts') },
];

/** Inputs with their defaults, and the files that the runner provides. */
function environment(service: Service, workspace: string): Record<string, string> {
  const defaults = Object.entries<{ default?: string }>(action.inputs).map(([name, input]) => [
    `INPUT_${name.toUpperCase()}`,
    input.default ?? '',
  ]);
  const files = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'].map((name) => {
    writeFileSync(join(workspace, name), '');
    return [name, join(workspace, name)];
  });
  return {
    ...Object.fromEntries([...defaults, ...files]),
    'INPUT_BASE-URL': service.url,
    'INPUT_API-KEY': service.key,
    'INPUT_PROJECT-ID': service.projectId,
    GITHUB_WORKSPACE: workspace,
  };
}

async function runOnce({ script }: Contender, service: Service): Promise<Run> {
  const workspace = mkdtempSync(join(tmpdir(), 'bench-'));
  const before = service.requests.length;
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', METER, script], {
    cwd: workspace,
    env: environment(service, workspace),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let peak = '';
  child.stdio[3]?.on('data', (chunk) => {
    peak += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - began) / 1000;
  const written = readFileSync(join(workspace, 'visitors.csv'), 'utf8').split('\n').length - 2;
  rmSync(workspace, { recursive: true });
  if (code !== 0 || written !== ROWS) throw new Error(`${script} ended with ${code} and ${written} rows`);
  return { seconds, memory: Number(peak) / 1024, requests: service.requests.length - before };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const service = await openService({ time: realTime(), seed: 'bench' });
service.visitors.rows = seedVisitors(ROWS);
service.rules.exportsPerHour = Number.POSITIVE_INFINITY;
const runs = new Map(CONTENDERS.map((contender) => [contender, [] as Run[]]));
for (let round = 0; round <= RUNS; round += 1) {
  for (const [contender, results] of runs) {
    const result = await runOnce(contender, service);
    // The first round warms the disk up.
    if (round > 0) results.push(result);
  }
}
await service.close();

console.log(`| ${ROWS.toLocaleString('en')} rows | Rows per second | Seconds | Requests | Peak memory |`);
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const [{ name }, results] of runs) {
  const seconds = results.map((run) => run.seconds);
  const spread = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`;
  const cells = [
    Math.round(ROWS / median(seconds)).toLocaleString('en'),
    `${median(seconds).toFixed(2)} (${spread})`,
    String(median(results.map((run) => run.requests))),
    `${Math.round(median(results.map((run) => run.memory)))} MiB`,
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
console.log(
  `\nMedian of ${RUNS}, interleaved; node ${process.version}, ${process.platform} ${process.arch}.`,
);
