import { cutLines, heading, indented } from '../terminal.ts';
import { type Commit, type Conversation, reactionSign, type Words } from './conversation.ts';
import type { Detail } from './detail.ts';
import { plainLines } from './terminal-markdown.ts';

/** A thread on the terminal. */
export function showConversation(conversation: Conversation, detail: Detail): string {
  const { repository, number, title, state, pull, column, entries } = conversation;
  const kind = pull ? 'Pull request' : 'Issue';
  const given = Object.entries(column).filter(([, names]) => names.length > 0);
  const facts = [
    ...(pull ? [`${pull.head} into ${pull.base}`] : []),
    ...given.map(([name, names]) => `${name}: ${names.join(', ')}`),
  ];
  return [
    heading(`${kind} #${number} in ${repository}, ${state}: ${title}`),
    ...(facts.length > 0 ? [`  ${facts.join('; ')}`] : []),
    ...entries.map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry, detail))),
    ...(pull ? showChanges(pull.diff, detail) : []),
  ].join('\n');
}

function showWords({ by, at, edited, body, reactions }: Words, { open, text }: Detail): string {
  const given = reactions.map(([content]) => ` ${reactionSign(content)}`).join('');
  const [first = '', ...rest] = open ? plainLines(body, open) : cutLines(plainLines(body, open), text);
  const head = `${clock(at)} ${by.login}${edited && open ? ' (edited)' : ''}${given}`;
  return [`  ${head}: ${first}`, ...rest.map((line) => `    │ ${line}`.trimEnd())].join('\n');
}

function showCommit({ sha, by, title, at }: Commit): string {
  return `  ${clock(at)} ${by} committed ${sha.slice(0, 7)}: ${title}`;
}

/** The diff as git prints it, or only the changed lines of each file. */
function showChanges(diff: string, { open, changes }: Detail): string[] {
  if (open) return [heading('Files changed'), indented(diff)];
  const files = diff.split(/^diff --git /m).slice(1);
  const lines = files.flatMap((file) => {
    const [facts = '', ...hunks] = file.split(/^@@ .*$/m);
    const [, name = facts.split('\n')[0]] =
      /^\+\+\+ b\/(.+?)\t?$/m.exec(facts) ?? /^--- a\/(.+?)\t?$/m.exec(facts) ?? [];
    const changed = hunks.flatMap((hunk) => hunk.match(/^[+-].*$/gm) ?? []);
    const added = changed.filter((line) => line.startsWith('+')).length;
    return [
      `${name} +${added} −${changed.length - added}`,
      ...changed.map((line) => `  ${line.replace(/^-/, '−').replace(/^./, '$& ')}`),
    ];
  });
  return cutLines(lines, changes).map((line) => `  ${line}`.trimEnd());
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}
