/**
 * Makes the pictures of README.md, docs/requests.md and docs/collect.md, light and dark: plays of the sandbox in a browser.
 * `npm run pictures` writes them into docs/. It needs Chromium, and a font with emoji in colour.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Agent } from '../sandbox/agent/agent.ts';
import { actionFile } from '../sandbox/archive.ts';
import { eventsOf } from '../sandbox/github/events.ts';
import { type Conversation, readConversation } from '../sandbox/play/conversation.ts';
import { GITHUB, openStage } from '../sandbox/play/stage.ts';
import { type PictureScene, renderPicture } from './picture-page.ts';

/** Ids and names of branches are the same each time. */
const SEED = 'pictures';
/** Of the browser. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WIDTH = 800;
/** Sharp on most screens, with pictures below 250 kB. */
const SCALE = 1.2;

const PAGE = 'quickstart.md';
/** The page before the first request, and after each request of a thread. */
const VERSIONS = [
  ['Install version 1: `npm install --global acme@1`', 'Run `acme init --key YOUR_KEY`', 'Run `acme start`'],
  [
    'Install version 2: `npm install --global acme`',
    'Set the key: `export ACME_KEY=YOUR_KEY`',
    'Run `acme start`',
  ],
  ['Run `npm install --global acme`', 'Set the variable `ACME_KEY`', 'Run `acme start`'],
].map((steps) => `# Quickstart\n\n${steps.map((step, index) => `${index + 1}. ${step}.\n`).join('')}`);

/** Edits the page. A question changes nothing. */
const editor: Agent = async ({ checkout, prompt, earlier }) => {
  const [instruction = ''] = prompt.split('\n', 1);
  if (instruction.endsWith('?')) return { only: 'branch' };
  writeFileSync(join(checkout, PAGE), VERSIONS[earlier.length + 1] ?? '');
  return undefined;
};

const STAGE = { seed: SEED, agent: editor, files: { [PAGE]: VERSIONS[0] ?? '' } };

/** A request by the README's first workflow, whose token can't read previews. */
async function threadScenes(): Promise<PictureScene[]> {
  await using stage = await openStage({ ...STAGE, workSeconds: 150 });
  stage.documentation.onPush = undefined;
  const issue = stage.issue();
  await stage.sandbox.time.sleep(60_000);
  await stage.ask('ann', issue, '/docs Rewrite the quickstart for v2');
  const asked = await readConversation(stage.repository, issue.number);
  return [{ ...scene(asked), shows: answers(asked) }];
}

/** A request without a waiting run: the thread after its run, and after the run of the pull request. */
async function collectedScenes(): Promise<PictureScene[]> {
  await using stage = await openStage({ ...STAGE, workSeconds: 600 });
  const { github, service, time, run } = stage.sandbox;
  const thread = stage.issue();
  await time.sleep(60_000);
  await stage.ask('ann', thread, '/docs Rewrite the quickstart for v2', { wait: 'false' });
  const meanwhile = await readConversation(stage.repository, thread.number);
  await time.sleep(600_000);
  const pull = stage.pull();
  const event = eventsOf({ github, repository: stage.repository.fullName }).pull(pull, 'opened', pull.user);
  await run({ actionFile: actionFile('collect'), event, secrets: [service.key] }).ended;
  const issue = await readConversation(stage.repository, thread.number);
  const shows = answers(issue);
  return [
    { ...scene(meanwhile), shows, caption: '09:01: the run has ended' },
    { ...scene(issue), shows, caption: '09:11: the pull request was opened' },
  ];
}

/** The ends of requests: a pull request, a change of it, no change, and no pull request. */
async function outcomeScenes(): Promise<PictureScene[]> {
  await using stage = await openStage({ ...STAGE, workSeconds: 60 });
  const { sandbox, repository } = stage;
  const [issue, other] = [stage.issue(), stage.issue('Are the release notes complete?')];
  for (const [thread, body] of [
    [issue, '/docs Rewrite the quickstart for v2'],
    [issue, '/docs Shorter, please'],
    [issue, '/docs Is step 2 still right?'],
    [other, '/docs Do the release notes mention this?'],
  ] as const) {
    await sandbox.time.sleep(60_000);
    await stage.ask('ann', thread, body);
  }
  const conversations = [issue, other].map(({ number }) => readConversation(repository, number));
  const read = await Promise.all(conversations);
  return read.map((conversation) => ({ ...scene(conversation), shows: answers(conversation) }));
}

/** All entries except the description, for which a picture has no room. */
function answers({ entries: [description] }: Conversation): (entry: { readonly at: number }) => boolean {
  return ({ at }) => at !== description?.at;
}

function scene(conversation: Conversation): PictureScene {
  const { repository, number, pull } = conversation;
  return { url: `${GITHUB}/${repository}/${pull ? 'pull' : 'issues'}/${number}`, conversation };
}

/** Fails without a font for emoji, which would have the colour of the text, or be boxes. */
async function requireEmoji(page: Page): Promise<void> {
  const coloured = await page.evaluate<boolean>(`{
    const ink = new OffscreenCanvas(20, 20).getContext('2d');
    ink.font = '16px sans-serif';
    ink.fillText('\u{1F680}', 0, 16);
    const { data } = ink.getImageData(0, 0, 20, 20);
    data.some((value, index) => index % 4 === 0 && value !== data[index + 2]);
  }`);
  if (!coloured) throw new Error('No font has emoji in colour. On Debian, install fonts-noto-color-emoji.');
}

async function take(browser: Browser, name: string, scenes: readonly PictureScene[]): Promise<void> {
  const markup = await renderPicture(scenes);
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: WIDTH, height: 600 };
    const context = await browser.newContext({ colorScheme, viewport, deviceScaleFactor: SCALE });
    const page = await context.newPage();
    await page.setContent(markup);
    await requireEmoji(page);
    const path = fileURLToPath(new URL(`../docs/${name}-${colorScheme}.png`, import.meta.url));
    const { length } = await page.screenshot({ path, fullPage: true });
    console.log(`docs/${name}-${colorScheme}.png: ${Math.ceil(length / 1000)} kB`);
    await context.close();
  }
}

const folders = (process.env['PATH'] ?? '').split(delimiter);
const programs = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
const executablePath = programs.find((file) => existsSync(file));
if (executablePath === undefined) throw new Error('There is no Chromium or Chrome in a folder of `PATH`.');
const browser = await chromium.launch({ executablePath });
try {
  await take(browser, 'thread', await threadScenes());
  await take(browser, 'outcomes', await outcomeScenes());
  await take(browser, 'collected', await collectedScenes());
} finally {
  await browser.close();
}
