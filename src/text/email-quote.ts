/** GitHub redacts addresses in replies by email. */
const ADDRESS = /\*{3}@\*{3}\.\*{3}|@(?:no)?reply\.github\.|notifications@github\./;
const DATE = /\p{Nd}{4}|\p{Nd}{1,2}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{2}/u;
const TIME = /\p{Nd}{1,2}[:：h時时]\p{Nd}{2}/u;
const WROTE =
  // cspell:disable-next-line
  /wrote|writes|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napisał|написа|пишет|写道|寫道|書き|כתב|작성/i;
const END = /[:：]$|\p{L} -{3,}$/u;
const HEADER = /^\**\p{L}[\p{L} ]{0,24}\**\s?[:：]/u;
/** In the headers "From" and "Subject" of a notification, whatever the language of the client. */
const NOTIFIED = /\*{3}\s?(?:>|&gt;)|\[[\w.-]+\/[\w.-]+\](?!\()/;
/** Words of GitHub's notification, which every client quotes. They show that there is a quote, but not where it begins. */
const NOTIFICATION =
  /reply to this email directly|you are receiving this because|\/notifications\/(?:unsubscribe|beacon)|left a comment \([\w.-]+\/[\w.-]+#\d+\)/i;
/** A line like "-------- Original Message --------". */
const SEPARATOR = /(?:^|\n)[-_]{3}[^\n\p{Nd}]*[-_]{3}$/u;
/** Not only the head of a quote: some phones put the author's last words on the same line, or it is a list. */
const JOINED = /^.{250}|^[-*+#|] |[\p{L})][.!?]\p{Lu}\p{Ll}*\s/u;

/** Cuts what a reply by email quotes, often unseen by its author. It is unclear if the quote may begin elsewhere. */
export function cutEmailQuote(text: string): { readonly shown: string; readonly isUnclear: boolean } {
  const lines = text.split('\n');
  const isReply = isNotification(lines);
  const head = findHead(lines, isReply);
  // Without a head, the quote begins where it is marked, if all of the notification is.
  const isMarked = isReply && !isNotification(lines.filter((line) => !isQuote(line)));
  const start = head?.start ?? (isMarked ? lines.findIndex(isQuote) : undefined);
  if (start === undefined) return { shown: text, isUnclear: isReply };
  const first = lines.findIndex((line) => line.trim() !== '');
  const own = lines.slice(0, Math.max(start, first + 1));
  const shown = own.join('\n').trimEnd().replace(SEPARATOR, '');
  const isLeft = isReply && (isNotification(own) || own.some(isQuote));
  return { shown, isUnclear: isLeft || head?.isClear === false || start <= first || /[:：<]$/.test(shown) };
}

/** The first paragraph that may begin a quote: "On ... wrote:", or headers like "From: ... Sent: ... Subject: ...". */
function findHead(
  lines: readonly string[],
  isReply: boolean,
): { start: number; isClear: boolean } | undefined {
  const bare = lines.map((line) => line.replace(/^[>\s]+/, '').trim());
  let start = 0;
  for (const [at, line] of bare.entries()) {
    if (line === '' || SEPARATOR.test(line)) start = at + 1;
    // Clients wrap long lines.
    const words = bare.slice(Math.max(start, at - 3), at + 1);
    const isClear =
      judgeHeaders(bare, at, start) ??
      judgeWords(words, lines, at, start, isReply) ??
      judgeBare(words, bare[at + 1]);
    if (isClear !== undefined) return { start, isClear };
  }
  return undefined;
}

function judgeHeaders(bare: readonly string[], at: number, start: number): boolean | undefined {
  const [line = '', next = ''] = bare.slice(at, at + 2);
  if (!HEADER.test(line)) return undefined;
  const following = bare.slice(at, at + 8).join('\n');
  const [block = ''] = following.split('\n\n');
  const isDated = ADDRESS.test(block) || (DATE.test(block) && TIME.test(block));
  if (HEADER.test(next) && NOTIFIED.test(block) && isDated) return start === at;
  return NOTIFIED.test(line) ? false : undefined;
}

function judgeWords(
  words: readonly string[],
  lines: readonly string[],
  at: number,
  start: number,
  isReply: boolean,
): boolean | undefined {
  const head = words.join(' ');
  const count = (...signs: readonly RegExp[]) => signs.filter((sign) => sign.test(head)).length;
  const signs = count(ADDRESS, ADDRESS, DATE, TIME, WROTE) + Number(isReply);
  const isQuoted = /^\s*>/.test(lines.slice(at + 1, at + 4).join('\n'));
  const isEnd = END.test(head);
  const address = ADDRESS.test(head);
  if (signs < 3 || !(isEnd || (isQuoted && DATE.test(head))))
    return isEnd && (address || (isQuoted && count(DATE, TIME) > 1)) ? false : undefined;
  // The date is on the first line of a head: above it are words of the author, and a second one is in a name.
  if (at - start > 3 || words.findLastIndex((line) => DATE.test(line)) > 0 || JOINED.test(head)) return false;
  return isQuoted
    ? !isAnswered(lines, at, isReply || address)
    : count(ADDRESS, /^On .*wrote:$/) > 0 || isReply;
}

/** A head without a colon, as Nextcloud and Lotus Notes write it above unmarked lines. */
function judgeBare(words: readonly string[], next: string | undefined): false | undefined {
  const head = words.join(' ');
  const isDated = [ADDRESS, DATE, TIME].every((sign) => sign.test(head));
  return (isDated && !next) || /---\p{Nd}[^-]{6,40}---/u.test(head) ? false : undefined;
}

/** Whether the author answers between the lines of the quote, or perhaps quotes no email. */
function isAnswered(lines: readonly string[], head: number, isEmail: boolean): boolean {
  const isOwn = (line: string, at: number) => /^[^>\s]/.test(line) && lines[at - 1]?.trim() === '';
  const answer = lines.findIndex((line, at) => at > head && isOwn(line, at));
  return answer > 0 && (!isEmail || lines.slice(answer).some(isQuote));
}

const isQuote = (line: string) => line.startsWith('>');

const isNotification = (lines: readonly string[]) =>
  NOTIFICATION.test(lines.join(' ').replace(/[\s>]+/g, ' '));
