/** The status of a commit shows the state of its documentation, and `--skip` sets it. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { pullSides } from '../../sandbox/github/pull-facts.ts';
import { addReported } from '../../sandbox/github/run-routes.ts';
import type { TurnScript } from '../../sandbox/service/scripted-life.ts';
import { endsAfter, type Inputs, openScene, SCHEDULE, warnings, worksFor } from '../support/scene.ts';

const NAME = 'documentation';
const WORKING = 'pending: The agent works on the documentation (job-started)';
const READY = 'success: acme/docs#1 is ready (pull-request-created)';

/** A scene with an open pull request, `code`, whose workflow sets a status. */
async function openStatus(turn: (prLink: string) => TurnScript = (prLink) => worksFor(60, { prLink })) {
  const inputs = { 'commit-status': NAME };
  const scene = await openScene({ history: true, inputs });
  const usual = { contents: 'read', issues: 'write', pull_requests: 'write' } as const;
  scene.permit({ ...usual, statuses: 'write' });
  const code = await scene.openChange({ commits: [{ 'src/app.ts': 'new\n' }] });
  await scene.minutes(1);
  scene.sandbox.service.scriptAll(turn(`${scene.sandbox.github.server}/acme/docs/pull/1`));
  const head = pullSides(scene.repository, code).head.sha ?? '';
  return Object.assign(scene, {
    code,
    head,
    forbid: () => scene.permit(usual),
    labeled: () => scene.events.pull(code, 'labeled', code.user),
    statuses: (sha = head) =>
      scene.repository.reported
        .filter((status) => status.sha === sha && status.name === NAME)
        .map(({ conclusion, title }) => `${conclusion ?? 'pending'}: ${title}`),
  });
}

describe('a request about a pull request reports on its head', () => {
  const MESSAGE = { 'when-open': 'message', 'pr-labels': 'docs' };
  test.each<[string, Parameters<typeof openStatus>[0], string, Inputs?]>([
    ['a pull request', undefined, READY],
    ['no pull request', () => worksFor(60), 'success: No pull request was opened (no-pull-request)'],
    ['a failure', () => worksFor(60, { status: 'failed' }), 'error: Failed (job-failed)'],
    ['a pull request that the next run misses', undefined, 'error: Failed (pull-request-elsewhere)', MESSAGE],
  ])('%s', async (_, turn, end, inputs = {}) => {
    await using scene = await openStatus(turn);
    await scene.ask('/docs Document it', { on: scene.code, inputs });
    expect(scene.statuses()).toEqual([WORKING, end]);
  });

  test.each([
    [
      'no file in `paths`',
      { range: 'main...feature', paths: 'docs/**' },
      'success: Left out: no file in paths (paths-unmatched)',
    ],
    ['a range that GitHub lacks', { range: 'main...gone' }, 'error: Failed (github-refused)'],
  ])('%s, which is never at work, also after a status of another app', async (_, inputs, end) => {
    await using scene = await openStatus();
    const foreign = { kind: 'status', name: NAME, title: 'All good', conclusion: 'success' } as const;
    addReported(scene.sandbox.github.store, scene.repository, { ...foreign, sha: scene.head });
    await scene.run(
      { prompt: 'Document it', permission: 'triage', 'allow-users': 'hubot', ...inputs },
      { event: scene.labeled() },
    );
    expect(scene.statuses()).toEqual(['success: All good', end]);
  });
});

test.each([
  ['a request', '/docs Document it', READY],
  ['`--skip`', '/docs --skip Only tests', 'success: Skipped by octocat: Only tests (commit-skipped)'],
])('%s sets the status again if GitHub failed', async (_, words, end) => {
  await using scene = await openStatus();
  const match = { method: 'POST', path: /\/statuses\// };
  for (let count = 0; count < 2; count += 1)
    scene.sandbox.github.faults.next({ ...match, optional: true }, answer({ status: 502 }));
  const step = await scene.ask(words, { on: scene.code });
  expect(scene.statuses().at(-1)).toBe(end);
  expect(warnings(step)).toEqual([]);
});

test('a push reports on its commit, which is not that of its pull request', async () => {
  await using scene = await openStatus();
  await scene.run({}, { event: await scene.merge('squash', scene.code.number) });
  expect(scene.statuses(await scene.tip())).toEqual([WORKING, READY]);
  expect(scene.statuses()).toEqual([]);
});

test('a push to the branch of an open pull request leaves the status to the requests there', async () => {
  await using scene = await openStatus();
  const event = scene.push({ ref: 'refs/heads/feature', after: scene.head });
  expect((await scene.run({}, { event })).outputs['reasonCode']).toBe('nothing-changed');
  expect(scene.statuses()).toEqual([]);
});

test.each([
  ['by a stranger', '/docs Document it', { by: 'mallory' }],
  ['by `--status`', '/docs --status', {}],
  ['in a dry run', '/docs Document it', { inputs: { 'dry-run': 'true' } }],
  ['without a name', '/docs Document it', { inputs: { 'commit-status': '' } }],
])('nothing is set %s', async (_, body, options) => {
  await using scene = await openStatus();
  await scene.ask(body, { on: scene.code, ...options });
  expect(scene.repository.reported).toEqual([]);
});

test.each([
  ['one 502 of GitHub', { method: 'POST', path: /\/statuses\//, nth: 2 }],
  ['a list that GitHub fails to show', { method: 'GET', path: /\/statuses$/, times: 99 }],
])('%s at the end leaves no status pending', async (_, match) => {
  await using scene = await openStatus();
  scene.sandbox.github.faults.next(match, answer({ status: 502 }));
  await scene.ask('/docs Document it', { on: scene.code });
  expect(scene.statuses()).toEqual([WORKING, READY]);
});

describe('a documented commit stays green', () => {
  test.each<[string, string, (scene: Awaited<ReturnType<typeof openStatus>>) => unknown, Inputs]>([
    ['a used-up limit', 'daily-limit', () => undefined, { 'daily-limit': '1' }],
    ['401', 'key-rejected', () => undefined, { 'api-key': 'mint_wrong', 'thread-secret': 'a'.repeat(40) }],
    [
      'auto-merge',
      'auto-merge-on',
      (scene) => Object.assign(scene.openPull({ repository: 'acme/docs' }).pull ?? {}, { autoMerge: true }),
      {},
    ],
  ])('after a request that sent nothing: %s', async (_, reasonCode, change, inputs) => {
    await using scene = await openStatus();
    await scene.ask('/docs Document it', { on: scene.code, inputs: { 'thread-secret': 'a'.repeat(40) } });
    change(scene);
    const step = await scene.ask('/docs Document it better', {
      on: scene.code,
      inputs: { 'thread-secret': 'a'.repeat(40), ...inputs },
    });
    expect(step.outputs['reasonCode']).toBe(reasonCode);
    expect(scene.statuses()).toEqual([WORKING, READY]);
  });

  test.each(['its own run', 'a collect'])('after `--skip` during a job whose end %s reports', async (who) => {
    await using scene = await openStatus(() => worksFor(60, { status: 'failed' }));
    const { event } = scene.comment('/docs Document it', { on: scene.code });
    const running = scene.start({ wait: String(who !== 'a collect') }, { event });
    await scene.minutes(0.4);
    await scene.ask('/docs --skip Only tests', { on: scene.code });
    await running.ended;
    await scene.minutes(9);
    await scene.collect();
    expect(scene.statuses()).toEqual([WORKING, 'success: Skipped by octocat: Only tests (commit-skipped)']);
  });
});

describe('the agent is at work until a later run reports the end', () => {
  test.each([
    ['with `wait: false`', 'wait'],
    ['after a run that was killed', 'kill'],
    ['after a run that was cancelled', 'cancel'],
  ] as const)('%s', async (_, how) => {
    await using scene = await openStatus((prLink) => endsAfter(5, { prLink }));
    const { event } = scene.comment('/docs Document it', { on: scene.code });
    if (how === 'wait') await scene.run({ wait: 'false' }, { event });
    else await scene[how]('service', { method: 'GET', nth: 2 }, {}, { event });
    expect(scene.statuses()).toEqual([WORKING]);
    await scene.minutes(9);
    await scene.collect();
    expect(scene.statuses()).toEqual([WORKING, READY]);
  });

  test.each(['never', 'when-changed'])('a killed run with `comment: %s` is an error', async (comment) => {
    await using scene = await openStatus();
    const event = await scene.merge('squash', scene.code.number);
    await scene.kill('service', { method: 'GET', nth: 2 }, { comment }, { event });
    expect(scene.statuses(await scene.tip())).toEqual([
      WORKING,
      'error: No run reports the result of the job (interrupted)',
    ]);
  });

  test('a run that was killed before it sent leaves the status', async () => {
    await using scene = await openStatus();
    await scene.ask('/docs Document it', { on: scene.code });
    const { event } = scene.comment('/docs Document it briefly', { on: scene.code });
    await scene.kill('github', { method: 'PATCH' }, {}, { event });
    expect(scene.statuses()).toEqual([WORKING, READY]);
  });

  test.each([undefined, 'build'])('collect with `commit-status: %s` leaves the status', async (name) => {
    await using scene = await openStatus(() => endsAfter(2, {}));
    await scene.request('/docs Document it', { on: scene.code });
    await scene.minutes(9);
    await scene.collect({ 'commit-status': name });
    expect(scene.repository.reported.map((status) => status.name)).toEqual([NAME]);
  });

  test('a run that was killed while it sent is an error', async () => {
    await using scene = await openStatus();
    const { event } = scene.comment('/docs Document it', { on: scene.code });
    await scene.kill('service', { method: 'POST' }, {}, { event });
    expect(scene.statuses()).toEqual(['error: Interrupted (interrupted)']);
  });

  test('without comments, no run can report it', async () => {
    await using scene = await openStatus();
    await scene.ask('/docs Document it', { on: scene.code, inputs: { wait: 'false', comment: 'never' } });
    expect(scene.statuses()).toEqual([WORKING, 'error: No run reports the result of the job (interrupted)']);
  });

  test('collect does not report over a later request for the same commit', async () => {
    await using scene = await openStatus(() => endsAfter(2, { status: 'failed' }));
    await scene.request('/docs Document it', { on: scene.code });
    await scene.request('/docs --new Document it briefly', {
      on: scene.code,
      inputs: { 'issue-number': '1' },
    });
    await scene.minutes(40);
    await scene.collect();
    const [first, second, ...ends] = scene.statuses();
    expect([first, second]).toEqual([WORKING, WORKING]);
    expect(ends).toEqual(['error: Failed (job-failed)']);
  });
});

test('two requests at once report one after the other', async () => {
  await using scene = await openStatus();
  const ask = (body: string) => scene.ask(body, { on: scene.code });
  await Promise.all([ask('/docs Document it'), ask('/docs Document it briefly')]);
  expect(scene.statuses()).toEqual([
    WORKING,
    READY,
    WORKING,
    expect.stringMatching(/^success: acme.docs#1 is ready/),
  ]);
});

test('without the permission, the step says so once and goes on', async () => {
  await using scene = await openStatus();
  scene.forbid();
  const step = await scene.ask('/docs Document it', { on: scene.code });
  expect(step.outputs['result']).toBe('pull-request');
  expect(warnings(step)).toEqual([expect.stringMatching(/could not be set.*`statuses: write`/)]);
});

describe('a request about several merges reports on each of their commits', () => {
  const URL_OF_RUN = /\/actions\/runs\/\d+\/attempts\/1$/;
  /** Three merges since `begin`, of which the second one has a label, and a digest of them. */
  async function openDigest(turn?: Parameters<typeof openStatus>[0]) {
    const scene = await openStatus(turn);
    const begin = await scene.tip();
    for (const branch of ['two', 'three'])
      await scene.openChange({ branch, commits: [{ [`src/${branch}.ts`]: 'x\n' }] });
    scene.repository.threads.get(2)?.labels.add('internal');
    const shas: string[] = [];
    for (const number of [1, 2, 3]) {
      await scene.merge('squash', number);
      shas.push(await scene.tip());
    }
    const rules = { range: `${begin}...main`, 'ignore-pulls': 'label:internal', 'commit-status': NAME };
    const digest = (inputs = {}) => scene.run({ ...rules, ...inputs }, { event: SCHEDULE });
    return Object.assign(scene, {
      begin,
      shas,
      digest,
      states: () => shas.map((sha) => scene.statuses(sha)),
    });
  }
  const LEFT_OUT = 'success: Left out: label internal (change-ignored)';

  test('once, and on what a rule leaves out', async () => {
    await using scene = await openDigest();
    await scene.digest();
    expect(scene.states()).toEqual([[READY], [LEFT_OUT], [READY]]);
    const urls = scene.shas.map((sha) => scene.repository.reported.find((status) => status.sha === sha)?.url);
    expect(urls).toEqual([
      expect.stringMatching(/acme\/docs\/pull\/1$/),
      expect.stringMatching(URL_OF_RUN),
      expect.stringMatching(/acme\/docs\/pull\/1$/),
    ]);
    // GitHub allows 80 writes a minute.
    const sets = scene.sandbox.github.requests.filter(
      ({ method, path }) => method === 'POST' && /statuses/.test(path),
    );
    const gaps = sets.slice(1).map(({ at }, index) => at - (sets[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    await scene.digest();
    expect(scene.states()).toEqual([[READY], [LEFT_OUT], [READY]]);
  });

  test('without a context, which would name the merges, only on what a rule leaves out', async () => {
    await using scene = await openDigest();
    await scene.digest({ context: 'none' });
    expect(scene.states()).toEqual([[], [LEFT_OUT], []]);
  });

  test('a push of several, whose last commit has its own', async () => {
    await using scene = await openDigest();
    await scene.run(
      { 'ignore-pulls': 'label:internal' },
      { event: scene.push({ before: scene.begin, after: await scene.tip() }) },
    );
    expect(scene.states()).toEqual([[READY], [LEFT_OUT], [WORKING, READY]]);
  });

  const DOCUMENTED = 'success: acme/docs#9 is ready (pull-request-created)';
  const UNNEEDED = 'success: No change needed (no-changes)';
  const SKIPPED = 'success: Skipped by ann: Only tests (commit-skipped)';
  const FOREIGN = 'success: Not one of ours';
  const FAILED = 'error: Failed (job-failed)';
  test.each<[string, string, string[], TurnScript | undefined]>([
    ['a failure', DOCUMENTED, [], worksFor(60, { status: 'failed' })],
    ['a failure', UNNEEDED, [], worksFor(60, { status: 'failed' })],
    ['a failure', SKIPPED, [], worksFor(60, { status: 'failed' })],
    ['a failure', FOREIGN, [FAILED], worksFor(60, { status: 'failed' })],
    ['no pull request', DOCUMENTED, [], worksFor(60)],
    ['documentation', UNNEEDED, [READY], undefined],
    ['documentation', SKIPPED, [], undefined],
  ])(
    'a success stays, but for documentation, and a rule follows nothing: %s after "%s"',
    async (_, before, after, turn) => {
      await using scene = await openDigest(turn && (() => turn));
      const set = (state: string, sha = '') => {
        const [, conclusion = '', title = ''] = /^(\w+): (.*)$/.exec(state) ?? [];
        const url = `${scene.sandbox.github.server}/acme/docs/pull/9`;
        const status = { kind: 'status', sha, name: NAME, title, conclusion, url } as const;
        addReported(scene.sandbox.github.store, scene.repository, status);
      };
      set(before, scene.shas[0]);
      set(FAILED, scene.shas[1]);
      await scene.digest();
      expect(scene.states().slice(0, 2)).toEqual([[before, ...after], [FAILED]]);
    },
  );

  test('but not a request about an open pull request', async () => {
    await using scene = await openDigest();
    const on = await scene.openChange({ branch: 'four', commits: [{ 'src/four.ts': 'x\n' }] });
    await scene.ask('/docs Document it', { on, inputs: { range: `${scene.begin}...main` } });
    expect(scene.states()).toEqual([[], [], []]);
  });

  test.each([
    ['the permission is missing', 'forbid', {}, /statuses: write/],
    ['the step ends before', 'none', { timeout: '63s' }, undefined],
  ] as const)('the summary names those without one if %s', async (_, how, inputs, warning) => {
    await using scene = await openDigest();
    if (how === 'forbid') scene.forbid();
    const step = await scene.digest(inputs);
    expect(step.summary).toMatch(/Merges without a commit status, .*: (?:\\#&#8203;\d(?:, )?)+/);
    expect(warnings(step)).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
  });
});

describe('`--skip`', () => {
  const skip = (words = 'Only tests changed') => `/docs --skip ${words}`.trim();

  test('sets the status of the head, with who and why, and sends nothing', async () => {
    await using scene = await openStatus();
    const step = await scene.ask(skip('Only tests\nchanged <!-- x --> here'), { on: scene.code });
    expect(step.outputs).toMatchObject({ result: 'answered', reasonCode: 'commit-skipped' });
    expect(scene.statuses()).toEqual([
      'success: Skipped by octocat: Only tests changed here (commit-skipped)',
    ]);
    expect(scene.comments(scene.code)).toEqual([
      expect.stringContaining(`\`${scene.head.slice(0, 7)}\` is green`),
    ]);
    expect(scene.requests('service')).toEqual([]);
  });

  test('cuts a long reason to what GitHub takes', async () => {
    await using scene = await openStatus();
    await scene.ask(skip('why '.repeat(90)), { on: scene.code });
    expect(scene.repository.reported.map(({ title }) => title.length)).toEqual([140]);
  });

  test.each([
    ['a triager', 'triage', {}],
    ['a reader in `allow-users`', 'read', { 'allow-users': 'ann' }],
    ['a stranger', 'none', {}],
  ] as const)('is refused to %s', async (_, role, more) => {
    await using scene = await openStatus();
    scene.member('ann', role);
    const step = await scene.ask(skip(), {
      on: scene.code,
      by: 'ann',
      inputs: { permission: 'triage', ...more },
    });
    expect(step.outputs).toMatchObject({ result: 'denied', reasonCode: 'not-permitted' });
    expect(scene.repository.reported).toEqual([]);
  });

  test.each([
    ['the head was pushed in the same second', 0],
    ['the head was pushed since', 5],
  ])('sets nothing if %s', async (_, seconds) => {
    await using scene = await openStatus();
    const comment = scene.comment(skip(), { on: scene.code });
    await scene.sandbox.time.sleep(seconds * 1000);
    await scene.commit('feature', { 'src/app.ts': 'newer\n' });
    await scene.minutes(1);
    const step = await scene.run({}, { event: comment.event });
    expect(step.outputs).toMatchObject({ result: 'answered', reasonCode: 'skip-refused' });
    expect(scene.repository.reported).toEqual([]);
  });

  test('in a review, sets the status of the commit that was reviewed, whatever the head is', async () => {
    await using scene = await openStatus();
    await scene.commit('feature', { 'src/app.ts': 'newer\n' });
    const { event } = scene.review(skip(), { on: scene.code });
    Object.assign(Object(event.payload).review, { commit_id: scene.head });
    await scene.run({}, { event });
    expect(scene.statuses()).toEqual([expect.stringContaining('Skipped by octocat')]);
    expect(scene.repository.reported).toHaveLength(1);
  });

  test.each([
    ['without a reason', skip(''), {}, 'needs a reason'],
    ['without a name', skip(), { inputs: { 'commit-status': '' } }, '`commit-status` names none'],
  ])('%s, explains itself', async (_, body, options, expected) => {
    await using scene = await openStatus();
    const step = await scene.ask(body, { on: scene.code, ...options });
    expect(step.outputs['reasonCode']).toBe('skip-refused');
    expect(scene.comments(scene.code)).toEqual([expect.stringContaining(expected)]);
  });

  test.each(['from a fork', 'whose branch is deleted'])(
    'works after the merge of a pull request %s',
    async (what) => {
      await using scene = await openStatus();
      scene.repository.deletesBranches = true;
      const fork = scene.openPull({ fork: 'mallory/product', by: 'mallory' });
      const on = what === 'from a fork' ? fork : scene.code;
      Object.assign(fork.pull ?? {}, { headSha: scene.head });
      if (on === fork) scene.close(fork, { merged: true });
      else await scene.merge('squash', on.number);
      await scene.minutes(1);
      const step = await scene.ask(skip(), { on });
      expect(step.outputs['reasonCode']).toBe('commit-skipped');
      expect(scene.statuses(pullSides(scene.repository, on).head.sha)).toHaveLength(1);
    },
  );

  test('is refused on an issue and on a pull request from a fork', async () => {
    await using scene = await openStatus();
    for (const on of [scene.openIssue(), scene.openPull({ fork: 'mallory/product', by: 'mallory' })])
      expect((await scene.ask(skip(), { on })).outputs['reasonCode']).toBe('skip-refused');
    expect(scene.repository.reported).toEqual([]);
  });

  test.each([
    ['a missing permission', answer({ status: 403 }), /statuses: write/],
    ['an outage', answer({ status: 500 }), /could not be set/],
  ])('fails with %s', async (_, fault, expected) => {
    await using scene = await openStatus();
    scene.sandbox.github.faults.next({ method: 'POST', path: /statuses/, times: 9, optional: true }, fault);
    const step = await scene.ask(skip(), { on: scene.code });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['reason']).toMatch(expected);
  });
});

test('a run that is killed at any request, and two collects, pay once and lose nothing', async () => {
  const inputs = { 'commit-status': NAME, 'pr-labels': 'docs', 'pr-reviewers': 'hubot' };
  async function open() {
    const scene = await openStatus();
    scene.member('hubot', 'write');
    scene.sandbox.service.scriptAll(worksFor(60, { prLink: scene.nextLink() }));
    const draft = scene.openPull();
    const { event } = scene.comment('/docs Document it', { on: scene.code });
    return Object.assign(scene, { draft, event });
  }
  // A kill after a read is one after the write before it.
  let stages: readonly number[] = [];
  {
    await using whole = await open();
    await whole.run(inputs, { event: whole.event });
    const { requests } = whole.sandbox.github;
    stages = requests.flatMap((_, index) => (requests[index - 1]?.method === 'GET' ? [] : index + 1));
  }
  expect(stages.length).toBeGreaterThan(9);
  for (const nth of stages) {
    await using scene = await open();
    await scene.kill('github', { nth }, inputs, { event: scene.event });
    for (let count = 0; count < 2; count += 1) {
      await scene.minutes(90);
      await scene.collect(inputs);
    }
    expect(scene.turns().length).toBeLessThanOrEqual(1);
    expect(scene.comments(scene.code).join()).not.toMatch(/Working on it|Interrupted/);
    if (scene.turns().length === 0) continue;
    expect(scene.statuses().at(-1)).toMatch(/^success: .* is ready/);
    expect([...scene.draft.labels]).toEqual(['docs']);
    expect(scene.reviewersOf(scene.draft)).toEqual(['hubot']);
    expect(scene.comments(scene.draft).join()).toContain('made-by:');
  }
});
