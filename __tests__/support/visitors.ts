import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { openSandbox, type Sandbox } from '../../sandbox/sandbox.ts';

export const VISITORS_ACTION = fileURLToPath(new URL('../../visitors/action.yml', import.meta.url));

/** A workspace and a service, for runs of the built visitors action. */
export interface ExportScene extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly workspace: string;
  run(inputs?: Readonly<Record<string, string | undefined>>): Promise<StepResult>;
  /** A file of the workspace as text. */
  read(file: string): string;
  exists(file: string): boolean;
  /** Everything in the workspace, folders too. */
  list(): string[];
  /** The queries that the service got, in their order. */
  queries(): Record<string, string>[];
}

export async function exportScene(): Promise<ExportScene> {
  const sandbox = await openSandbox({ seed: 'visitors' });
  const workspace = mkdtempSync(join(tmpdir(), 'visitors-'));
  return {
    sandbox,
    workspace,
    run: (inputs = {}) => sandbox.run({ actionFile: VISITORS_ACTION, inputs, workspace }).ended,
    read: (file) => readFileSync(join(workspace, file), 'utf8'),
    exists: (file) => existsSync(join(workspace, file)),
    list: () => readdirSync(workspace, { recursive: true, encoding: 'utf8' }).sort(),
    queries: () => sandbox.service.requests.map(({ query }) => Object.fromEntries(query)),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}
