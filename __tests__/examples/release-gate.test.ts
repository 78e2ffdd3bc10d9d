/** What release-gate.yml merges, whatever links it gets. */
import { spawnSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { onLinux } from '../support/on-linux.ts';
import { workflowOf } from '../support/recipe-rows.ts';

const AT = 'https://github.com/acme/docs/pull';
const SHA = 'a'.repeat(40);
const { merge } = workflowOf('release-gate').jobs;

/** An open pull request of acme/docs, by default one that the agent opened, with the label. */
function pull(number: number, more: { login?: string; type?: string; label?: string; fork?: boolean } = {}) {
  const { login = 'mintlify[bot]', type = 'Bot', label = 'docs-from-1', fork = false } = more;
  return {
    html_url: `${AT}/${number}`,
    user: { login, type },
    labels: [{ name: 'other' }, { name: label }],
    head: { sha: SHA, repo: fork ? null : { id: 1 } },
    base: { repo: { id: 1 } },
  };
}

/** What the script prints, and its exit code, with a `gh` that filters these pull requests, or prints its arguments. */
function decide(open: readonly object[], links: readonly string[], fails = 'none'): string[] {
  const list = `jq -r "$5" <<< "$OPEN"`;
  const gh = `case "$1 $2" in api*) ${list};; "$FAILS") echo "$@"; false;; *) echo "$@";; esac`;
  const env = {
    PATH: process.env['PATH'],
    DOCS: 'acme/docs',
    LABEL: 'docs-from-1',
    AGENT: 'mintlify[bot]',
    LINKS: JSON.stringify(links),
    OPEN: JSON.stringify(open),
    FAILS: fails,
  };
  // `--paginate` and the URL are the second and third argument, and the filter is the fifth.
  const script = `gh() { ${gh}; }\n${merge?.steps?.at(-1)?.run ?? ''}`;
  const { status, stdout } = spawnSync('bash', ['-e', '-c', script], { env, encoding: 'utf8' });
  return [...stdout.trim().split('\n'), `exit ${status}`];
}

onLinux.test('merges the pull request of the agent, at the head whose checks are green', () => {
  expect(decide([pull(1), pull(2)], [`${AT}/1`])).toEqual([
    `pr checks ${AT}/1`,
    `pr merge --squash --match-head-commit ${SHA} ${AT}/1`,
    'exit 0',
  ]);
});

onLinux.test.each([
  ['of a stranger with the label', [pull(1, { login: 'mallory', type: 'User' })]],
  ['of a person with the name of the app', [pull(1, { type: 'User' })]],
  ['without the label', [pull(1, { label: 'docs-from-2' })]],
  ['from a fork', [pull(1, { fork: true })]],
  ['that is not open there', []],
])('leaves a pull request alone %s', (_, open) => {
  expect(decide(open, [`${AT}/1`])).toEqual([`::warning::Left alone: ${AT}/1`, 'exit 0']);
});

onLinux.test.each([
  ['its checks are not green', 'pr checks', 0],
  ['GitHub refuses the merge', 'pr merge', 1],
])('comments and fails, after the others, if %s', (_, fails, merges) => {
  const lines = decide([pull(1), pull(2)], [`${AT}/1`, `${AT}/2`], fails);
  expect(lines.filter((line) => line.startsWith('pr merge'))).toHaveLength(2 * merges);
  expect(lines.at(-2)).toMatch(/^pr comment .*\/2 --body The release waits/);
  expect(lines.at(-1)).toBe('exit 1');
});
