/** What a start costs: whole processes of the built actions against loopback servers, beside `node -e 0`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AskedScene, openAsked } from '../../__tests__/support/asked.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { FILE_COMMANDS } from '../../sandbox/runner/file-commands.ts';
import { entryFile, readManifest } from '../../sandbox/runner/manifest.ts';
import { prepare } from '../../sandbox/runner/setting.ts';
import type { SandboxRunOptions } from '../../sandbox/sandbox.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { realTime } from '../../sandbox/time.ts';
import { mebibytes, median, quantile, type Section, table } from './figures.ts';
import { type Cost, type Program, runProgram } from './process.ts';

const RUN = fileURLToPath(new URL('../../action.yml', import.meta.url));
const VISITORS = fileURLToPath(new URL('../../visitors/action.yml', import.meta.url));

interface Scenario {
  readonly name: string;
  /** At most so many times `node -e 0`. */
  readonly target?: number;
  readonly program: () => Program;
  /** When it is over, in milliseconds since 1970; at the end of the process without it. */
  readonly over?: () => number;
  readonly fails?: boolean;
}

/** Main or post of an action as GitHub's runner starts it. */
function phase(
  { sandbox }: AskedScene,
  options: Omit<SandboxRunOptions, 'actionFile'> & { readonly actionFile?: string },
  which: 'main' | 'post' = 'main',
): Program {
  const { github, service, token } = sandbox;
  const manifest = readManifest(options.actionFile ?? RUN);
  const repository = github.repository('acme/product');
  const inputs = { 'base-url': service.url, 'api-key': service.key, 'project-id': service.projectId };
  const setting = prepare(
    {
      ...{ actionFile: RUN, time: sandbox.time, token, ...options },
      inputs: { ...inputs, ...options.inputs } as Record<string, string>,
      context: { apiUrl: github.api, serverUrl: github.server, repositoryId: String(repository.id) },
    },
    manifest,
  );
  mkdirSync(setting.folder, { recursive: true });
  const files = FILE_COMMANDS.map((name) => [name, path.join(setting.folder, name)] as const);
  for (const [, file] of files) writeFileSync(file, '');
  return {
    args: [entryFile(manifest, which === 'post' ? (manifest.post ?? '') : manifest.main)],
    env: { ...setting.env, ...Object.fromEntries(files) },
    cwd: setting.cwd,
    after: setting.remove,
  };
}

function scenarios(scene: AskedScene): readonly Scenario[] {
  const { sandbox, repository } = scene;
  const { github, service } = sandbox;
  const link = 'https://github.com/acme/docs/pull/1';
  const finished = service.putJob({
    id: 'job_7',
    ago: 600,
    turns: [{ timeline: [{ status: 'completed', prLink: link }] }],
  });
  void finished;
  const ours = (body: string, by?: string) => {
    // A thread of its own, so that no run has to read what earlier ones wrote.
    const user = userOf(github.store, 'octocat');
    const on = addThread(github.store, repository, { user, title: 'The quickstart is old' });
    return scene.comment(body, { on, ...(by !== undefined && { by }) }).event;
  };
  const stranger = scene.comment('I have the same question.').event;
  return [
    { name: '`node -e 0`', program: () => ({ args: ['-e', '0'], env: {}, cwd: tmpdir() }) },
    { name: 'a comment that is not for us', target: 1.3, program: () => phase(scene, { event: stranger }) },
    { name: 'its post step', target: 1.3, program: () => phase(scene, { event: stranger }, 'post') },
    {
      name: 'the post step of a run that ended by itself',
      target: 1.3,
      program: () => phase(scene, { event: stranger, env: { STATE_stage: 'ended' } }, 'post'),
    },
    { name: 'a denied comment', program: () => phase(scene, { event: ours('/docs do', 'mallory') }) },
    {
      name: 'a job that is finished at the first look',
      target: 3.2,
      program: () => phase(scene, { inputs: { 'job-id': 'job_7' } }),
    },
    {
      name: 'from start to the `eyes` reaction',
      program: () => phase(scene, { event: ours('/docs do'), inputs: { wait: 'false' } }),
      over: () => github.requests.findLast(({ body }) => body.includes('"eyes"'))?.at ?? Number.NaN,
    },
    {
      name: 'the visitors export of one page',
      program: () =>
        phase(scene, {
          actionFile: VISITORS,
          inputs: { 'date-from': '2026-01-01', 'date-to': '2026-01-31' },
        }),
    },
  ];
}

/** Each scenario `runs` times, in turn; one more round before warms the disk up. */
export async function measureStart(runs: number): Promise<Section> {
  const scene = await openAsked({ time: realTime(), seed: 'bench' });
  const { service } = scene.sandbox;
  service.visitors.rows = seedVisitors(200);
  Object.assign(service.rules, {
    exportsPerHour: Number.POSITIVE_INFINITY,
    usesPerHour: Number.POSITIVE_INFINITY,
  });
  const costs = new Map(scenarios(scene).map((scenario) => [scenario, [] as Cost[]]));
  for (let round = 0; round <= runs; round += 1) {
    for (const [{ program, over }, measured] of costs) {
      const plain = await runProgram(program(), false);
      const wall = over === undefined ? plain.wall : over() - plain.startedAt;
      const metered = await runProgram(program(), true);
      if (round > 0) measured.push({ ...metered, wall });
    }
  }
  await scene[Symbol.asyncDispose]();
  return report(costs);
}

function report(costs: ReadonlyMap<Scenario, readonly Cost[]>): Section {
  const all = [...costs].map(([scenario, measured]) => ({
    scenario,
    wall: measured.map(({ wall }) => wall),
    cpu: median(measured.map(({ cpu }) => cpu)),
    memory: median(measured.map(({ memory }) => memory)),
  }));
  const base = all[0];
  const baseWall = median(base?.wall ?? []);
  const missed: string[] = [];
  const rows = all.map(({ scenario, wall, cpu, memory }) => {
    const ratio = median(wall) / baseWall;
    const { name, target, over } = scenario;
    if (target !== undefined && ratio > target)
      missed.push(`${name}: ${ratio.toFixed(2)}, at most ${target}`);
    return [
      name,
      `${median(wall).toFixed(0)} ms`,
      `${quantile(wall, 0.1).toFixed(0)} to ${quantile(wall, 0.9).toFixed(0)}`,
      ratio.toFixed(2),
      target === undefined ? '' : `≤ ${target}`,
      ...(over === undefined ? [`${cpu.toFixed(0)} ms`, (cpu / (base?.cpu ?? 0)).toFixed(2)] : ['', '']),
      over === undefined ? mebibytes(memory) : '',
    ];
  });
  const head = ['Start', 'Wall time', '10 to 90 %', 'Ratio', 'Target', 'CPU time', 'Ratio', 'Peak memory'];
  return { markdown: table(head, rows), missed };
}
