/** What attackers do to the built actions, and what must hold after each attack. */
import { expect } from '@jest/globals';
import { rewriteJson } from '../../sandbox/faults/answers.ts';
import type { PhaseResult, StepResult } from '../../sandbox/runner/step.ts';
import type { Scene } from './scene.ts';

/** It has characters of many kinds, all of them valid in an HTTP header. */
export const KEY = 'mint_a/b+c~d.e&f-0123456789abcdef';

/** A secret in the forms in which servers quote it: as it is, in base64, in a URL, in JSON, and in HTML. */
export const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64'),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll('&', '&amp;'),
];

/** From now on the service shows these fields in each job that ended. */
export function rewriteEndedJobs({ sandbox }: Scene, fields: Readonly<Record<string, unknown>>): void {
  const fault = rewriteJson((job) => (job['status'] === 'completed' ? { ...job, ...fields } : job));
  sandbox.service.faults.next({ method: 'GET', times: 9_999 }, fault);
}

/** Everything that a step shows: its outputs, state, summary, log and annotations, and the action's comments. */
export function visibleText(step: StepResult, { repository }: Scene): string {
  const comments = repository.comments.filter(({ user }) => user.login === 'github-actions[bot]');
  const phases = step.post === undefined ? [step] : [step, step.post];
  return [...phases.flatMap(textsOf), ...comments.map(({ text }) => text.body)].join('\n');
}

function textsOf({ outputs, outputFile, state, summary, rawLog, annotations }: PhaseResult): string[] {
  // The raw log shows what the action hides by itself, before the runner masks anything.
  const log = rawLog.replace(/^::add-mask::.*$/gm, '');
  const messages = annotations.map(({ message }) => message);
  return [...Object.values(outputs), outputFile, ...Object.values(state), summary, log, ...messages];
}

/** The text as it is, and decoded in each way in which the action may have escaped it. */
function decodings(text: string): string[] {
  const visible = text.replace(/&#(?:8203|x200b);/gi, '').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const decode = (digits: string, base: number) => String.fromCharCode(Number.parseInt(digits, base));
  return [
    visible,
    visible.replaceAll('\\', ''),
    visible.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => decode(digits, 16)),
    visible.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => decode(digits, 16)),
    visible.replace(/&#(\d+);/g, (_, digits: string) => decode(digits, 10)),
    visible.replaceAll('&amp;', '&'),
  ];
}

/** Holds after every attack: no secret is visible, nothing is executed, and only the requester is mentioned. */
export function expectUnharmed(step: StepResult, scene: Scene): void {
  const texts = decodings(visibleText(step, scene));
  for (const secret of [KEY, scene.sandbox.token]) {
    const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
    for (const form of [secret, base64]) for (const text of texts) expect(text).not.toContain(form);
  }
  // The runner would not pass an output with a secret to other jobs.
  expect(step.withheldOutputs).toEqual([]);
  expect(step.annotations.filter(({ message }) => message.startsWith('broken'))).toEqual([]);
  for (const [name, value] of Object.entries(step.outputs)) {
    // The only output with several lines.
    const text = name === 'topPaths' ? value.replaceAll('\n', '') : value;
    expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    // A careless script that an expression inserts it into runs nothing of it.
    expect(text).not.toMatch(/[`$;|&<>()]/);
  }
  expect(step.outputs['prLink'] ?? '').toMatch(
    /^(?:https?:\/\/(?:127\.0\.0\.1:\d+|github\.com)\/acme\/[a-z]+\/pull\/\d+(?:\?x=\S*)?)?$/,
  );
  expect(mentions(scene)).toEqual([]);
}

/** The users and teams that the action's comments notify, except for the requester. */
function mentions(scene: Scene): string[] {
  const bodies = [...scene.repository.threads.values()].flatMap((thread) => scene.comments(thread));
  return bodies
    .flatMap((body) => body.replace(/`+[^`]*`+/g, '').match(/(?<![\w`])@[a-z][\w-]*/gi) ?? [])
    .filter((name) => name !== '@octocat');
}
