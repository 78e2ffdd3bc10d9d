import { parseJson } from './json.ts';
import { logLine } from './line.ts';

/** The most that is shown of a server's own words. */
const WORDS_LIMIT = 500;

/** How much of a page is searched for words, in characters: patterns take long on what was made to be slow. */
const PAGE_LIMIT = 20_000;

/** A server's own words in the body of an error: JSON of the documented shapes, plain text or HTML, cleaned. */
export function serverWords(body: string): string {
  const json = parseJson(body);
  const words = json === undefined ? readPage(body.slice(0, PAGE_LIMIT)) : readErrors(json) || body;
  return logLine(words, WORDS_LIMIT);
}

/** Empty for JSON of other shapes. GitHub lists what is wrong as objects or, in places, as plain words. */
function readErrors(json: unknown): string {
  const { error, message, details, errors } = Object(json);
  const main = [error, error?.message, message].find((words) => typeof words === 'string');
  const more = [details, errors]
    .filter(Array.isArray)
    .flat()
    .map((detail) => Object(detail).message ?? detail);
  return [main, ...more].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

/** A page's title, or the text of a page without one; what is no page as it is. */
function readPage(body: string): string {
  if (!/^\s*<(!doctype|html|\?xml|head|body)/i.test(body)) return body;
  return /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? body.replace(/(?:<[^>]*>|\s)+/g, ' ');
}
