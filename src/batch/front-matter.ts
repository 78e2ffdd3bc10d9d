import { parseDuration } from '../text/time.ts';
import { nameProblem } from './entry.ts';

/** What the head of a prompt file says, and the instruction below it. */
export interface PromptFile {
  readonly name?: string | undefined;
  /** Milliseconds from the job's create. */
  readonly timeout?: number | undefined;
  readonly skip: boolean;
  /** Untouched. */
  readonly words: string;
}

export type ReadPromptFile =
  | { readonly ok: true; readonly file: PromptFile }
  /** Each completes a sentence that begins with the file's name. */
  | { readonly ok: false; readonly problems: readonly string[] };

const KEYS = ['name', 'timeout', 'skip'] as const;

/** Reads a prompt file: YAML between two lines of `---` at its top, if there are any, and the instruction. */
export async function readPromptFile(text: string): Promise<ReadPromptFile> {
  const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) {
    if (/^\uFEFF?---[ \t]*\r?\n/.test(text)) return wrong('has front matter that does not end');
    return withWords({ skip: false }, text);
  }
  const head = await readYaml(match[1] ?? '');
  if ('problem' in head) return wrong(head.problem);
  const problems = checkHead(head.value);
  const words = text.slice(match[0].length);
  const { name, timeout, skip } = head.value;
  const read = withWords(
    {
      skip: skip === true,
      ...(name !== undefined && { name: String(name).trim() }),
      ...(typeof timeout === 'string' && { timeout: parseDuration(timeout) ?? 0 }),
    },
    words,
  );
  return problems.length === 0 ? read : { ok: false, problems };
}

function withWords(head: Omit<PromptFile, 'words'>, words: string): ReadPromptFile {
  // An entry that is skipped may be a draft.
  if (words.trim() === '' && !head.skip) return wrong('is empty');
  return { ok: true, file: { ...head, words } };
}

type Head = Readonly<Record<string, unknown>>;

async function readYaml(text: string): Promise<{ readonly value: Head } | { readonly problem: string }> {
  // Only batches with front matter need it.
  const { loadAll } = await import('js-yaml');
  try {
    const [first, ...more] = loadAll(text);
    const value = first ?? {};
    const isList = Array.isArray(value) || more.length > 0;
    if (typeof value === 'object' && !isList) return { value: value as Head };
    return { problem: 'has front matter that is no list of keys' };
  } catch (error) {
    const { reason } = Object(error);
    return { problem: `has front matter that is no YAML (${typeof reason === 'string' ? reason : error})` };
  }
}

function checkHead(head: Head): string[] {
  const { name, timeout, skip } = head;
  const unknown = Object.keys(head).filter((key) => !KEYS.some((known) => known === key));
  const badName = typeof name === 'string' || typeof name === 'number' ? nameProblem(String(name)) : 'text';
  const span = typeof timeout === 'string' ? parseDuration(timeout) : undefined;
  return [
    ...unknown.map((key) => `has the unknown front matter key \`${key}\` (known are ${KEYS.join(', ')})`),
    ...(name === undefined || badName === undefined ? [] : [`has a \`name\` that is not ${badName}`]),
    ...(timeout === undefined || (span !== undefined && span > 0)
      ? []
      : ['has a `timeout` that is no duration like `90s`, `30m` or `2h`']),
    ...(skip === undefined || typeof skip === 'boolean' ? [] : ['has a `skip` that is not true or false']),
  ];
}

function wrong(problem: string): ReadPromptFile {
  return { ok: false, problems: [problem] };
}
