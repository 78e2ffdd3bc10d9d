import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionFile } from '../../sandbox/archive.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { openSandbox, type Sandbox, type SandboxRunOptions } from '../../sandbox/sandbox.ts';
import { processes } from './shared.ts';

/** A workspace and a service, for runs of the built visitors action. */
export interface ExportScene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: string;
  start(inputs?: Inputs, options?: Partial<SandboxRunOptions>): Step;
  /** Runs it to its end. */
  run(inputs?: Inputs, options?: Partial<SandboxRunOptions>): Promise<StepResult>;
  /** A file of the workspace as text. */
  read(file: string): string;
  exists(file: string): boolean;
  /** Everything in the workspace, folders too. */
  list(): string[];
  /** The queries that the service got, in their order. */
  queries(): Record<string, string>[];
}

type Inputs = Readonly<Record<string, string | undefined>>;

export async function exportScene(): Promise<ExportScene> {
  const sandbox = await openSandbox({ seed: 'visitors', processes });
  const base = mkdtempSync(join(tmpdir(), 'visitors-'));
  const workspace = join(base, 'workspace');
  mkdirSync(workspace);
  const start: ExportScene['start'] = (inputs = {}, options = {}) =>
    sandbox.run({ actionFile: actionFile('visitors'), inputs, workspace, ...options });
  return {
    sandbox,
    workspace,
    start,
    run: (inputs, options) => start(inputs, options).ended,
    read: (file) => readFileSync(join(workspace, file), 'utf8'),
    exists: (file) => existsSync(join(workspace, file)),
    list: () => readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort(),
    queries: () => sandbox.service.requests.map(({ query }) => Object.fromEntries(query)),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
