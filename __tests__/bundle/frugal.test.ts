import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const PRELOAD = new URL('../support/loaded.mjs', import.meta.url).href;

/** What decides: the stub, one file, and what Node has loaded anyway. */
const SMALL = ['index.js', 'node:fs', 'node:module'];

const HOUR = 3600;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loaded-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Variables that make each process write down what it loads. */
function watched() {
  return { NODE_OPTIONS: `--import=${PRELOAD}`, LOADED: join(folder, 'loaded') };
}

/** What main loaded, and then post. */
function loaded(): string[][] {
  const lines = readFileSync(join(folder, 'loaded'), 'utf8').trim().split('\n');
  return lines.map((line) => line.split(' '));
}

/** What was said to GitHub and to the service. */
function requests({ sandbox, requests }: Scene): string[] {
  return [...requests('github'), ...sandbox.service.requests.map(({ method }) => `service: ${method}`)];
}

/** A job that works for so many seconds. */
function working(seconds: number) {
  return { timeline: [{ status: 'active' }, { at: seconds, status: 'completed', prLink: LINK }] };
}

describe('only what a run needs is loaded', () => {
  test('for a comment that is not for us one small file, in main and in post', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('I have the same question.');
    const step = await scene.run({}, { event, env: watched() });
    expect(step.outputs['result']).toBe('skipped');
    expect(loaded()).toEqual([
      ['entry/run.js', ...SMALL],
      ['entry/run-post.js', ...SMALL],
    ]);
  });

  test('for a job that is finished no client of GitHub', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [working(0)] });
    const step = await scene.run({ 'job-id': 'job_7' }, { env: watched() });
    expect(step.outputs['result']).toBe('pull-request');
    const [main = [], post] = loaded();
    expect(main.filter((name) => name.endsWith('.index.js'))).toHaveLength(2);
    expect(main).toContain('node:net');
    expect(post).toEqual(['entry/run-post.js', ...SMALL]);
  });

  test('after a batch that ended by itself one small file in its post step', async () => {
    await using scene = await openScene({ action: 'batch' });
    const step = await scene.run({ 'prompts-json': '[{"name":"one","prompt":"Do"}]' }, { env: watched() });
    expect(step.outputs['result']).toBe('completed');
    expect(loaded().at(-1)).toEqual(['entry/batch-post.js', ...SMALL]);
  });
});

describe('nothing is asked twice, and nothing that is not needed', () => {
  test.each([
    ['a comment that is not for us', 'I have the same question.', 'octocat', []],
    [
      'a denied comment',
      '/docs do it',
      'mallory',
      ['GET /collaborators/mallory/permission 200', 'POST /issues/comments/{id}/reactions 201'],
    ],
    [
      'a request: its comment and four edits, one read of the thread, one sign of progress, two reactions',
      '/docs Rewrite',
      'octocat',
      [
        'GET /collaborators/octocat/permission 200',
        'POST /issues/comments/{id}/reactions 201',
        'POST /issues/1/comments 201',
        'PATCH /issues/comments/{id} 200',
        'GET /issues/1/comments 200',
        'PATCH /issues/comments/{id} 200',
        'PATCH /issues/comments/{id} 200',
        'PATCH /issues/comments/{id} 200',
        'PATCH /issues/comments/{id} 200',
        'POST /issues/comments/{id}/reactions 201',
        'service: POST',
      ],
    ],
  ])('for %s', async (_, body, by, expected) => {
    await using scene = await openScene();
    scene.sandbox.service.rules.usualSeconds = 40;
    await scene.ask(body, { by });
    const asked = requests(scene).map((line) => line.replace(/comments\/\d+/, 'comments/{id}'));
    const looks = asked.filter((line) => line === 'service: GET').length;
    expect(asked).toEqual([...expected, ...Array.from({ length: looks }, () => 'service: GET')]);
    // Every 3 s, a tenth more or less.
    if (expected.includes('service: POST')) expect([13, 14, 15]).toContain(looks);
    else expect(looks).toBe(0);
  });

  test.each([
    ['a request whose pull request is in the repository', [], false, 14],
    ['one with a preview', [], true, 15],
    ['a follow-up there', ['/docs Rewrite'], false, 14],
  ])('for %s: so many requests to GitHub without progress edits', async (_, before, hasPreview, most) => {
    await using scene = await openScene();
    const { store, server } = scene.sandbox.github;
    const sha = 'a'.repeat(40);
    Object.assign(scene.pull.pull ?? {}, { headSha: sha });
    if (hasPreview) addDeployment(store, scene.repository, { sha, url: 'https://preview.example' });
    const prLink = `${server}/acme/product/pull/2`;
    scene.sandbox.service.scriptAll({
      timeline: [{ status: 'active' }, { at: 15, status: 'completed', prLink }],
    });
    for (const words of before) await scene.ask(words);
    const asked = scene.requests('github').length;
    const step = await scene.ask('/docs Shorter, please');
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.requests('github').slice(asked)).toHaveLength(most);
  });

  test.each([
    ['10 s', 10, 3, 5],
    ['12 min', 0.2 * HOUR, 60, 71],
    ['an hour', HOUR, 150, 180],
    ['6 h', 6 * HOUR, 700, 800],
  ])('for a job of %s: fewer looks than every 10 s where it is long', async (_, seconds, least, most) => {
    await using scene = await openScene();
    scene.sandbox.service.script(working(seconds));
    const step = await scene.run({ timeout: '7h' });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.count('poll')).toBeGreaterThanOrEqual(least);
    expect(scene.count('poll')).toBeLessThanOrEqual(most);
  });
});
