import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { Marked } from 'marked';
import { type Commit, type Conversation, reactionSign, type Words } from '../sandbox/play/conversation.ts';

/** Conversations of the sandbox like on GitHub, in one page. Its text is the sandbox's own. */

type Html = ReturnType<typeof html>;

const STYLE = readFileSync(new URL('pictures.css', import.meta.url), 'utf8');
/** Like comments on GitHub, with line breaks. */
const markdown = new Marked({ gfm: true, breaks: true });
const MENTION = /(^|[^\w`/.@-])@([a-z\d](?:-?[a-z\d])*)/gi;

/** A conversation at some time. */
export interface PictureScene {
  /** Its URL. */
  readonly url: string;
  /** What has happened by then. */
  readonly caption?: string;
  readonly conversation: Conversation;
  /** Which of its entries are shown. Default: all. */
  readonly shows?: (entry: Words | Commit) => boolean;
}

/** Shows conversations one below the other, each with its URL as in a browser. */
export async function renderPicture(scenes: readonly PictureScene[]): Promise<string> {
  const shown = scenes.map(
    ({ url, caption, conversation, shows }) => html`<div class="window">
<header class="top"><p class="address">${url.replace(/^https:\/\//, '')}</p>${caption === undefined ? '' : html`<p class="caption">${caption}</p>`}</header>
<main>
${showConversation(conversation, shows)}
</main>
</div>`,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>A picture</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<div class="picture">${shown}</div>
</body>
</html>
`;
  return String(await page);
}

function showConversation(conversation: Conversation, shows = (_: Words | Commit) => true): Html {
  const { number, title, by, state, pull, entries } = conversation;
  const commits = entries.filter(({ kind }) => kind === 'commit').length;
  const author = html`<b>${shown(by.login)}</b>${botLabel(by)}`;
  const about = pull
    ? html`${author} wants to merge ${commits} ${commits === 1 ? 'commit' : 'commits'} into <code>${pull.base}</code> from <code>${pull.head}</code>`
    : html`${author} opened this issue · ${entries.length - 1} comments`;
  return html`<section class="thread">
<h1>${title} <span class="number">#${number}</span></h1>
<p class="about"><span class="state">${STATES[state]}</span> <span class="wishes">${about}</span></p>
${entries.filter(shows).map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry)))}
</section>`;
}

function showWords({ by, at, edited, body, reactions }: Words): Html {
  const text = markdown.parse(body, { async: false }).replaceAll(MENTION, '$1<strong>@$2</strong>');
  return html`<article class="comment">
${showAvatar(by.login)}
<div class="box">
<header><b>${shown(by.login)}</b>${botLabel(by)} ${showTime(at)}${edited ? ' · edited' : ''}</header>
<div class="body">${raw(text)}</div>
${reactions.length === 0 ? '' : html`<ul class="reactions">${reactions.map(([content, count]) => html`<li>${reactionSign(content)} ${count}</li>`)}</ul>`}
</div>
</article>`;
}

function showCommit({ sha, by, title, at }: Commit): Html {
  return html`<p class="commit"><b>${shown(by)}</b> committed <q>${title}</q> ${showTime(at)} <code>${sha.slice(0, 7)}</code></p>`;
}

const STATES = { open: 'Open', closed: 'Closed', merged: 'Merged' } as const;

function botLabel({ type }: Words['by']): Html | '' {
  return type === 'Bot' ? html` <span class="label">bot</span>` : '';
}

/** Two letters in the colour of the account. */
function showAvatar(login: string): Html {
  const hue = [...login].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return html`<span class="avatar" style="--hue: ${hue}">${login.slice(0, 2)}</span>`;
}

function showTime(at: number): Html {
  const text = new Date(at).toISOString();
  return html`<time>${text.slice(0, 10)} ${text.slice(11, 16)}</time>`;
}

function shown(login: string): string {
  return login.replace(/\[bot\]$/, '');
}
