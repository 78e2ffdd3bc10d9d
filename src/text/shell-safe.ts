import { logLine } from './line.ts';

// A careless `run:` puts an output into a script by `${{ }}`. Foreign text must not execute there, whatever the quotes.

/** Replacements for characters that sh, PowerShell or cmd interpret. Quotes, curly ones too, become `'`. */
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

export function shellSafeText(text: string): string {
  const safe = logLine(text, Number.POSITIVE_INFINITY).replace(
    /[`"\u2018-\u201e()<>;|&$]/g,
    (sign) => STAND_INS[sign] ?? "'",
  );
  // A backslash at the end would escape a closing quote.
  return safe.replace(/\\+$/, '');
}

/** JSON with `\u` escapes for invisible characters, shell characters and spaces: JSON's quotes may end those of a script. */
export function shellSafeJson(value: unknown): string {
  return (JSON.stringify(value) ?? '')
    .replace(/\\(["\\])/g, (_escape, sign: string) => numbered(sign))
    .replace(
      /[ `'$;|&<>()\u2018-\u201e\u007f-\u009f\ufff9-\ufffb\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      numbered,
    );
}

/** Escapes a character of one or two code units with `\u`. */
export function numbered(sign: string): string {
  return sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
