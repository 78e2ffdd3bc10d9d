import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { type Commit, type Conversation, reactionSign, type Words } from '../conversation.ts';
import type { PlayedThread } from '../thread.ts';
import { countLines, type FileDiff, readDiff } from './diff.ts';
import { renderMarkdown } from './markdown.ts';

/** A thread and its pull request like on GitHub, in one file without scripts that loads nothing. */

type Html = ReturnType<typeof html>;
type Place = (url: string) => string | undefined;

const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8');

export type PageContent = Pick<PlayedThread, 'issue' | 'pull' | 'figures' | 'server'>;

export async function renderPage({ issue, pull, figures, server }: PageContent): Promise<string> {
  const place = placeFinder(server, [issue, pull]);
  const { created, messages, duplicates } = figures;
  const files = readDiff(pull.pull?.diff ?? '');
  const title = `${issue.title} · ${issue.repository}#${issue.number}`;
  const page = frame(
    title,
    html`<header class="top">
<p>${issue.repository}</p>
<nav aria-label="On this page"><a href="#thread-${issue.number}">Issue</a> <a href="#thread-${pull.number}">Pull request</a> <a href="#files">Files changed</a></nav>
</header>
<main>
${showConversation(issue, place)}
${showConversation(pull, place)}
<section aria-labelledby="files">
<h2 id="files">Files changed <span class="count">${files.length}</span></h2>
${files.map(showFile)}
</section>
</main>
<footer><p>Played by the sandbox: jobs created: ${created}, messages: ${messages}, duplicates: ${duplicates}.</p></footer>`,
  );
  return String(await page);
}

/** A conversation at some time, for a picture. */
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
${showConversation(conversation, (link) => link, shows)}
</main>
</div>`,
  );
  return String(await frame('A picture', html`<div class="picture">${shown}</div>`));
}

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function showConversation(
  conversation: Conversation,
  place: Place,
  shows = (_: Words | Commit) => true,
): Html {
  const { number, title, by, state, pull, entries } = conversation;
  const commits = entries.filter(({ kind }) => kind === 'commit').length;
  const author = html`<b>${shown(by.login)}</b>${botLabel(by)}`;
  const about = pull
    ? html`${author} wants to merge ${commits} ${commits === 1 ? 'commit' : 'commits'} into <code>${pull.base}</code> from <code>${pull.head}</code>`
    : html`${author} opened this issue · ${entries.length - 1} comments`;
  return html`<section class="thread" aria-labelledby="thread-${number}">
<h1 id="thread-${number}">${title} <span class="number">#${number}</span></h1>
<p class="about"><span class="state">${STATES[state]}</span> <span class="wishes">${about}</span></p>
${entries.filter(shows).map((entry) => (entry.kind === 'commit' ? showCommit(entry) : showWords(entry, place)))}
</section>`;
}

function showWords({ anchor, by, at, edited, body, reactions }: Words, place: Place): Html {
  return html`<article class="comment" id="${anchor}" aria-label="${shown(by.login)} wrote">
${showAvatar(by.login)}
<div class="box">
<header><b>${shown(by.login)}</b>${botLabel(by)} ${showTime(at)}${edited ? ' · edited' : ''}</header>
<div class="body">${raw(renderMarkdown(body, { place }))}</div>
${reactions.length === 0 ? '' : html`<ul class="reactions" aria-label="Reactions">${reactions.map(([content, count]) => html`<li title="${content}">${reactionSign(content)} ${count}</li>`)}</ul>`}
</div>
</article>`;
}

function showCommit({ sha, by, title, at }: Commit): Html {
  return html`<p class="commit"><b>${shown(by)}</b> committed <q>${title}</q> ${showTime(at)} <code>${sha.slice(0, 7)}</code></p>`;
}

function showFile(file: FileDiff): Html {
  const { name, lines } = file;
  const rows = lines.map(
    ({ kind, old, new: now, text }) =>
      html`<tr class="${kind}"><td class="line">${old ?? ''}</td><td class="line">${now ?? ''}</td><td class="sign">${SIGNS[kind]}</td><td class="text">${text}</td></tr>`,
  );
  return html`<div class="file">
<h3>${name} <span class="plus">+${countLines(file, 'added')}</span> <span class="minus">−${countLines(file, 'removed')}</span></h3>
<div class="lines" tabindex="0" role="region" aria-label="Changes of ${name}"><table>
<thead class="unseen"><tr><th>Old line</th><th>New line</th><th>Change</th><th>Text</th></tr></thead>
<tbody>${rows}</tbody></table></div>
</div>`;
}

const STATES = { open: 'Open', closed: 'Closed', merged: 'Merged' } as const;

function botLabel({ type }: Words['by']): Html | '' {
  return type === 'Bot' ? html` <span class="label">bot</span>` : '';
}

const SIGNS = { added: '+', removed: '−', same: '', place: '' } as const;

/** Two letters in the colour of the account. */
function showAvatar(login: string): Html {
  const hue = [...login].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return html`<span class="avatar" style="--hue: ${hue}" aria-hidden="true">${login.slice(0, 2)}</span>`;
}

function showTime(at: number): Html {
  const text = new Date(at).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)}</time>`;
}

function shown(login: string): string {
  return login.replace(/\[bot\]$/, '');
}

/** Links to the conversations lead to the page, since the sandbox's repository is gone when the page is read. */
function placeFinder(server: string, conversations: readonly Conversation[]): Place {
  const repositories = conversations.map(({ repository }) => repository);
  return (url) => {
    if (!repositories.some((name) => url.startsWith(`${server}/${name}/`))) return url;
    const { pathname, hash } = new URL(url);
    const found = conversations.find(({ repository, number }) =>
      [`/${repository}/issues/${number}`, `/${repository}/pull/${number}`].includes(pathname),
    );
    if (found === undefined) return undefined;
    return hash === '' ? `#thread-${found.number}` : hash;
  };
}
