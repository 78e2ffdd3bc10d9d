/** What each action says about wrong inputs. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readCollectInputs } from '../../src/collect/inputs.ts';
import { isResult } from '../../src/model/request-result.ts';
import type { Ports } from '../../src/ports.ts';
import { readInputs } from '../../src/request/inputs.ts';
import { workspaceFiles } from '../../src/runner/workspace-files.ts';
import { readVisitorsInputs } from '../../src/visitors/inputs.ts';
import { read } from '../contract/repository.ts';
import { fakeClock } from '../support/clock.ts';
import { onLinux } from '../support/on-linux.ts';

const LINKS = {
  'outside.md': '../secret.txt',
  'git.md': '.git/config',
  'inside.md': 'largest.md',
  'links/hostname.md': '/etc/hostname',
  'links/folder': '../same',
  'linked.csv': 'target.csv',
};

let base: string;
let workspace: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'inputs-'));
  workspace = join(base, 'workspace');
  const texts = {
    '../secret.txt': 'outside',
    '.git/config': 'token',
    'good.md': 'Do it',
    'blank.md': ' \n',
    'large.md': 'x'.repeat(256 * 1024 + 1),
    'largest.md': 'x'.repeat(256 * 1024),
    'bad/empty.md': ' ',
    'bad/only.md': '---\nname: x\n---\n',
    'bad/rule.md': '---\nRewrite it.\n---\nShorter.\n',
    'bad/open.md': '---\nname: x\n',
    'links/real.md': 'It',
  };
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  writeFileSync(join(workspace, 'latin.md'), Buffer.from([0x66, 0xfc, 0x72]));
  mkdirSync(join(workspace, 'folder'));
  for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, join(workspace, name));
});
afterAll(() => rmSync(base, { recursive: true, maxRetries: 5 }));

type Given = Readonly<Record<string, string>>;

/** Inputs that every workflow sets. */
const USUAL: Given = {
  'base-url': 'https://api.example.com',
  'api-key': 'mint_key',
  'project-id': 'acme-docs',
  'github-token': 'token',
};

const READERS = {
  request: (ports: Ports) => readInputs(ports, false),
  visitors: readVisitorsInputs,
  collect: ({ runner }: Ports) => readCollectInputs(runner),
};
type Action = keyof typeof READERS;

/** Reads the inputs that a workflow sets, or returns what is wrong with them. Other inputs have their defaults. */
async function readGiven(action: Action, given: Given, root = workspace) {
  const { inputs } = parse(read(action === 'request' ? 'action.yml' : `${action}/action.yml`));
  const hasSource = ['prompt', 'prompt-file', 'job-id'].some((name) => name in given);
  const all: Given = { ...USUAL, ...(!hasSource && { prompt: 'Rewrite' }), ...given };
  const runner = {
    input: (name: string) => all[name] ?? inputs[name]?.default ?? '',
    givenInputs: () => Object.keys(given),
  };
  const ports = { runner, files: workspaceFiles(root, String), clock: fakeClock() };
  const values = await READERS[action](ports as unknown as Ports);
  return isResult(values) ? values.reason : values;
}

async function expectRefused(action: Action, given: Given, words: readonly string[]): Promise<void> {
  const reason = await readGiven(action, given);
  for (const each of words) expect(reason).toContain(each);
}

describe('the request action refuses', () => {
  test.each<[Given, string]>([
    [{ prompt: '' }, '`prompt`, `prompt-file` and `job-id` are all empty'],
    [{ prompt: ' \n\t' }, '`prompt` is blank'],
    [{ prompt: 'x', 'prompt-file': 'inside.md' }, '`prompt` and `prompt-file` are both set'],
    [{ 'base-url': '' }, '`base-url` is empty'],
    [{ 'base-url': 'api.example.com' }, '`base-url` must be a URL'],
    [{ 'base-url': 'http://127.0.0.1.example.com' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'ftp://127.0.0.1' }, '`base-url` must begin with `https://`'],
    [{ 'base-url': 'https://user:pass@api.example.com' }, '`base-url` must not contain a user or password'],
    [{ 'base-url': 'https://api.example.com?x=1' }, '`base-url` must not contain a query or fragment'],
    [{ 'base-url': 'https://api.example.com/#x' }, '`base-url` must not contain a query or fragment'],
    [{ 'base-url': 'https://a.example/docs/v2/agent/acme/job' }, 'Use `https://a.example/docs`'],
    [{ 'base-url': 'https://a.example/v1/agent/acme/job' }, 'must not end in `/v1/agent/acme/job`'],
    [{ 'base-url': 'https://api.example.com/v1/' }, '`base-url` must not end in `/v1/`'],
    ...[
      'https://api.mintlify.com/v1/agent/acme/job',
      'https://api.mintlify.com/discovery/v2/assistant/acme/message?x=1',
      'https://api.mintlify.com/agent/{projectId}/job',
      'api.mintlify.com',
      'http://api.mintlify.com/',
      'https://dashboard.mintlify.com/acme/docs/settings#api',
      'https://acme.mintlify.app/',
    ].map((url): [Given, string] => [{ 'base-url': url }, 'must be `https://api.mintlify.com`, but is `']),
    [{ 'api-key': '' }, 'a reusable workflow needs `secrets: inherit`'],
    [{ 'api-key': 'mint_dsc_0123456789' }, '`api-key` is another kind of key (`mint_dsc_...`)'],
    [{ 'api-key': 'mint_us_0123456789' }, '`api-key` is another kind of key (`mint_us_...`)'],
    [{ 'api-key': 'two words' }, '`api-key` must be printable ASCII'],
    [{ 'project-id': '' }, "`project-id` is empty. Its secret or variable isn't set here"],
    [{ 'job-id': '..' }, '`job-id` must be 1 to 200 letters'],
    [{ 'job-id': 'job/../7' }, '`job-id` must be 1 to 200 letters'],
    [{ 'allow-bots': 'ann:x' }, 'must be logins, each alone or as `login:id`, but `ann:x` is not one'],
    [{ 'allow-users': 'ann, mintlify[bot]' }, '(apps go to `allow-bots`), but `mintlify[bot]` is not one'],
    [{ 'allow-users': 'app/mintlify' }, '(apps go to `allow-bots`), but `app/mintlify` is not one'],
    [{ 'ignore-pulls': 'author:Jane Doe' }, 'but `author:Jane Doe` is not one'],
    [{ checks: '*/Links' }, '`checks` must be like `app-slug/name`'],
    [{ checks: 'mintlify' }, 'globs only behind the `/`, but is `mintlify`'],
    [{ 'commit-status': 'two\nlines' }, '`commit-status` must be one line of at most 100 characters'],
    [{ 'dry-run': 'yes' }, '`dry-run` must be `true` or `false`'],
    [{ wait: 'maybe' }, '`wait` must be `true` or `false`'],
    [{ timeout: '30' }, '`timeout` must be a duration'],
    [{ timeout: '0s' }, '`timeout` must be a duration'],
    [{ timeout: '999h' }, '`timeout` must be at most 120 h'],
    [{ 'poll-interval': '0s' }, '`poll-interval` must be `auto` or a duration of at least `1s`'],
    [{ 'poll-interval': 'fast' }, '`poll-interval` must be `auto` or a duration of at least `1s`'],
    [{ 'prompt-file': 'missing.md' }, '`prompt-file`: missing.md cannot be read (ENOENT)'],
    [{ 'prompt-file': 'folder' }, '`prompt-file`: folder is not a regular file'],
    [{ 'prompt-file': '.' }, '`prompt-file`: . is outside of the workspace'],
    [{ 'prompt-file': 'outside.md' }, '`prompt-file`: outside.md is outside of the workspace'],
    [{ 'rules-file': 'outside.md' }, '`rules-file`: outside.md is outside of the workspace'],
    [{ 'context-file': 'outside.md' }, '`context-file`: outside.md is outside of the workspace'],
    [{ 'prompt-file': 'git.md' }, '`prompt-file`: git.md is inside a .git folder'],
    [{ 'prompt-file': 'large.md' }, '`prompt-file`: large.md is larger than 256 KiB'],
    [{ 'prompt-file': 'blank.md' }, '`prompt-file`: blank.md is empty'],
    [{ 'prompt-file': 'bad/only.md' }, '`prompt-file`: bad/only.md has only front matter'],
    [{ 'prompt-file': 'bad/rule.md' }, 'bad/rule.md has front matter that is not a list of keys'],
    [{ 'rules-file': 'bad/open.md' }, '`rules-file`: bad/open.md has front matter that does not end'],
    [{ 'prompt-file': 'latin.md' }, '`prompt-file`: latin.md is not UTF-8 text'],
    [{ 'rules-file': 'missing.md' }, '`rules-file`: missing.md cannot be read (ENOENT)'],
    [{ 'context-file': 'largest.md\ngood.md' }, '`context-file`: the files are larger than 256 KiB together'],
    [{ 'ignore-pulls': 'internal' }, 'must be rules like `label:internal`'],
    [{ 'ignore-pulls': 'files:docs/' }, '`ignore-pulls`: files contains `docs/`, a folder'],
    [{ 'ignore-pulls': 'files:!docs/**' }, '`ignore-pulls`: files must also contain a glob without `!`'],
    [{ 'daily-limit': '0' }, '`daily-limit` must be'],
    [{ 'daily-limit': '10000' }, '`daily-limit` must be'],
    [{ 'daily-limit': '5', comment: 'when-changed' }, '`daily-limit` counts requests by their'],
    [{ comment: 'when-changed', wait: 'false' }, '`comment: when-changed` needs `wait: true`'],
    [{ 'when-open': 'skip' }, '`when-open: skip` needs `pr-labels`'],
    [{ 'when-open': 'skip', 'pr-labels': 'x', wait: 'false' }, '`when-open: skip` needs `wait: true`'],
    [{ 'when-open': 'message', 'pr-labels': 'x', comment: 'never' }, '`when-open: message` needs the marker'],
    [{ 'pr-repository': 'acme/docs' }, '`pr-repository` needs `pr-token`'],
    [{ 'pr-repository': 'docs' }, '`pr-repository` must be a repository'],
    [{ paths: "src/**'" }, "`paths` contains `src/**'`, which has a quote without its pair"],
    [{ 'pr-paths': '[]' }, '`pr-paths` contains no glob. List one'],
    [{ 'pr-labels': '"docs' }, '`pr-labels` contains `"docs`, which has a quote without its pair'],
    [{ 'pr-reviewers': 'octo cat!' }, '`pr-reviewers`'],
    [{ 'pr-paths': '!docs/**' }, '`pr-paths`'],
    [{ 'when-open': 'Message' }, '`when-open` must be'],
    [{ range: 'main..next' }, '`range`'],
    [{ paths: 'src/[' }, '`paths` contains `src/[`. Brackets list characters'],
    [{ paths: 'app/[...slug]/**' }, 'use `\\[` and `\\]`'],
    [{ paths: 'server/[id].patch.ts' }, 'use `\\[` and `\\]`'],
    [{ paths: 'src/*.{ts,tsx}' }, 'have no `{a,b}` or `(a|b)`. List several globs'],
    [{ paths: 'src/**/*.(md|mdx)' }, 'have no `{a,b}` or `(a|b)`'],
    [{ paths: '**/package?(-lock).json' }, 'have no `!(a)` or `?(a)`'],
    [{ paths: 'src/*.+(md|mdx)' }, 'have no `{a,b}` or `(a|b)`'],
    [{ paths: 'docs/*.md docs/*.mdx' }, 'Separate globs with commas or line breaks'],
    [{ paths: 'src/!(test)/**' }, 'have no `!(a)` or `?(a)`. List several globs'],
    [{ paths: "'src/**, docs/**'" }, 'Separate globs with commas or line breaks, outside of quotes'],
    [{ paths: 'src\\**\\*.cs' }, 'Separate folders with `/`'],
    [{ paths: 'docs/.*\\.md' }, 'Separate folders with `/`'],
    [{ paths: '.github, docs/**' }, 'For its files, use `.github/**`'],
    [{ paths: 'gradlew' }, 'use `gradlew/**`, and for a file of this name, `gradle[w]`'],
    [{ paths: 'web/[ab]/**' }, 'use `\\[` and `\\]`, and for several names, several globs'],
    [{ 'pr-paths': 'docs' }, '`pr-paths` contains `docs`, a folder. For its files, use `docs/**`'],
    [{ 'ignore-pulls': 'label:internal author:app/renovate' }, 'must be rules like `label:internal`'],
    [{ 'ignore-pulls': 'author:dependabot*' }, '`author:*[bot]` for all bots'],
    [{ 'ignore-pulls': 'author:*bot*' }, 'but `author:*bot*` is not one'],
    ...['^chore', '^(chore|ci)', '/^chore/', '/^chore/i', '/wip/i', '^chore.*', '^\\\\[skip docs'].map(
      (title): [Given, string] => [{ 'ignore-pulls': `title:${title}` }, 'a regular expression. `*` stands'],
    ),
    [{ 'ignore-pulls': 'label:^internal' }, 'a regular expression. `*` stands'],
    [{ 'ignore-pulls': 'files:^docs/.*' }, 'a regular expression. Globs fit whole paths'],
    [{ paths: '^(src|lib)/.*$' }, 'For these signs, use `\\^` and `\\$`'],
    [{ paths: 'src/.*ts$' }, 'a regular expression'],
    [{ 'pr-paths': 'docs/.+' }, 'with `**` for any characters'],
    ...['/docs, /doc', '/docs,/doc', '/docs|/doc', '/docs or /doc', '@docs, @doc', '/docs\\b', '- /docs']
      .concat('["/docs"]', '"/docs"', "'/docs'", '/^docs/', '^/docs', '/docs/i', '/docs.*', '/docs*')
      .map((phrase): [Given, string] => [
        { 'trigger-phrase': phrase },
        '`trigger-phrase` must be the words themselves, like `/docs`',
      ]),
    [{ range: '2026-02-30' }, '`range` must be'],
    [{ range: '2026-9-11' }, 'a date, like `2026-01-31`'],
    [{ 'pr-paths': '{{cookiecutter.slug}}/**' }, 'For themselves, use `\\{` and `\\|`'],
    [{ paths: 'c++/**' }, '`c++/**`, but `?` and `+` repeat the character before them'],
    [{ paths: 'src/routes/**/+page.svelte' }, 'For themselves, use `\\?` and `\\+`'],
    [{ paths: 'src\\app\\**' }, '`src\\app\\**`. Separate folders with `/`'],
    [{ paths: 'src/** docs/**' }, 'Separate globs with commas or line breaks'],
    [{ paths: './src/**' }, 'Paths begin at the root of the repository'],
    [{ paths: '/src/**' }, 'Paths begin at the root of the repository'],
    [{ paths: 'src/' }, 'For its files, use `src/**`'],
    [{ 'github-token': '' }, "`github-token` is empty, and the action can't evaluate its default"],
  ])('%j', (given, words) => expectRefused('request', given, [words]));

  onLinux.test('a named pipe, without waiting for its writer', async () => {
    execFileSync('mkfifo', [join(workspace, 'pipe.md')]);
    await expectRefused('request', { 'prompt-file': 'pipe.md' }, ['pipe.md is not a regular file']);
  });

  test.each(['prompt-file', 'rules-file', 'context-file'])(
    'a missing `%s` in an empty workspace, and suggests a checkout',
    async (name) => {
      const reason = await readGiven('request', { [name]: 'x.md' }, join(workspace, 'folder'));
      expect(reason).toContain('a step with `actions/checkout` is missing');
    },
  );
});

test('the request action accepts a file of exactly 256 KiB, through a link inside the workspace', async () => {
  const { prompt } = Object(await readGiven('request', { 'prompt-file': 'inside.md' }));
  expect(prompt).toHaveLength(256 * 1024);
});

test.each<[string, Given]>([
  ['booleans in capitals', { 'dry-run': 'TRUE' }],
  ['unknown names that the runner reports', { path: 'x', comments: 'x', date_from: 'x', audience: 'x' }],
])('the request action accepts %s', async (_what, given) => {
  expect(await readGiven('request', given)).toMatchObject({ dryRun: 'dry-run' in given });
});

test.each(['/docs', '@acme-bot /docs', '/docs/update', '[docs]', 'Docs, please', '$docs', '**docs**:'])(
  'the request action accepts the phrase `%s`',
  async (phrase) => {
    expect(await readGiven('request', { 'trigger-phrase': phrase })).toMatchObject({ triggerPhrase: phrase });
  },
);

test.each([
  ['2026-09-11', { kind: 'since', since: Date.UTC(2026, 8, 11) }],
  ['2026-09-11T01:41:27Z', { kind: 'since', since: Date.UTC(2026, 8, 11, 1, 41, 27) }],
  ['2026-09-11...2026-09-12', { kind: 'sides', base: '2026-09-11', head: '2026-09-12' }],
])('the request action reads `range: %s`', async (range, read) => {
  expect(await readGiven('request', { range })).toMatchObject({ range: read });
});

describe('the other actions refuse', () => {
  test.each<[Action, Given, ...string[]]>([
    ['visitors', { format: 'CSV' }, '`format` must be'],
    ['visitors', { sort: 'bots' }, '`sort` must be `total`, `human` or `ai`.'],
    ['visitors', { top: '251' }, '`top` must be a whole number from 1 to 250'],
    ['visitors', { 'max-requests': '0' }, '`max-requests` must be'],
    ['visitors', { compare: 'yes' }, '`compare` must be'],
    ['visitors', { 'date-to': 'tomorrow' }, '`date-to` must be a date that exists'],
    ['visitors', { file: '../visitors.csv' }, '`file`: ../visitors.csv is outside of the workspace'],
    ['visitors', { file: 'folder/' }, '`file`: folder/ names a folder, not a file.'],
    ['visitors', { file: 'linked.csv' }, 'linked.csv is a symbolic link.'],
    ['visitors', { file: '.git/config' }, 'is inside a .git folder.'],
    ['visitors', { 'date-from': '2026-02-30' }, '`date-from` must be a date that exists, like `2026-01-31`'],
    ['visitors', { 'date-from': '2026-01-02', 'date-to': '2026-01-01' }, '(2026-01-02) must be before'],
    ['visitors', { 'date-from': '9999w' }, '`date-from` must not be before 1970.'],
    ['visitors', { 'date-from': '1969-12-31' }, '`date-from` must not be before 1970.'],
    ['visitors', { compare: 'previous', 'date-from': '1980-01-01' }, 'the period before would begin'],
    ['collect', { 'github-token': '' }, '`github-token` is empty'],
    ['collect', { since: '3 days' }, '`since` must be a span of at most `90d`'],
    ['collect', { 'pr-reviewers': 'asker, author' }, '`pr-reviewers`: `author` works only for changes'],
    ['request', { prompt: 'x', 'date-from': '7d' }, '`date-from` is not an input of this action.'],
    ['request', { prompt: 'x', allowed_bots: '*' }, 'is not an input of this action. Use `allow-bots`'],
    ['request', { 'rule-file': 'x', base_url: 'x' }, 'Use `rules-file`.', 'Use `base-url`.'],
    ['request', { dailylimit: 'x', github_tokens: 'x' }, 'Use `daily-limit`.', 'Use `github-token`.'],
    ['visitors', { 'github-token': 'x' }, '`github-token` is not an input of this action. Check its name.'],
    ['collect', { 'issue-number': '1' }, '. For what is open, save a search by label on GitHub'],
    ['collect', { 'pr-reviewer': 'ann' }, 'is not an input of this action. Use `pr-reviewers`.'],
  ])('%s: %j', (action, given, ...words) => expectRefused(action, given, words));
});
