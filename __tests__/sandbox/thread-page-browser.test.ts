/** The page of `npm start -- --page` as people meet it: on a narrow screen, in both colour schemes, by keyboard. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Conversation } from '../../sandbox/play/conversation.ts';
import { NOT_LOOKED_AT, openChromium } from '../../sandbox/play/page/chromium.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import { type PlayedThread, playThread } from '../../sandbox/play/thread.ts';
import { brokenNumbers, cutOff, faint, focused, ground, reachable } from '../support/layout.mjs';

const NARROW = { width: 390, height: 800 };

const said: string[] = [];
const browser = await openChromium({
  say(notice) {
    said.push(notice);
    console.warn(notice);
  },
});
afterAll(() => browser?.close());

let played: PlayedThread;
let markup: string;
beforeAll(async () => {
  played = await playThread({ seed: 'a page' });
  markup = await renderPage(played);
});

interface Look {
  readonly page: Page;
  /** Errors, warnings and whatever else it prints or asks of the network. */
  readonly complaints: readonly string[];
}

/** Looks at a page. Where there is no browser, that has been said. */
async function look(
  html: string,
  colorScheme: 'light' | 'dark',
  work: (seen: Look) => Promise<void>,
): Promise<void> {
  if (browser === undefined) {
    expect(said).toEqual([NOT_LOOKED_AT]);
    return;
  }
  const context = await browser.newContext({ colorScheme, viewport: NARROW });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => complaints.push(request.url()));
    await page.setContent(html);
    await work({ page, complaints });
  } finally {
    await context.close();
  }
}

test('where no browser is installed, that is said', async () => {
  const notices: string[] = [];
  const opened = await openChromium({ say: (notice) => notices.push(notice), folders: ['/nowhere'] });
  expect(opened).toBeUndefined();
  expect(notices).toEqual(['not looked at: Chromium is not installed']);
});

test('the page brings its width, its colours and its language with it', () => {
  expect(markup).toContain('<html lang="en">');
  expect(markup).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(markup).toContain('<meta name="color-scheme" content="light dark">');
  expect(markup).toContain('@media (prefers-color-scheme: dark)');
  expect(markup).not.toMatch(/outline: (?:none|0)/);
});

/** The same thread, in which whatever people can choose is a word that is longer than any screen. */
function widened(thread: PlayedThread): PlayedThread {
  const long = 'x'.repeat(400);
  const widen = (conversation: Conversation): Conversation => ({
    ...conversation,
    title: long,
    by: { ...conversation.by, login: long },
    ...(conversation.pull && {
      pull: { head: long, base: long, diff: conversation.pull.diff.replaceAll('quickstart', long) },
    }),
    entries: conversation.entries.map((entry) =>
      entry.kind === 'commit'
        ? { ...entry, title: long, by: long }
        : {
            ...entry,
            by: { ...entry.by, login: long },
            body: `${long} \`${long}\` [${long}](https://docs.example)\n\n> ${long}\n\n- ${long}`,
          },
    ),
  });
  return { ...thread, issue: widen(thread.issue), pull: widen(thread.pull) };
}

describe.each(['light', 'dark'] as const)('390 pixels wide, %s', (scheme) => {
  test('nothing is cut off, with the details folded and open, and nothing complains', () =>
    look(markup, scheme, async ({ page, complaints }) => {
      expect(await page.evaluate(cutOff)).toEqual([]);
      const folded = await page.locator('summary').all();
      expect(folded).toHaveLength(3);
      for (const summary of folded) await summary.click();
      expect(await page.locator('details[open]').count()).toBe(3);
      expect(await page.evaluate(cutOff)).toEqual([]);
      expect(complaints).toEqual([]);
    }));

  test('words that are longer than the screen are broken', async () => {
    await look(await renderPage(widened(played)), scheme, async ({ page }) => {
      expect(await page.evaluate(cutOff)).toEqual([]);
    });
  });

  test('numbers of lines are in one line, with two digits and with four', async () => {
    const hunk = (line: number) => `@@ -${line},2 +${line},3 @@\n Text\n+${'Text '.repeat(40)}\n Text\n`;
    const diff = `diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n${hunk(10)}${hunk(1000)}`;
    const { pull } = played.pull;
    const thread = { ...played, pull: { ...played.pull, ...(pull && { pull: { ...pull, diff } }) } };
    await look(await renderPage(thread), scheme, async ({ page }) => {
      expect(await page.evaluate(brokenNumbers)).toEqual([]);
      expect(await page.evaluate(cutOff)).toEqual([]);
    });
  });

  test('all text stands out from its ground', () =>
    look(markup, scheme, async ({ page }) => {
      expect(await page.evaluate(faint, 4.5)).toEqual([]);
    }));
});

test('dark is dark, and light is light', async () => {
  const grounds: Record<string, string> = {};
  for (const scheme of ['light', 'dark'] as const) {
    await look(markup, scheme, async ({ page }) => {
      const body = page.locator('body');
      grounds[scheme] = await body.evaluate(ground);
    });
  }
  const expected = { light: 'rgb(255, 255, 255)', dark: 'rgb(13, 17, 23)' };
  expect(grounds).toEqual(browser === undefined ? {} : expected);
});

describe('by keyboard', () => {
  test('everything is reached in the order in which it stands, and one sees where one is', () =>
    look(markup, 'dark', async ({ page }) => {
      const expected = await page.evaluate(reachable);
      expect(expected.length).toBeGreaterThan(10);
      const met = [];
      for (const _ of expected) {
        await page.keyboard.press('Tab');
        met.push(await page.evaluate(focused));
      }
      expect(met).toEqual(expected.map((name) => ({ name, seen: true })));
    }));

  test('Enter opens the details of a comment, and folds them again', () =>
    look(markup, 'light', async ({ page }) => {
      const details = page.locator('details').first();
      const isOpen = () => details.evaluate((element) => element.hasAttribute('open'));
      await details.locator('summary').focus();
      await page.keyboard.press('Enter');
      expect(await isOpen()).toBe(true);
      await page.keyboard.press('Enter');
      expect(await isOpen()).toBe(false);
    }));

  test('Enter on a link leads to its place', () =>
    look(markup, 'light', async ({ page }) => {
      await page.getByRole('link', { name: 'Files changed' }).focus();
      await page.keyboard.press('Enter');
      const files = page.getByRole('heading', { name: /^Files changed/ });
      const top = await files.evaluate((element) => element.getBoundingClientRect().top);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(NARROW.height);
    }));
});
