/** What `npm start` plays: people ask in an issue and in its pull request. */
import { expect, test } from '@jest/globals';
import type { Commit, Words } from '../../sandbox/play/conversation.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import type { Act } from '../../sandbox/play/stage.ts';
import { plainLines } from '../../sandbox/play/terminal-markdown.ts';
import { type PlayedThread, playThread } from '../../sandbox/play/thread.ts';
import { showConversation, showFigures } from '../../sandbox/play/thread-terminal.ts';

const acts: Act[] = [];
const played: Promise<PlayedThread> = playThread({ seed: 'thread play', onAct: (act) => acts.push(act) });

test('each comment is answered, and three requests are one job', async () => {
  const { figures, problems, pull } = await played;
  expect(acts.map(({ on, result }) => [on, result.outcome, result.outputs['result']])).toEqual([
    ['issue', 'success', 'pull-request'],
    ['issue', 'success', 'pull-request'],
    ['pull request', 'success', 'pull-request'],
    ['issue', 'success', 'answered'],
  ]);
  expect(figures).toMatchObject({ created: 1, messages: 2, duplicates: 0 });
  expect(showFigures(figures, pull)).toMatch(/jobs created +1\n +messages +2\n +duplicates +0/);
  expect(problems).toEqual([]);
  const warnings = acts.flatMap(({ result }) =>
    result.annotations.filter(({ level }) => level === 'warning'),
  );
  expect(warnings).toEqual([]);
});

test('the requests are commits of one pull request', async () => {
  const { pull } = await played;
  const commits = pull.entries.filter((entry): entry is Commit => entry.kind === 'commit');
  expect(commits.map(({ title }) => title)).toEqual([
    'Rewrite the quickstart for v2',
    'Shorter, please',
    'Mention that the key is read from `DOCS_API_KEY`',
  ]);
  expect(pull.pull?.diff).toContain('+++ b/index.md');
});

test('the pull request names each instruction once, and the place of the first', async () => {
  const { pull } = await played;
  const added = pull.pull?.diff.match(/^\+> .*/gm);
  expect(added).toEqual([
    '+> Rewrite the quickstart for v2',
    '+> Shorter, please',
    '+> Mention that the key is read from `DOCS_API_KEY`',
  ]);
  expect(pull.entries[0]).toMatchObject({
    body: expect.stringMatching(
      /^> Rewrite the quickstart for v2\n\nRequested in https:\S+#issuecomment-\d+$/,
    ),
  });
});

test('who asked gets reactions, a status comment and a reply, and reads no marker', async () => {
  const { issue } = await played;
  const words = issue.entries.filter((entry): entry is Words => entry.kind === 'words');
  expect(words[1]).toMatchObject({
    by: { login: 'ann' },
    reactions: [
      ['eyes', 1],
      ['rocket', 1],
    ],
  });
  expect(words[2]).toMatchObject({ by: { login: 'github-actions[bot]' }, edited: true });
  expect(words[2]?.body).toContain('<!-- ');
  const shown = showConversation(issue);
  expect(shown).toContain('ann 09:01 👀 🚀\n  │ /docs Rewrite the quickstart for v2');
  expect(shown).toMatch(
    /│ @ann Pull request ready: .*acme\/docs#2 \(https:\/\/github\.com\/acme\/docs\/pull\/2\)/,
  );
  expect(shown).not.toContain('<!--');
});

test('who asks on the pull request is answered there as in the issue', async () => {
  const { pull } = await played;
  const shown = showConversation(pull);
  expect(shown).toContain('ben 09:08 👀 🚀\n  │ /docs Mention that the key is read from DOCS_API_KEY');
  const [, answer = ''] = shown.split('read from DOCS_API_KEY\n', 2);
  expect(answer).toMatch(/│ \w+: .*acme\/docs#2 [\s\S]*\n {2}│ - Requested by: ben \(request /);
  expect(answer).toContain('To request changes, comment here with /docs and what to change');
});

test('the page leads from one to the other', async () => {
  const page = await renderPage(await played);
  expect(page).toMatch(/<a href="#thread-2" rel="nofollow noreferrer"><code>acme\/docs#2</);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(targets.filter((name) => !page.includes(`id="${name}"`))).toEqual([]);
  expect(page.match(/<p class="commit">/g)).toHaveLength(3);
});

test('all addresses are those that people know', async () => {
  const { issue, pull } = await played;
  const terminal = showConversation(issue) + showConversation(pull);
  const page = await renderPage(await played);
  expect(`${terminal}${page}`).not.toMatch(/127\.0\.0\.1|localhost/);
  expect(terminal).toContain('request (https://github.com/acme/docs/issues/1#issuecomment-');
});

test('Markdown becomes plain lines', () => {
  const text =
    '**Bold** [`a`](https://b) \\* <!-- hidden -->\n\n| | |\n|---|---|\n| A | `b` |\n\n> - one\n> - two';
  expect(plainLines(text)).toBe('Bold a (https://b) *\n\n  A  b\n\n> - one\n> - two');
  expect(plainLines('A\u001b[31m colour')).toBe('A [31m colour');
});
