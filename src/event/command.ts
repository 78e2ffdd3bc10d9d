import { hasHtmlComment, hasOpenComment, hasUnclearQuote, visibleText } from '../text/comment-text.ts';

/** Flags follow the phrase. Any two of them exclude each other. */
export const FLAGS = ['new', 'status', 'skip', 'help'] as const;
export type Flag = (typeof FLAGS)[number];

export type Command =
  | {
      readonly kind: 'instruction';
      /** Creates a job even if the thread has one, which would otherwise get a message. */
      readonly isNew: boolean;
      /** All lines, but only visible text. */
      readonly instruction: string;
      /** An HTML comment was removed. In code, where people see it, it may have been part of the instruction. */
      readonly isCut?: true;
    }
  /** The phrase alone requests the help, or in a review its line comments. */
  | { readonly kind: 'empty'; readonly isNew: boolean; readonly isCut?: true }
  /** `unsent` is the text after the flag, which the reply mentions. Of `skip`, it is the reason. */
  | { readonly kind: 'status' | 'help' | 'skip'; readonly unsent: string }
  /** `problem` is a sentence for the reply, which quotes only letters and hyphens. */
  | { readonly kind: 'mistake'; readonly problem: string };

/** People forget the hyphens, copy the marks around a word, or try whether it works. Nothing stops a job, as the help says. */
const WORD =
  /^[\s\p{P}`<]*(?:(help|-h|[?？]|cancel|stop|abort|hi|hello|ping|test|retry|thanks|thank you)|status)[\s\p{P}`>]*$/iu;

/**
 * Reads a comment. It is a command if its first line that isn't blank begins with the phrase. White space or the end must
 * follow, perhaps after a punctuation mark. At most three spaces may precede the phrase, because more, or a tab, are code in
 * Markdown. A to Z are case-insensitive, because phones capitalize.
 */
export function parseCommand(text: string, phrase: string): Command | undefined {
  const lines = visibleText(text).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const rest = afterPhrase(lines[first] ?? '', phrase);
  if (rest === undefined) return undefined;
  const { flags, unknown, line } = takeFlags(rest);
  if (unknown !== undefined) return mistake(unknownFlag(unknown));
  const [flag, other] = flags;
  if (other !== undefined) return mistake(`\`--${flag}\` and \`--${other}\` exclude each other.`);
  const written = trimBlankLines([line, ...lines.slice(first + 1)]);
  // The word alone is no instruction.
  const [word, help] = (flag === undefined && WORD.exec(written)) || [];
  if (word !== undefined) return { kind: help === undefined ? 'status' : 'help', unsent: '' };
  return toCommand(flag, written, text);
}

/** The command of a text that needs no phrase. */
export function readWhole(text: string): Command {
  return toCommand(undefined, trimBlankLines(visibleText(text).split('\n')), text);
}

function toCommand(flag: Flag | undefined, text: string, original: string): Command {
  if (flag !== undefined && flag !== 'new') return { kind: flag, unsent: text };
  if (hasOpenComment(original)) return OPEN_COMMENT;
  if (hasUnclearQuote(original)) return UNCLEAR_QUOTE;
  const isCut = hasHtmlComment(original);
  const isNew = flag === 'new';
  const read = { isNew, ...(isCut && { isCut }) };
  return text === '' ? { kind: 'empty', ...read } : { kind: 'instruction', ...read, instruction: text };
}

function afterPhrase(line: string, phrase: string): string | undefined {
  const unindented = line.replace(/^ {1,3}/, '');
  const rest = unindented.slice(phrase.length);
  const matches = foldCase(unindented.slice(0, phrase.length)) === foldCase(phrase);
  // Without white space after it, the mark may be part of another phrase, like `/docs:api`.
  const [end] = /^(?:[:,;.!?]?(?=\s|$)|[：，、；。！？])/.exec(rest) ?? [];
  return matches && end !== undefined ? rest.slice(end.length) : undefined;
}

/** ASCII only. Unicode also folds other characters, like the Kelvin sign, which readers distinguish. */
const foldCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function takeFlags(text: string) {
  const flags = new Set<Flag>();
  for (let line = text.trimStart(); ; ) {
    const [word = ''] = /^\S*/.exec(line) ?? [];
    const name = flagName(word);
    const flag = FLAGS.find((known) => known === name);
    if (flag === undefined) return { flags: [...flags], unknown: name && word, line };
    flags.add(flag);
    line = line.slice(word.length).trimStart();
  }
}

/** The name after two hyphens, or after a dash, because phones replace two hyphens with a dash. */
function flagName(word: string): string | undefined {
  const name = /^(?:--|[\u2012-\u2015])(\p{L}.*)$/su.exec(word)?.[1];
  if (name !== undefined) return foldCase(name);
  const short = foldCase(word.replace(/^-/, ''));
  return word.startsWith('-') && FLAGS.some((flag) => flag === short) ? short : undefined;
}

function unknownFlag(word: string): string {
  const name = /^(?:--|.)([A-Za-z][A-Za-z-]{0,30})$/u.exec(word)?.[1];
  const problem = name === undefined ? 'One of the flags is unknown.' : `\`--${name}\` is not a flag.`;
  return `${problem} The flags are ${FLAGS.map((flag) => `\`--${flag}\``).join(', ')}.`;
}

/** Keeps the indentation of the first line. */
function trimBlankLines(lines: readonly string[]): string {
  const text = lines.join('\n').trimEnd();
  return text.replace(/^(?:[^\S\n]*\n)+/, '');
}

const UNCLEAR_QUOTE = mistake(
  'The comment looks like a reply by email, and it is unclear where its quote begins. Remove the quote.',
);

/** The rest of the text would be lost, and the requester pays for the agent's work on a part of it. */
export const OPEN_COMMENT = mistake(
  'An HTML comment in the text has no end, perhaps in code, so the rest would be lost. End it with `-->`, or remove it.',
);

function mistake(problem: string): Extract<Command, { kind: 'mistake' }> {
  return { kind: 'mistake', problem };
}
