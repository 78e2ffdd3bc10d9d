/** GitHub redacts addresses in replies by email. */
const ADDRESS = /\*{3}@\*{3}\.\*{3}|@(?:[\w-]+\.)?github\.com\b/;
const DATE = /\p{Nd}{4}|\p{Nd}{1,2}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{2}/u;
const TIME = /\p{Nd}{1,2}[:：h時时]\p{Nd}{2}/u;
const WROTE =
  // cspell:disable-next-line
  /wrote|writes|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napisał|написа|пишет|写道|寫道|書き|כתב|작성/i;
const HEADER = /^[>\s*]*\p{L}[\p{L} ]{0,24}\*?\s?[:：]\*?\s*\S/u;
/** In the subject of a notification, whatever the language of the client. */
const REPOSITORY = /\[[\w.-]+\/[\w.-]+\]/;
/** Words of GitHub's notification, which every client quotes. They show that there is a quote, but not where it begins. */
const NOTIFICATION =
  /reply to this email directly|you are receiving this because|\/notifications\/(?:unsubscribe|beacon)|left a comment \([\w.-]+\/[\w.-]+#\d+\)/i;

const ENDS = /(?:[:：]|---)$/;

/** Longer lines also contain words of the author. */
const LONGEST_LINE = 250;

/** Cuts what a reply by email quotes, often unseen by its author. It is unclear if the quote may begin elsewhere. */
export function cutEmailQuote(text: string): { readonly shown: string; readonly isUnclear: boolean } {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const isReply = isNotification(lines);
  const start = findStart(lines, first, isReply);
  const own = lines.slice(0, start);
  while (start !== undefined && own.length > first + 1 && isSeparator(own.at(-1) ?? '')) own.pop();
  const isLeft = isReply && (isNotification(own) || own.some((line) => line.startsWith('>')));
  // Some phones put the author's last words and the head of the quote on one line.
  const head = start === undefined ? '' : (lines[start] ?? '');
  const isLong = head.length > LONGEST_LINE && !head.startsWith('>');
  const isCut = start !== undefined && own.at(-1)?.trimEnd().endsWith('<') === true;
  const isJoined =
    isLong || isCut || (ENDS.test((lines[first] ?? '').trimEnd()) && endsHead(lines, first, first, isReply));
  return { shown: own.join('\n'), isUnclear: isLeft || isJoined };
}

/** The line on which the quote begins, never the first one, which has the author's words. */
function findStart(lines: readonly string[], first: number, isReply: boolean): number | undefined {
  for (let at = first + 1; at < lines.length; at++) {
    if (beginsHeaders(lines, at)) return at;
    if (!endsHead(lines, at, first + 1, isReply)) continue;
    // Clients wrap long lines, whose beginning has the date.
    const begins = [at, at - 1, at - 2].filter((from) => from > first && !isBlank(lines, from, at));
    return begins.find((from) => DATE.test(lines.slice(from, at + 1).join(' '))) ?? at;
  }
  // Without a head, the quote begins where it is marked, if all of the notification is.
  const isMarked = isReply && !isNotification(lines.filter((line) => !line.startsWith('>')));
  const quoted = isMarked ? lines.findIndex((line) => line.startsWith('>')) : -1;
  return quoted > first ? quoted : undefined;
}

function isBlank(lines: readonly string[], from: number, to: number): boolean {
  return lines.slice(from, to + 1).some((line) => line.trim() === '');
}

/** Whether a line ends the words like "On ... wrote:" above a quote. */
function endsHead(lines: readonly string[], at: number, least: number, isReply: boolean): boolean {
  const from = [at - 2, at - 1, at].find((line) => line >= least && !isBlank(lines, line, at));
  const head = lines
    .slice(from ?? at, at + 1)
    .join(' ')
    .trimEnd();
  const ends = ENDS.test(head);
  const isDated = DATE.test(head) && (TIME.test(head) || WROTE.test(head));
  const hasAddress = ADDRESS.test(head);
  const isQuoted =
    lines
      .slice(at + 1, at + 4)
      .find((line) => line.trim() !== '')
      ?.startsWith('>') === true;
  if (ends)
    return (
      (hasAddress && (isDated || /\*\s*>/.test(head) || isQuoted)) ||
      (isDated && (isQuoted || isReply || WROTE.test(head)))
    );
  return isQuoted && ((isDated && (hasAddress || isReply)) || (hasAddress && isReply));
}

/** Whether a block like "From: ... Sent: ... Subject: ..." begins here. */
function beginsHeaders(lines: readonly string[], at: number): boolean {
  if (![at, at + 1].every((line) => HEADER.test(lines[line] ?? ''))) return false;
  const block =
    lines
      .slice(at, at + 8)
      .join('\n')
      .split(/\n\s*\n/)[0] ?? '';
  return /\*{3}>/.test(block) || (REPOSITORY.test(block) && DATE.test(block) && TIME.test(block));
}

function isNotification(lines: readonly string[]): boolean {
  return NOTIFICATION.test(lines.join(' ').replace(/[\s>]+/g, ' '));
}

/** Blank, or a line like "-------- Original Message --------". */
function isSeparator(line: string): boolean {
  return line.length < LONGEST_LINE && /^\s*(?:[-_]{8,}|-{3,}.*-{3,})?\s*$/.test(line);
}
