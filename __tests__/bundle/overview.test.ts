/** The collect action keeps one comment about what is open up to date. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { pullSides } from '../../sandbox/github/pull-facts.ts';
import { addReported } from '../../sandbox/github/run-routes.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addComment } from '../../sandbox/github/threads.ts';
import { endsAfter, openScene, type Scene, warnings, worksFor } from '../support/scene.ts';

const INPUTS = { 'issue-number': '1' };

/** A scene whose issue 1 has the overview. */
async function openOverview() {
  const scene = await openScene();
  const { github } = scene.sandbox;
  return Object.assign(scene, {
    update: (inputs = {}) => scene.collect({ ...INPUTS, ...inputs }),
    overviews: () => scene.comments().filter((text) => text.startsWith('**Open pull requests')),
    /** A request on another issue whose job opened a pull request. */
    async finished(title = 'A new quickstart', end: object = {}) {
      const prLink = scene.nextLink();
      const pull = scene.openPull({ title, branch: `mintlify/${prLink.slice(-4)}` });
      scene.leave(endsAfter(10, { prLink, ...end }, pull.pull?.head), 11, scene.openIssue());
      return pull;
    },
    report: (pull: Thread, conclusion: string) =>
      addReported(github.store, scene.repository, {
        kind: 'check_run',
        sha: pullSides(scene.repository, pull).head.sha,
        conclusion,
      }),
  });
}

const edits = (scene: Scene) => scene.requests('github').filter((line) => line.startsWith('PATCH'));

test('shows open pull requests, requests at work, and the last 30 days', async () => {
  await using scene = await openOverview();
  const [red, green, merged, declined, changed] = [
    await scene.finished('Red'),
    await scene.finished('Green'),
    await scene.finished(),
    await scene.finished(),
    await scene.finished(),
  ];
  scene.report(red, 'failure');
  scene.report(green, 'success');
  green.pull?.reviewers.add(userOf(scene.sandbox.github.store, 'ann'));
  await scene.finished('None', { prLink: undefined });
  await scene.update();
  scene.close(merged, { merged: true });
  scene.close(declined);
  scene.close(changed, { merged: true });
  Object.assign(changed.pull ?? {}, { headSha: 'c'.repeat(40) });
  const { jobId } = scene.leave(endsAfter(60, {}), 5, scene.openIssue());
  await scene.update();
  const [text = '', ...others] = scene.overviews();
  expect(others).toEqual([]);
  expect(jobId).toBeDefined();
  expect(text).toMatch(/^\*\*Open pull requests of the agent: 2\*\*/);
  const rows = text.split('\n').filter((line) => line.includes('acme/product#'));
  expect(rows).toEqual([
    expect.stringMatching(
      /^\| Green \(\[acme\/product#\d+\].*\| \d{4}-\d\d-\d\d \| `octocat` \(\[request\].*\| green \| `ann` \|$/,
    ),
    expect.stringMatching(/^\| Red \(.*\| red \| {2}\|$/),
  ]);
  expect(text).toMatch(
    /Requests at work or not finished: 1\*\*\n\n- \[#\d+\]\(\S+#issuecomment-\d+\): not finished, no run watches it, sent at .*, requested by `octocat`/,
  );
  expect(text).toContain(
    '**Pull requests of the last 30 days:** 2 merged, 1 of them with commits that people added. 1 declined.',
  );
  expect(text).toContain('**Requests of the last 30 days:** 6, Pull request ready: 5, No pull request: 1.');
  expect(text).toContain('runs without a thread that changed nothing');
});

test('is edited only if more than the time changed, and written again if a person deletes it', async () => {
  await using scene = await openOverview();
  const pull = await scene.finished();
  await scene.update();
  const before = edits(scene).length;
  await scene.minutes(60);
  await scene.update();
  expect(edits(scene)).toHaveLength(before);
  scene.report(pull, 'failure');
  await scene.update();
  expect(edits(scene)).toHaveLength(before + 1);
  expect(scene.overviews()).toEqual([expect.stringContaining('| red |')]);
  scene.repository.comments.splice(0, scene.repository.comments.length);
  await scene.update();
  expect(scene.overviews()).toHaveLength(1);
});

test('shows the preview that a run waited for after its result', async () => {
  await using scene = await openOverview();
  const prLink = scene.nextLink();
  const pull = scene.openPull();
  const { sha } = pullSides(scene.repository, pull).head;
  scene.sandbox.service.scriptAll(worksFor(10, { prLink }));
  const url = 'https://preview.example/';
  addDeployment(scene.sandbox.github.store, scene.repository, { sha, url, seconds: 40 });
  await scene.ask('/docs Rewrite the quickstart', { on: scene.openIssue() });
  await scene.update();
  expect(scene.overviews()).toEqual([expect.stringContaining(`| [\`${url}\`](${url}) |`)]);
});

test('of two runs at once, the next run leaves one comment', async () => {
  await using scene = await openOverview();
  await Promise.all([scene.update(), scene.update()]);
  await scene.update();
  expect(scene.overviews()).toHaveLength(1);
});

test('costs at most 20 requests with 30 open pull requests', async () => {
  await using scene = await openOverview();
  for (let count = 0; count < 30; count += 1) scene.mark(scene.openPull(), { jobId: `job_${count}` });
  for (let count = 0; count < 10; count += 1)
    scene.openPull({ by: 'dependabot[bot]', branch: `bump-${count}` });
  await scene.update();
  expect(scene.overviews()).toEqual([expect.stringMatching(/^\*\*Open pull requests of the agent: 30\*\*/)]);
  expect(scene.requests('github').length).toBeLessThanOrEqual(20);
});

describe('a stranger', () => {
  test('can put a title into it only as plain text, and no pull request', async () => {
    await using scene = await openOverview();
    await scene.finished('@octocat | <img src=x> [click](https://evil.example) /docs Pay');
    scene.openPull({ fork: 'mallory/product', by: 'mallory', title: 'Mine', branch: 'mintlify/mine' });
    await scene.update();
    const [text = ''] = scene.overviews();
    expect(text).toContain('agent: 1**');
    expect(text).not.toMatch(/@octocat|(?<!\\)<img|\]\(https:\/\/evil/);
  });

  test('cannot make it edit or delete a copy', async () => {
    await using scene = await openOverview();
    await scene.update();
    const [own = ''] = scene.overviews();
    const { store } = scene.sandbox.github;
    const copy = addComment(store, scene.repository, {
      thread: 1,
      user: userOf(store, 'mallory'),
      body: own,
    });
    await scene.finished();
    await scene.update();
    expect(copy.text.body).toBe(own);
    expect(scene.overviews()).toEqual([expect.stringContaining('agent: 1**')]);
  });
});

test.each([
  ['the list of pull requests', { method: 'GET', path: /\/pulls$/ }],
  ['the comment', { method: 'POST', path: /\/issues\/1\/comments$/ }],
])('without access to %s, it warns, and requests are finished all the same', async (_, match) => {
  await using scene = await openOverview();
  await scene.finished();
  scene.sandbox.github.faults.next(match, answer({ status: 403 }));
  const step = await scene.update();
  expect(step).toMatchObject({ exitCode: 0, outputs: { result: 'collected' } });
  expect(warnings(step)).toEqual([expect.stringContaining('The overview could not be written')]);
});

test('a dry run writes none', async () => {
  await using scene = await openOverview();
  await scene.update({ 'dry-run': 'true' });
  expect(scene.overviews()).toEqual([]);
});
