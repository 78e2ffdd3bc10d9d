import { FAILSAFE_SCHEMA, loadAll } from 'js-yaml';

/** YAML between two lines of `---` at the top of a file. The second group is the second of these lines. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;

/** Front matter, whose values are text as it is written, and the rest of a file. */
export interface Parts {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A string is a problem, to follow the path of the file. */
export function splitFrontMatter(text: string): Parts | string {
  const [head, yaml = '', end] = FRONT_MATTER.exec(text) ?? [];
  if (head !== undefined && end === undefined) return 'has front matter that does not end';
  try {
    // Only this schema doesn't turn `3.10` into a number.
    const [keys = {}, ...more] = loadAll(yaml, { schema: FAILSAFE_SCHEMA });
    if (more.length > 0 || keys?.constructor !== Object) return 'has front matter that is not a list of keys';
    return { keys: { ...keys }, body: text.slice(head?.length) };
  } catch (error) {
    return `has front matter that is not valid YAML (${Object(error).reason ?? error})`;
  }
}
