/** The mistakes of a workflow file: GitHub's own checker decides, and rules find what it doesn't look for. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const value = (expression: string) => `"${'$'}{{ ${expression} }}"`;
const file = (on: string, more = '') =>
  `on: ${on}\njobs: { docs: { runs-on: ubuntu-latest${more}, steps: [{ run: make }] } }`;
const step = (more: string, on = 'issue_comment') => file(on).replace('run: make', () => more);
const schedule = (more: string) => file(`{ schedule: [{ cron: 17 5 * * 1, ${more} }] }`);
const inputs = Array.from({ length: 25 }, (_, index) => `input-${index}: {}`).join(', ');
const recipes = readdirSync(`${root}/examples`).map((name): [string, string] => {
  const text = readFileSync(`${root}/examples/${name}`, 'utf8');
  return [text.replaceAll(/^( {4,})# (?=[a-z-]+: )/gm, '$1'), ''];
});
const caller = (more: string) =>
  `on: push\npermissions: { contents: read }\njobs: { docs: { uses: ./.github/workflows/called.yml${more} } }`;
const called = `permissions: { issues: write }
${file('{ workflow_call: { secrets: { KEY: { required: true } } } }')}`;

const ROWS: readonly [text: string, mistake: string][] = [
  ...recipes,
  [file('push', ', environment: { name: docs, deployment: false }'), ''],
  [schedule('timezone: Europe/Berlin'), ''],
  [step('run: make, env: &env { A: b } }, { run: make, env: *env'), ''],
  [step(`run: make, env: { A: ${value('job.workflow_repository')}, B: ${value('job.check_run_id')} }`), ''],
  [step(`run: make, if: "case(true, 'a', 'b') == 'a'"`), ''],
  [file(`{ workflow_dispatch: { inputs: { ${inputs} } } }`), ''],
  [file('{ issues: { types: [typed, field_added] } }'), ''],
  [file('push').replace('ubuntu-latest', 'docs-4-cores'), ''],
  [step(`run: ${value("contains(github.event.comment.body, 'x')")}`), ''],
  [step('run: make, if: "contains(github.event.commits.*.message, \'a\')"', 'push'), ''],
  [step('run: make, if: "github.event.commits[0].added[0]"', 'push'), ''],
  [step('run: make, if: github.event.repository.fork', '{ schedule: [{ cron: 17 5 * * 1 }] }'), ''],
  [schedule('timezone: Europe/Berln'), 'There is no time zone `Europe/Berln`.'],
  [step(`run: ${value('github.event.comment.body')}`), '`github.event.comment.body` is text by others'],
  [
    step(`id: x, run: make }, { run: ${value('steps.x.outputs.topPages')}`),
    '`.outputs.topPages` is text by others',
  ],
  [file('push').replace('ubuntu-latest', 'ubuntu-latst'), 'GitHub hosts no runner `ubuntu-latst`'],
  [file('pull_request_comment'), 'GitHub has no event `pull_request_comment`'],
  [step('run: make, if: "github.event.head_commit.mesage"', 'push'), "`mesage` doesn't exist"],
  [
    step(
      'run: make, if: "github.event.inputs.a || inputs.a"',
      '{ workflow_call: { inputs: { a: { type: string } } } }',
    ),
    '',
  ],
  [schedule('zone: UTC'), "refuses Unexpected value 'zone'"],
  [file('push', ', environment: { name: docs, deploy: true }'), "refuses Unexpected value 'deploy'"],
  [file('push: { paths: [ !**/*.md ] }'.replace(/.*/, '{ $& }')), 'refuses into quotation marks'],
  [
    'on: push\njobs:\n  docs:\n    runs-on: x\n    env: &a { B: c }\n    steps:\n      - run: make\n        env:\n          <<: *a\n',
    'refuses GitHub knows no merge keys',
  ],
  ['on: push\njobs:\n  docs:\n    name: Document this: now\n', 'refuses text with `: ` into quotation marks'],
  [file('{ schedule: { cron: 17 5 * * 1 } }'), 'refuses GitHub expects a list'],
  [caller(''), 'refuses KEY'],
  [caller(', secrets: inherit'), 'The job `docs` needs `issues: write` for ./.github/workflows/called.yml.'],
  [caller(', secrets: inherit').replace('contents: read', 'issues: write'), ''],
];

const found = new Map<string, string>();
// Jest can't load GitHub's checker.
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  writeFileSync(join(folder, 'called.yml'), called);
  const code = `import { readWorkflowFile } from './sandbox/play/workflow-file.ts';
    const all = [];
    for (const file of process.argv.slice(1))
      all.push(await readWorkflowFile(file).then((read) => read.found.join(), (error) => error.message));
    console.log(JSON.stringify(all));
    process.exit();`;
  const files = ROWS.map(([text], index) => {
    const place = join(folder, `${index}.yml`);
    writeFileSync(place, text);
    return place;
  });
  const words = ['--input-type=module', '--eval', code, ...files];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
  for (const [index, words] of JSON.parse(stdout).entries()) found.set(ROWS[index]?.[0] ?? '', words);
});

test.each(ROWS.map(([text, mistake], row) => [`${row}`, mistake, text] as const))(
  'row %s: "%s"',
  (_row, mistake, text) => {
    const [told = '', isRefused = ''] = mistake.split(/(?<=^refuses) /).toReversed();
    const words = found.get(text) ?? '';
    expect(mistake === '' ? words : [words, words.startsWith('GitHub refuses this file')]).toEqual(
      mistake === '' ? '' : [expect.stringContaining(told), isRefused !== ''],
    );
  },
);
