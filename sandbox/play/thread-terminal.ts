import { cutLines, heading, indented, table } from '../terminal.ts';
import type { Commit, Conversation, Words } from './conversation.ts';
import type { Detail } from './detail.ts';
import type { PlayedNoWaiting, RunnerTime } from './no-waiting.ts';
import { type FileDiff, readDiff } from './page/diff.ts';
import { reactionSign } from './reactions.ts';
import { plainLines } from './terminal-markdown.ts';

/** A thread on the terminal. `when` replaces its state in the heading. */
export function showConversation(conversation: Conversation, detail: Detail, when = ''): string {
  const { repository, number, title, state, pull, column, entries } = conversation;
  const kind = pull ? 'Pull request' : 'Issue';
  const given = Object.entries(column).filter(([, names]) => names.length > 0);
  const facts = [
    ...(pull ? [`${pull.head} into ${pull.base}`] : []),
    ...given.map(([name, names]) => `${name}: ${names.join(', ')}`),
  ];
  return [
    heading(`${kind} #${number} in ${repository}, ${when || state}: ${title}`),
    ...(facts.length > 0 ? [`  ${facts.join('; ')}`] : []),
    ...entries.map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry, detail))),
    ...(pull ? showChanges(pull.diff, detail) : []),
  ].join('\n');
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
  const lines = readDiff(diff).flatMap(({ name, lines }) => {
    const changed = lines.filter(({ kind }) => kind === 'added' || kind === 'removed');
    return [
      `${name} ${count(lines)}`,
      ...changed.map(({ kind, text }) => `${SIGNS[kind as 'added']} ${text}`),
    ];
  });
  return cutLines(lines, changes).map((line) => `  ${line}`.trimEnd());
}

const SIGNS = { added: '  +', removed: '  −' } as const;

function count(lines: FileDiff['lines']): string {
  const of = (wanted: string) => lines.filter(({ kind }) => kind === wanted).length;
  return `+${of('added')} −${of('removed')}`;
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}
