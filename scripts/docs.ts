/**
 * Writes the name of this repository, `repository` of package.json, wherever files have it. Then writes the generated parts of the
 * documentation: the inputs and outputs from each `action.yml`, the workflows of
 * `examples/` between `<!-- example NAME -->` and `<!-- /example -->`, and the reason codes. With `--check`, only compares.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { REASON_CODES } from '../src/model/reason-codes.ts';

/** The pages with generated parts. */
const PAGES = ['README.md', 'docs/reference.md'];

/** An input or an output in an `action.yml`. */
interface Field {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}
type Fields = Readonly<Record<string, Field>>;

// The markers have paths from this folder.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const check = process.argv.includes('--check');

/** Replaces what is between `<!-- KIND NAME -->` and `<!-- /KIND -->`. The name is optional. */
function fill(text: string, kind: string, write: (name: string) => string): string {
  const section = new RegExp(`(<!-- ${kind}(?: (\\S+))? -->\n).*?(<!-- /${kind} -->)`, 'gs');
  return text.replaceAll(section, (_all, start, name = '', end) => `${start}${write(name)}${end}`);
}

/** A list of fields. What follows a name in parentheses is by `noteOf`. */
function listOf(fields: Fields, noteOf: (field: Field) => string = () => ''): string {
  const rows = Object.entries(fields).map(([name, field]) => {
    const description = field.description.trim();
    // The results have a separate table.
    const shown = name === 'result' ? description.replace(/:.*$/, ', see below.') : description;
    return `- \`${name}\`${noteOf(field)}: ${shown}\n`;
  });
  return `\n${rows.join('')}\n`;
}

const inputList = (inputs: Fields): string =>
  listOf(inputs, ({ required, default: value }) => {
    if (required === true) return ' (required)';
    return value === undefined ? '' : ` (default \`${value}\`)`;
  });

/** The inputs or outputs of an action. Those that the main action describes in the same words are only named. */
function fieldsOf(kind: 'inputs' | 'outputs', path: string): string {
  const read = (file: string): Fields => parse(readFileSync(file, 'utf8'))[kind];
  const write = kind === 'inputs' ? inputList : listOf;
  const [fields, main] = [Object.entries(read(path)), read('action.yml')];
  const isOwn = ([name, { description }]: [string, Field]) =>
    path === 'action.yml' || description !== main[name]?.description;
  const names = fields
    .filter((field) => !isOwn(field))
    .map(([name, { default: value }]) =>
      value === main[name]?.default ? `\`${name}\`` : `\`${name}\` (default \`${value}\`)`,
    );
  const others = names.length === 0 ? '' : `As in the [main action](#${kind}): ${names.join(', ')}.\n\n`;
  return write(Object.fromEntries(fields.filter(isOwn))) + others;
}

const FAILURES = {
  always: ' The step fails.',
  'without thread': ' On events like a push or schedule, the step fails.',
};

/** The list of reason codes for each result, from `src/model/reason-codes.ts`. */
function reasonCodeList(): string {
  const rows = Object.entries(REASON_CODES).map(([code, [results, meaning, { fails } = {}]]) => {
    const [result = '', ...others] = results.split(', ');
    const also = others.length === 0 ? '' : ` (also \`${others.join('`, `')}\`)`;
    return [result, `- \`${code}\`${also}: ${meaning}${fails ? FAILURES[fails] : ''}\n`] as const;
  });
  const groups = [...Map.groupBy(rows, ([result]) => result)];
  return `${groups.map(([result, codes]) => `\n\`${result}\`:\n\n${codes.map(([, row]) => row).join('')}`).join('')}\n`;
}

/** The inputs of the action, in the order of the reference. Each belongs to one group. */
const INPUT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Request: [
    'base-url',
    'api-key',
    'project-id',
    'prompt',
    'prompt-file',
    'rules-file',
    'job-id',
    'context',
    'context-file',
    'range',
    'paths',
    'ignore-pulls',
    'checks',
  ],
  'Permissions and limits': [
    'trigger-phrase',
    'permission',
    'allow-users',
    'allow-bots',
    'daily-limit',
    'when-open',
    'dry-run',
    'github-token',
  ],
  'Waiting and reporting': [
    'wait',
    'timeout',
    'poll-interval',
    'comment',
    'commit-status',
    'issue-number',
    'thread-secret',
    'pr-labels',
    'pr-repository',
    'pr-reviewers',
    'pr-paths',
    'pr-token',
  ],
};

/** The main action's inputs, with a heading for each group. */
function groupedInputs(inputs: Fields): string {
  const grouped = Object.values(INPUT_GROUPS).flat();
  const lost = Object.keys(inputs).filter((name) => !grouped.includes(name));
  if (lost.length > 0) throw new Error(`${lost.join(', ')}: in action.yml, but in no group of inputs.`);
  const lists = Object.entries(INPUT_GROUPS).map(([title, names]) => {
    const rows = names.map((name) => {
      const input = inputs[name];
      if (input === undefined) throw new Error(`${name} is in a group of inputs, but not in action.yml.`);
      return [name, input] as const;
    });
    return `\n#### ${title}\n${inputList(Object.fromEntries(rows))}`;
  });
  return lists.join('').replaceAll('\n\n\n', '\n\n');
}

/** Writes the repository's name into all files that have the one of the first workflow in README.md. */
function writeName(): void {
  const name = String(JSON.parse(readFileSync('package.json', 'utf8')).repository).replace('github:', '');
  const [, old = name] = /uses: (\S+)@v1/.exec(readFileSync('README.md', 'utf8')) ?? [];
  if (old === name) return;
  if (check) {
    console.error(`The files name ${old}, and package.json names ${name}. Run "npm run docs".`);
    process.exitCode = 1;
    return;
  }
  const escaped = (text: string) => text.replace('/', '\\/');
  const files = execFileSync('git', [
    'grep',
    '-lF',
    '-e',
    old,
    '-e',
    escaped(old),
    '--',
    ':!dist',
    ':!package*.json',
  ]);
  for (const file of files.toString().trim().split('\n')) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(old, name).replaceAll(escaped(old), escaped(name)));
  }
}

writeName();
for (const page of PAGES) {
  const text = readFileSync(page, 'utf8');
  const written = [
    ['example', (name: string) => `\`\`\`yaml\n${readFileSync(join('examples', name), 'utf8')}\`\`\`\n`],
    ['inputs', (path: string) => fieldsOf('inputs', path)],
    ['grouped inputs', (path: string) => groupedInputs(parse(readFileSync(path, 'utf8')).inputs)],
    ['outputs', (path: string) => fieldsOf('outputs', path)],
    ['reason codes', reasonCodeList],
  ] as const;
  const result = written.reduce((before, [kind, write]) => fill(before, kind, write), text);
  if (!check) writeFileSync(page, result);
  else if (result !== text) {
    console.error(`${page} differs from action.yml, examples/ or the reason codes. Run "npm run docs".`);
    process.exitCode = 1;
  }
}
