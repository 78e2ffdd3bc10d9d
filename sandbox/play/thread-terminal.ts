import { cutLines, heading, shortCommits } from '../layout.ts';
import { type Commit, type Conversation, reactionSign, type Words } from './conversation.ts';

/** Without `--verbose`: the most lines of a text, and of the changes of a pull request. */
export const TEXT_LINES = 2;
const CHANGED_LINES = 5;

/** A thread on the terminal. `all` also shows what GitHub folds, the targets of links, and all lines. */
export function showConversation(conversation: Conversation, all: boolean): string {
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
    ...entries.map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry, all))),
    ...(pull ? showChanges(pull.diff, all) : []),
  ].join('\n');
}

const clock = (at: number) => new Date(at).toISOString().slice(5, 16).replace('T', ' ');

function showWords({ by, at, edited, body, reactions }: Words, all: boolean): string {
  const given = reactions.map(([content]) => ` ${reactionSign(content)}`).join('');
  const lines = plainLines(body, all);
  const [first = '', ...rest] = all ? lines : cutLines(lines, TEXT_LINES);
  const head = `${clock(at)} ${by.login}${edited && all ? ' (edited)' : ''}${given}`;
  return [`  ${head}: ${first}`, ...rest.map((line) => `    │ ${line}`.trimEnd())].join('\n');
}

const showCommit = ({ sha, by, title, at }: Commit) =>
  `  ${clock(at)} ${by} committed ${sha.slice(0, 7)}: ${title}`;

/** The diff as git prints it, or only its first changed lines. */
function showChanges(diff: string, all: boolean): string[] {
  const lines = diff.split('\n').map((line) => `  ${line}`.trimEnd());
  if (all) return [heading('Files changed'), ...lines];
  return cutLines(
    lines.filter((line) => /^ {2}(?:[+]|-(?!--))/.test(line)),
    CHANGED_LINES,
  );
}

/** Reads Markdown as plain text for a terminal, without what is only for machines or browsers, or folded. `all` is Markdown. */
export function plainLines(markdown: string, all: boolean): string[] {
  if (all)
    return shortCommits(markdown.replaceAll(/<!--.*?-->\n*/gs, ''))
      .trim()
      .split('\n');
  const plain = markdown
    .replaceAll(/<details>.*?<\/details>|&#8203;|\u200b|^\|[-: |]+\|\n/gms, '')
    .replaceAll(/!?\[((?:\\.|[^\]\\])*)\]\(<?[^)\s>]*>?\)/g, '$1')
    .replaceAll(/<!--.*?-->|<\/?\w[^<>]*>/gs, '')
    .replaceAll(/^\| *(.*?) *\|$/gm, (_all, row: string) => row.replaceAll(/\s*\|\s*/g, '  '))
    .replaceAll(/\*\*|(?<!\\)`|^#+ |^```.*$/gm, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ');
  const lines = shortCommits(plain).split('\n');
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}
