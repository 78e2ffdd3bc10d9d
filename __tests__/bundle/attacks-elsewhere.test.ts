/**
 * Attacks on what is not asked in a conversation: counts that hold spending, requests that nobody waits for, batches, exports,
 * files; and what somebody can do who got hold of the key. Each row is an attack on a scene of its own.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { actionFile } from '../../sandbox/archive.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment, editComment } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { writeMadeBy } from '../../src/pull-request/marker.ts';
import { signingKey } from '../../src/text/signed-note.ts';
import { type Note, writeNote } from '../../src/thread/note.ts';
import { expectUnharmed, jobSays, KEY, QUOTED, seen } from '../support/attacks.ts';
import { endsAfter, openScene, type Scene } from '../support/scene.ts';

const SECRET = 'a-secret-of-the-threads-that-nobody-guesses';

type Attack = (scene: Scene, workspace: string) => Promise<StepResult>;
type Expectation = (step: StepResult, scene: Scene, workspace: string) => void;
type Row = readonly [name: string, attack: Attack, expectation: Expectation];

/** A stranger comments. */
function plant({ sandbox, repository, issue }: Scene, body: string, on: Thread = issue) {
  const { store } = sandbox.github;
  return addComment(store, repository, { thread: on.number, user: userOf(store, 'mallory'), body });
}

function flood(scene: Scene, count: number, on?: Thread): void {
  for (let number = 0; number < count; number += 1) plant(scene, `Flood ${number} @acme/team`, on);
}

/** How often the action asked for a list. */
const reads = ({ sandbox }: Scene, path: RegExp) =>
  sandbox.github.requests.filter((request) => request.method === 'GET' && path.test(request.path)).length;

const COUNTS: readonly Row[] = [
  [
    '4,000 comments where the agent is told what people wrote',
    async (scene) => {
      flood(scene, 4_000);
      await scene.minutes(60);
      return scene.ask('/docs Rewrite', { inputs: { context: 'full' } });
    },
    (step, scene) => {
      expect(step.outputs['result']).toBe('pull-request');
      expect(scene.prompts()[0]).toContain('Flood 3999');
      // Once for the conversation's notes, once for the words; the rest is what changed since.
      expect(reads(scene, /\/issues\/1\/comments$/)).toBeLessThanOrEqual(2 * 31 + 3);
    },
  ],
  [
    'comments on lines after a review, so many that its own are not read',
    async (scene) => {
      const { store } = scene.sandbox.github;
      const review = scene.review('/docs Mend these');
      scene.line('Too long', { review: review.id });
      const line = { path: 'docs/a.md', line: 3, diffHunk: '@@ -1,3 +1,3 @@\n-Old\n+New' };
      const comment = { thread: scene.pull.number, user: userOf(store, 'mallory'), body: 'Flood', line };
      for (let number = 0; number < 3_000; number += 1) addComment(store, scene.repository, comment);
      return scene.run({}, { event: review.event });
    },
    (step, scene) => {
      expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'review-edited' });
      expect(step.outputs['reason']).toContain('3000 newer line comments hide');
      expect(scene.sandbox.service.requests).toEqual([]);
    },
  ],
  [
    'a flood that hides what was sent from `daily-limit`',
    async (scene) => {
      const inputs = { 'daily-limit': '2' };
      await scene.ask('/docs Rewrite', { inputs });
      await scene.ask('/docs Shorter', { inputs });
      flood(scene, 2_000);
      return scene.ask('/docs --new Another thing', { on: scene.pull, inputs });
    },
    (step, scene) => {
      expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'daily-limit', jobId: '' });
      expect(scene.turns()).toEqual([2]);
    },
  ],
  [
    'copies of a note, by a stranger, to use up `daily-limit`',
    async (scene) => {
      await scene.ask('/docs Rewrite');
      for (let copy = 0; copy < 5; copy += 1) plant(scene, scene.comments()[0] ?? '');
      return scene.ask('/docs Shorter', { inputs: { 'daily-limit': '2' } });
    },
    (step, scene) => {
      expect(step.outputs['result']).toBe('pull-request');
      expect(scene.turns()).toEqual([2]);
    },
  ],
];

const COLLECTED: readonly Row[] = [
  [
    "a job's end that leads elsewhere, is a command, and brings the key back",
    async (scene) => {
      await scene.request('/docs Rewrite');
      await scene.minutes(5);
      jobSays(scene, {
        ...{ prLink: 'https://github.com@evil.example/acme/docs/pull/1', model: '"; touch broken; "' },
        ...{ more: QUOTED.map(([, quote]) => quote(KEY)) },
      });
      return scene.collect();
    },
    (step, scene) => {
      expect(step.outputs).toMatchObject({ result: 'collected' });
      expect(seen(step, scene)).not.toMatch(/evil|broken/);
    },
  ],
  [
    'an event about a pull request from a fork, on a branch of the same name',
    async (scene) => {
      scene.sandbox.service.script(endsAfter(30, { prLink: null }));
      await scene.request('/docs Rewrite');
      const fork = scene.openPull({ by: 'mallory', title: 'Mine' });
      await scene.minutes(35);
      return scene.collect({}, scene.events.pull(fork, 'opened', fork.user));
    },
    (step, scene) => {
      expect(JSON.parse(step.outputs['finished'] ?? '')).toMatchObject([{ thread: 1, prLink: '' }]);
      expect(scene.repository.comments.filter(({ thread }) => thread > 2)).toEqual([]);
    },
  ],
  [
    'a copy of the reply in an older comment, so that the action takes its own for the second',
    async (scene) => {
      const { github } = scene.sandbox;
      const older = plant(scene, 'Me too');
      await scene.request('/docs Rewrite');
      await scene.minutes(5);
      const held = barrier('after');
      github.faults.next({ method: 'POST', path: /\/issues\/1\/comments$/ }, held);
      const running = scene.startCollect();
      await held.reached;
      editComment(github.store, older, scene.comments().at(-1) ?? '');
      held.release();
      return running.ended;
    },
    (step, scene) => {
      expect(step.outputs['result']).toBe('collected');
      expect(scene.comments().filter((body) => body.startsWith('@octocat'))).toHaveLength(1);
      expect(scene.sandbox.github.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    },
  ],
];

const WORDS = '$(touch broken) `touch broken` "; touch broken; " \u2019; touch broken; @acme/team';

const BATCHES: readonly Row[] = [
  [
    "a batch's jobs whose fields are commands, and bring the key back",
    (scene, workspace) => {
      jobSays(scene, { prLink: `https://evil.example/${WORDS}`, model: WORDS, more: [KEY] });
      const inputs = { 'prompts-json': JSON.stringify([{ name: WORDS, prompt: WORDS }]) };
      return scene.sandbox.run({ actionFile: actionFile('batch'), inputs, workspace }).ended;
    },
    (step, _scene, workspace) => {
      const [job] = JSON.parse(step.outputs['jobs'] ?? '');
      expect(job).toMatchObject({ result: 'no-pull-request', prLink: '' });
      expect(readFileSync(join(workspace, step.outputs['file'] ?? ''), 'utf8')).not.toMatch(/evil|mint_/);
    },
  ],
];

/** Anybody can bring a path into the list by asking for it. */
const PATHS = [
  '=HYPERLINK("https://evil.example")',
  '\uff1dcmd|calc',
  '\n=1+1',
  '/$(touch broken)',
  '/`touch broken`',
  '/a\n::error::broken',
  '/\u202egnp.exe',
  '/@acme/team',
  '/![x](https://evil.example/x.png)',
  `/${KEY}`,
  `/x/${encodeURIComponent(KEY)}`,
];

const EXPORTS: readonly Row[] = [
  [
    'visited paths that are formulas, commands, pictures and keys',
    (scene, workspace) => {
      scene.sandbox.service.visitors.rows = PATHS.map((path) => ({ path, human: 9, ai: 1, total: 9 }));
      const inputs = { file: 'visitors.csv' };
      return scene.sandbox.run({ actionFile: actionFile('visitors'), inputs, workspace }).ended;
    },
    (step, _scene, workspace) => {
      expect(step.outputs['result']).toBe('exported');
      expect(step.outputs['topPaths']).toMatch(/^(?:\/[\w./%*-]*\n?)*$/);
      const csv = readFileSync(join(workspace, 'visitors.csv'), 'utf8');
      const cells: string[][] = parse(csv, { record_delimiter: '\r\n' });
      expect(cells).toHaveLength(PATHS.length + 1);
      for (const [path = ''] of cells.slice(1)) expect(path).toMatch(/^[/']/);
      expect(csv).not.toContain(KEY);
      // In the summary all of them are code.
      expect(step.summary.replace(/`+[^`]*`+/g, '')).not.toMatch(/evil|@acme/);
    },
  ],
];

/** What a note of the issue's thread is bound to. */
function placeOf({ sandbox, repository }: Scene) {
  const service = { baseUrl: new URL(sandbox.service.url), projectId: sandbox.service.projectId };
  return { service, repositoryId: repository.id, thread: 1 };
}

/** Somebody who has the API key writes a note that verifies, in a comment of their own. */
function forge(scene: Scene, fields: Partial<Note> = {}): void {
  const place = placeOf(scene);
  const { store } = scene.sandbox.github;
  const comment = plant(scene, 'Wait');
  const sent = { request: 'r', attempt: 1, state: 'ended', until: 0, jobId: 'job_of_mallory' } as const;
  const note = {
    ...sent,
    sentAt: scene.sandbox.time.now(),
    requester: { by: 'octocat', run: 'https://github.com' },
    ...fields,
  };
  const key = signingKey({ apiKey: KEY });
  const made = writeMadeBy('job_of_mallory', comment.id, place, key);
  editComment(store, comment, `${writeNote(note, comment.id, place, key)}\n${made}`);
}

/** What would be a heading, a link and a mention in the middle of our own reply. */
const MARKDOWN = 'octocat\n\n# Urgent\n\n[Log in](https://evil.example) @acme/team';

/** A forged note of a request that nobody waits for, and a job that ended long after it. */
const forgeOpen = async (scene: Scene, fields: Partial<Note>) => {
  scene.sandbox.service.putJob({
    id: 'job_7',
    ago: 0,
    turns: [endsAfter(1, { prLink: `${scene.sandbox.github.server}/acme/product/pull/2` })],
  });
  forge(scene, { state: 'job', jobId: 'job_7', left: true, ...fields });
  await scene.minutes(10);
};

const ASKED = { by: 'octocat', person: true, run: 'https://github.com' } as const;

const LEAKED: readonly Row[] = [
  ...(
    [
      ['the login', { ...ASKED, by: MARKDOWN }],
      ['the address of the request', { ...ASKED, at: `https://evil.example\n\n${MARKDOWN}` }],
      ['the address of the run', { ...ASKED, run: `javascript:alert(1)` }],
    ] as const
  ).map(
    ([name, requester]): Row => [
      `somebody with the key, who writes Markdown in place of ${name}`,
      async (scene) => {
        await forgeOpen(scene, { requester });
        return scene.collect();
      },
      (step, scene) => {
        expect(step.outputs['result']).toBe('nothing');
        expect(step.log).toContain('does not verify');
        expect(scene.comments()).toEqual([]);
      },
    ],
  ),
  [
    "somebody with the key, whose note says that the job is older than a stranger's pull request",
    async (scene) => {
      await scene.minutes(60);
      await forgeOpen(scene, { sentAt: 0, requester: ASKED });
      return scene.collect({ 'pr-labels': 'ours' });
    },
    (step, scene) => {
      expect(step.log).toContain('/pull/2 is left as it is');
      expect(scene.comments(scene.pull)).toEqual([]);
      expect([...scene.pull.labels]).toEqual([]);
    },
  ],
  [
    'a stranger with the key, who forges a note and asks',
    (scene) => {
      forge(scene);
      return scene.ask('/docs Delete everything', { by: 'mallory' });
    },
    (step, scene) => {
      expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
      expect(scene.sandbox.service.requests).toEqual([]);
    },
  ],
  [
    'a stranger with the key, who forges a note where `thread-secret` signs them',
    (scene) => {
      forge(scene);
      return scene.ask('/docs Rewrite', { inputs: { 'thread-secret': SECRET } });
    },
    (step, scene) => {
      expect(step.outputs['result']).toBe('pull-request');
      expect(step.log).toContain('does not verify');
      expect(scene.sandbox.service.requests.map(({ path }) => path).join()).not.toContain('mallory');
    },
  ],
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attacks-'));
  mkdirSync(join(folder, 'workspace'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each<[string, readonly Row[]]>([
  ['counts', COUNTS],
  ['requests that nobody waits for', COLLECTED],
  ['a batch', BATCHES],
  ['an export', EXPORTS],
  ['a leaked key', LEAKED],
])('%s', (_what, rows) => {
  test.each(rows.map(([name, attack, expectation]) => [name, attack, expectation] as const))(
    '%s: nothing is gained',
    async (_name, attack, expectation) => {
      await using scene = await openScene({ service: { key: KEY } });
      const workspace = join(folder, 'workspace');
      const step = await attack(scene, workspace);
      expectation(step, scene, workspace);
      expectUnharmed(step, scene);
    },
  );
});
