/** What the release workflows do with the answers of GitHub's command line, and what can be verified. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { onLinux } from '../support/on-linux.ts';
import { MANIFESTS, read, root } from './repository.ts';

const release = parse(read('.github/workflows/release.yml'));
const major = parse(read('.github/workflows/major-tag.yml'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
const steps: readonly Step[] = release.jobs.release.steps;

/** A `gh` that records its arguments, and answers with the first line that begins like them. */
const GH = `#!/usr/bin/env bash
echo "$*" >> "$RECORD"
while IFS='|' read -r start code text; do
  case "$*" in "$start"*) [ -z "$text" ] || echo "$text"; exit "$code" ;; esac
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
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/**
 * Runs a script of a workflow. Each answer of `gh` is the beginning of a command, its exit code, and its output. Of the
 * commands, `changes` has those that change something at GitHub.
 */
function runScript(script: string, answers: readonly string[]) {
  writeFileSync(join(folder, 'answers'), `${answers.join('\n')}\n`);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    encoding: 'utf8',
    env: {
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
      RUNNER_TEMP: folder,
      GH_REPO: 'acme/action',
      RECORD: join(folder, 'record'),
      ANSWERS: join(folder, 'answers'),
      TAG: 'v1.3.0',
      GITHUB_SHA: 'c0ffee',
      ATTESTATION: join(folder, 'bundle'),
    },
  });
  const commands = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n');
  const changes = commands.filter((command) =>
    /--method|release (?:create|upload|edit|delete)/.test(command),
  );
  return { status, output: stdout + stderr, changes };
}

onLinux.describe('the release workflow', () => {
  const draft = (...answers: string[]) => runScript(steps.at(-1)?.run ?? '', answers);
  const TAGGED = 'api repos/acme/action/commits/tags/v1.3.0|0|c0ffee';
  const files = () => `${join(folder, 'action.tar.gz')} ${join(folder, 'action.tar.gz.intoto.jsonl')}`;

  test('creates a draft with the notes of its version', () => {
    expect(steps.map(({ run }) => run)).toContain(
      'node scripts/release-notes.ts "$GITHUB_REF_NAME" > "$RUNNER_TEMP/notes.md"',
    );
    const { status, changes } = draft('release list|0|', TAGGED, 'release create|0|');
    const notes = join(folder, 'notes.md');
    expect(changes).toEqual([
      `release create v1.3.0 --draft --verify-tag --title v1.3.0 --notes-file ${notes} ${files()}`,
    ]);
    expect(status).toBe(0);
  });

  test('adds its files to the draft when it runs again', () => {
    const { status, changes } = draft('release list|0|true', TAGGED, 'release upload|0|');
    expect([status, changes]).toEqual([0, [`release upload v1.3.0 --clobber ${files()}`]]);
  });

  test('does not change a published release', () => {
    expect(draft('release list|0|false')).toMatchObject({ status: 0, changes: [] });
  });

  test('fails if the tag was moved after the checks', () => {
    const moved = 'api repos/acme/action/commits/tags/v1.3.0|0|bad';
    const { status, output, changes } = draft('release list|0|', moved);
    expect([status, changes]).toEqual([1, []]);
    expect(output).toContain('::error::The tag is at bad by now, but c0ffee was checked.');
  });

  test.each(['release list|1|', 'api repos/acme/action/commits/tags/v1.3.0|1|'])(
    'fails if GitHub does not answer: %s',
    (broken) => {
      const step = draft(broken, 'release list|0|', TAGGED, 'release create|0|');
      expect(step).toMatchObject({ status: 1, changes: [] });
    },
  );
});

onLinux.describe('a published release', () => {
  const script: string = major.jobs.move.steps[0].run;
  const RELEASED = 'api repos/acme/action/commits/tags/v1.3.0|0|new';
  const ATTESTED = ['release download|0|', 'attestation verify|0|'];
  const NO_TAG = 'api repos/acme/action/commits/tags/v1|1|';
  const OLD_TAG = 'api repos/acme/action/commits/tags/v1|0|old';
  const compared = (status: string) => `api repos/acme/action/compare/old...new|0|${status}`;
  const DONE = ['api --method POST|0|', 'api --method PATCH|0|'];
  const move = (answers: readonly string[], changes = DONE) =>
    runScript(script, [RELEASED, ...answers, ...changes]);

  test('moves the major tag without force', () => {
    expect(major.on).toEqual({ release: { types: ['published'] } });
    const { status, changes } = move([...ATTESTED, OLD_TAG, compared('ahead')]);
    const patch = 'api --method PATCH repos/acme/action/git/refs/tags/v1 -f sha=new -F force=false --silent';
    expect([status, changes]).toEqual([0, [patch]]);
  });

  test('creates the major tag if it is the first one', () => {
    const { status, changes } = move([...ATTESTED, NO_TAG]);
    const post = 'api --method POST repos/acme/action/git/refs -f ref=refs/tags/v1 -f sha=new --silent';
    expect([status, changes]).toEqual([0, [post]]);
  });

  test.each([
    ['POST', [NO_TAG], 'git push origin new:refs/tags/v1'],
    [
      'PATCH',
      [OLD_TAG, compared('ahead')],
      'git push --force-with-lease=refs/tags/v1:old origin new:refs/tags/v1',
    ],
  ])('shows a maintainer the command if GitHub refuses the %s', (method, known, command) => {
    const words = 'refusing to allow a GitHub App to create or update workflow';
    const refused = [`api --method ${method}|1|${words}`];
    const { status, output, changes } = move([...ATTESTED, ...known], refused);
    expect([status, changes.length]).toEqual([1, 1]);
    expect(output).toContain(words);
    const [error = ''] = /^::error::.*$/m.exec(output) ?? [];
    expect(error).toMatch(/^::error::GitHub did not put v1 at v1\.3\.0; .* in a clone that has v1\.3\.0: /);
    expect(error.endsWith(`: ${command}`)).toBe(true);
  });

  test.each([
    ['a newer release', 'behind', 0],
    ['another history', 'diverged', 1],
  ])('leaves the major tag at %s', (_where, relation, status) => {
    expect(move([...ATTESTED, OLD_TAG, compared(relation)])).toMatchObject({ status, changes: [] });
  });

  test('moves nothing without an attestation by the release workflow at this commit and tag', () => {
    const unattested = ['release download|0|', 'attestation verify|1|'];
    expect(move([...unattested, OLD_TAG, compared('ahead')])).toMatchObject({ status: 1, changes: [] });
    expect(readFileSync(join(folder, 'record'), 'utf8')).toContain(
      `--signer-workflow acme/action/.github/workflows/release.yml --source-ref refs/tags/v1.3.0 --source-digest new`,
    );
  });
});

describe('an attestation', () => {
  const attest = steps.find(({ uses }) => uses?.startsWith('actions/attest@'));
  const subjects = attest?.with?.['subject-path']?.trim().split('\n') ?? [];
  const attested = new Set(subjects.flatMap((pattern) => globSync(pattern, { cwd: root })));

  test('covers every action, every file of dist/, and the archive', () => {
    expect(steps.map(({ run }) => run)).toContain('git archive --output "$RUNNER_TEMP/action.tar.gz" HEAD');
    for (const file of [...MANIFESTS, ...globSync('dist/**/*.js', { cwd: root })])
      expect(attested).toContain(file);
  });

  test('covers the files that the command in SECURITY.md verifies', () => {
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

test('examples, documentation and workflows pin a version of an action to the same commit', () => {
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
