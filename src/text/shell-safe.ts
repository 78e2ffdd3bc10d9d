import { logLine } from './line.ts';

/**
 * Outputs that a careless `run:` does no harm with. Put into a script as `${{ ... }}`, an output is a part of the script;
 * what others wrote must find nothing there that a shell carries out, in quotes of any kind or in none.
 */

/** What stands in the place of what sh, PowerShell and cmd read as their own; for quotes of any kind, curly ones too, it is `'`. */
const STAND_INS: Readonly<Record<string, string>> = {
  '(': '[',
  ')': ']',
  '<': '[',
  '>': ']',
  ';': ',',
  '|': '/',
  '&': '+',
  $: '\uff04',
};

/** A sentence on one line, for people; signs of shells are replaced by their like. */
export function shellSafeText(text: string): string {
  const safe = logLine(text, Number.POSITIVE_INFINITY).replace(
    /[`"\u2018-\u201e()<>;|&$]/g,
    (sign) => STAND_INS[sign] ?? "'",
  );
  // One before the end would take the closing quote with it.
  return safe.replace(/\\+$/, '');
}

/**
 * The value as JSON that means the same, with each such sign, and what nobody sees, as its number; blanks too, since JSON's
 * own quotes may end those of a script, where a blank begins the next word.
 */
export function shellSafeJson(value: unknown): string {
  return (JSON.stringify(value) ?? '')
    .replace(/\\(["\\])/g, (_escape, sign: string) => numbered(sign))
    .replace(
      /[ `'$;|&<>()\u2018-\u201e\u007f-\u009f\ufff9-\ufffb\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      numbered,
    );
}

/** The sign as JSON writes one that must not stand there itself: by its number. */
export function numbered(sign: string): string {
  // Half by half, where the sign has two.
  return sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
