import { heading, indented, table } from '../terminal.ts';
import type { Commit, Conversation, Words } from './conversation.ts';
import type { PlayedNoWaiting, RunnerTime } from './no-waiting.ts';
import { reactionSign } from './reactions.ts';
import { type Act, GITHUB } from './stage.ts';
import { plainLines } from './terminal-markdown.ts';
import type { Figures } from './thread.ts';

/** A thread as a page on the terminal. */

/** One line for each comment on which the action ran. */
export function showAct({ by, on, body, result }: Act): string {
  const { outcome, duration, outputs } = result;
  const what = `${outputs['result']}, ${Math.round(duration / 1000)} s, step: ${outcome}`;
  return `  ${by} on the ${on}: ${body}\n    → ${what}`;
}

/** `when` says how far the story is. */
export function showConversation(conversation: Conversation, when = ''): string {
  const { repository, number, title, by, state, pull, entries } = conversation;
  const kind = pull ? 'Pull request' : 'Issue';
  const lines = [
    heading(`${kind} #${number} in ${repository}, ${when || `${state}, by ${by.login}`}`),
    `  ${title}${pull ? `  (${pull.head} into ${pull.base})` : ''}`,
    ...entries.map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry))),
  ];
  if (pull) lines.push(heading('Files changed'), indented(pull.diff));
  return lines.join('\n');
}

export function showFigures(
  { created, messages, duplicates, requests }: Figures,
  { repository, number }: Conversation,
): string {
  return table([
    ['pull request', `${GITHUB}/${repository}/pull/${number}`],
    ['jobs created', String(created)],
    ['messages', String(messages)],
    ['duplicates', String(duplicates)],
    ['requests', `${requests.service} to the service, ${requests.github} to GitHub`],
  ]);
}

/** Beside a run that waits for the same job. */
export function showRunnerTime({ asking, collecting, waiting, jobMinutes }: PlayedNoWaiting): string {
  const both = { waited: asking.waited + collecting.waited, worked: asking.worked + collecting.worked };
  const row = (name: string, { waited, worked }: RunnerTime) =>
    [
      name,
      `${seconds(waited + worked).padStart(7)} (${seconds(waited)} waiting, ${seconds(worked)} at work)`,
    ] as const;
  return [
    `  A job of ${jobMinutes} minutes. Waiting is counted in the time that is played here; work is what`,
    '  the processes really took on this machine. A runner of GitHub needs some seconds more to start.',
    '',
    table([
      row('the run that asks', asking),
      row('the run that collects', collecting),
      row('both, and nobody waits', both),
      row('one run that waits', waiting),
    ]),
  ].join('\n');
}

function seconds(count: number): string {
  return `${count.toFixed(1)} s`;
}

function showWords({ by, at, edited, body, reactions }: Words): string {
  const given = reactions.map(([content]) => reactionSign(content)).join(' ');
  const head = [by.login, clock(at), edited ? '(edited)' : '', given].filter((part) => part !== '').join(' ');
  const text = plainLines(body);
  return `\n  ${head}\n${text.replaceAll(/^(?=.)/gm, '  │ ').replaceAll(/^$/gm, '  │')}`;
}

function showCommit({ sha, by, title, at }: Commit): string {
  return `\n  ● ${by} ${clock(at)} committed ${sha.slice(0, 7)} ${title}`;
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}
