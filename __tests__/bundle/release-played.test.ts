/** A release of 23 merges, documented by three workflows, until the check is green. */
import { expect, test } from '@jest/globals';
import { git } from '../../sandbox/git.ts';
import type { MergeMethod } from '../../sandbox/github/history.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { openScene, SCHEDULE, worksFor } from '../support/scene.ts';

const METHODS: readonly MergeMethod[] = ['squash', 'rebase', 'merge'];
const RULES = { 'commit-status': 'documentation', 'ignore-pulls': 'label:internal' };
const NO_SERVICE = { 'base-url': undefined, 'api-key': undefined, 'project-id': undefined };

test('a release is red until the missing merges are documented', async () => {
  await using scene = await openScene({ history: true });
  const { github, service } = scene.sandbox;
  scene.permit({ contents: 'read', issues: 'write', pull_requests: 'write', statuses: 'write' });
  const permissions = { pull_requests: 'read', checks: 'read', statuses: 'read' } as const;
  github.addToken('ghp_docs', { login: 'helper[bot]', repositories: ['acme/docs'], permissions });
  await git(['tag', 'v1.0', await scene.tip()], { cwd: scene.repository.gitDir ?? '' });
  await scene.commit('v0', { 'README.md': 'x\n' }, await scene.tip());

  const docs: Thread[] = [];
  /** What the agent does for the next requests: a pull request, the one before again, nothing, or a failure. */
  function agent(how: 'new' | 'same' | 'nothing' | 'fails'): void {
    if (how === 'new')
      docs.push(scene.openPull({ repository: 'acme/docs', title: `Document ${docs.length + 1}` }));
    const prLink = scene.urlOf({ number: docs.length } as Thread, 'acme/docs');
    const end = { new: { prLink }, same: { prLink }, nothing: {}, fails: { status: 'failed' } }[how];
    service.scriptAll(worksFor(5, end));
  }
  const open = async (number: number, base = 'main') => {
    const branch = `b${number}`;
    await scene.commit(branch, { [`src/${number}.ts`]: 'x\n' }, await scene.tip());
    const pull = scene.openPull({ branch, base, by: 'hubot', title: `Change ${number}` });
    if ([5, 15].includes(number)) pull.labels.add('internal');
    return pull;
  };
  const merge = (number: number) => scene.merge(METHODS[number % 3] ?? 'merge', number);
  const ask = (words: string, on: Thread | undefined) =>
    scene.ask(`/docs ${words}`, { inputs: RULES, ...(on && { on }) });
  const check = () =>
    scene.run(
      { ...NO_SERVICE, range: 'v1.0...main', 'pr-token': 'ghp_docs', 'fail-if-undocumented': 'true' },
      { action: 'release-check' },
    );

  // On each merge. The fourth goes into the pull request of the third, and the seventh fails.
  for (let number = 1; number <= 10; number += 1) {
    await open(number);
    agent(number === 4 ? 'same' : number === 7 ? 'fails' : number % 5 === 1 ? 'nothing' : 'new');
    await scene.run(RULES, { event: await merge(number) });
    await scene.minutes(2);
  }
  const begin = await scene.tip();
  for (const pull of docs.slice(0, 5)) scene.close(pull, { merged: pull !== docs[3] });
  // A digest.
  for (let number = 11; number <= 20; number += 1) {
    await open(number);
    await merge(number);
  }
  agent('new');
  await scene.run({ ...RULES, range: `${begin}...main` }, { event: SCHEDULE });
  // Comments before the merge: documentation, and none. The last merge is requested by nobody.
  const [documented, skipped] = [await open(21), await open(22)];
  await scene.minutes(1);
  agent('new');
  await ask('Document it', documented);
  await ask('--skip Only tests', skipped);
  await open(23);
  for (const number of [21, 22, 23]) await merge(number);
  // A backport isn't in the range.
  await open(24, 'v0');
  await scene.merge('squash', 24);

  const red = await check();
  expect([red.exitCode, red.outputs['reason']]).toEqual([
    1,
    '21 of 23 are documented or need nothing. Missing: #7, #23.',
  ]);
  const kinds = red.summary.matchAll(/^\| \[#\d+\].*\| (\w+ ?\w*).*?(?: \((\w+)\))? \|$/gm);
  const counts = [...Map.groupBy(kinds, ([, words, how = '']) => `${words} ${how}`.trim())];
  expect(Object.fromEntries(counts.map(([kind, rows]) => [kind, rows.length]))).toEqual({
    Failed: 1,
    'Not requested': 1,
    Declined: 1,
    'Documented in open': 11,
    'Documented in merged': 4,
    'No pull': 2,
    'Skipped by': 1,
    'Left out': 2,
  });

  const [failed, missing] = [7, 23].map((number) => scene.repository.threads.get(number));
  agent('nothing');
  await ask('Document it', failed);
  expect((await check()).outputs['reason']).toMatch(/Missing: #7, #23\.$/);
  for (const pull of [failed, missing]) {
    agent('new');
    await ask('--new Document it again', pull);
  }
  const green = await check();
  expect([green.exitCode, green.outputs['reason']]).toEqual([0, '23 of 23 are documented or need nothing.']);
});
