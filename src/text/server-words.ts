import { parseJson } from './json.ts';
import { logLine } from './line.ts';

const WORDS_LIMIT = 500;

/** In characters: on a page made for that, the patterns below take long. */
const PAGE_LIMIT = 20_000;

/** The server's message in an error's body: JSON of the documented shapes, plain text or HTML. */
export function serverWords(body: string): string {
  const json = parseJson(body);
  const words = json === undefined ? readPage(body.slice(0, PAGE_LIMIT)) : readErrors(json) || body;
  return logLine(words, WORDS_LIMIT);
}

/** Empty for JSON of other shapes. GitHub lists errors as objects or as strings. */
function readErrors(json: unknown): string {
  const { error, message, details, errors } = Object(json);
  const main = [error, error?.message, message].find((words) => typeof words === 'string');
  const more = [details, errors]
    .filter(Array.isArray)
    .flat()
    .map((detail) => Object(detail).message ?? detail);
  return [main, ...more].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

function readPage(body: string): string {
  if (!/^\s*<(!doctype|html|\?xml|head|body)/i.test(body)) return body;
  return /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? body.replace(/(?:<[^>]*>|\s)+/g, ' ');
}
