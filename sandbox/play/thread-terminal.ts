import { heading, indented, table } from '../terminal.ts';
import type { Commit, Conversation, Words } from './conversation.ts';
import type { PlayedNoWaiting, RunnerTime } from './no-waiting.ts';
import { reactionSign } from './reactions.ts';
import { type Act, GITHUB } from './stage.ts';
import { plainLines } from './terminal-markdown.ts';
import type { Figures } from './thread.ts';

/** A thread on the terminal. */

/** One line for each comment on which the action ran. */
export function showAct({ by, on, body, result }: Act): string {
  const { outcome, duration, outputs } = result;
  const what = `${outputs['result']}, ${Math.round(duration / 1000)} s, step: ${outcome}`;
  return `  ${by} on the ${on}: ${body}\n    → ${what}`;
}

/** `when` replaces the state and the author in the heading. */
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

/** Compares the runs with one that waits for the same job. */
export function showRunnerTime({ requesting, collecting, waiting, jobMinutes }: PlayedNoWaiting): string {
  const both = {
    waited: requesting.waited + collecting.waited,
    worked: requesting.worked + collecting.worked,
  };
  const row = (name: string, { waited, worked }: RunnerTime) =>
    [
      name,
      `${seconds(waited + worked).padStart(7)} (${seconds(waited)} waiting, ${seconds(worked)} working)`,
    ] as const;
  return [
    `  A job of ${jobMinutes} minutes. "Waiting" is virtual time. "Working" is what the processes took on this`,
    '  machine. A runner of GitHub also needs some seconds to start.',
    '',
    table([
      row('the run of the request', requesting),
      row('the run that finishes it', collecting),
      row('both', both),
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
