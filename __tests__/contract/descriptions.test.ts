/** What leaves the machine is said where people choose it: in the descriptions of the inputs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string }>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const ACTIONS = ['action.yml', 'batch/action.yml', 'visitors/action.yml', 'collect/action.yml'];
const described = (path: string) =>
  Object.entries((parse(readFileSync(`${root}/${path}`, 'utf8')) as Action).inputs).map(
    ([name, { description }]) => [name, description.trim()] as const,
  );

describe.each(ACTIONS)('%s', (path) => {
  const inputs = new Map(described(path));

  test('says of every secret whom it is sent to', () => {
    expect(inputs.get('api-key')).toContain('Sent to `base-url` only, as a header.');
    expect(inputs.get('github-token')).toMatch(/on GitHub, and sent nowhere else\.$/);
    expect(inputs.get('pr-token') ?? 'sent to GitHub only').toContain('sent to GitHub only');
    expect(inputs.get('thread-secret') ?? 'never sent').toContain('never sent');
  });

  test('names an input in one way as the other actions do, where it is the same', () => {
    const main = new Map(described('action.yml'));
    for (const name of ['project-id', 'permission', 'allow-users', 'allow-bots']) {
      expect(inputs.get(name) ?? main.get(name)).toBe(main.get(name));
    }
  });

  test.each([...inputs])('`%s` is told in whole sentences', (_, description) => {
    expect(description).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

test.each([
  ['prompt', 'sent to the service untouched'],
  ['prompt-file', 'is sent in the same way'],
  ['rules-file', 'sent in front of every instruction'],
  ['trigger-phrase', 'The words behind it are sent as the instruction'],
  ['context', 'What is sent behind the instruction'],
  ['context-file', 'sent whole, as data and not as instruction'],
])('`%s` of the main action says what is sent', (name, words) => {
  expect(new Map(described('action.yml')).get(name)).toContain(words);
});
