/** The recipe each-page, with its scripts: which pages are paid on which night, and what people see. */
import { expect } from '@jest/globals';
import type { Agent } from '../../sandbox/agent/agent.ts';
import { answer } from '../../sandbox/faults/answers.ts';
import { example } from '../event/payloads.ts';
import { onLinux } from '../support/on-linux.ts';
import { openScripts } from '../support/recipe-scripts.ts';
import { openRecipe } from '../support/recipes.ts';
import { openScene, SCHEDULE, type Scene } from '../support/scene.ts';

const page = (number: number) => `docs/p${String(number).padStart(2, '0')}.mdx`;
const [FAILS, OPEN, DECLINED] = [page(1), page(2), page(3)];
const PAGES = Array.from({ length: 12 }, (_, at) => page(at + 1));
const FORM = { name: 'workflow_dispatch', payload: example('workflow_dispatch') };
const DAY = 24 * 60;

/** The page of a prompt. */
const pageOf = (prompt: string): string => JSON.parse(/The page: (".*")$/m.exec(prompt)?.[1] ?? '""');

const failAtOne: Agent = async ({ prompt }) => {
  if (pageOf(prompt) === FAILS) throw new Error('The agent had an error');
  return undefined;
};

/** A repository with pages. The agent fails at one of them, and changes nothing in the others. */
async function openPages(pages: readonly string[] = PAGES) {
  const agent = failAtOne;
  const scene = await openScene({ history: true, jobs: 'working', documentation: 'acme/product', agent });
  await scene.commit('main', Object.fromEntries(pages.map((name) => [name, 'old\n'])));
  return scene;
}

/** Plays a night of the recipe, or its form with these pages. */
function openNights(scene: Scene) {
  const scripts = openScripts(scene);
  const dispatch = openRecipe(scene, 'each-page.yml', scripts.surroundings);
  const { prompts } = scene;
  async function night(pages?: string) {
    scripts.forget();
    const before = prompts().length;
    const { outputs, results } = await dispatch(pages === undefined ? SCHEDULE : FORM, { inputs: { pages } });
    const paid = prompts().slice(before).map(pageOf).toSorted();
    return { paid, results, ends: outputs.map(({ result }) => result).toSorted() };
  }
  return Object.assign(scripts, { night });
}

/** A pull request of an earlier night. */
async function openChange(scene: Scene, name: string) {
  const branch = `mintlify/${name.replaceAll('/', '-')}`;
  const pull = await scene.openChange({ branch, commits: [{ [name]: 'new\n' }], by: 'docs-agent[bot]' });
  pull.labels.add('docs-each-page');
  return pull;
}

const SUCCESS = { list: 'success', page: 'success', summary: 'success' };
const NOTHING = 'no-pull-request';

onLinux.test(
  'on three nights, each page has its turn, unless its pull request is open or was declined',
  async () => {
    await using scene = await openPages();
    using nights = openNights(scene);
    await openChange(scene, OPEN);
    scene.close(await openChange(scene, DECLINED), { by: 'octocat' });

    const first = await nights.night();
    await scene.minutes(DAY);
    const second = await nights.night();
    await scene.minutes(DAY);
    const third = await nights.night();

    const [odd, even] = [[1, 5, 7, 9, 11].map(page), [4, 6, 8, 10, 12].map(page)];
    expect([first.paid, second.paid, third.paid]).toEqual([odd, even, odd]);
    expect(second).toMatchObject({ results: SUCCESS, ends: even.map(() => NOTHING) });
    for (const other of [first, third])
      expect(other).toMatchObject({
        results: { ...SUCCESS, page: 'failure' },
        ends: ['failed', NOTHING, NOTHING, NOTHING, NOTHING],
      });
    expect(nights.summaries.map((text) => text.split('\n').slice(2, -1).length)).toEqual([5, 5, 5]);
    expect(nights.summaries[0]?.split('\n').slice(0, 4)).toEqual([
      '| Page | Result | Pull request | Reason |',
      '| --- | --- | --- | --- |',
      expect.stringMatching(
        /^\| docs&#47;p01&#46;mdx \| failed \| {2}\| Job \w+ failed&#58; the agent had an error/,
      ),
      '| docs&#47;p05&#46;mdx | no&#45;pull&#45;request |  | The job completed without a pull request&#46; |',
    ]);
  },
);

onLinux.test('a declined page has its turn again after 90 days, and a merged one at once', async () => {
  await using scene = await openPages([DECLINED, OPEN]);
  using nights = openNights(scene);
  const declined = await openChange(scene, DECLINED);
  scene.close(declined, { by: 'octocat' });
  scene.close(await openChange(scene, OPEN), { merged: true });
  expect((await nights.night()).paid).toEqual([OPEN]);
  Object.assign(declined, { closedAt: scene.sandbox.time.now() - 91 * DAY * 60_000 });
  expect((await nights.night()).paid).toEqual([OPEN, DECLINED]);
});

onLinux.test('without a page, the run is green, and starts no other job', async () => {
  await using scene = await openPages([OPEN]);
  using nights = openNights(scene);
  await openChange(scene, OPEN);
  const { results, paid } = await nights.night();
  expect([results, paid]).toEqual([{ list: 'success', page: 'skipped', summary: 'skipped' }, []]);
});

onLinux.test.each([
  ['the pull requests', /\/issues$/],
  ['the files of one', /\/files$/],
])('nothing is paid if %s cannot be listed', async (_what, path) => {
  await using scene = await openPages();
  using nights = openNights(scene);
  await openChange(scene, OPEN);
  scene.sandbox.github.faults.next({ path }, answer({ status: 500 }));
  const { results, paid } = await nights.night();
  expect([results['list'], paid]).toEqual(['failure', []]);
});

onLinux.test('the form takes names of pages, whatever happened to their pull requests', async () => {
  const odd = 'docs/<b>|[x](y) @ann.mdx';
  await using scene = await openPages([...PAGES, odd]);
  using nights = openNights(scene);
  await openChange(scene, OPEN);
  const unknown = await nights.night(`${FAILS}, docs/none.mdx`);
  expect([unknown.results['list'], unknown.paid]).toEqual(['failure', []]);
  expect((await nights.night(`${OPEN}, ${odd}`)).paid).toEqual([odd, OPEN]);
  expect(nights.summaries.join()).toContain(
    '| docs&#47;&#60;b&#62;&#124;&#91;x&#93;&#40;y&#41; &#64;ann&#46;mdx | no&#45;pull&#45;request |',
  );
});
