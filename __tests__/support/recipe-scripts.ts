/** Plays the scripts of recipes by bash, with `gh` for the sandbox's GitHub, and artifacts. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { git } from '../../sandbox/git.ts';
import type { OtherStep, Surroundings } from '../../sandbox/workflow/context.ts';
import type { Scene } from './scene.ts';

const run = promisify(execFile);
const GH = fileURLToPath(new URL('../act/stand-in.mjs', import.meta.url));

export function openScripts({ repository, sandbox }: Pick<Scene, 'repository' | 'sandbox'>) {
  const { github, time } = sandbox;
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  const artifacts = new Map<string, string>();
  const summaries: string[] = [];
  const command = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  command('gh', `exec '${process.execPath}' '${GH}' gh "$@"`);
  command('date', 'echo "$NOW"');

  async function runScript(script: string, { env, workspace }: OtherStep) {
    const temp = mkdtempSync(join(folder, 'step-'));
    const [outputs, summary] = [join(temp, 'outputs'), join(temp, 'summary')];
    for (const file of [outputs, summary]) writeFileSync(file, '');
    const given = {
      ...env,
      PATH: `${folder}:${process.env['PATH']}`,
      NOW: String(Math.floor(time.now() / 1000)),
      RECORD: join(folder, 'record'),
      RUNNER_TEMP: temp,
      GITHUB_API_URL: github.api,
      GITHUB_REPOSITORY: repository.fullName,
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
    };
    await run('bash', ['-e', '-c', script], { cwd: workspace, env: given });
    const written = readFileSync(summary, 'utf8');
    if (written !== '') summaries.push(written);
    const lines = readFileSync(outputs, 'utf8').matchAll(/^(\w+)=(.*)$/gm);
    return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  }

  async function play(other: OtherStep): Promise<Readonly<Record<string, string>> | undefined> {
    const { inputs, step, workspace } = other;
    const [action = ''] = (step.uses ?? '').split('@');
    const { name = '', path = '' } = inputs;
    if (step.run !== undefined) return runScript(step.run, other);
    if (action === 'actions/checkout')
      await git(['clone', '--quiet', '--shared', repository.gitDir ?? '', '.'], { cwd: workspace });
    if (action === 'actions/upload-artifact')
      artifacts.set(`${name}/${basename(path)}`, readFileSync(join(workspace, path), 'utf8'));
    if (action === 'actions/download-artifact')
      for (const [file, text] of artifacts) writeFileSync(join(workspace, basename(file)), text);
    return {};
  }

  /** Time stands still while a process works. */
  const playOther: Surroundings['playOther'] = async (step) => {
    const release = time.hold();
    return play(step).finally(release);
  };
  return {
    surroundings: { playOther, time },
    summaries,
    /** Those of one run. */
    forget: () => artifacts.clear(),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, maxRetries: 5 }),
  };
}
