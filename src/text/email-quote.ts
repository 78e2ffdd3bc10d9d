/** GitHub redacts addresses in replies by email. */
const ADDRESS = /\*{3}@\*{3}\.\*{3}|@(?:no)?reply\.github\.|notifications@github\./;
/** Words of GitHub's notification, which clients quote. */
const NOTIFICATION =
  /reply to this email directly|you are receiving this because|\/notifications\/(?:unsubscribe|beacon)|left a comment \([\w.-]+\/[\w.-]+#\d+\)/i;
/** A line like "-------- Original Message --------". */
const SEPARATOR = /\n---.*---$/;

const isQuote = (paragraph = '') => /^\s*>/m.test(paragraph);
/** Also the wide colon of Chinese and Japanese clients. */
const isOpen = (text: string) => /[:：]\s*$/.test(text);
const isNotification = (text: string) => NOTIFICATION.test(text.replace(/[\s>]+/g, ' '));

/**
 * Cuts what a reply by email quotes, often unseen by its author: from the first paragraph with an address or a quoted line.
 * Without a trace of GitHub's notification, a text is none. It is unclear if the quote may begin elsewhere.
 */
export function cutEmailQuote(text: string): { readonly shown: string; readonly isUnclear: boolean } {
  const paragraphs = text.split(/\n\s*\n/);
  const [, ...later] = paragraphs;
  if (!isNotification(text) && !later.some((one) => ADDRESS.test(one)))
    return { shown: text, isUnclear: false };
  const start = later.findIndex((one) => ADDRESS.test(one) || isQuote(one)) + 1;
  if (start === 0) return { shown: text, isUnclear: true };
  const shown = paragraphs.slice(0, start).join('\n\n').replace(SEPARATOR, '');
  const [head = '', next, ...rest] = paragraphs.slice(start);
  const isHead = isQuote(head) || isQuote(next) || isOpen(head);
  // The author answers between the lines of the quote.
  const answer = [next, ...rest].findIndex((one) => one !== undefined && !isQuote(one));
  const isAnswered = answer >= 0 && rest.slice(answer).some(isQuote);
  const isLeft = isQuote(shown) || isNotification(shown) || isOpen(shown);
  return { shown, isUnclear: !isHead || isAnswered || isLeft };
}
