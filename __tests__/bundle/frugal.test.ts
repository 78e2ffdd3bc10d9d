import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addDeployment } from '../../sandbox/github/deployment-routes.ts';
import { userOf } from '../../sandbox/github/store.ts';
import type { Json } from '../event/payloads.ts';
import { type Inputs, LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

const PRELOAD = new URL('../support/loaded.mjs', import.meta.url).href;

/** What decides whether an event is a request: the stub, one file, and what Node loads anyway. */
const SMALL = ['index.js', 'node:fs', 'node:module'];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loaded-'));
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** Variables that make each process record what it loads. */
function watched() {
  return { NODE_OPTIONS: `--import=${PRELOAD}`, LOADED: join(folder, 'loaded') };
}

function loaded(): string[][] {
  const lines = readFileSync(join(folder, 'loaded'), 'utf8').trim().split('\n');
  return lines.map((line) => line.split(' '));
}

function requests({ sandbox, requests }: Scene): string[] {
  return [...requests('github'), ...sandbox.service.requests.map(({ method }) => `service: ${method}`)];
}

describe('a run loads', () => {
  test('one small file in main and in post for a comment that is no request', async () => {
    await using scene = await openScene();
    const { event } = scene.comment('I have the same question.');
    const step = await scene.run({}, { event, env: watched() });
    expect(step.outputs['result']).toBe('skipped');
    expect(loaded()).toEqual([
      ['entry/run.js', ...SMALL],
      ['entry/run-post.js', ...SMALL],
    ]);
  });

  test('no client of GitHub for a job that has ended', async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({
      id: 'job_7',
      ago: 600,
      turns: [{ timeline: [{ status: 'completed', prLink: LINK }] }],
    });
    const step = await scene.run({ 'job-id': 'job_7' }, { env: watched() });
    expect(step.outputs['result']).toBe('pull-request');
    const [main = [], post] = loaded();
    expect(main.filter((name) => name.endsWith('.index.js'))).toHaveLength(2);
    expect(main).toContain('node:net');
    expect(post).toEqual(['entry/run-post.js', ...SMALL]);
  });
});

describe('a run sends no needless request', () => {
  test.each([
    ['a comment that is no request', 'I have the same question.', 'octocat', []],
    [
      'a denied comment',
      '/docs do it',
      'mallory',
      ['GET /collaborators/mallory/permission 200', 'POST /issues/comments/{id}/reactions 201'],
    ],
    [
      'a request: a comment and four edits, two reads of the thread, a reaction',
      '/docs Rewrite',
      'octocat',
      [
        'GET /collaborators/octocat/permission 200',
        'GET /issues/1/comments 200',
        'POST /issues/1/comments 201',
        'PATCH /issues/comments/{id} 200',
        'GET /issues/1/comments 200',
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
    const sent = requests(scene).map((line) => line.replace(/comments\/\d+/, 'comments/{id}'));
    const polls = sent.filter((line) => line === 'service: GET').length;
    expect(sent).toEqual([...expected, ...Array.from({ length: polls }, () => 'service: GET')]);
    // Every 10 s.
    expect(polls).toBe(expected.includes('service: POST') ? 4 : 0);
  });

  const FACTS = { isHere: true };
  const LONG = { minutes: 28, inputs: { 'daily-limit': '5' } };
  test.each<[string, { minutes?: number; follows?: boolean; isHere?: boolean; inputs?: Inputs }, number]>([
    ['a request', {}, 9],
    ['a follow-up', { follows: true }, 9],
    ['a request with facts and a preview', FACTS, 15],
    ['a follow-up with facts and a preview', { ...FACTS, follows: true }, 18],
    ['a request of 28 minutes', { ...FACTS, ...LONG }, 17],
    ['a follow-up of 28 minutes', { ...FACTS, ...LONG, follows: true }, 20],
  ])('of all that GitHub gets for %s', async (_, { minutes = 0.5, follows, isHere, inputs }, count) => {
    await using scene = await openScene();
    const { store, server } = scene.sandbox.github;
    const sha = 'a'.repeat(40);
    Object.assign(scene.pull.pull ?? {}, { headSha: sha });
    addDeployment(store, scene.repository, { sha, url: 'https://preview.example' });
    const prLink = isHere ? `${server}/acme/product/pull/2` : LINK;
    scene.sandbox.service.scriptAll(worksFor(60 * minutes, { prLink }));
    if (follows) await scene.ask('/docs Rewrite');
    const earlier = scene.requests('github').length;
    const step = await scene.ask('/docs Shorter, please', inputs && { inputs });
    expect(step.outputs['result']).toBe('pull-request');
    expect(scene.requests('github').slice(earlier)).toHaveLength(count);
  });

  test.each<[string, string, Inputs, number]>([
    ["a person's pull request", 'mallory', {}, 0],
    ["a person's pull request with `daily-limit`", 'mallory', { 'daily-limit': '5' }, 4],
    ["a bot's pull request", 'renovate[bot]', {}, 4],
    ["a bot's pull request with `daily-limit`", 'renovate[bot]', { 'daily-limit': '5' }, 5],
  ])('for the comments of a busy repository, on %s', async (_, by, inputs, pages) => {
    await using scene = await openScene();
    for (let count = 0; count < 390; count += 1) scene.put(scene.issue, 'I have the same question.');
    await scene.minutes(30);
    const on = scene.openPull({ by });
    const step = await scene.ask('/docs Rewrite', { on, inputs });
    expect(step.outputs['result']).toBe('pull-request');
    const read = scene.requests('github').filter((line) => line.startsWith('GET /issues/comments '));
    expect(read).toHaveLength(pages);
  });

  test('about the commits of a pull request that is not merged', async () => {
    await using scene = await openScene({ history: true });
    const commits = Array.from({ length: 12 }, (_, index) => ({ [`src/${index}.ts`]: 'x\n' }));
    const code = await scene.openChange({ commits });
    for (const event of [
      scene.review('', { on: code, state: 'APPROVED' }).event,
      scene.events.pull(code, 'labeled', userOf(scene.sandbox.github.store, 'octocat')),
    ]) {
      const { base, head } = (event.payload as Json).pull_request;
      const range = `${base.sha}...${head.sha}`;
      const step = await scene.run({ prompt: 'Document it', range, comment: 'never' }, { event });
      expect(step.outputs['result']).toBe('pull-request');
    }
    expect(scene.requests('github').join()).not.toMatch(/GET \/pulls |\/commits\/\w+\/pulls/);
    expect(scene.prompts()[0]).toContain('12');
  });
});
