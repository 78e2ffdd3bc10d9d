import * as z from 'zod/mini';
import { tellProblems, unknownKeys } from '../inputs/schema-problems.ts';
import { parseDuration } from '../text/time.ts';
import { entryName } from './entry.ts';

/** What the head of a prompt file says, and the instruction below it. */
export interface PromptFile extends z.infer<typeof headSchema> {
  /** Untouched. */
  readonly words: string;
}

export type ReadPromptFile =
  | { readonly ok: true; readonly file: PromptFile }
  | { readonly ok: false; readonly problems: readonly string[] };

const NO_KEYS = 'has front matter that is no list of keys';
const NO_SPAN = 'must be a duration like `90s`, `30m` or `2h`';

const headSchema = z.strictObject(
  {
    // YAML makes a number of what looks like one.
    name: z.optional(
      z.pipe(z.pipe(z.union([z.string(), z.number()], 'must be text'), z.transform(String)), entryName),
    ),
    /** Milliseconds from the job's create. */
    timeout: z.optional(
      z.pipe(
        z.pipe(z.string(NO_SPAN), z.transform(parseDuration)),
        z.number(NO_SPAN).check(z.gt(0, NO_SPAN)),
      ),
    ),
    skip: z._default(z.boolean('must be `true` or `false`'), false),
  },
  unknownKeys('front matter key', NO_KEYS),
);

/** Reads a prompt file: YAML between two lines of `---` at its top, if there are any, and the instruction. */
export async function readPromptFile(text: string, subject: string): Promise<ReadPromptFile> {
  const wrong = (problem: string): ReadPromptFile => ({ ok: false, problems: [`${subject} ${problem}`] });
  const [all, yaml = ''] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (all === undefined && /^\uFEFF?---[ \t]*\r?\n/.test(text))
    return wrong('has front matter that does not end');
  const words = text.slice(all?.length ?? 0);
  const read = await readYaml(yaml);
  if ('problem' in read) return wrong(read.problem);
  const head = headSchema.safeParse(read.value);
  if (!head.success) return { ok: false, problems: tellProblems(subject, head.error) };
  // An entry that is skipped may be a draft.
  if (words.trim() === '' && !head.data.skip) return wrong('is empty');
  return { ok: true, file: { ...head.data, words } };
}

async function readYaml(text: string): Promise<{ readonly value: unknown } | { readonly problem: string }> {
  if (text === '') return { value: {} };
  // Only batches with front matter need it.
  const { loadAll } = await import('js-yaml');
  try {
    const [value = {}, ...more] = loadAll(text);
    return more.length === 0 ? { value: value ?? {} } : { problem: NO_KEYS };
  } catch (error) {
    const { reason } = Object(error);
    return { problem: `has front matter that is no YAML (${typeof reason === 'string' ? reason : error})` };
  }
}
