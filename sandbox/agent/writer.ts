import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Layout } from '../documentation.ts';
import type { Agent } from './agent.ts';

const FOLDER = 'guides';
const LONGEST_NAME = 60;
const LONGEST_TITLE = 80;

/**
 * The built-in agent. It turns an instruction into a page, and links the page in the index. A follow-up changes the page of its
 * job, and another job with the same instruction the page of the first. After red checks, it unlinks pages that don't exist. A
 * question changes nothing, and only pushes the branch.
 */
export const writerIn =
  ({ folder, extension }: Layout): Agent =>
  async ({ checkout, prompt, earlier }) => {
    if (instructionOf(prompt).endsWith('?')) return { only: 'branch' };
    const first = earlier[0] ?? prompt;
    const title = titleOf(first);
    const name = `${FOLDER}/${slugOf(title)}.${extension}`;
    const file = path.join(checkout, folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) {
      writeFileSync(file, newPage(title, prompt));
      linkPage(path.join(checkout, folder, `index.${extension}`), title, name);
    } else if (prompt.startsWith('Checks of the pull request failed')) {
      writeFileSync(file, withoutBrokenLinks(readFileSync(file, 'utf8'), path.dirname(file)));
    } else {
      const text = readFileSync(file, 'utf8');
      const revision = text.split('\n## Revision ').length;
      writeFileSync(file, `${text}\n## Revision ${revision}\n\n${quote(instructionOf(prompt))}\n`);
    }
    return undefined;
  };

/** The first line with text, without control characters and Markdown at its start. */
export function titleOf(prompt: string): string {
  const lines = prompt.split(/[\r\n]+/).map((line) =>
    line
      .replaceAll(/\p{Cc}/gu, ' ')
      .replace(/^[\s#>*-]+/, '')
      .trim(),
  );
  const characters = [...(lines.find(Boolean) ?? 'Untitled')];
  const cut = characters
    .slice(0, LONGEST_TITLE - 1)
    .join('')
    .trimEnd();
  return characters.length <= LONGEST_TITLE ? characters.join('') : `${cut}…`;
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

/** The description of the pull request: what was requested, and where. */
export function describe(prompt: string): string {
  const instruction = instructionOf(prompt);
  const [url] = /https?:\/\/\S+/.exec(prompt.slice(instruction.length)) ?? [];
  return [quote(instruction), ...(url === undefined ? [] : [`Requested in ${url}`])].join('\n\n');
}

/** The instruction in a prompt: the first paragraph, and others up to one with a URL. */
function instructionOf(prompt: string): string {
  const paragraphs = prompt.trim().split(/\n\s*\n/);
  const context = paragraphs.findIndex((paragraph, index) => index > 0 && /https?:\/\//.test(paragraph));
  return paragraphs.slice(0, context < 0 ? undefined : context).join('\n\n');
}

function quote(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function newPage(title: string, prompt: string): string {
  const by = '_Written by the sandbox, which knows nothing about the product._';
  return `# ${title}\n\n${quote(instructionOf(prompt))}\n\n${by}\n`;
}

function withoutBrokenLinks(text: string, folder: string): string {
  return text.replaceAll(/\[([^\]]*)\]\(([^():#]+)\)/g, (link, label, target) =>
    existsSync(path.join(folder, target)) ? link : label,
  );
}

function linkPage(index: string, title: string, name: string): void {
  const text = existsSync(index) ? readFileSync(index, 'utf8') : '# Documentation\n';
  if (text.includes(`](${name})`)) return;
  const label = title.replaceAll(/[[\]\\]/g, '\\$&');
  writeFileSync(index, `${text.trimEnd()}\n- [${label}](${name})\n`);
}
