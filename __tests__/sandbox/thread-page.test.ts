/** The page of `npm start -- --page`. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Conversation, Words } from '../../sandbox/play/conversation.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import type { PlayedThread } from '../../sandbox/play/thread.ts';

const SERVER = 'http://127.0.0.1:81';
const MARKER = '<!-- docs-agent-action:note:v2 abc -->';

function words(login: string, body: string, id = 1): Words {
  const by = { id, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' } as const;
  const reactions = [['eyes', 1]] as const;
  return { kind: 'words', anchor: `issuecomment-${id}`, by, body, at: 0, edited: true, reactions };
}

/** A thread in which all that people can choose is this text. */
function played(text: string, diff = ''): PlayedThread {
  const { by } = words('ann', '');
  const issue: Conversation = {
    ...{ repository: 'acme/docs', number: 1, title: text, by, state: 'open' },
    entries: [words('ann', text), words('github-actions[bot]', `**Ready**\n\n${MARKER}`, 2)],
  };
  const pull: Conversation = {
    ...{ repository: 'acme/docs', number: 2, title: text, by, state: 'open' },
    pull: { head: text, base: 'main', diff },
    entries: [words('ann', text, 3), { kind: 'commit', sha: 'a'.repeat(40), by: text, title: text, at: 0 }],
  };
  const requests = { service: 1, github: 1 };
  const figures = { created: 1, messages: 0, duplicates: 0, requests };
  return { server: SERVER, issue, pull, figures, problems: [] };
}

/** What a browser would run or load; the page's own style is the only one. */
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

// biome-ignore format: as a table of one a line nobody would read it
const PIECES = [
  '<', '>', '"', "'", '&', '`', '](', '![', '[', ')', '\n', ' ', '<svg/onload=', '<img src=', '<a href=', '<script>', 'javascript:',
  'data:text/html,', 'https://evil.example', '<style>', '<iframe>', '</style>', '-->', '<!--', '@@ -1 +1 @@\n+',
];

test('shows what strangers wrote as text: nothing on the page runs or loads anything', async () => {
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
