import { phraseProblem, visibleText } from '../text/comment-text.ts';

/** Flags stand right after the phrase. Any two of them exclude each other. */
export const FLAGS = ['new', 'status', 'help'] as const;
export type Flag = (typeof FLAGS)[number];

export type Manner =
  /** A message to the thread's job once its turn has ended, or a job when there is none. */
  | 'next'
  /** A fresh job although the thread has one. */
  | 'new';

export type Command =
  | {
      readonly kind: 'ask';
      readonly manner: Manner;
      /** Only what a reader sees, all lines of it. */
      readonly instruction: string;
    }
  /** The phrase without an instruction: answered with the help, unless a review's own line comments say more. */
  | { readonly kind: 'empty'; readonly manner: Manner }
  /** `unsent` is what followed the flag; it goes nowhere, and the answer should say so. */
  | { readonly kind: 'status'; readonly unsent: string }
  | { readonly kind: 'help'; readonly unsent: string }
  /** `problem` is a sentence for the answer; what it quotes is letters and hyphens only. */
  | { readonly kind: 'mistake'; readonly problem: string };

/**
 * Reads a comment. It is a command when its first line that is not blank begins with the phrase, followed by white space or
 * the end; a colon may stand between them. Up to three spaces may stand before it; more, or a tab, are code in Markdown.
 * Letters A to Z match in either case, since phones capitalize.
 */
export function parseCommand(text: string, phrase: string): Command | undefined {
  const lines = visibleText(text).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const rest = afterPhrase(lines[first] ?? '', phrase);
  if (rest === undefined) return undefined;
  const { flags, unknown, words } = takeFlags(rest);
  if (unknown !== undefined) return mistake(unknownFlag(unknown));
  const [flag, other] = flags;
  if (other !== undefined) return mistake(`\`--${flag}\` and \`--${other}\` exclude each other.`);
  return toCommand(flag, trimBlankLines([words, ...lines.slice(first + 1)]));
}

/** The command of a text that needs no phrase. */
export function readWhole(text: string): Command {
  return toCommand(undefined, trimBlankLines(visibleText(text).split('\n')));
}

function toCommand(flag: Flag | undefined, text: string): Command {
  if (flag === 'status' || flag === 'help') return { kind: flag, unsent: text };
  const manner = flag ?? 'next';
  return text === '' ? { kind: 'empty', manner } : { kind: 'ask', manner, instruction: text };
}

function afterPhrase(line: string, phrase: string): string | undefined {
  if (phraseProblem(phrase) !== undefined) return undefined;
  const begun = line.replace(/^ {1,3}/, '');
  const rest = begun.slice(phrase.length);
  const meant = foldCase(begun.slice(0, phrase.length)) === foldCase(phrase);
  // Without white space behind it a colon may be part of another phrase, like `/docs:api`.
  const [end] = /^:?(?=\s|$)/.exec(rest) ?? [];
  return meant && end !== undefined ? rest.slice(end.length) : undefined;
}

/** ASCII only: what Unicode folds as well (a long s, the Kelvin sign) are other characters to a reader. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** `words` is what is left of the line. */
function takeFlags(line: string) {
  const flags = new Set<Flag>();
  let words = line.trimStart();
  for (;;) {
    const word = /^\S*/.exec(words)?.[0] ?? '';
    const name = flagName(word);
    if (name === undefined) return { flags: [...flags], unknown: undefined, words };
    const flag = FLAGS.find((known) => known === name);
    if (flag === undefined) return { flags: [...flags], unknown: word, words };
    flags.add(flag);
    words = words.slice(word.length).trimStart();
  }
}

/** The name after two hyphens. Phones turn those into a dash, so a dash right before a letter counts as well. */
function flagName(word: string): string | undefined {
  const name = /^(?:--|[\u2012-\u2015])(\p{L}.*)$/su.exec(word)?.[1];
  if (name !== undefined) return foldCase(name);
  const short = foldCase(word.replace(/^-/, ''));
  return word.startsWith('-') && FLAGS.some((flag) => flag === short) ? short : undefined;
}

function unknownFlag(word: string): string {
  const name = /^(?:--|.)([A-Za-z][A-Za-z-]{0,30})$/u.exec(word)?.[1];
  const named = name === undefined ? 'What begins with two hyphens there' : `\`--${name}\``;
  return `${named} is not a flag. The flags are ${FLAGS.map((flag) => `\`--${flag}\``).join(', ')}.`;
}

/** The indentation of what stays is part of it. */
function trimBlankLines(lines: readonly string[]): string {
  const text = lines.join('\n').trimEnd();
  return text.replace(/^(?:[^\S\n]*\n)+/, '');
}

function mistake(problem: string): Command {
  return { kind: 'mistake', problem };
}
