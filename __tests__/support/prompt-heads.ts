/** What a prompt contains, in the words of docs/requests.md, in its order. */
const HEADS: readonly (readonly [RegExp, string])[] = [
  [/^Failed checks/, 'names and URLs of failed checks'],
  [/^Lines that/, 'file and line numbers'],
  [/^Title of/, 'title'],
  [/^Tag and name/, 'tag and name'],
  [/^Changed files by/, 'number of files by folder'],
  [/^Merged/, 'titles of merged pull requests'],
  [/^Commits/, 'commits without a pull request'],
  [/^Files that/, 'names of files'],
  [/^The diff down/, 'diff down to the lines'],
  [/^Description of/, 'description'],
  [/^Message of/, 'messages of commits'],
  [/^Comment by/, 'comments'],
  [/^Notes of/, 'release notes'],
  [/^Summary of/, 'summaries of checks'],
  [/^Annotations of/, 'annotations'],
  [/^End of the log/, 'ends of logs'],
  [/^The diff/, 'diff'],
];

/** The cells of the table's row for a request, from its prompts. */
export function rowOf(request: string, ...prompts: readonly string[]): string {
  const cells = prompts.map((prompt) => {
    const [, data = ''] = prompt.split(/^----- data .*/m);
    const heads = data.match(/^[A-Z][^>\n]*:$/gm) ?? [];
    const words = heads.map((head) => HEADS.find(([pattern]) => pattern.test(head))?.[1] ?? head);
    return [...new Set(words)].join(', ');
  });
  return `| ${[request, ...cells].join(' | ')} |`;
}
