import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from './agent.ts';

const INDEX = 'index.md';
const FOLDER = 'guides';
const LONGEST_NAME = 60;
const LONGEST_TITLE = 80;

/**
 * The built-in agent: a small writer that turns an instruction into a page and links it in the index. It knows nothing
 * about any product and says so on the page. A follow-up revises the page of its job.
 */
export const writer: Agent = async ({ checkout, prompt, earlier }) => {
  const first = earlier[0] ?? prompt;
  const title = titleOf(first);
  const name = `${FOLDER}/${slugOf(title)}.md`;
  const file = path.join(checkout, name);
  mkdirSync(path.dirname(file), { recursive: true });
  if (earlier.length === 0 || !existsSync(file)) {
    writeFileSync(file, newPage(title, readPrompt(prompt).words));
    linkPage(path.join(checkout, INDEX), title, name);
  } else {
    const { words } = readPrompt(prompt);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n## Revision ${earlier.length}\n\n${quote(words)}\n`);
  }
};

/** The first line that says something, without control characters, and marks of Markdown at its beginning. */
export function titleOf(prompt: string): string {
  const lines = prompt.split(/\r\n|\r|\n/).map((line) =>
    line
      .replace(/\p{Cc}/gu, ' ')
      .replace(/^[\s#>*-]+/, '')
      .trim(),
  );
  const line = lines.find((candidate) => candidate !== '') ?? 'Untitled';
  const characters = [...line];
  return characters.length <= LONGEST_TITLE
    ? line
    : `${characters
        .slice(0, LONGEST_TITLE - 1)
        .join('')
        .trimEnd()}…`;
}

/** A file name that is safe everywhere: lower-case ASCII letters, digits and dashes. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '');
  return slug || 'page';
}

/** The description of the pull request: what was asked for, and the line that the prompt wants it to end with. */
export function describe(prompt: string): string {
  const { words, ending } = readPrompt(prompt);
  return [`A draft that was asked for with these words:`, quote(words), ...ending].join('\n\n');
}

/** Takes the wish for the description's last line, which ends a prompt, apart from what is asked for. */
export function readPrompt(prompt: string): { readonly words: string; readonly ending: readonly string[] } {
  const wish = /\n\nLet the description of the pull request end with this line\b.*:\n(.+)$/.exec(prompt);
  return wish === null
    ? { words: prompt, ending: [] }
    : { words: prompt.slice(0, wish.index), ending: wish.slice(1) };
}

function quote(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function newPage(title: string, prompt: string): string {
  return [
    `# ${title}`,
    'This draft was asked for with these words:',
    quote(prompt),
    '_Written by the sandbox, which knows nothing about the product._',
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function linkPage(index: string, title: string, name: string): void {
  const text = existsSync(index) ? readFileSync(index, 'utf8') : '# Documentation\n';
  if (text.includes(`](${name})`)) return;
  const label = title.replaceAll(/[[\]\\]/g, '\\$&');
  writeFileSync(index, `${text.trimEnd()}\n- [${label}](${name})\n`);
}
