/** What `npm start` plays: people ask in an issue and in its pull request. */
import { expect, test } from '@jest/globals';
import type { Commit } from '../../sandbox/play/conversation.ts';
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

test('all addresses are those that people know', async () => {
  const { issue, pull } = await played;
  const terminal = showConversation(issue) + showConversation(pull);
  const page = await renderPage(await played);
  expect(`${terminal}${page}`).not.toMatch(/127\.0\.0\.1|localhost/);
  // Hidden notes stay hidden.
  expect(terminal).not.toContain('<!--');
});
