/** How a release comes about: what the workflows do with the answers of GitHub's command line, and what can be verified. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { onLinux } from '../support/on-linux.ts';
import { read, root } from './repository.ts';

const release = parse(read('.github/workflows/release.yml'));
const major = parse(read('.github/workflows/major-tag.yml'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
const steps: readonly Step[] = release.jobs.release.steps;

/** Answers the first line whose beginning is that of its arguments, and writes down what changes anything. */
const GH = `#!/usr/bin/env bash
echo "$*" >> "$RECORD"
while IFS='|' read -r asked code said; do
  case "$*" in "$asked"*) [ -z "$said" ] || echo "$said"; exit "$code" ;; esac
done < "$ANSWERS"
exit 99
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  writeFileSync(join(folder, 'gh'), GH);
  chmodSync(join(folder, 'gh'), 0o755);
  writeFileSync(join(folder, 'record'), '');
  writeFileSync(join(folder, 'bundle'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly status: number | null;
  readonly output: string;
  /** Without questions: only what changes anything at GitHub. */
  readonly done: readonly string[];
}

/** Runs a script where GitHub's command line answers so; each answer is the beginning of a command, its exit code, and words. */
function runScript(script: string, answers: readonly string[]): Ran {
  writeFileSync(join(folder, 'answers'), `${answers.join('\n')}\n`);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    encoding: 'utf8',
    env: {
      ...{ PATH: `${folder}${delimiter}${process.env['PATH']}`, RUNNER_TEMP: folder, GH_REPO: 'acme/action' },
      ...{ RECORD: join(folder, 'record'), ANSWERS: join(folder, 'answers') },
      ...{ TAG: 'v1.3.0', GITHUB_SHA: 'c0ffee', ATTESTATION: join(folder, 'bundle') },
    },
  });
  const commands = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n');
  const done = commands.filter((command) => /--method|release (?:create|upload|edit|delete)/.test(command));
  return { status, output: stdout + stderr, done };
}

onLinux.describe('the draft', () => {
  const script = steps.at(-1)?.run ?? '';
  const draft = (answers: readonly string[]) => runScript(script, answers);
  const HERE = 'api repos/acme/action/commits/tags/v1.3.0|0|c0ffee';
  const FILES = () => `${join(folder, 'action.tar.gz')} ${join(folder, 'action.tar.gz.intoto.jsonl')}`;

  test('is made when the tag is where it was checked, and is all that the workflow makes', () => {
    const { status, done } = draft(['release list|0|', HERE, 'release create|0|']);
    expect(status).toBe(0);
    const notes = join(folder, 'notes.md');
    expect(done).toEqual([
      `release create v1.3.0 --draft --verify-tag --title v1.3.0 --notes-file ${notes} ${FILES()}`,
    ]);
  });

  test('is not made when the tag was moved meanwhile', () => {
    const moved = 'api repos/acme/action/commits/tags/v1.3.0|0|bad';
    const { status, output, done } = draft(['release list|0|', moved]);
    expect([status, done]).toEqual([1, []]);
    expect(output).toContain('::error::The tag is at bad by now, but c0ffee was checked.');
  });

  test('that was published is left alone', () => {
    expect(draft(['release list|0|false'])).toMatchObject({ status: 0, done: [] });
  });

  test.each(['release list|1|', 'api repos/acme/action/commits/tags/v1.3.0|1|'])(
    'is not made when GitHub does not answer: %s',
    (broken) => {
      const { status, done } = draft([broken, 'release list|0|', HERE, 'release create|0|']);
      expect([status, done]).toEqual([1, []]);
    },
  );
});

onLinux.describe('the major tag', () => {
  const script: string = major.jobs.move.steps[0].run;
  const RELEASED = 'api repos/acme/action/commits/tags/v1.3.0|0|new';
  const ATTESTED = ['release download|0|', 'attestation verify|0|'];
  const at = (sha: string) => `api repos/acme/action/commits/tags/v1|0|${sha}`;
  const way = (status: string) => `api repos/acme/action/compare/old...new|0|${status}`;
  const CHANGES = ['api --method POST|0|', 'api --method PATCH|0|'];
  const move = (answers: readonly string[], changes: readonly string[] = CHANGES) =>
    runScript(script, [RELEASED, ...answers, ...changes]);

  test('follows the published release, without force', () => {
    const { status, done } = move([...ATTESTED, at('old'), way('ahead')]);
    const patch = 'api --method PATCH repos/acme/action/git/refs/tags/v1 -f sha=new -F force=false --silent';
    expect([status, done]).toEqual([0, [patch]]);
  });

  test('is made by the first release', () => {
    const { status, done } = move([...ATTESTED, 'api repos/acme/action/commits/tags/v1|1|']);
    const post = 'api --method POST repos/acme/action/git/refs -f ref=refs/tags/v1 -f sha=new --silent';
    expect([status, done]).toEqual([0, [post]]);
  });

  test.each([
    ['made', 'POST', ['api repos/acme/action/commits/tags/v1|1|'], 'git push origin new:refs/tags/v1'],
    [
      ...['moved', 'PATCH', [at('old'), way('ahead')]],
      'git push --force-with-lease=refs/tags/v1:old origin new:refs/tags/v1',
    ],
  ] as const)(
    'that may not be %s by this token is left to a maintainer, with the command',
    (_, method, known, command) => {
      const words = 'refusing to allow a GitHub App to create or update workflow';
      const { status, output, done } = move([...ATTESTED, ...known], [`api --method ${method}|1|${words}`]);
      expect([status, done.length]).toEqual([1, 1]);
      expect(output).toContain(words);
      expect(output).toMatch(
        /^::error::GitHub did not put v1 at v1\.3\.0; .* in a clone that has v1\.3\.0: git push/m,
      );
      expect(output.split('\n').some((line) => line.endsWith(`: ${command}`))).toBe(true);
    },
  );

  test('stays where it is when the release is an older one', () => {
    expect(move([...ATTESTED, at('old'), way('behind')])).toMatchObject({ status: 0, done: [] });
  });

  test('goes to no other history', () => {
    expect(move([...ATTESTED, at('old'), way('diverged')])).toMatchObject({ status: 1, done: [] });
  });

  test('goes to nothing that the release workflow did not attest, at this commit and tag', () => {
    const { status, done } = move(['release download|0|', 'attestation verify|1|', at('old'), way('ahead')]);
    expect([status, done]).toEqual([1, []]);
    expect(readFileSync(join(folder, 'record'), 'utf8')).toContain(
      `--signer-workflow acme/action/.github/workflows/release.yml --source-ref refs/tags/v1.3.0 --source-digest new`,
    );
  });

  test('moves when a maintainer publishes', () => {
    expect(major.on).toEqual({ release: { types: ['published'] } });
  });
});

describe('what is attested', () => {
  const attest = steps.find(({ uses }) => uses?.startsWith('actions/attest@'));
  const subjects = attest?.with?.['subject-path']?.trim().split('\n') ?? [];
  const attested = new Set(subjects.flatMap((pattern) => globSync(pattern, { cwd: root })));

  test('is all that runs: every action, and every file of dist/, as GitHub packs it', () => {
    expect(steps.map(({ run }) => run)).toContain('git archive --output "$RUNNER_TEMP/action.tar.gz" HEAD');
    const actions = globSync(['action.yml', '*/action.yml'], { cwd: root });
    expect(actions).toHaveLength(4);
    for (const file of [...actions, ...globSync('dist/**/*.js', { cwd: root })])
      expect(attested).toContain(file);
  });

  test('is what the command in SECURITY.md verifies, by the signing workflow and the tag', () => {
    const [, patterns = '', command = ''] =
      /for file in (.*); do\n([\s\S]*?)\ndone/.exec(read('SECURITY.md')) ?? [];
    const files = new Set(globSync(patterns.split(' '), { cwd: root }));
    expect(files).toEqual(attested);
    const [, workflow = ''] = /--signer-workflow OWNER\/REPO\/(\S+)/.exec(command) ?? [];
    expect(existsSync(join(root, workflow))).toBe(true);
    expect(parse(read(workflow)).jobs.release.steps).toEqual(steps);
    expect(command).toContain('--source-ref refs/tags/v1.2.3');
  });
});

test('one version of an action is one commit, in examples, documentation and workflows alike', () => {
  const files = globSync(['*.md', 'docs/*.md', 'examples/*.yml', '.github/workflows/*.yml'], { cwd: root });
  const pins = files.flatMap((file) =>
    [...read(file).matchAll(/uses: ([\w/-]+)@([0-9a-f]{40}) # (v\S+)/g)].map(([, ...pin]) => pin),
  );
  expect(pins.length).toBeGreaterThan(20);
  const commits = new Map<string, Set<string>>();
  for (const [name = '', commit = ''] of pins)
    commits.set(name, (commits.get(name) ?? new Set()).add(commit));
  for (const [name, known] of commits) expect([name, known.size]).toEqual([name, 1]);
});
