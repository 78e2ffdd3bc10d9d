/** The collect action lists the agent's open pull requests, reminds people of quiet ones, and closes those that stay quiet. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { addCheckRun } from '../../sandbox/github/run-routes.ts';
import { type Comment, type Thread, userOf } from '../../sandbox/github/store.ts';
import { addReview, closeThread, editComment } from '../../sandbox/github/threads.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { signMarker } from '../../src/pull-request/marker.ts';
import { signingKey } from '../../src/text/signed-note.ts';
import { type Inputs, openScene, type Scene, warnings } from '../support/scene.ts';

const DAY = 24 * 60;
const HEAD = 'a'.repeat(40);
const REMIND = { 'list-open': 'true', 'remind-after': '3d' };
const CLOSE = { ...REMIND, 'close-after': '30d' };

/** A scene with a pull request of the agent that `ann` requested. */
async function openTended(more: { readonly by?: string } = {}) {
  const scene = await openScene({ time: virtualTime({ horizon: 100 * DAY * 60_000 }) });
  scene.member('ann', 'write');
  scene.member('ben', 'write');
  const own = await openOwn(scene, more);
  return Object.assign(scene, { own });
}

/** Opens another pull request of the agent. */
async function openOwn(scene: Scene, { by = 'ann' } = {}): Promise<Thread> {
  const own = scene.openPull({ title: 'A guide `for` v2 | @acme/team', branch: `agent/${scene.nextLink()}` });
  if (own.pull) own.pull.headSha = HEAD;
  const prLink = `${scene.sandbox.github.server}/acme/product/pull/${own.number}`;
  scene.sandbox.service.script({ timeline: [{ status: 'completed', prLink }] });
  await scene.ask('/docs --new Rewrite', { by, inputs: { 'allow-bots': 'renovate[bot]' } });
  return own;
}

const days = (scene: Scene, count: number) => scene.minutes(count * DAY);
const listed = (step: { readonly outputs: Readonly<Record<string, string>> }) =>
  JSON.parse(step.outputs['openPullRequests'] || 'null');
const reminders = (scene: Scene & { readonly own: Thread }, thread = scene.own) =>
  scene.comments(thread).filter((text) => text.includes('is waiting'));
const accountIn = (scene: Scene, login: string) => userOf(scene.sandbox.github.store, login);
const reviewBy = (scene: Scene & { readonly own: Thread }, login: string, state: 'APPROVED' | 'DISMISSED') =>
  addReview(scene.sandbox.github.store, scene.repository, {
    thread: scene.own.number,
    user: accountIn(scene, login),
    body: '',
    state,
  });

describe('`list-open`', () => {
  test("lists the agent's pull requests in an output and in the summary", async () => {
    await using scene = await openTended();
    await scene.minutes(10);
    scene.put(scene.own, 'Looks good', 'ben');
    const step = await scene.collect({ 'list-open': 'true' });
    expect(step.outcome).toBe('success');
    const url = `${scene.sandbox.github.server}/acme/product/pull/${scene.own.number}`;
    const created = new Date(scene.own.createdAt).toISOString().replace(/\d{3}Z$/, '000Z');
    expect(listed(step)).toEqual([
      {
        link: url,
        title: 'A guide `for` v2 | @acme/team',
        created,
        lastActivity: expect.stringMatching(/^2026-.*Z$/),
        checks: 'none',
        reviews: 'none',
        requester: 'ann',
      },
    ]);
    expect(Date.parse(listed(step)[0].lastActivity)).toBeGreaterThanOrEqual(Date.parse(created) + 600_000);
    expect(step.outputs['reason']).toContain('Open pull requests: 1. Reminders: 0. Closed: 0.');
    expect(step.summary).toMatch(/\n\| A guide `for` v2 \\\| @&#8203;acme\/team \(\[acme\/product#3\]\(/);
    expect(scene.comments(scene.own)).toHaveLength(1);
  });

  test.each<[string, (string | null)[], string]>([
    ['green', ['success', 'skipped'], 'green'],
    ['red', ['failure', null], 'red'],
    ['running', ['success', null], 'running'],
  ])('shows that checks are %s', async (_, conclusions, checks) => {
    await using scene = await openTended();
    for (const [index, conclusion] of conclusions.entries())
      addCheckRun(scene.sandbox.github.store, scene.repository, {
        name: `check ${index}`,
        sha: HEAD,
        conclusion,
      });
    expect(listed(await scene.collect({ 'list-open': 'true' }))).toMatchObject([{ checks }]);
  });

  test.each<[string, readonly (readonly [string, 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'])[]]>([
    [
      'approved',
      [
        ['ben', 'CHANGES_REQUESTED'],
        ['ben', 'APPROVED'],
      ],
    ],
    [
      'changes-requested',
      [
        ['ann', 'APPROVED'],
        ['ben', 'CHANGES_REQUESTED'],
      ],
    ],
    [
      'none',
      [
        ['ben', 'APPROVED'],
        ['ben', 'DISMISSED'],
        ['reviewer[bot]', 'APPROVED'],
      ],
    ],
  ])('shows reviews as %s', async (reviews, submitted) => {
    await using scene = await openTended();
    for (const [login, state] of submitted) {
      const user = accountIn(scene, login);
      addReview(scene.sandbox.github.store, scene.repository, {
        thread: scene.own.number,
        user,
        body: '',
        state,
      });
    }
    expect(listed(await scene.collect({ 'list-open': 'true' }))).toMatchObject([{ reviews }]);
  });

  test('reads other repositories with `pr-token`, and hides what is in a private one', async () => {
    await using scene = await openTended();
    const { github, service } = scene.sandbox;
    const pull = scene.openPull({ repository: 'acme/docs', title: 'A secret' });
    const link = `${github.server}/acme/docs/pull/${pull.number}`;
    service.script({ timeline: [{ status: 'completed', prLink: link }] });
    const permissions = { issues: 'write', pull_requests: 'write', checks: 'read' } as const;
    github.addToken('ghp_docs', { login: 'octocat', repositories: ['acme/docs'], permissions });
    await scene.ask('/docs --new Rewrite', { inputs: { 'pr-token': 'ghp_docs' } });
    github.repository('acme/docs').private = true;
    const inputs = { 'list-open': 'true, acme/docs', 'pr-token': 'ghp_docs' };
    const step = await scene.collect(inputs);
    expect(listed(step).map((one: { link: string }) => one.link)).toEqual([expect.any(String), link]);
    expect(listed(step)[1].title).toBe('A secret');
    expect(step.summary).toContain('[acme/docs#1]');
    expect(step.summary + step.log).not.toContain('secret');
    const without = await scene.collect({ 'list-open': 'acme/docs' });
    expect(without).toMatchObject({ outcome: 'failure', outputs: { result: 'error' } });
    expect(without.outputs['reason']).toContain(
      "Could not read the open pull requests of acme/docs ['github-token']: GitHub refused",
    );
  });

  test('says that there are more than a hundred', async () => {
    await using scene = await openTended();
    for (let count = 0; count < 100; count += 1) scene.openPull({ by: 'mallory', branch: `b${count}` });
    const step = await scene.collect({ 'list-open': 'true' });
    const sentence = 'acme/product has more than 100 open pull requests. Only the newest 100 were read.';
    expect(step.log).toContain(sentence);
    expect(step.summary).toContain(sentence);
    expect(listed(step)).toEqual([]);
  });

  test('says that the output is cut', async () => {
    await using scene = await openTended();
    Object.assign(scene.own, { title: 'A guide '.repeat(9_000) });
    const step = await scene.collect({ 'list-open': 'true' });
    expect(listed(step)).toEqual([]);
    expect(warnings(step)).toEqual([
      'The output `openPullRequests` is cut at 64 KiB. The summary lists all of them.',
    ]);
    expect(step.summary).toContain('| A guide A guide ');
  });

  test('makes four requests for each pull request of the agent, and one for others', async () => {
    await using scene = await openTended();
    const before = scene.requests('github').length;
    await scene.collect({ 'list-open': 'true' });
    const { number } = scene.own;
    expect(scene.requests('github').slice(before)).toEqual([
      'GET /issues/comments 200',
      'GET /pulls 200',
      `GET /issues/${number}/comments 200`,
      `GET /pulls/${number}/reviews 200`,
      `GET /pulls/${number}/commits 200`,
      `GET /commits/${HEAD}/check-runs 200`,
      `GET /issues/${scene.pull.number}/comments 200`,
    ]);
  });

  test('reads the marker of an earlier version', async () => {
    await using scene = await openTended();
    const { service, github } = scene.sandbox;
    const [old] = scene.repository.comments.filter(({ thread }) => thread === scene.own.number);
    const place = {
      service: { baseUrl: new URL(service.url), projectId: service.projectId },
      repositoryId: scene.repository.id,
      thread: scene.own.number,
    };
    const key = signingKey({ apiKey: service.key });
    if (old) editComment(github.store, old, signMarker({ jobId: 'job_1' }, old.id, place, key));
    await days(scene, 4);
    expect(listed(await scene.collect(REMIND))).toMatchObject([{ requester: '' }]);
    expect(reminders(scene)[0]).toMatch(/^\*\*This/);
  });

  test('does nothing on other events, nor without the input', async () => {
    await using scene = await openTended();
    await days(scene, 4);
    const on = await scene.collect(REMIND, scene.opened(scene.pull));
    expect([on.outputs['openPullRequests'], reminders(scene)]).toEqual(['', []]);
    expect((await scene.collect()).outputs['openPullRequests']).toBe('');
  });

  test.each<[Inputs, string]>([
    [{ 'list-open': 'acme' }, '`list-open` must be `true`, or repositories like `acme/docs`'],
    [{ 'list-open': 'acme/..' }, '`list-open` must be `true`, or repositories like `acme/docs`'],
    [{ ...REMIND, 'remind-after': '3w' }, '`remind-after` must be a span'],
    [{ 'remind-after': '3d' }, '`remind-after` does nothing without `list-open`'],
    [{ 'list-open': 'true', 'close-after': '3d' }, '`close-after` does nothing without `remind-after`'],
  ])('refuses %j', async (inputs, message) => {
    await using scene = await openScene();
    const step = await scene.collect(inputs);
    expect(step.outputs['reasonCode']).toBe('input-invalid');
    expect(step.log).toContain(message);
  });
});

describe('`remind-after`', () => {
  test.each<[string, (scene: Awaited<ReturnType<typeof openTended>>) => void, string]>([
    ['the requester', () => {}, '@ann **'],
    [
      'the reviewers only',
      ({ own, ...scene }) => own.pull?.reviewers.add(userOf(scene.sandbox.github.store, 'ben')),
      '@ben **',
    ],
    ['a team', ({ own }) => own.pull?.teams.add('writers'), '@acme/writers **'],
    ['nobody for a bot', () => {}, '**'],
  ])('mentions %s', async (who, change, begin) => {
    await using scene = await openTended(who === 'nobody for a bot' ? { by: 'renovate[bot]' } : {});
    change(scene);
    await days(scene, 3);
    const step = await scene.collect(REMIND);
    expect(step.outputs['reason']).toContain('Reminders: 1.');
    const [reminder = '', ...others] = reminders(scene);
    expect(others).toEqual([]);
    expect(reminder.startsWith(`${begin}This pull request is waiting.**`)).toBe(true);
    expect(reminder).not.toContain('closed after');
    expect(scene.comments(scene.pull)).toEqual([]);
  });

  test('reminds once for each quiet time, from any workflow', async () => {
    await using scene = await openTended();
    await days(scene, 2.9);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(0);
    await days(scene, 0.2);
    await scene.collect(REMIND);
    await scene.collect({ ...REMIND, 'remind-after': '2d' }, undefined, { context: { workflow: 'Another' } });
    await days(scene, 20);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
    scene.put(scene.own, 'Soon', 'mallory');
    await days(scene, 2);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
    await days(scene, 2);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(2);
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof openTended>>) => void]>([
    ['a comment by a bot', (scene) => scene.put(scene.own, 'Deployed', 'preview[bot]')],
    ['a review by a bot', (scene) => reviewBy(scene, 'reviewer[bot]', 'APPROVED')],
    [
      'an edited comment',
      (scene) => {
        const [first] = scene.repository.comments.filter(({ thread }) => thread === scene.own.number);
        if (first) editComment(scene.sandbox.github.store, first, `${first.text.body}\nMore`);
      },
    ],
  ])('does not count %s', async (_, act) => {
    await using scene = await openTended();
    await days(scene, 4);
    act(scene);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof openTended>>) => void]>([
    ['a comment by a stranger', (scene) => scene.put(scene.own, 'Me too', 'mallory')],
    ['a review by a person', (scene) => reviewBy(scene, 'ben', 'DISMISSED')],
    [
      'a commit',
      ({ own, ...scene }) => {
        if (own.pull) own.pull.commits = [{ by: own.user, at: scene.sandbox.time.now() }];
      },
    ],
  ])('counts %s', async (_, act) => {
    await using scene = await openTended();
    await days(scene, 4);
    act(scene);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(0);
  });

  test('reminds once when a run is cut off right after the reminder', async () => {
    await using scene = await openTended();
    await days(scene, 4);
    const posted = barrier('after');
    scene.sandbox.github.faults.next({ method: 'POST', path: /\/comments$/ }, posted);
    const running = scene.startCollect(REMIND);
    await posted.reached;
    running.kill();
    posted.release();
    await running.ended;
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
  });

  test('reminds again if the reminder is deleted', async () => {
    await using scene = await openTended();
    await days(scene, 4);
    await scene.collect(REMIND);
    scene.repository.comments.pop();
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
  });

  test('does not remind again when a comment is deleted, or edited to look like its own', async () => {
    await using scene = await openTended();
    for (const text of ['One', 'Two', 'Three']) {
      await scene.minutes(1);
      scene.put(scene.own, text, 'mallory');
    }
    await days(scene, 4);
    await scene.collect(REMIND);
    const [three, two] = scene.repository.comments
      .filter(({ user }) => user.login === 'mallory')
      .toReversed();
    scene.repository.comments.splice(scene.repository.comments.indexOf(three as Comment), 1);
    await scene.collect(REMIND);
    if (two) editComment(scene.sandbox.github.store, two, '<!-- docs-agent-action:note -->');
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
  });

  test.each([/check-runs$/, /issues\/comments$/])(
    'writes nothing after it was cancelled at %s',
    async (path) => {
      await using scene = await openTended();
      await days(scene, 4);
      const held = barrier();
      scene.sandbox.github.faults.next({ path }, held);
      const running = scene.startCollect(REMIND);
      await held.reached;
      const over = running.cancel();
      held.stall();
      await over;
      expect((await running.ended).outputs['result']).toBe('interrupted');
      expect(reminders(scene)).toEqual([]);
    },
  );

  test('keeps its reminder when somebody edits its words', async () => {
    await using scene = await openTended();
    await days(scene, 4);
    await scene.collect(REMIND);
    const last = scene.repository.comments.at(-1);
    if (last)
      editComment(scene.sandbox.github.store, last, last.text.body.replace('waiting', 'still waiting'));
    await scene.collect(REMIND);
    expect(scene.comments(scene.own)).toHaveLength(2);
  });

  test('only lists a pull request with more than a hundred comments', async () => {
    await using scene = await openTended();
    for (let count = 0; count < 100; count += 1) scene.put(scene.own, 'Deployed', 'preview[bot]');
    await days(scene, 4);
    const step = await scene.collect(REMIND);
    expect(listed(step)).toHaveLength(1);
    expect(reminders(scene)).toEqual([]);
  });

  test('writes nothing in a dry run', async () => {
    await using scene = await openTended();
    await days(scene, 4);
    const step = await scene.collect({ ...REMIND, 'dry-run': 'true' });
    expect(step.outputs).toMatchObject({ result: 'dry-run' });
    expect(step.summary).toContain('| reminded |');
    expect(reminders(scene)).toEqual([]);
  });
});

describe("a pull request that is not the agent's", () => {
  test.each(['with a copied marker', 'of a fork', 'with a copied reminder'])(
    'is left alone %s',
    async (how) => {
      await using scene = await openTended();
      const other = scene.openPull({
        by: 'mallory',
        branch: 'agent/guide',
        ...(how === 'of a fork' && { fork: 'mallory/product' }),
      });
      await days(scene, 4);
      await scene.collect(REMIND);
      const [marker = '', reminder = ''] = scene.comments(scene.own);
      scene.put(other, how === 'with a copied reminder' ? reminder : marker, 'mallory');
      await days(scene, 40);
      const step = await scene.collect(CLOSE);
      expect(listed(step)).toEqual([]);
      expect(scene.comments(other)).toEqual([]);
      expect([scene.own.state, other.state]).toEqual(['closed', 'open']);
    },
  );
});

describe('`close-after`', () => {
  test('closes after a reminder, and says why and how to go on', async () => {
    await using scene = await openTended();
    await days(scene, 31);
    await scene.collect(CLOSE);
    expect(reminders(scene)[0]).toMatch(/closed after 2026-.* UTC\. The label `keep-open` keeps it open\./);
    expect(scene.own.state).toBe('open');
    await days(scene, 2.9);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('open');
    await days(scene, 0.2);
    const step = await scene.collect(CLOSE);
    expect(scene.own.state).toBe('closed');
    expect(listed(step)).toEqual([]);
    expect(step.outputs['reason']).toContain('Open pull requests: 0. Reminders: 0. Closed: 1.');
    expect(step.summary).toContain('| closed |');
    expect(scene.comments(scene.own).at(-1)).toMatch(
      /^\*\*Closing this pull request\.\*\* It has had no commits.* To go on, reopen it, or request the change again with `\/docs`\./,
    );
  });

  test('does not close a reopened one before it is quiet for as long again', async () => {
    await using scene = await openTended();
    await days(scene, 31);
    await scene.collect(CLOSE);
    await days(scene, 4);
    await scene.collect(CLOSE);
    const updatedAt = scene.sandbox.time.now() + 1000;
    Object.assign(scene.own, { state: 'open', closedAt: undefined, updatedAt });
    await days(scene, 1);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('open');
    await days(scene, 5);
    await scene.collect(CLOSE);
    expect(reminders(scene)).toHaveLength(2);
    await days(scene, 25);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('closed');
  });

  const CLOSING = { method: 'PATCH', path: /\/pulls\// };
  test.each(['fails', 'is cut off'])(
    'the next run closes, without another comment, if this one %s',
    async (how) => {
      await using scene = await openTended();
      await days(scene, 31);
      await scene.collect(CLOSE);
      await days(scene, 4);
      const held = barrier();
      scene.sandbox.github.faults.next(CLOSING, how === 'fails' ? answer({ status: 502 }) : held);
      const running = scene.startCollect(CLOSE);
      if (how === 'is cut off') {
        await held.reached;
        running.kill();
      }
      await running.ended;
      expect([scene.own.state, scene.comments(scene.own).length]).toEqual(['open', 3]);
      await scene.collect(CLOSE);
      expect([scene.own.state, scene.comments(scene.own).length]).toEqual(['closed', 3]);
    },
  );

  test.each([
    ['whose commits GitHub signed', 'docs-agent[bot]', 'web-flow'],
    ['that another bot pushed to', 'formatter[bot]', 'formatter[bot]'],
  ])('closes one %s', async (_, author, committer) => {
    await using scene = await openTended();
    pushed(scene, author, committer);
    await days(scene, 31);
    await scene.collect(CLOSE);
    await days(scene, 4);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('closed');
  });

  test('leaves one alone that somebody changed since it was listed', async () => {
    await using scene = await openTended();
    await days(scene, 31);
    await scene.collect(CLOSE);
    await days(scene, 4);
    const held = barrier();
    scene.sandbox.github.faults.next({ path: /check-runs$/ }, held);
    const running = scene.startCollect(CLOSE);
    await held.reached;
    scene.own.labels.add('keep-open');
    Object.assign(scene.own, { updatedAt: scene.sandbox.time.now() + 1000 });
    held.release();
    const step = await running.ended;
    expect(step.outputs['reason']).toContain('Open pull requests: 1. Reminders: 0. Closed: 0.');
    expect([scene.own.state, scene.comments(scene.own).length]).toEqual(['open', 2]);
  });

  test('is not made to close earlier by a copy of the reminder in an older comment', async () => {
    await using scene = await openTended();
    scene.put(scene.own, 'Me too', 'mallory');
    await scene.minutes(1);
    scene.put(scene.own, 'Soon', 'ben');
    await days(scene, 31);
    await scene.collect(CLOSE);
    const [reminder = ''] = reminders(scene);
    const older = scene.repository.comments.find(({ user }) => user.login === 'mallory');
    if (older) editComment(scene.sandbox.github.store, older, reminder);
    await days(scene, 1);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('open');
    await days(scene, 2.1);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('closed');
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof openTended>>) => void]>([
    ['that a person pushed to', (scene) => pushed(scene, 'ben')],
    ['with a commit by an unknown author', (scene) => pushed(scene, undefined)],
    ['that a person rebased', (scene) => pushed(scene, 'docs-agent[bot]', 'ben')],
    ['that is approved', (scene) => reviewBy(scene, 'ben', 'APPROVED')],
    ['that is approved by a bot', (scene) => reviewBy(scene, 'reviewer[bot]', 'APPROVED')],
    ['that is approved by a stranger', (scene) => reviewBy(scene, 'mallory', 'APPROVED')],
    ['with the label `keep-open`', ({ own }) => own.labels.add('Keep-Open')],
    ['without a reminder', (scene) => scene.repository.comments.pop()],
    ['with a new comment', (scene) => scene.put(scene.own, 'Wait', 'mallory')],
  ])('keeps one %s', async (how, act) => {
    await using scene = await openTended();
    if (how !== 'without a reminder') act(scene);
    await days(scene, 31);
    await scene.collect(CLOSE);
    await days(scene, 4);
    if (how.startsWith('with')) act(scene);
    await scene.collect(CLOSE);
    expect(scene.own.state).toBe('open');
  });
});

function pushed(
  { own, ...scene }: Scene & { readonly own: Thread },
  login: string | undefined,
  committer = login,
): void {
  const at = own.createdAt;
  const [by, from] = [login, committer].map((name) => name && userOf(scene.sandbox.github.store, name));
  if (own.pull)
    own.pull.commits = [
      { by: own.user, at },
      { by: by || undefined, committer: from || undefined, at },
    ];
}

describe('errors', () => {
  test("without the repository's comments, it cares for pull requests, and fails", async () => {
    await using scene = await openTended();
    await days(scene, 4);
    const lacking = answer({ status: 403, body: { message: 'Resource not accessible by integration' } });
    scene.sandbox.github.faults.next({ path: /issues\/comments$/ }, lacking);
    const step = await scene.collect(REMIND);
    expect(step).toMatchObject({ outcome: 'failure', outputs: { reasonCode: 'github-refused' } });
    expect(step.outputs['reason']).toContain(
      "Could not read the repository's comments ['github-token']: GitHub refused",
    );
    expect([listed(step).length, reminders(scene).length]).toEqual([1, 1]);
  });

  test.each([
    ["the repository's comments", /issues\/comments$/],
    ['the open pull requests of acme/product', /reviews$/],
  ])('the deadline: %s', async (what, path) => {
    await using scene = await openTended();
    const held = barrier();
    scene.sandbox.github.faults.next({ path }, held);
    const running = scene.startCollect({ ...REMIND, timeout: '20s' });
    await held.reached;
    held.stall();
    const step = await running.ended;
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'deadline' });
    expect(step.outputs['reason']).toContain(
      `The step's deadline passed before ${what} ['github-token'] were read.`,
    );
  });

  test('an error at one pull request is a warning, and the others are reminded of', async () => {
    await using scene = await openTended();
    const second = await openOwn(scene);
    await days(scene, 4);
    const path = new RegExp(`/pulls/${second.number}/reviews$`);
    scene.sandbox.github.faults.next({ path, times: 99 }, answer({ status: 502 }));
    const step = await scene.collect(REMIND);
    expect(step.outcome).toBe('success');
    expect(warnings(step)).toEqual([expect.stringContaining(`/pull/${second.number}: `)]);
    expect(reminders(scene)).toHaveLength(1);
    expect(reminders(scene, second)).toEqual([]);
  });

  test('a missing permission is said once', async () => {
    await using scene = await openTended();
    await openOwn(scene);
    await days(scene, 4);
    scene.permit({ issues: 'write' });
    const step = await scene.collect(REMIND);
    expect(step.outcome).toBe('success');
    expect(warnings(step)).toEqual([
      expect.stringMatching(/could not be reminded of: .* needs the permission `pull-requests: write`/),
    ]);
    expect(listed(step)).toHaveLength(2);
    expect(step.outputs['reason']).toContain('Reminders: 0.');
  });

  test('a locked conversation needs no permission', async () => {
    await using scene = await openTended();
    const second = await openOwn(scene);
    scene.own.locked = true;
    await days(scene, 4);
    const refused = answer({ status: 403, body: { message: 'Resource not accessible by integration' } });
    const path = new RegExp(`/issues/${second.number}/comments$`);
    scene.sandbox.github.faults.next({ method: 'POST', path }, refused);
    expect(warnings(await scene.collect(REMIND))).toEqual([
      expect.stringMatching(/needs the permission `pull-requests: write` there\.$/),
      expect.stringMatching(/issue is locked\)\. Unlock the conversation\.$/),
    ]);
  });

  test('checks that cannot be read are unknown, and the rest goes on', async () => {
    await using scene = await openTended();
    await openOwn(scene);
    scene.sandbox.github.faults.next({ path: /check-runs$/, times: 9 }, answer({ status: 403 }));
    await days(scene, 4);
    const step = await scene.collect(REMIND);
    expect(listed(step)).toMatchObject([{ checks: 'unknown' }, { checks: 'unknown' }]);
    expect(warnings(step)).toEqual([expect.stringContaining('needs the permission `checks: read`')]);
    expect(reminders(scene)).toHaveLength(1);
  });

  test('a limit ends the rest, which the next run does', async () => {
    await using scene = await openTended();
    await openOwn(scene);
    await days(scene, 4);
    const limited = answer({ status: 403, headers: { 'retry-after': '7200' } });
    scene.sandbox.github.faults.next({ method: 'POST', path: /comments$/ }, limited);
    const step = await scene.collect(REMIND);
    expect(step.outputs).toMatchObject({ result: 'error', reasonCode: 'github-limit' });
    expect(listed(step)).toHaveLength(1);
    await scene.collect(REMIND);
    expect(reminders(scene)).toHaveLength(1);
  });

  test('a closed pull request is not listed', async () => {
    await using scene = await openTended();
    closeThread(scene.sandbox.github.store, scene.own);
    expect(listed(await scene.collect(REMIND))).toEqual([]);
  });
});
