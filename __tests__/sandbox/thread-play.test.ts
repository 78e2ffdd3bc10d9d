/** What `npm start` plays: people ask in an issue and in its pull request. */
import { expect, test } from '@jest/globals';
import type { Commit, Words } from '../../sandbox/play/conversation.ts';
import { renderPage } from '../../sandbox/play/page/page.ts';
import type { Act } from '../../sandbox/play/stage.ts';
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

test('all addresses are those that people know', async () => {
  const { issue, pull } = await played;
  const terminal = showConversation(issue) + showConversation(pull);
  const page = await renderPage(await played);
  expect(`${terminal}${page}`).not.toMatch(/127\.0\.0\.1|localhost/);
  expect(terminal).toContain('request (https://github.com/acme/docs/issues/1#issuecomment-');
});
