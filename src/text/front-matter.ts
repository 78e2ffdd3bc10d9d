/** The lines between two lines of `---` at the top of a file. The second group is the second of these lines. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;

/** Splits a file into the YAML of its front matter and the rest. A string is a problem, to follow the path of the file. */
export function splitFrontMatter(text: string): { yaml: string; body: string } | string {
  const [head = '', yaml = '', end] = FRONT_MATTER.exec(text) ?? [];
  if (head !== '' && end === undefined) return 'has front matter that does not end';
  // Text between two horizontal rules must not be left out.
  const [first = 'none:'] = yaml.match(/^[^\s#].*/m) ?? [];
  if (!/^(?:\{|["']?[\w-]+["']?[ \t]*:(?:\s|$))/.test(first))
    return 'has front matter that is not a list of keys';
  return { yaml, body: text.slice(head.length) };
}
