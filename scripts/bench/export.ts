/** The visitors export of 25,000 rows beside a plain loop that collects everything, against a loopback service. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { realTime } from '../../sandbox/time.ts';
import { mebibytes, median, quantile, type Section, table } from './figures.ts';
import { runProgram } from './process.ts';

const ROWS = 25_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = parse(readFileSync(join(root, 'visitors/action.yml'), 'utf8'));

interface Contender {
  readonly name: string;
  readonly script: string;
}

interface Run {
  readonly seconds: number;
  /** In bytes. */
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
    // An event without a gate.
    GITHUB_EVENT_NAME: 'schedule',
  };
}

async function runOnce({ script }: Contender, service: Service): Promise<Run> {
  const workspace = mkdtempSync(join(tmpdir(), 'bench-'));
  const before = service.requests.length;
  const program = { args: [script], env: environment(service, workspace), cwd: workspace };
  const { wall, memory } = await runProgram(program, true);
  const written = readFileSync(join(workspace, 'visitors.csv'), 'utf8').split('\n').length - 2;
  rmSync(workspace, { recursive: true });
  if (written !== ROWS) throw new Error(`${script} wrote ${written} rows`);
  return { seconds: wall / 1000, memory, requests: service.requests.length - before };
}

/** Each contender `runs` times, in turn; one more round before warms the disk up. */
export async function measureExport(runs: number): Promise<Section> {
  const service = await openService({ time: realTime(), seed: 'bench' });
  service.visitors.rows = seedVisitors(ROWS);
  service.rules.exportsPerHour = Number.POSITIVE_INFINITY;
  const measured = new Map(CONTENDERS.map((contender) => [contender, [] as Run[]]));
  for (let round = 0; round <= runs; round += 1) {
    for (const [contender, results] of measured) {
      const result = await runOnce(contender, service);
      if (round > 0) results.push(result);
    }
  }
  await service.close();
  const rows = [...measured].map(([{ name }, results]) => {
    const seconds = results.map((run) => run.seconds);
    return [
      name,
      Math.round(ROWS / median(seconds)).toLocaleString('en'),
      `${median(seconds).toFixed(2)} s`,
      `${quantile(seconds, 0.1).toFixed(2)} to ${quantile(seconds, 0.9).toFixed(2)}`,
      String(median(results.map((run) => run.requests))),
      mebibytes(median(results.map((run) => run.memory))),
    ];
  });
  const title = `Export of ${ROWS.toLocaleString('en')} rows`;
  const head = [title, 'Rows per second', 'Time', '10 to 90 %', 'Requests', 'Peak memory'];
  return { markdown: table(head, rows), missed: [] };
}
