import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

export const MANIFESTS = [
  'action.yml',
  'collect/action.yml',
  'release-check/action.yml',
  'visitors/action.yml',
];

/** The names of the tests in a file, also those in a table. */
function testsIn(file: string): string[] {
  const names = read(file).matchAll(/(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,/g);
  return [...names].map(([, , name = '']) => name.replaceAll('\\', ''));
}

/** Splits entries like `` `file`: "name"; `file`: "name" ``, and returns those whose test doesn't exist. */
export function missingTests(cell: string): string[] {
  return cell.split(/; (?=`)/).filter((entry) => {
    const [, file = '', name = ''] = /^`([^`]+)`: "(.+)"$/.exec(entry) ?? [];
    return file === '' || !testsIn(file).includes(name);
  });
}
