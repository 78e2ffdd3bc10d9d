/** What a start costs: whole processes of the built actions against loopback servers, beside `node -e 0`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeAuthority, makeCertificate } from '../../__tests__/support/certificates.ts';
import { openScene, type Scene } from '../../__tests__/support/scene.ts';
import { actionFile } from '../../sandbox/archive.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { FILE_COMMANDS } from '../../sandbox/runner/file-commands.ts';
import { entryFile, readManifest } from '../../sandbox/runner/manifest.ts';
import { prepare } from '../../sandbox/runner/setting.ts';
import type { SandboxRunOptions } from '../../sandbox/sandbox.ts';
import { openService, type Service } from '../../sandbox/service/service.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { realTime } from '../../sandbox/time.ts';
import { mebibytes, median, type Section, table } from './figures.ts';
import { type Cost, memoryOf, type Program, timeProgram } from './process.ts';

interface Scenario {
  readonly name: string;
  /** At most so many times the CPU time of `node -e 0`. */
  readonly target?: number;
  readonly program: () => Program;
}

interface Measured extends Cost {
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
      ...{ actionFile: actionFile(), time: sandbox.time, token, ...options },
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

/** The service once more, over TLS, and the file of the authority that vouches for it. */
async function openSecured(): Promise<{ secured: Service; trust: string; close: () => Promise<void> }> {
  const authority = await makeAuthority('bench');
  const tls = await makeCertificate(authority, { ip: '127.0.0.1' });
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const trust = path.join(folder, 'authority.pem');
  writeFileSync(trust, authority.cert);
  const secured = await openService({ time: realTime(), seed: 'bench', tls });
  return {
    ...{ secured, trust },
    async close() {
      await secured.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Puts a job there that has ended with a pull request. */
function putFinished(service: Service): void {
  const link = 'https://github.com/acme/docs/pull/1';
  service.putJob({
    ...{ id: 'job_7', ago: 600 },
    turns: [{ timeline: [{ status: 'completed', prLink: link }] }],
  });
}

function scenarios(scene: Scene, secured: Service, trust: string): readonly Scenario[] {
  const { sandbox, repository } = scene;
  const { github, service } = sandbox;
  putFinished(service);
  putFinished(secured);
  // A thread of its own, so that no run has to read what earlier ones wrote.
  const newThread = () => {
    const user = userOf(github.store, 'octocat');
    return addThread(github.store, repository, { user, title: 'The quickstart is old' });
  };
  const stranger = scene.comment('I have the same question.').event;
  const overTls = { 'base-url': secured.url, 'api-key': secured.key, 'project-id': secured.projectId };
  return [
    { name: '`node -e 0`', program: () => ({ args: ['-e', '0'], env: {}, cwd: tmpdir() }) },
    { name: 'a comment that is not for us', target: 1.3, program: () => phase(scene, { event: stranger }) },
    { name: 'its post step', target: 1.3, program: () => phase(scene, { event: stranger }, 'post') },
    {
      name: 'a comment by somebody who may not ask',
      program: () =>
        phase(scene, { event: scene.comment('/docs do', { on: newThread(), by: 'mallory' }).event }),
    },
    {
      name: 'a job that is finished at the first look',
      target: 5,
      program: () => phase(scene, { inputs: { 'job-id': 'job_7' } }),
    },
    {
      name: 'the same over https',
      program: () =>
        phase(scene, { inputs: { ...overTls, 'job-id': 'job_7' }, env: { NODE_EXTRA_CA_CERTS: trust } }),
    },
    {
      name: 'the same with its comment on GitHub',
      program: () =>
        phase(scene, { inputs: { 'job-id': 'job_7', 'issue-number': String(newThread().number) } }),
    },
    {
      name: 'the visitors export of one page',
      program: () =>
        phase(scene, {
          actionFile: actionFile('visitors'),
          inputs: { 'date-from': '2026-01-01', 'date-to': '2026-01-31' },
        }),
    },
  ];
}

/** Each scenario `runs` times, in turn; one more round before warms the disk up. */
export async function measureStart(runs: number): Promise<Section> {
  const scene = await openScene({ time: realTime(), seed: 'bench' });
  const { secured, trust, close } = await openSecured();
  const { service } = scene.sandbox;
  service.visitors.rows = seedVisitors(200);
  for (const { rules } of [service, secured]) {
    Object.assign(rules, {
      exportsPerHour: Number.POSITIVE_INFINITY,
      usesPerHour: Number.POSITIVE_INFINITY,
    });
  }
  const costs = new Map(scenarios(scene, secured, trust).map((scenario) => [scenario, [] as Measured[]]));
  for (let round = 0; round <= runs; round += 1) {
    for (const [{ program }, measured] of costs) {
      const cost = await timeProgram(program());
      const memory = await memoryOf(program());
      if (round > 0) measured.push({ ...cost, memory });
    }
  }
  await scene[Symbol.asyncDispose]();
  await close();
  return report(costs);
}

function report(costs: ReadonlyMap<Scenario, readonly Measured[]>): Section {
  const all = [...costs].map(([scenario, measured]) => ({
    scenario,
    wall: median(measured.map(({ wall }) => wall)),
    cpu: median(measured.map(({ cpu }) => cpu)),
    memory: median(measured.map(({ memory }) => memory)),
  }));
  const base = all[0]?.cpu ?? Number.NaN;
  const missed: string[] = [];
  const rows = all.map(({ scenario: { name, target }, wall, cpu, memory }) => {
    const ratio = cpu / base;
    if (target !== undefined && ratio > target)
      missed.push(`${name}: ${ratio.toFixed(2)}, at most ${target}`);
    return [
      ...[name, `${cpu.toFixed(0)} ms`, ratio.toFixed(2), target === undefined ? '' : `≤ ${target}`],
      ...[`${wall.toFixed(0)} ms`, mebibytes(memory)],
    ];
  });
  const head = ['Start', 'CPU time', 'Ratio', 'Target', 'Wall time', 'Peak memory'];
  return { markdown: table(head, rows), missed };
}
