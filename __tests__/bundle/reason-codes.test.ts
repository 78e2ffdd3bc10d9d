/** Each cause that `reasonCode` tells, brought about once by what brings it about outside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { actionFile } from '../../sandbox/archive.ts';
import { answer, redirect, tooMany } from '../../sandbox/faults/answers.ts';
import { barrier, REFUSING_ORIGIN, resetAfter } from '../../sandbox/faults/connections.ts';
import { git } from '../../sandbox/git.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread, closeThread } from '../../sandbox/github/threads.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { seedVisitors } from '../../sandbox/service/visitors.ts';
import { REASON_CODES, type ReasonCode } from '../../src/reason-codes.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

const LINK = 'https://github.com/acme/docs/pull/1';
const PROMPT = { prompt: 'Rewrite the quickstart' };
const END = { timeline: [{ status: 'completed', prLink: LINK }] };
const NO_LINK = { timeline: [{ status: 'completed' }] };

/** The run action with inputs, on no conversation. */
const run = (inputs: Inputs, prepare?: (scene: Scene) => unknown) => async () => {
  await using scene = await openScene();
  await prepare?.(scene);
  return await scene.run(inputs);
};

/** A run whose create, or look, meets a fault of the service. */
const faulty = (fault: Parameters<Scene['sandbox']['service']['faults']['next']>[1], method = 'POST') =>
  run(PROMPT, ({ sandbox }) => sandbox.service.faults.next({ method, times: 1_000 }, fault));

/** A message or a look by id, at a job that lived like this. */
const known = (turns: Parameters<Scene['sandbox']['service']['putJob']>[0]['turns'], inputs: Inputs = {}) =>
  run({ 'job-id': 'job_7', ...inputs }, ({ sandbox }) => {
    sandbox.service.putJob({ id: 'job_7', ago: 600, turns });
  });

/** Somebody comments. */
const comment =
  (body: string, prepare?: (scene: Scene) => unknown, inputs: Inputs = {}) =>
  async () => {
    await using scene = await openScene();
    await prepare?.(scene);
    return await scene.ask(body, { inputs });
  };

/** A push to the default branch. */
const push =
  (inputs: Inputs, prepare: (scene: Scene) => Promise<Parameters<Scene['push']>[0]>) => async () => {
    await using scene = await openScene({ history: true });
    return await scene.run({ ...PROMPT, ...inputs }, { event: scene.push(await prepare(scene)) });
  };

const changed = async (scene: Scene) => {
  const before = await scene.tip();
  return { before, after: await scene.commit('main', { 'src/app.ts': 'new\n' }) };
};

async function cancelled(): Promise<StepResult> {
  await using scene = await openScene();
  scene.sandbox.service.script({ timeline: [{ status: 'active' }] });
  const look = barrier();
  scene.sandbox.service.faults.next({ method: 'GET', nth: 2 }, look);
  const running = scene.start(PROMPT);
  await look.reached;
  await running.cancel();
  return await running.ended;
}

async function updated(): Promise<StepResult> {
  await using scene = await openScene();
  scene.sandbox.service.putJob({
    id: 'job_7',
    ago: 600,
    turns: [END, { timeline: [{ status: 'active' }, { at: 30, ...END.timeline[0] }] }],
  });
  return await scene.run({ 'job-id': 'job_7', ...PROMPT });
}

async function ownMerge(): Promise<StepResult> {
  await using scene = await openScene({ history: true });
  const { server } = scene.sandbox.github;
  const draft = await scene.openChange({ branch: 'draft', commits: [{ 'docs/index.md': 'new\n' }] });
  scene.sandbox.service.script({
    timeline: [{ status: 'completed', prLink: `${server}/acme/product/pull/${draft.number}` }],
  });
  await scene.run(PROMPT);
  return await scene.run(PROMPT, { event: await scene.merge('squash', draft.number) });
}

/** A job that pushed the branch `draft`, without a pull request. */
async function branched(files?: Readonly<Record<string, string>>): Promise<StepResult> {
  await using scene = await openScene({ history: true });
  await git(['branch', 'draft', 'main'], { cwd: scene.repository.gitDir ?? '' });
  if (files !== undefined) await scene.commit('draft', files);
  const source = { repository: 'acme/product', ref: 'draft' };
  scene.sandbox.service.script({ timeline: [{ status: 'completed', source }] });
  return await scene.run();
}

async function outside(): Promise<StepResult> {
  await using scene = await openScene({ history: true });
  const prLink = scene.nextLink();
  await scene.openChange({ branch: 'draft', commits: [{ 'src/app.ts': 'new\n' }] });
  scene.sandbox.service.script({ timeline: [{ status: 'completed', prLink }] });
  return await scene.run({ 'pr-paths': 'docs/**' });
}

async function ownClose(): Promise<StepResult> {
  await using scene = await openScene();
  const { github, service } = scene.sandbox;
  const prLink = `${github.server}/acme/product/pull/${scene.pull.number}`;
  service.script({ timeline: [{ status: 'completed', prLink }] });
  await scene.ask('/docs Rewrite');
  closeThread(github.store, scene.pull, { merged: true });
  return await scene.run(PROMPT, {
    event: scene.events.pull(scene.pull, 'closed', userOf(github.store, 'octocat')),
  });
}

async function reRunInDoubt(): Promise<StepResult> {
  await using scene = await openScene();
  scene.sandbox.service.faults.next({ method: 'POST' }, resetAfter());
  const { event: asked } = scene.comment('/docs Rewrite');
  await scene.run({}, { event: asked });
  return await scene.run({}, { event: asked, context: { runAttempt: '2' } });
}

async function editedReview(): Promise<StepResult> {
  await using scene = await openScene();
  const { id, event: asked } = scene.review('/docs');
  const line = scene.line('Shorter', { review: id });
  const written = scene.repository.reviewComments.find(({ id: other }) => other === line.id);
  if (written === undefined) throw new Error('the line comment is not there');
  written.text = { body: 'Longer', updatedAt: scene.sandbox.time.now() + 5_000 };
  return await scene.run({}, { event: asked });
}

async function limited(): Promise<StepResult> {
  await using scene = await openScene();
  await scene.ask('/docs Rewrite', { inputs: { 'daily-limit': '1' } });
  return await scene.ask('/docs Rewrite it again', { inputs: { 'daily-limit': '1' } });
}

async function collected(ends: boolean): Promise<StepResult> {
  await using scene = await openScene();
  const { service } = scene.sandbox;
  service.script({ timeline: [{ status: 'active' }, ...(ends ? [{ at: 60, ...END.timeline[0] }] : [])] });
  await scene.ask('/docs Rewrite', { inputs: { wait: 'false' } });
  const wait = scene.sandbox.time.sleep(600_000);
  await wait;
  return await scene.run(
    {},
    { event: { name: 'workflow_dispatch', payload: {} }, actionFile: actionFile('collect') },
  );
}

/** Two entries, worked on by the batch action. */
const batch = (inputs: Inputs, prepare?: (scene: Scene) => unknown) => async () => {
  await using scene = await openScene({ action: 'batch' });
  await prepare?.(scene);
  const entries = ['one', 'two'].map((name) => ({ name, prompt: `Rewrite ${name}` }));
  return await scene.run({ 'prompts-json': JSON.stringify(entries), ...inputs });
};

/** 300 pages with visitors, exported. */
const exported = (inputs: Inputs, prepare?: (scene: Scene) => unknown) => async () => {
  await using scene = await openScene({ action: 'visitors' });
  scene.sandbox.service.visitors.rows = seedVisitors(300);
  await prepare?.(scene);
  return await scene.run({ 'date-from': '2026-01-01', 'date-to': '2026-01-31', ...inputs });
};

const CAUSES: Readonly<Record<ReasonCode, () => Promise<StepResult>>> = {
  'pull-request-created': run(PROMPT),
  'pull-request-updated': updated,
  'pull-request-found': known([END]),
  'no-pull-request': known([NO_LINK]),
  'branch-without-pull-request': () => branched({ 'docs/index.md': 'new\n' }),
  'no-changes': () => branched(),
  'outside-paths': outside,
  'paths-unknown': run({ ...PROMPT, 'pr-paths': 'docs/**' }, ({ sandbox }) => sandbox.service.script(END)),
  'job-archived': known([{ timeline: [{ status: 'archived' }] }]),
  'job-failed': known([{ timeline: [{ status: 'failed' }] }], PROMPT),
  'job-unknown': run({ 'job-id': 'job_8' }),
  'job-started': run({ ...PROMPT, wait: 'false' }),
  deadline: run({ ...PROMPT, timeout: '30s' }, ({ sandbox }) =>
    sandbox.service.script({ timeline: [{ status: 'active' }] }),
  ),
  interrupted: cancelled,
  'dry-run': run({ ...PROMPT, 'dry-run': 'true' }),
  collected: () => collected(true),
  'nothing-to-collect': () => collected(false),
  'batch-completed': batch({}),
  'batch-incomplete': batch({ 'max-jobs': '1' }),
  'batch-failed': batch({}, ({ sandbox }) => sandbox.service.script({ timeline: [{ status: 'failed' }] })),
  exported: exported({}),
  'export-incomplete': exported({ 'max-requests': '1' }),
  'help-shown': comment('/docs --help'),
  'status-shown': comment('/docs --status'),
  'command-mistake': comment('/docs --wat'),
  'no-phrase': comment('I have the same question.'),
  'event-ignored': async () => {
    await using scene = await openScene();
    return await scene.ask('/docs Rewrite', { action: 'edited' });
  },
  'payload-unreadable': async () => {
    await using scene = await openScene();
    const { event: asked } = scene.comment('/docs Rewrite');
    return await scene.run(
      {},
      { event: { name: asked.name, payload: { ...(asked.payload as object), issue: {} } } },
    );
  },
  'own-comment': comment('/docs Rewrite <!-- docs-agent-action:x -->'),
  'part-of-review': async () => {
    await using scene = await openScene();
    const { id } = scene.review('/docs Rewrite');
    return await scene.run({}, { event: scene.line('/docs Shorter', { review: id }).event });
  },
  'no-secrets': async () => {
    await using scene = await openScene();
    const { event: asked } = scene.comment('/docs Rewrite', { by: 'dependabot[bot]' });
    return await scene.run({ 'api-key': '' }, { event: asked });
  },
  'not-permitted': async () => {
    await using scene = await openScene();
    return await scene.ask('/docs Rewrite', { by: 'mallory' });
  },
  'nothing-changed': push({}, async () => ({ deleted: true, after: '0'.repeat(40) }) as never),
  'paths-unmatched': push({ paths: 'docs/**' }, changed),
  'own-merge': ownMerge,
  'own-pull-request': ownClose,
  'enough-open': run({ ...PROMPT, 'skip-if-open': 'repo:acme/docs is:pr is:open' }, ({ sandbox }) => {
    const { github } = sandbox;
    addThread(github.store, github.repository('acme/docs'), {
      ...{ user: userOf(github.store, 'octocat'), title: 'Draft', pull: { head: 'draft', base: 'main' } },
    });
  }),
  'daily-limit': limited,
  'input-invalid': run({ ...PROMPT, timeout: '30' }),
  'file-not-written': exported({ file: 'out/visitors.csv' }, ({ sandbox, workspace }) => {
    sandbox.service.visitors.beforePage = () => writeFileSync(join(workspace, 'out'), 'a file now');
  }),
  'token-missing': run({ ...PROMPT, range: 'v1...main', 'github-token': '' }),
  'key-rejected': run({ ...PROMPT, 'api-key': 'mint_wrong' }),
  'key-not-allowed': faulty(answer({ status: 403 })),
  'plan-exhausted': faulty(answer({ status: 402 })),
  'not-found': faulty(answer({ status: 404 })),
  'request-rejected': faulty(answer({ status: 400 })),
  redirected: faulty(redirect('https://elsewhere.example/')),
  'usage-limit': faulty(tooMany({ hint: 'retry-after', seconds: 7200 })),
  'service-failed': async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [END] });
    scene.sandbox.service.faults.next({ method: 'GET', times: 1_000 }, answer({ status: 500 }));
    return await scene.run({ 'job-id': 'job_7' });
  },
  'service-unreachable': run({ ...PROMPT, 'base-url': REFUSING_ORIGIN, timeout: '20s' }),
  'answer-lost': async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [END] });
    scene.sandbox.service.faults.next({ method: 'GET', times: 1_000 }, resetAfter());
    return await scene.run({ 'job-id': 'job_7' });
  },
  'answer-unreadable': async () => {
    await using scene = await openScene();
    scene.sandbox.service.putJob({ id: 'job_7', ago: 600, turns: [END] });
    scene.sandbox.service.faults.next(
      { method: 'GET', times: 1_000 },
      answer({ status: 200, body: 'no JSON' }),
    );
    return await scene.run({ 'job-id': 'job_7' });
  },
  'fate-unknown': faulty(answer({ status: 502 })),
  'earlier-attempt-unknown': reRunInDoubt,
  'github-unreachable': push({}, async (scene) => {
    const moved = await changed(scene);
    scene.sandbox.github.faults.next({ method: 'GET', times: 1_000 }, answer({ status: 500 }));
    return moved;
  }),
  'github-refused': push({}, async (scene) => {
    const moved = await changed(scene);
    scene.sandbox.github.faults.next({ method: 'GET', times: 1_000 }, answer({ status: 403 }));
    return moved;
  }),
  'github-limit': push({}, async (scene) => {
    const moved = await changed(scene);
    const headers = { 'retry-after': '7200' };
    scene.sandbox.github.faults.next({ method: 'GET', times: 1_000 }, answer({ status: 429, headers }));
    return moved;
  }),
  'comment-not-written': comment('/docs Rewrite', ({ sandbox }) =>
    sandbox.github.faults.next(
      { method: 'POST', path: /issues\/1\/comments/, times: 1_000 },
      answer({ status: 422 }),
    ),
  ),
  'foreign-pull-request': async () => {
    await using scene = await openScene();
    const { event } = scene.review('Shorter', { state: 'CHANGES_REQUESTED' });
    return await scene.run({ reviews: 'changes-requested' }, { event });
  },
  'review-edited': editedReview,
  'variable-missing': async () => {
    await using scene = await openScene();
    return await scene.ask('/docs Rewrite', { run: { context: { serverUrl: '' } } });
  },
  unexpected: async () => {
    await using scene = await openScene();
    // A Node that lacks a function.
    const env = { NODE_OPTIONS: '--import=data:text/javascript,delete%20AbortSignal.any' };
    return await scene.ask('/docs Rewrite', { run: { env } });
  },
};

test.each(Object.entries(CAUSES))('%s', async (code, cause) => {
  const { outputs } = await cause();
  expect(outputs).toMatchObject({ reasonCode: code, reason: expect.stringMatching(/\S/) });
});

test('is a closed list', () => {
  expect(Object.keys(CAUSES).sort()).toEqual(Object.keys(REASON_CODES).sort());
});
