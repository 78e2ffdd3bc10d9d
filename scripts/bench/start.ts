/**
 * The cost of a start: whole processes of the built actions against loopback servers. Starts without packages are compared
 * with `node -e 0`, the others with the packages alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openScene, type Scene } from '../../__tests__/support/scene.ts';
import { actionFile } from '../../sandbox/archive.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { FILE_COMMANDS } from '../../sandbox/runner/file-commands.ts';
import { entryFile, readManifest } from '../../sandbox/runner/manifest.ts';
import { prepare } from '../../sandbox/runner/setting.ts';
import type { SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { Service } from '../../sandbox/service/service.ts';
import { realTime } from '../../sandbox/time.ts';
import { mebibytes, median, type Section, table } from './figures.ts';
import { memoryOf, type Program, timeProgram } from './process.ts';

const NODE = '`node -e 0`';
const PACKAGES = '`@actions/core`, `undici` and `zod` with one request';

interface Scenario {
  readonly name: string;
  /** The name of the scenario that this one is compared with. */
  readonly base?: string;
  /** The target: at most this many times the CPU time of `base`. */
  readonly target?: number;
  readonly program: () => Program;
}

interface Measured {
  /** CPU time in milliseconds. */
  readonly cpu: number;
  /** Peak memory in bytes. */
  readonly memory: number;
}

/** Main or post of an action as GitHub's runner starts it. */
export function phase(
  { sandbox }: Scene,
  options: Omit<SandboxRunOptions, 'actionFile'> & { readonly actionFile?: string },
  which: 'main' | 'post' = 'main',
): Program {
  const { github, service, token } = sandbox;
  const manifest = readManifest(options.actionFile ?? actionFile());
  const repository = github.repository('acme/product');
  const inputs = { 'base-url': service.url, 'api-key': service.key, 'project-id': service.projectId };
  const setting = prepare(
    {
      token,
      ...options,
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

/** Adds a job that has ended with a pull request. */
function putFinished(service: Service): void {
  const link = 'https://github.com/acme/docs/pull/1';
  service.putJob({
    id: 'job_7',
    ago: 600,
    turns: [{ timeline: [{ status: 'completed', prLink: link }] }],
  });
}

/** Bundles the packages into `folder`, like the build. */
function bundlePackages(folder: string): string {
  const ncc = createRequire(import.meta.url).resolve('@vercel/ncc/dist/ncc/cli.js');
  const source = fileURLToPath(new URL('packages.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [
    ncc,
    'build',
    source,
    '-o',
    folder,
    '--no-cache',
    '--quiet',
  ]);
  if (status !== 0) throw new Error(`ncc ended with ${status}`);
  return path.join(folder, 'index.mjs');
}

function scenarios(scene: Scene, packages: string): readonly Scenario[] {
  const { sandbox, repository } = scene;
  const { github, service } = sandbox;
  putFinished(service);
  // Each run has its own thread, so that it doesn't read the comments of others.
  const newThread = () => {
    const user = userOf(github.store, 'octocat');
    return addThread(github.store, repository, { user, title: 'The quickstart is old' });
  };
  const stranger = scene.comment('I have the same question.').event;
  return [
    { name: NODE, program: () => ({ args: ['-e', '0'], env: {}, cwd: tmpdir() }) },
    {
      name: 'a comment without the phrase',
      base: NODE,
      target: 1.3,
      program: () => phase(scene, { event: stranger }),
    },
    {
      name: 'its post step',
      base: NODE,
      target: 1.3,
      program: () => phase(scene, { event: stranger }, 'post'),
    },
    {
      name: PACKAGES,
      program: () => ({ ...phase(scene, { inputs: { 'job-id': 'job_7' } }), args: [packages] }),
    },
    {
      name: 'a job that is finished at the first poll',
      base: PACKAGES,
      target: 1.3,
      program: () => phase(scene, { inputs: { 'job-id': 'job_7' } }),
    },
    {
      name: 'a finished job with its comment on GitHub',
      base: PACKAGES,
      program: () =>
        phase(scene, { inputs: { 'job-id': 'job_7', 'issue-number': String(newThread().number) } }),
    },
  ];
}

/** Measures each scenario `runs` times, in turn. Another round before fills the caches. */
export async function measureStart(runs: number): Promise<Section> {
  const scene = await openScene({ time: realTime(), seed: 'bench' });
  Object.assign(scene.sandbox.service.rules, { usesPerHour: Number.POSITIVE_INFINITY });
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const all = scenarios(scene, bundlePackages(folder));
  const costs = new Map(all.map((scenario) => [scenario, [] as Measured[]]));
  for (let round = 0; round <= runs; round += 1) {
    for (const [{ program }, measured] of costs) {
      const cpu = await timeProgram(program());
      const memory = await memoryOf(program());
      if (round > 0) measured.push({ cpu, memory });
    }
  }
  await scene[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, maxRetries: 5 });
  return report(costs);
}

function report(costs: ReadonlyMap<Scenario, readonly Measured[]>): Section {
  const all = [...costs].map(([scenario, measured]) => ({
    scenario,
    cpu: median(measured.map(({ cpu }) => cpu)),
    memory: median(measured.map(({ memory }) => memory)),
  }));
  const missed: string[] = [];
  const rows = all.map(({ scenario: { name, base, target }, cpu, memory }) => {
    const ratio = cpu / (all.find(({ scenario }) => scenario.name === base)?.cpu ?? Number.NaN);
    if (target !== undefined && ratio > target)
      missed.push(`${name}: ${ratio.toFixed(2)}, at most ${target}`);
    return [
      name,
      `${cpu.toFixed(0)} ms`,
      base === undefined ? '' : ratio.toFixed(2),
      target === undefined ? '' : `≤ ${target}`,
      mebibytes(memory),
    ];
  });
  const head = ['Start', 'CPU time', 'Ratio', 'Target', 'Peak memory'];
  return { markdown: table(head, rows), missed };
}
