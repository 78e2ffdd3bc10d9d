import { visibleCode } from '../text/comment-text.ts';
import { parseJson } from '../text/json.ts';

/** `[a, "b"]`, but not a glob like `[ab].md` or `[a]/[b]`: the first bracket closes at the end. */
const FLOW = /^\[((?:[^[\]]|\[[^[\]]*\])*)\]$/;

/** A comment, or the text up to a comment, a line end, or a comma outside of quotes and braces. */
const PART =
  /(^\s*#.*|(?<=\s)#\s.*)|(?:(?<![^\s,，:!])(["'`])(?:\\.|(?!\2).)*\2(?=\s*(?:[,，\n]|$))|\{(?:[^{}\n]|\{[^{}\n]*\})*\}|(?!(?<=\s)#\s)[^,，\n])+/gm;

/** Reads the items between lines or commas, also of a list as YAML or JSON has it: dashes, quotes, brackets, comments. */
export function readList(written: string): string[] {
  const text = visibleCode(written);
  // A folded text in YAML has spaces instead of line breaks.
  const lines = /^\s*- [^\n]*\s*$/.test(text) ? text.replaceAll(' - ', '\n- ') : text;
  const plain = lines.replace(/^[^\S\n]*-(?:\s+|$)/gm, '').trim();
  const [, items = plain] = FLOW.exec(plain) ?? [];
  const parts = items.matchAll(PART).filter(([, comment]) => comment === undefined);
  return [...parts].map(([item]) => unquote(item.trim())).filter((item) => item !== '');
}

/** Removes matching quotes around a text. People may put the `!` of a glob in front of them. */
export function unquote(text: string): string {
  const [, not = '', quoted = '', quote = ''] = /^(!?)((["'`])(?:\\.|\3\3|(?!\3).)*\3)$/.exec(text) ?? [];
  if (quote === '') return text.replace(/^(!?)[“„‘](.*)[“”’]$/, '$1$2');
  const inner = quoted.slice(1, -1);
  return not + (quote === '"' ? String(parseJson(quoted) ?? inner) : inner.replaceAll("''", "'")).trim();
}
