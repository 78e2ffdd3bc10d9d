/** What the action says to people stands in outputs that later scripts take, so it holds no sign of a shell that it can do without. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('no text of ours joins sentences with a semicolon', () => {
  const joined = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    stripTypeScriptTypes(readFileSync(`${root}/${file}`, 'utf8'))
      .split('\n')
      // A statement ends its line, except in the head of a loop.
      .filter(
        (line) => /; [\w`$\\]/.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) && !/\bfor \(/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(joined).toEqual([]);
});
