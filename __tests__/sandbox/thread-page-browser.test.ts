/** The page of `npm start -- --page`. Without a browser, the test that needs one is reported as not run. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Conversation, Words } from '../../sandbox/play/conversation.ts';
import { findChromium, openChromium } from '../../sandbox/play/page/chromium.ts';
import { type PageContent, renderPage } from '../../sandbox/play/page/page.ts';

const SERVER = 'http://127.0.0.1:81';
const MARKER = '<!-- docs-agent-action:note:v2 abc -->';

function words(login: string, body: string, id = 1): Words {
  const by = { id, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' } as const;
  const reactions = [['eyes', 1]] as const;
  return { kind: 'words', anchor: `issuecomment-${id}`, by, body, at: 0, edited: true, reactions };
}

/** A thread with this text wherever people choose the text. */
function played(text: string, diff = ''): PageContent {
  const { by } = words('ann', '');
  const issue: Conversation = {
    repository: 'acme/docs',
    number: 1,
    title: text,
    by,
    state: 'open',
    column: { labels: [], reviewers: [] },
    entries: [words('ann', text), words('github-actions[bot]', `**Ready**\n\n${MARKER}`, 2)],
  };
  const pull: Conversation = {
    ...issue,
    number: 2,
    pull: { head: text, base: 'main', diff },
    entries: [words('ann', text, 3), { kind: 'commit', sha: 'a'.repeat(40), by: text, title: text, at: 0 }],
  };
  const requests = { service: 1, github: 1 };
  const figures = { created: 1, messages: 0, duplicates: 0, requests, held: 0, queued: 0 };
  return { server: SERVER, issue, pull, figures };
}

/** The tags that would run or load something. */
function dangers(page: string): string[] {
  const tags = page.match(/<[a-z][^>]*>/gi) ?? [];
  const allowed =
    /^<(html|head|meta|title|style|body|header|p|nav|a|main|section|h[1-6]|span|article|div|ul|ol|li)\b|^<(time|b|code|q|table|thead|tbody|tr|td|th|footer|strong|em|br|hr|blockquote|pre|del|i|s|kbd|sub|sup|details|summary)\b/i;
  return [
    ...tags.filter((tag) => !allowed.test(tag)),
    ...tags.filter((tag) =>
      /\s(on\w+|src|srcset|poster|data|action|ping)\s*=/i.test(tag.replace(/"[^"]*"/g, '""')),
    ),
    ...tags.filter((tag) =>
      [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)].some(
        ([, name, value = '']) => name === 'href' && !/^(?:https?:|mailto:|#)/i.test(value),
      ),
    ),
  ];
}

// biome-ignore format: one a line would be hard to read
const PIECES = [
  '<', '>', '"', "'", '&', '`', '](', '![', '[', ')', '\n', ' ', '<svg/onload=', '<img src=', '<a href=', '<script>', 'javascript:',
  'data:text/html,', 'https://evil.example', '<style>', '<iframe>', '</style>', '-->', '<!--', '@@ -1 +1 @@\n+',
];

test('shows what strangers wrote as text, and runs and loads nothing', async () => {
  const words = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      const page = await renderPage(played(text, `diff --git a/${text} b/${text}\n@@ -1 +1 @@\n+${text}\n`));
      expect(dangers(page)).toEqual([]);
      expect(page).toContain("default-src 'none'");
      expect(page).toContain('<p><strong>Ready</strong></p>');
      expect(page).not.toContain('docs-agent-action:note');
    }),
    { seed: 5, numRuns: 200 },
  );
});

// GitHub's runners have a browser.
const canRun = findChromium() !== undefined || process.env['GITHUB_ACTIONS'] !== undefined;

(canRun ? test : test.skip)('runs and loads nothing in a browser', async () => {
  const text = PIECES.join('x');
  const markup = await renderPage(played(text, `diff --git a/a b/a\n@@ -1 +1 @@\n+${text}\n`));
  await using browser = await openChromium();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => complaints.push(request.url()));
  await page.setContent(markup);
  expect(await page.locator('article').count()).toBe(3);
  expect(complaints).toEqual([]);
});
