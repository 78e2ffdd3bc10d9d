import { heading, indented, table } from '../terminal.ts';
import type { Commit, Conversation, Words } from './conversation.ts';
import { reactionSign } from './reactions.ts';
import { plainLines } from './terminal-markdown.ts';
import type { Act, Figures } from './thread.ts';

/** A thread as a page on the terminal. */

/** One line for each comment on which the action ran. */
export function showAct({ by, on, body, result }: Act): string {
  const { outcome, duration, outputs } = result;
  const what = `${outputs['result']}, ${Math.round(duration / 1000)} s, step: ${outcome}`;
  return `  ${by} on the ${on}: ${body}\n    → ${what}`;
}

export function showConversation(conversation: Conversation): string {
  const { repository, number, title, by, state, pull, entries } = conversation;
  const kind = pull ? 'Pull request' : 'Issue';
  const lines = [
    heading(`${kind} #${number} in ${repository}, ${state}, by ${by.login}`),
    `  ${title}${pull ? `  (${pull.head} into ${pull.base})` : ''}`,
    ...entries.map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry))),
  ];
  if (pull) lines.push(heading('Files changed'), indented(pull.diff));
  return lines.join('\n');
}

export function showFigures({ created, messages, duplicates, requests }: Figures): string {
  return table([
    ['jobs created', String(created)],
    ['messages', String(messages)],
    ['duplicates', String(duplicates)],
    ['requests', `${requests.service} to the service, ${requests.github} to GitHub`],
  ]);
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
