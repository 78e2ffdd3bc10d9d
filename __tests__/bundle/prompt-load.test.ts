/** What the agent reads of much: everything is named, everybody gets a fair share, and what was cut is told. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { commitFiles } from '../../sandbox/github/history.ts';
import { type Thread, userOf } from '../../sandbox/github/store.ts';
import { addComment } from '../../sandbox/github/threads.ts';
import { DATA_LIMIT } from '../../src/prompt/marked-data.ts';
import { read } from '../contract/repository.ts';
import { rowOf } from '../support/prompt-heads.ts';
import { type Inputs, openScene, type Scene } from '../support/scene.ts';

const COVERAGE = /What the agent reads: (.*)/;

/** Merges pull requests by squashing, without branches of their own. */
async function mergeMany(scene: Scene, count: number): Promise<Thread[]> {
  const threads: Thread[] = [];
  for (let number = 1; number <= count; number += 1) {
    const onto = await scene.tip();
    const sha = await scene.commit('main', { [`packages/p${number % 12}/f${number}.ts`]: 'x\n'.repeat(40) });
    const thread = scene.openPull({ branch: `change-${number}`, by: 'hubot', title: `Feature ${number}.` });
    Object.assign(thread.pull ?? {}, { merge: { onto, sha }, headSha: sha });
    scene.close(thread, { merged: true });
    threads.push(thread);
  }
  return threads;
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));

describe('of 130 merges', () => {
  const count = 130;
  let scene: Scene;
  let range: string;
  let threads: Thread[];
  beforeAll(async () => {
    scene = await openScene({ history: true });
    const begin = await scene.tip();
    threads = await mergeMany(scene, count);
    range = `${begin}...main`;
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const all = Array.from({ length: count }, (_, index) => index + 1);
  const send = async (inputs: object) => {
    const step = await scene.run({ range, wait: 'false', ...inputs });
    return { step, sent: scene.sent().at(-1) ?? '' };
  };

  test('`link` links all', async () => {
    const { sent } = await send({});
    expect(numbersIn(/were merged: .*/.exec(sent)?.[0] ?? '', /\/pull\/(\d+)/g)).toEqual(all);
  });

  // `__tests__/prompt/budget.test.ts` has how the texts share the room.
  test.each<[string, (number: number) => number, number]>([
    ['300 characters', () => 300, 130],
    ['2,000 characters', () => 2_000, 0],
    ['300, and one of 60,000', (number) => (number === 7 ? 60_000 : 300), 129],
  ])('`full` names all, and what it cuts of descriptions of %s', async (_name, sizeOf, whole) => {
    for (const thread of threads)
      Object.assign(thread, {
        body: `Begin ${thread.number}. `.padEnd(sizeOf(thread.number), 'word and '),
      });
    const { step, sent } = await send({ context: 'full' });
    expect(numbersIn(sent, /^> #(\d+), by hubot: Feature \1\.$/gm)).toEqual(all.toReversed());
    expect(numbersIn(sent, /^> "packages\/p\d+\/f(\d+)\.ts" added, \+40 -0( \(#\1\))?$/gm)).toHaveLength(
      count,
    );
    expect(numbersIn(sent, /^> Begin (\d+)\./gm)).toEqual(all.toReversed());
    // A text that is cut says so, and where all of it is.
    const cut = numbersIn(sent, /^> Begin (\d+)\..*…\n\(cut here\)\n\(all of it: \S+\/pull\/\1\)$/gm);
    expect(cut).toHaveLength(count - whole);
    const [, coverage = ''] = COVERAGE.exec(step.log) ?? [];
    const texts = `texts by people ${whole} of ${count} whole`;
    expect(coverage).toContain(
      `titles ${count} of ${count} · file names ${count} of ${count} · ${texts} · diff`,
    );
    expect(step.summary).toContain(`- What the agent reads: ${coverage}\n`);
    const isWhole = [...coverage.matchAll(/(\S+) of (\S+)/g)].every(([, some, total]) => some === total);
    expect(sent.includes(`It is incomplete, because it has a limit: ${coverage}.`)).toBe(!isWhole);
    expect(sent.length).toBeLessThan(160_000);
  });

  test('a dry run shows all of the prompt, and what was cut', async () => {
    const { step } = await send({ context: 'full', 'dry-run': 'true' });
    expect(numbersIn(step.summary, /^> #(\d+), by hubot: Feature \1\.$/gm)).toHaveLength(count);
    expect(step.summary).toMatch(/^----- data \w+ ends -----\n```/m);
    expect(step.summary).toMatch(COVERAGE);
  });
});

test('a digest says which merge or commit changed a file, and leaves out what templates leave', async () => {
  await using scene = await openScene({ history: true });
  const body = [
    '## What',
    'Adds `--json`.',
    '### Why',
    '<!-- Link it -->',
    '## Type',
    '- [ ] Fix',
    '- [x] Feature',
    '## Steps',
    '### Screenshots',
    '_No response_',
    '## Checklist',
    '- [ ] Docs',
  ];
  const range = `${await scene.tip()}...main`;
  const files = { 'src/cli.ts': 'a\n', 'src/both.ts': 'a\n' };
  await scene.openChange({ branch: 'one', commits: [files], body: body.join('\n\n') });
  await scene.openChange({ branch: 'two', commits: [{ 'src/both.ts': 'b\n' }], body: 'Parses `<!--`, too' });
  await scene.merge('squash', 1);
  await scene.commit('two', { 'src/both.ts': 'a\nb\n' }, await scene.tip());
  await scene.merge('squash', 2);
  const message = 'Speed up\n\nIt is twice as fast.\n\nCo-authored-by: Bo <bo@example.com>';
  const at = scene.sandbox.time.now();
  const sha = await commitFiles(scene.repository, 'main', { files: { 'src/fast.ts': 'x\n' }, message, at });
  await scene.run({ range, context: 'full' });
  await scene.run({ range });
  const [sent = '', linked] = scene.sent();
  const id = sha.slice(0, 7);
  expect(linked).toMatch(new RegExp(`^Commits without a pull request: http\\S+/commit/${sha}$`, 'm'));
  expect(sent).toContain('> "src/cli.ts" added, +1 -0 (#1)\n');
  expect(sent).toContain('> "src/both.ts" added, +2 -0 (#2, #1)\n');
  expect(sent).toContain(`> "src/fast.ts" added, +1 -0 (${id})\n`);
  expect(sent).toContain(`Commits without a known pull request, the newest first:\n> ${id}: Speed up\n`);
  expect(sent).toMatch(new RegExp(`^Message of commit ${id}.*:\n> It is twice as fast\\.\n\n`, 'm'));
  expect(sent).toContain(
    'by hubot:\n> ## What\n> \n> Adds `--json`.\n> \n> ## Type\n> \n> - [x] Feature\n\n',
  );
  expect(sent).toContain('> Parses `\n> \n> (An HTML comment without an end hides the rest.)\n');
});

test('a merge whose diff GitHub never generates names no file, and counts unchecked', async () => {
  await using scene = await openScene({ history: true });
  const range = `${await scene.tip()}...main`;
  for (const branch of ['one', 'two'])
    await scene.openChange({ branch, commits: [{ [`src/${branch}.ts`]: 'x\n' }] });
  await scene.merge('squash', 1, 2);
  const message = 'Server Error: Sorry, this diff is taking too long to generate.';
  const match = { path: /\/pulls\/1\/files$/, times: 2 };
  scene.sandbox.github.faults.next(match, answer({ status: 422, body: { message } }));
  await scene.run({ range, context: 'full' });
  expect(scene.sent()[0]).toContain('> "src/one.ts" added, +1 -0\n');
  expect(scene.sent()[0]).toContain('> "src/two.ts" added, +1 -0 (#2)\n');
  await scene.run({ range, paths: 'src/**' });
  expect(scene.sent()[1]).toMatch(/were merged: \S+\/1 \S+\/2\n.*without a full check: 1\./s);
});

test('people come before bots, and the comment right before the request stays', async () => {
  await using scene = await openScene();
  const { store } = scene.sandbox.github;
  const bot = { ...userOf(store, 'ci-bot'), type: 'Bot' as const };
  const put = (number: number) => {
    const isPerson = number % 5 === 0 && number < 40;
    const body = `${isPerson ? 'Person' : 'Bot'} ${number}. `.padEnd(7_000, 'word and ');
    if (isPerson) scene.put(scene.issue, body, 'mona');
    else addComment(store, scene.repository, { thread: scene.issue.number, user: bot, body });
  };
  for (let number = 0; number < 38; number += 1) put(number);
  await scene.ask('/docs yes', { inputs: { context: 'full' } });
  const [sent = ''] = scene.sent();
  expect(numbersIn(sent, /^> Person (\d+)\. .{6980,}$/gm)).toEqual([35, 30, 25, 20, 15, 10, 5, 0]);
  expect(numbersIn(sent, /^> Bot (\d+)\. .{6980,}$/gm)).toEqual([37]);
  expect(sent).toMatch(/^\(cut here\)\n\(all of it: \S+#issuecomment-\d+\)$/m);
  expect(sent).toContain('texts by people 10 of 10 whole · texts by bots 0 of 29 whole');
});

test('of 400 files, all are named, each package has lines, and files that tools write come last', async () => {
  await using scene = await openScene();
  const names = Array.from({ length: 400 }, (_, index) =>
    index % 40 === 39
      ? `packages/p${index % 12}/vendor/v${index}.ts`
      : `packages/p${index % 12}/src/f${index}.ts`,
  );
  const patch = `@@ -0,0 +1,60 @@${'\n+const line = 1;'.repeat(60)}`;
  const files = ['package-lock.json', ...names].map((filename) => {
    return { filename, status: 'added', additions: 60, deletions: 0, patch } as const;
  });
  Object.assign(scene.pull.pull ?? {}, { files });
  const step = await scene.ask('/docs Document this', { on: scene.pull, inputs: { context: 'full' } });
  const [sent = ''] = scene.sent();
  expect(sent.match(/^> "\S+" added, \+60 -0$/gm)).toHaveLength(401);
  const lines = [...sent.matchAll(/^> --- "packages\/(p\d+)\//gm)].map(([, name]) => name);
  expect(new Set(lines).size).toBe(12);
  expect(sent).not.toMatch(/^> --- "(?:package-lock|.*vendor)/m);
  expect(sent).toMatch(/^\(\d+ more are left out: \S+\/pull\/2\/files\)$/m);
  expect(step.log).toMatch(
    /file names 401 of 401 · .*diff lines [\d,]+ of 24,180 · other diff lines 0 of 682/,
  );
});

test('GitHub counts no lines of files beyond 20,000 lines of a page', async () => {
  await using scene = await openScene();
  const files = ['a', 'b'].map((name) => {
    return {
      filename: `${name}.ts`,
      status: 'added',
      additions: 15_000,
      deletions: 0,
      patch: '@@ -0,0',
    } as const;
  });
  Object.assign(scene.pull.pull ?? {}, { files });
  await scene.ask('/docs Document this', { on: scene.pull, inputs: { context: 'full' } });
  const [sent] = scene.sent();
  expect(sent).toContain('> "a.ts" added, +15000 -0\n> "b.ts" added, +? -?, without its diff\n');
  expect(sent).not.toContain('--- "b.ts"');
});

describe('docs/requests.md says what the agent gets', () => {
  const page = read('docs/requests.md');

  test('in all', () => {
    expect(page).toContain(`at most ${DATA_LIMIT.toLocaleString('en')} characters`);
  });

  test.each<[string, (scene: Scene, inputs: Inputs) => Promise<unknown>]>([
    ['a comment on an issue', (scene, inputs) => scene.ask('/docs Fix it', { inputs })],
    ['a comment on a pull request', (scene, inputs) => scene.ask('/docs Fix it', { on: scene.pull, inputs })],
    ['a line comment', (scene, inputs) => scene.run(inputs, { event: scene.line('/docs Fix it').event })],
  ])('for %s', async (request, ask) => {
    const prompts = ['link', 'full'].map(async (context) => {
      await using scene = await openScene();
      const file = {
        filename: 'a.ts',
        status: 'added',
        additions: 1,
        deletions: 0,
        patch: '@@ +1 @@',
      } as const;
      Object.assign(scene.pull.pull ?? {}, { files: [file] });
      if (!request.includes('line'))
        for (const on of [scene.issue, scene.pull]) scene.put(on, 'Why?', 'mona');
      await ask(scene, { context });
      return scene.sent()[0] ?? '';
    });
    expect(page).toContain(rowOf(request, ...(await Promise.all(prompts))));
  });

  test('for a push', async () => {
    await using scene = await openScene({ history: true });
    const before = await scene.tip();
    await scene.openChange({ commits: [{ 'src/a.ts': 'a\n' }], body: 'Text' });
    await scene.merge('squash', 1);
    const direct = { files: { 'src/direct.ts': 'x\n' }, message: 'One\n\nWhy', at: scene.sandbox.time.now() };
    await commitFiles(scene.repository, 'main', direct);
    const event = scene.push({ before, after: await scene.tip() });
    for (const context of ['link', 'full']) await scene.run({ context, comment: 'never' }, { event });
    expect(page).toContain(rowOf('a push or `range`', ...scene.sent()));
  });
});
