import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { actionFile } from '../../sandbox/archive.ts';
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { openSandbox, type Sandbox, type SandboxRunOptions } from '../../sandbox/sandbox.ts';
import type { Entry } from '../../src/batch/entry.ts';
import { REQUEST_SPACING } from '../../src/intervals.ts';
import { nextDelay } from '../../src/job/watch.ts';
import { processes } from './shared.ts';

/** The built batch action in a sandbox of its own, with a workspace. */
export interface BatchScene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: string;
  /** Puts files into the workspace. */
  put(files: Readonly<Record<string, string>>): void;
  read(file: string): string;
  remove(file: string): void;
  /** Puts a symbolic link into the workspace. */
  link(file: string, target: string): void;
  start(inputs: SandboxRunOptions['inputs'], options?: Partial<SandboxRunOptions>): Step;
  run(inputs: SandboxRunOptions['inputs'], options?: Partial<SandboxRunOptions>): Promise<StepResult>;
  /** The instructions that the service was asked for, repeated ones too. */
  asked(): string[];
  /** The instructions of the jobs that there are. */
  created(): string[];
}

export async function batchScene(seed = 'batch'): Promise<BatchScene> {
  const sandbox = await openSandbox({ seed, processes });
  const workspace = mkdtempSync(join(tmpdir(), 'batch-'));
  const { service } = sandbox;
  // Long enough for jobs to be open side by side.
  service.rules.usualSeconds = JOB_SECONDS;
  const start: BatchScene['start'] = (inputs = {}, options = {}) =>
    sandbox.run({ actionFile: actionFile('batch'), inputs, workspace, event: SCHEDULE, ...options });
  return {
    ...{ sandbox, workspace },
    put(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, path)), { recursive: true });
        writeFileSync(join(workspace, path), text);
      }
    },
    read: (file) => readFileSync(join(workspace, file), 'utf8'),
    remove: (file) => rmSync(join(workspace, file)),
    link: (file, target) => symlinkSync(target, join(workspace, file)),
    start,
    run: (inputs, options) => start(inputs, options).ended,
    asked: () => service.requests.filter(isCreate).map(({ body }) => JSON.parse(body).prompt),
    created: () => service.jobs.map(({ turns }) => turns[0]?.prompt ?? ''),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** How long a job takes. */
export const JOB_SECONDS = 40;

/** Nobody asks: the clock does. */
const SCHEDULE = { name: 'schedule', payload: { schedule: '0 6 * * 1' } };

function isCreate({ method, path }: RecordedRequest): boolean {
  return method === 'POST' && path.endsWith('/job');
}

export function jobsOf(step: { readonly outputs: Readonly<Record<string, string>> }): Entry[] {
  return JSON.parse(step.outputs['jobs'] ?? '[]');
}

/** What the file holds, which a run that was killed leaves too. */
export function entriesOf(scene: BatchScene): Entry[] {
  return JSON.parse(scene.read('docs-agent-jobs.json'));
}

/** Entries for `prompts-json`: `Instruction 1` and so on. */
export function instructions(count: number): { name: string; prompt: string }[] {
  return Array.from({ length: count }, (_unused, index) => ({
    name: `entry ${index + 1}`,
    prompt: `Instruction ${index + 1}`,
  }));
}

/** The most requests that any span of a second saw. */
export function densest(requests: readonly RecordedRequest[]): number {
  const times = requests.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/**
 * The looks that came sooner than the schedule has them, or later although requests before them did not take all turns,
 * told in seconds; `jobs` are watched from `since` on.
 */
export function looksOffSchedule(
  requests: readonly RecordedRequest[],
  jobs: readonly { readonly id: string; readonly since: number }[],
): string[] {
  const turnsBetween = (from: number, to: number) =>
    requests.filter(({ at }) => at >= from && at < to).length * REQUEST_SPACING;
  return jobs.flatMap(({ id, since }) => {
    const looks = requests.filter(
      ({ method, path, at }) => method === 'GET' && path.endsWith(`/${id}`) && at > since,
    );
    return looks.flatMap(({ at }, index) => {
      const last = looks[index - 1]?.at ?? since;
      const times = { waited: last - since, left: Number.POSITIVE_INFINITY };
      const soonest = last + Math.floor(nextDelay('auto', times, () => 0));
      const latest = last + Math.ceil(nextDelay('auto', times, () => 1));
      const fits = at >= soonest && at - latest < turnsBetween(latest, at) + REQUEST_SPACING;
      return fits ? [] : [`${id}: ${(at - last) / 1000} s after ${times.waited / 1000} s`];
    });
  });
}
