/** The page of `npm start -- --page` in a real browser. Without one, the tests are reported as not run. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findChromium, openChromium } from '../../sandbox/play/page/chromium.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import { playThread } from '../../sandbox/play/thread.ts';

// GitHub's runners have a browser.
const canRun = findChromium() !== undefined || process.env['GITHUB_ACTIONS'] !== undefined;
const inBrowser = canRun ? test : test.skip;

let browser: Browser;
let markup: string;
beforeAll(async () => {
  if (!canRun) return;
  browser = await openChromium();
  markup = await renderPage(await playThread({ seed: 'a page' }));
});
afterAll(() => browser?.close());

/** Shows the page on a narrow screen, and collects what it prints, throws, or requests from the network. */
async function show(colorScheme: 'light' | 'dark', work: (page: Page) => Promise<void>): Promise<string[]> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => complaints.push(request.url()));
    await page.setContent(markup);
    await work(page);
    return complaints;
  } finally {
    await context.close();
  }
}

inBrowser.each(['light', 'dark'] as const)('fits a narrow screen, and loads nothing (%s)', async (scheme) => {
  const complaints = await show(scheme, async (page) => {
    const folded = await page.locator('details:not([open]) > summary').all();
    for (const summary of folded.reverse()) await summary.click();
    const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
  expect(complaints).toEqual([]);
});

test('finds no browser in a folder without one', () => {
  expect(findChromium(['/nowhere'])).toBeUndefined();
});
