/** The pages link to everything, and name only what exists. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { setupOf } from '../../sandbox/play/workflow-settings.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';
import { AGE_TOLERANCE, NOTE_GRACE } from '../../src/model/intervals.ts';
import { read, root } from './repository.ts';

const pages = globSync(['*.md', 'docs/*.md', 'sandbox/*.md'], { cwd: root });
const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/${name}`);

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('%s has no broken link', (page) => {
  const text = read(page).replaceAll(/^```.*?^```/gms, '');
  const linked = text.matchAll(/\]\((?!https?:)([^)\s]+)\)|\b(?:src|srcset)="(?!https?:)([^"]+)"/g);
  const links = [...linked].map(([, link, picture]) => link ?? picture ?? '');
  for (const link of links) {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : relative(root, join(root, dirname(page), file));
    expect({ link, exists: existsSync(join(root, target)) }).toEqual({ link, exists: true });
    if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
  }
});

test.each(pages)('%s names files and folders that exist', (page) => {
  const named = [
    ...read(page).matchAll(/`((?:\.ci|__tests__|src|scripts|sandbox|examples|docs)\/[\w./-]*)`/g),
  ];
  const missing = named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : path));
  expect(missing.filter((path) => !path.includes('NAME'))).toEqual([]);
});

test('README.md links each page of docs/, and docs/recipes.md each recipe once', () => {
  for (const page of globSync('docs/*.md', { cwd: root })) expect(read('README.md')).toContain(`](${page}`);
  for (const name of readdirSync(join(root, 'examples')))
    expect(read('docs/recipes.md').split(`](../examples/${name})`)).toHaveLength(2);
});

/** What README.md and the page explain for all recipes. */
const USUAL =
  /^(?:secret `DOCS_(?:API_KEY|THREAD_SECRET)`|variable `DOCS_(?:API_URL|PROJECT_ID)`|label `docs-agent`)$/;

test.each(readdirSync(join(root, 'examples')))(
  'docs/recipes.md lists what %s needs, as the play does',
  (file) => {
    const name = file.replace('.yml', '');
    const [, cell = ''] =
      new RegExp(`^\\| \`${name}\` \\| (.*?)\\|`, 'm').exec(read('docs/recipes.md')) ?? [];
    const setup = setupOf(parseWorkflow(read(`examples/${file}`))).filter(
      (need) => !USUAL.test(need) && need !== `label \`docs-${name}\``,
    );
    // Explanations are in parentheses.
    expect(cell.trim().replace(/ \(.*\)$/, '')).toBe(setup.join(', '));
  },
);

test('`npm run docs` writes the name of the repository into all files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'named-'));
  const run = (command: string, ...options: string[]) =>
    execFileSync(command, options, { cwd: folder, stdio: 'pipe' }).toString();
  for (const path of run('git', '-C', root, 'ls-files', '--', ':!dist').trim().split('\n'))
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  const name = JSON.parse(read('package.json')).repository.replace('github:', '');
  writeFileSync(join(folder, 'package.json'), read('package.json').replace(name, 'acme/agent'));
  run(process.execPath, 'scripts/docs.ts');
  run(process.execPath, 'scripts/docs.ts', '--check');
  const left = spawnSync('git', ['grep', '-lE', name.replace('/', String.raw`\\?/`)], { cwd: folder });
  rmSync(folder, { recursive: true, maxRetries: 5 });
  expect(left.stdout.toString()).toBe('');
});

describe('CONTRIBUTING.md', () => {
  const page = read('CONTRIBUTING.md');

  test('shows a test that runs', () => {
    expect(page).toContain(`\`\`\`ts\n${read('__tests__/bundle/example.test.ts')}\`\`\`\n`);
  });

  test('has every room on its map, with files that exist', () => {
    for (const room of rooms) expect(page).toContain(`\`${room}/\``);
    const files = [...page.matchAll(/`([\w-]+\.(?:ts|md|yml|json))`/g)].map(([, name = '']) => name);
    expect(files.length).toBeGreaterThan(40);
    // A row names the files of its room without the folder. `NAME` stands for any name.
    const folders = ['', '__tests__', ...rooms];
    const missing = files.filter((name) => folders.every((folder) => !existsSync(join(root, folder, name))));
    expect(missing.filter((name) => !name.includes('NAME'))).toEqual([]);
  });
});

test('docs/requests.md has the time spans of the code', () => {
  const spans = [...read('docs/requests.md').matchAll(/(\d+) minutes/g)];
  const expected = [AGE_TOLERANCE, NOTE_GRACE];
  expect(spans.map(([, minutes]) => Number(minutes) * 60_000)).toEqual(expected);
});

test('docs/errors.md explains messages that the code has', () => {
  const [, section = ''] = read('docs/errors.md').split(/^## What you see$/m);
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| (.*?) \| /gm) ?? [];
  const quoted = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, double, single]) => double ?? single ?? ''),
  );
  // Dots stand for what a message fills in. One function puts "Not sent" in front of every reason.
  const phrases = quoted
    .flatMap((text) => text.split(/…|\(…\)/))
    .filter((text) => /[a-z].* /.test(text))
    .map((text) => text.trim().replace(/^Not sent: /, ''));
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n').replaceAll('\\', '');
  expect(phrases.length).toBeGreaterThan(9);
  // The runner's own message.
  const unknown = phrases.filter((phrase) => !sources.includes(phrase) && phrase !== 'Unexpected input(s)');
  expect(unknown).toEqual([]);
});
