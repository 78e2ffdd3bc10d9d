/** Spelling is checked over what people read, and the list of our own words holds nothing in vain. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = parse(readFileSync(join(root, 'cspell.config.yaml'), 'utf8')) as {
  readonly files: readonly string[];
  readonly words: readonly string[];
};
const texts = config.files.flatMap((files) =>
  globSync(files, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }).map(
    (name) => [name, readFileSync(join(root, name), 'utf8')] as const,
  ),
);

/** What cspell says of a Markdown page with this text. */
async function check(text: string): Promise<string> {
  const run = promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/cspell/bin.mjs'), '--no-progress', '--no-summary', 'stdin://page.md'],
    { cwd: root },
  );
  run.child.stdin?.end(text);
  try {
    return (await run).stdout;
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

test.each([
  'README.md',
  'CHANGELOG.md',
  'docs/costs.md',
  'collect/action.yml',
  'examples/ask.yml',
  'src/main.ts',
])('%s is read', (name) => {
  expect(texts.map(([read]) => read)).toContain(name);
});

test('a misspelt word is found, in British English', async () => {
  const said = await check('You recieve the colour of a licence.\n\nThe behavior is documented.\n');
  expect(said).toContain('(recieve)');
  expect(said).toContain('(behavior)');
  expect(said.trim().split('\n')).toHaveLength(2);
});

test.each(config.words)('our word "%s" stands somewhere', (word) => {
  // What is written as part of a longer name counts there, too.
  const found = texts.some(([, text]) => text.toLowerCase().includes(word.toLowerCase()));
  expect(found).toBe(true);
});
