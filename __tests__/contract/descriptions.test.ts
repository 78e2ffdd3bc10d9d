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
    expect(inputs.get('github-token')).toContain('sent nowhere else');
    expect(inputs.get('pr-token') ?? 'sent to GitHub only').toContain('sent to GitHub only');
    expect(inputs.get('thread-secret') ?? 'never sent').toMatch(/never sent/i);
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
