/** Why a text by hand isn't JSON, with the line and the column. */
export function jsonProblem(text: string): string {
  const message = parserMessage(text);
  const place = / at position (\d+)/.exec(message)?.[1];
  const index = place === undefined ? findToken(text, message) : Number(place);
  const [before, sign = 'end'] = [text.slice(0, index), text[index]];
  const line = before.split('\n');
  const cause = message.replace(/ in JSON at .*|, (?:\.\.\.)?".*/s, '');
  const [, advice = ''] =
    ADVICE.find(([pattern]) => pattern.test(`${before.trimEnd().slice(-1)}${sign}`)) ?? [];
  return `Line ${line.length}, column ${(line.at(-1) ?? '').length + 1}: ${cause}${advice}`;
}

/** By the characters before and at the mistake. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/,[\]}]$/, '. Remove the comma before it'],
  [/['`‘’“”]$/, '. Use double quotes, like `"`'],
  [/[\r\n]$/, '. Write a line break in a text as `\\n`'],
  [/[/#]$/, '. JSON has no comments'],
];

/** The parser names no place of an unexpected token, but finds none in the text before it. */
function findToken(text: string, message: string): number {
  if (!isToken(message)) return text.length;
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isToken(parserMessage(text.slice(0, middle)))) wrong = middle;
    else right = middle;
  }
  return right;
}

function isToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}

function parserMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
