/** The page of `npm start -- --page`. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Conversation, Words } from '../../sandbox/play/conversation.ts';
import { readDiff } from '../../sandbox/play/page/diff.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import type { PlayedThread } from '../../sandbox/play/thread.ts';

const SERVER = 'http://127.0.0.1:81';
const MARKER = '<!-- docs-agent-action:note:v2 abc -->';
const EVIL = '<script>alert(1)</script><img src=https://evil.example/a.png onerror="alert(2)">"\'><b>';

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
    ...tags.filter((tag) => /href="(?!https?:|mailto:|#)/i.test(tag)),
  ];
}

describe('the page', () => {
  test('shows the thread and the pull request, without what is for machines', async () => {
    const diff = 'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-Old\n+New <b>\n';
    const page = await renderPage(played('/docs Rewrite', diff));
    expect(page).toContain('<h1 id="thread-1">/docs Rewrite <span class="number">#1</span></h1>');
    expect(page).toContain('<p><strong>Ready</strong></p>');
    expect(page).toContain('<li title="eyes">👀 1</li>');
    expect(page).toContain('<q>/docs Rewrite</q>');
    expect(page).toContain('<td class="sign">+</td><td class="text">New &lt;b&gt;</td>');
    expect(page).not.toContain('docs-agent-action:note');
    expect(dangers(page)).toEqual([]);
  });

  test('shows what strangers wrote as text, wherever it stands', async () => {
    const page = await renderPage(played(EVIL, `diff --git a/${EVIL} b/${EVIL}\n@@ -1 +1 @@\n+${EVIL}\n`));
    expect(dangers(page)).toEqual([]);
    expect(page).toContain('<h1 id="thread-1">&lt;script&gt;alert(1)');
    expect(page).toContain("default-src 'none'");
  });

  test('holds no tag, attribute or address that runs or loads something, whatever is written', async () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '](',
        '![',
        '[',
        ')',
        '\n',
        ' ',
        '<svg/onload=',
        '<img src=',
        '<a href=',
      ],
      ...[
        'javascript:',
        'data:text/html,',
        'https://evil.example',
        '<style>',
        '<iframe>',
        '</style>',
        '-->',
        '<!--',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        expect(dangers(await renderPage(played(pieces.join(''))))).toEqual([]);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

test('a diff is read with the numbers of its lines', () => {
  const diff = [
    ...['diff --git a/a.md b/a.md', 'index 1..2 100644', '--- a/a.md', '+++ b/a.md', '@@ -3,2 +3,2 @@ Head'],
    ...[' same', '-old', '+new', '\\ No newline at end of file', 'diff --git a/b.md b/b.md'],
    ...['deleted file mode 100644', '--- a/b.md', '+++ /dev/null', '@@ -1 +0,0 @@', '--- gone', ''],
  ].join('\n');
  expect(readDiff(diff)).toEqual([
    {
      name: 'a.md',
      lines: [
        { kind: 'place', text: '@@ -3,2 +3,2 @@ Head' },
        { kind: 'same', old: 3, new: 3, text: 'same' },
        { kind: 'removed', old: 4, text: 'old' },
        { kind: 'added', new: 4, text: 'new' },
      ],
    },
    {
      name: 'b.md',
      lines: [
        { kind: 'place', text: '@@ -1 +0,0 @@' },
        { kind: 'removed', old: 1, text: '-- gone' },
      ],
    },
  ]);
});
