import { symlinkSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { instructions } from '../support/batch.ts';
import { openScene } from '../support/scene.ts';

const GOOD = JSON.stringify(instructions(1));
const LONG = `long/${'folder/'.repeat(30)}`.slice(0, -1);
const twins = '[{"name": "a", "prompt": "x"}, {"name": "a", "prompt": "y"}]';

describe('wrong inputs of a batch', () => {
  test.each<[string, Record<string, string | undefined>, string[]]>([
    ['no source', {}, ['Set one of `prompts`, `prompts-json` and `resume`']],
    [
      'two sources',
      { prompts: '*.md', 'prompts-json': GOOD },
      ['Set one of `prompts`, `prompts-json` and `resume`'],
    ],
    [
      'a glob without a match',
      { prompts: 'no/*.md' },
      ['`prompts`: no file in the workspace matches no/*.md'],
    ],
    [
      'a glob that leads out of the workspace',
      { prompts: '../*.md\n/etc/*' },
      ['no file in the workspace matches ../*.md, /etc/*'],
    ],
    [
      'unusable files',
      { prompts: 'bad/**' },
      ['The instruction of `bad/empty.md` is empty', 'bad/head.md has the unknown', '`model`'],
    ],
    ['a git folder', { prompts: '**/config' }, ['`prompts`: no file in the workspace matches **/config']],
    ['two files with the same name', { prompts: 'same/*' }, ['2 entries are named `same`']],
    [
      'links out of the workspace, and to folders',
      { prompts: 'links/*' },
      ['links/away.md is outside of the workspace', 'links/folder is not a regular file'],
    ],
    [
      'a path that is too long for a name',
      { prompts: 'long/**' },
      ['`name` in front matter, because its path is not one line of 1 to 200 characters'],
    ],
    [
      'an instruction that a variable empties',
      { 'prompts-json': '[{"name": "a", "prompt": "{{x}}"}]', variables: '{"x": " "}' },
      ['The instruction of `a` is empty'],
    ],
    [
      'a state file that is a prompt file',
      { prompts: 'good.md', file: 'good.md' },
      ['good.md is a prompt file, and would be overwritten'],
    ],
    [
      'a resume of one entry without an array',
      { resume: '{"name": "a"}' },
      ['`resume`: must be a JSON array'],
    ],
    ['two entries with the same name', { 'prompts-json': twins }, ['2 entries are named `a`']],
    ['invalid JSON', { 'prompts-json': '[{]' }, ['`prompts-json`: must be a JSON array']],
    ['a missing resume file', { resume: 'none.json' }, ['`resume`: none.json cannot be read (ENOENT)']],
    ['a resume file without JSON', { resume: 'good.md' }, ['`resume`: must be a JSON array']],
    [
      'a search without a token',
      { 'prompts-json': GOOD, 'skip-if-open': 'is:pr is:open repo:a/b', 'github-token': '' },
      ['`skip-if-open` needs `github-token`'],
    ],
    [
      'numbers out of range',
      { 'prompts-json': GOOD, 'max-parallel': '31', 'max-jobs': '101', timeout: 'soon' },
      ['`max-parallel` must be a whole number from 1 to 30', '`max-jobs` must be', '`timeout` must be'],
    ],
    [
      'all of it at once',
      {
        prompts: 'no/*',
        variables: '[]',
        'on-failure': 'retry',
        'max-parallel': '0',
        file: '../x',
        'api-key': '',
      },
      [
        'no file in the workspace matches',
        '`variables` must be',
        '`on-failure` must be',
        '`max-parallel`',
        '`file`: ../x',
        '`api-key`',
      ],
    ],
  ])('%s: names every problem and sends nothing', async (_name, inputs, words) => {
    await using scene = await openScene({ action: 'batch' });
    scene.write({
      'good.md': 'Do it',
      'bad/empty.md': ' ',
      'bad/head.md': '---\nmodel: x\n---\nIt',
      'same/a.md': '---\nname: same\n---\nIt',
      'same/b.md': '---\nname: same\n---\nIt',
      '.git/config': 'token',
      [`${LONG}/a.md`]: 'It',
      'links/real.md': 'It',
    });
    symlinkSync('/etc/hostname', `${scene.workspace}/links/away.md`);
    symlinkSync('../same', `${scene.workspace}/links/folder`);
    const step = await scene.run(inputs);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error', jobs: '[]' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: /);
    for (const word of words) expect(step.log).toContain(word);
    expect(scene.sandbox.service.requests).toEqual([]);
  });
});
