/**
 * Makes the pictures of README.md, docs/asking.md and docs/collect.md, light and dark: plays of the sandbox in a browser.
 * `npm run pictures` writes them into docs/. It needs Chromium, and a font with emoji in colour.
 */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type Conversation, readConversation } from '../sandbox/play/conversation.ts';
import { playNoWaiting } from '../sandbox/play/no-waiting.ts';
import { openChromium } from '../sandbox/play/page/chromium.ts';
import { type PictureScene, renderPicture } from '../sandbox/play/page/page.ts';
import { GITHUB, openStage } from '../sandbox/play/stage.ts';
import { playThread } from '../sandbox/play/thread.ts';

/** Ids and names of branches are the same each time. */
const SEED = 'pictures';
const WIDTH = 800;
/** Sharp on most screens, with pictures below 250 kB. */
const SCALE = 1.2;

/** A request with its pull request: the thread up to the next request. */
async function threadScenes(): Promise<PictureScene[]> {
  const { issue, pull } = await playThread({ seed: SEED });
  const [, , , , next] = issue.entries;
  if (next === undefined) throw new Error('The thread has no second request.');
  return [
    { ...scene(issue, next.at), shows: answers(issue) },
    { ...scene(pull, next.at), shows: ({ kind }) => kind === 'commit' },
  ];
}

/** A request without a waiting run: the thread after its run, and after the run of the pull request. */
async function collectedScenes(): Promise<PictureScene[]> {
  const { meanwhile, issue } = await playNoWaiting({ seed: SEED });
  const shows = answers(issue);
  return [
    { ...scene(meanwhile), shows, caption: '09:01: the run has ended' },
    { ...scene(issue), shows, caption: '09:11: the pull request was opened' },
  ];
}

/** The ends of requests: a pull request, a change of it, no change, and no pull request. */
async function outcomeScenes(): Promise<PictureScene[]> {
  await using stage = await openStage({ workSeconds: 60, seed: SEED });
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

/** A conversation before a time. */
function scene(conversation: Conversation, before = Number.POSITIVE_INFINITY): PictureScene {
  const { repository, number, pull } = conversation;
  return {
    url: `${GITHUB}/${repository}/${pull ? 'pull' : 'issues'}/${number}`,
    conversation: { ...conversation, entries: conversation.entries.filter(({ at }) => at < before) },
  };
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

const browser = await openChromium();
try {
  await take(browser, 'thread', await threadScenes());
  await take(browser, 'outcomes', await outcomeScenes());
  await take(browser, 'collected', await collectedScenes());
} finally {
  await browser.close();
}
