/** What attackers do to the built action, and what none of it may bring about. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { rewriteJson } from '../../sandbox/faults/answers.ts';
import type { PhaseResult, StepResult } from '../../sandbox/runner/step.ts';
import type { Scene } from './scene.ts';

/** Signs of many kinds, all of which an HTTP header takes. */
export const KEY = 'mint_a/b+c~d.e&f-0123456789abcdef';

/** How servers quote a key. */
export const QUOTED: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in base64', (key) => Buffer.from(key).toString('base64')],
  ['in a URL', encodeURIComponent],
  ['in JSON', (key) => JSON.stringify(key).slice(1, -1)],
  ['in HTML', (key) => key.replaceAll('&', '&amp;')],
];

/** Each look at a job that ended shows these fields in place of its own. */
export function jobSays({ sandbox }: Scene, fields: Readonly<Record<string, unknown>>): void {
  const lie = rewriteJson((job) => (job['status'] === 'completed' ? { ...job, ...fields } : job));
  sandbox.service.faults.next({ method: 'GET', times: 9_999 }, lie);
}

/** All that anybody gets to see of a step: its page, its log without what only the runner reads, and what it wrote. */
export function seen(step: StepResult, { repository }: Scene): string {
  const bodies = repository.comments
    .filter(({ user }) => user.login === 'github-actions[bot]')
    .map(({ text }) => text.body);
  return [step, step.post]
    .flatMap((phase) => (phase === undefined ? [] : shown(phase)))
    .concat(bodies)
    .join('\n');
}

function shown({ outputs, outputFile, state, summary, rawLog, annotations }: PhaseResult): string[] {
  return [
    ...[...Object.values(outputs), outputFile, ...Object.values(state), summary],
    // Before the runner masks anything: what the action prints is hidden by itself.
    rawLog.replace(/^::add-mask::.*$/gm, ''),
    ...annotations.map(({ message }) => message),
  ];
}

/** The text as it is, and as whoever knows how it was escaped would read it. */
function readings(text: string): string[] {
  const visible = text.replace(/&#(?:8203|x200b);/gi, '').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const byNumber = (digits: string, base: number) => String.fromCharCode(Number.parseInt(digits, base));
  return [
    visible,
    visible.replaceAll('\\', ''),
    visible.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => byNumber(digits, 16)),
    visible.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => byNumber(digits, 16)),
    visible.replace(/&#(\d+);/g, (_, digits: string) => byNumber(digits, 10)),
    visible.replaceAll('&amp;', '&'),
  ];
}

/** Puts each output into scripts by an expression, as nobody should, and tells which files they make. */
function carriedOut(outputs: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'attack-'));
  const [scripts, folder] = [join(root, 'scripts'), join(root, 'folder')];
  try {
    for (const each of [scripts, folder]) mkdirSync(each);
    [...new Set(Object.values(outputs))]
      .flatMap((value) => [
        `echo ${value}`,
        `echo "${value}"`,
        `echo '${value}'`,
        `text="${value}"\necho done`,
      ])
      .forEach((script, index) => {
        writeFileSync(join(scripts, String(index)), script);
      });
    // Each in a copy of one shell, which starts faster than a new one.
    spawnSync('sh', ['-c', 'for script in "$0"/*; do (. "$script"); done', scripts], { cwd: folder });
    return readdirSync(folder);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** What holds after every attack. */
export function expectUnharmed(step: StepResult, scene: Scene): void {
  const all = seen(step, scene);
  const texts = readings(all);
  for (const secret of [KEY, scene.sandbox.token]) {
    const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
    for (const form of [secret, base64]) for (const text of texts) expect(text).not.toContain(form);
  }
  // An output with a secret would not reach other jobs at all.
  expect(step.withheldOutputs).toEqual([]);
  expect(step.annotations.filter(({ message }) => message.startsWith('broken'))).toEqual([]);
  for (const [name, value] of Object.entries(step.outputs)) {
    // The one output of several lines: addresses of pages.
    const shown = name === 'topPaths' ? value.replaceAll('\n', '') : value;
    expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  }
  expect(step.outputs['prLink'] ?? '').toMatch(
    /^(?:https?:\/\/(?:127\.0\.0\.1:\d+|github\.com)\/acme\/[a-z]+\/pull\/\d+(?:\?x=\S*)?)?$/,
  );
  expect(mentions(scene)).toEqual([]);
  if (process.platform === 'linux') expect(carriedOut(step.outputs)).toEqual([]);
}

/** Whom what the action wrote would notify: a name behind a sign that is no code and not taken apart. */
function mentions(scene: Scene): string[] {
  const threads = [...scene.repository.threads.values()];
  const said = threads
    .flatMap((thread) => scene.comments(thread))
    .map((body) => body.replace(/`+[^`]*`+/g, ''));
  const names = said.flatMap((body) => body.match(/(?<![\w`])@[a-z][\w-]*/gi) ?? []);
  // Whoever asked is told of the end.
  return names.filter((name) => name !== '@octocat');
}
