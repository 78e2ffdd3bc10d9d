/**
 * Writes the generated parts of the documentation: the tables of inputs and outputs from each `action.yml`, the workflows of
 * `examples/` between `<!-- example NAME -->` and `<!-- /example -->`, and the reason codes. With `--check`, only compares.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateActionMarkdownDocs } from 'action-docs';
import { REASON_CODES } from '../src/reason-codes.ts';

/** Pages, and the action whose tables are in them. */
const PAGES: Readonly<Record<string, string | undefined>> = {
  'README.md': 'action.yml',
  'docs/visitors.md': 'visitors/action.yml',
  'docs/batch.md': 'batch/action.yml',
  'docs/collect.md': 'collect/action.yml',
  'docs/errors.md': undefined,
};

// The markers have paths from this folder.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const check = process.argv.includes('--check');
const scratch = mkdtempSync(join(tmpdir(), 'docs-'));

function withExamples(text: string): string {
  return text.replaceAll(/(<!-- example (\S+) -->\n).*?(<!-- \/example -->)/gs, (_all, start, name, end) => {
    const example = readFileSync(join('examples', name), 'utf8');
    return `${start}\`\`\`yaml\n${example}\`\`\`\n${end}`;
  });
}

/** The table of reason codes, from `src/reason-codes.ts`. */
function withReasonCodes(text: string): string {
  const rows = Object.entries(REASON_CODES).map(
    ([code, [results, meaning]]) => `| \`${code}\` | ${meaning} | \`${results.replaceAll(', ', '`, `')}\` |`,
  );
  const table = ['| Reason code | Meaning | Result |', '| --- | --- | --- |', ...rows].join('\n');
  return text.replace(/(<!-- reason codes -->\n).*?(<!-- \/reason codes -->)/s, `$1\n${table}\n\n$2`);
}

/** The inputs of the action, in the order of the table. Each belongs to one group. */
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
    'issue-number',
    'thread-secret',
    'pr-labels',
    'pr-repository',
    'pr-reviewers',
    'pr-paths',
    'pr-token',
  ],
};

/** The table of the action's inputs, with a heading for each group. */
async function withInputs(text: string): Promise<string> {
  const section = /(<!-- inputs -->\n).*?(<!-- \/inputs -->)/s;
  if (!section.test(text)) return text;
  const lines = (await generateActionMarkdownDocs({ sourceFile: 'action.yml' })).split('\n');
  const [first = '', ruler = '', ...rows] = lines
    .slice(lines.indexOf('## Inputs'), lines.indexOf('## Outputs'))
    .filter((line) => line.startsWith('|'));
  const grouped = Object.values(INPUT_GROUPS).flat();
  for (const row of rows) {
    const [, name = ''] = /^\| `(.*?)` \|/.exec(row) ?? [];
    if (!grouped.includes(name)) throw new Error(`${name} is in action.yml, but in no group of inputs.`);
  }
  const rowOf = (name: string): string => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    if (row === undefined) throw new Error(`${name} is in a group of inputs, but not in action.yml.`);
    return row;
  };
  const tables = Object.entries(INPUT_GROUPS).map(([title, names]) =>
    [`### ${title}`, '', first, ruler, ...names.map(rowOf), ''].join('\n'),
  );
  return text.replace(section, (_all, start, end) => `${start}${tables.join('\n')}${end}`);
}

try {
  for (const [page, sourceFile] of Object.entries(PAGES)) {
    const readmeFile = join(scratch, 'page.md');
    copyFileSync(page, readmeFile);
    if (sourceFile !== undefined) {
      await generateActionMarkdownDocs({ sourceFile, readmeFile, updateReadme: true });
    }
    const written = withReasonCodes(withExamples(await withInputs(readFileSync(readmeFile, 'utf8'))));
    if (!check) writeFileSync(page, written);
    else if (written !== readFileSync(page, 'utf8')) {
      console.error(`${page} differs from action.yml, examples/ or the reason codes. Run "npm run docs".`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
