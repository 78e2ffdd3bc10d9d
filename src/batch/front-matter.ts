import * as z from 'zod/mini';
import { Complaint, unknownKeys } from '../inputs/fields.ts';
import { entryName } from './entry.ts';

/** What a prompt file may say of its entry. */
export const frontMatterSchema = z.strictObject(
  {
    // YAML makes a number of what looks like one.
    name: z.optional(
      z.pipe(z.pipe(z.union([z.string(), z.number()], 'must be text'), z.transform(String)), entryName),
    ),
    skip: z._default(z.boolean('must be `true` or `false`'), false),
  },
  unknownKeys('front matter key', 'has front matter that is no list of keys'),
);

/** YAML between two lines of `---` at the top of a file. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const FIRST_RULE = /^\uFEFF?---[ \t]*\r?\n/;

/** Parts a file: its front matter, read but not checked, and the words below it. */
export async function splitFrontMatter(
  text: string,
): Promise<{ readonly frontMatter: unknown; readonly words: string } | Complaint> {
  const [whole, yaml = ''] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined && FIRST_RULE.test(text))
    return new Complaint('has front matter that does not end');
  const frontMatter = await readYaml(yaml);
  if (frontMatter instanceof Complaint) return frontMatter;
  return { frontMatter, words: text.slice(whole?.length ?? 0) };
}

/** What the text holds, or a complaint. Several documents are a list of them, which is no front matter. */
async function readYaml(text: string): Promise<unknown> {
  if (text === '') return {};
  // Only batches with front matter need it.
  const { loadAll } = await import('js-yaml');
  try {
    const documents = loadAll(text);
    return documents.length > 1 ? documents : (documents[0] ?? {});
  } catch (error) {
    const { reason } = Object(error);
    const why = typeof reason === 'string' ? reason : error;
    return new Complaint(`has front matter that is no YAML (${why})`);
  }
}
