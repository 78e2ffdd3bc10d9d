import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** Words of the runner, not ours. */
const RUNNER = ['Unexpected input(s)'];

test('the words that docs/errors.md explains are words that people see', () => {
  const [, section = ''] = read('docs/errors.md').split(/^## What you see$/m);
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| (.*?) \| /gm) ?? [];
  const quoted = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, double, single]) => double ?? single ?? ''),
  );
  // The placeholders of a message, and the dots for what is left out, stand for anything.
  const phrases = quoted.flatMap((text) => text.split(/…|\(…\)/)).filter((text) => /[a-z].* /.test(text));
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n').replaceAll('\\', '');
  expect(phrases.length).toBeGreaterThan(9);
  for (const phrase of phrases) {
    // One function puts these words in front of every reason.
    if (!RUNNER.includes(phrase)) expect(sources).toContain(phrase.trim().replace(/^Not sent: /, ''));
  }
});
