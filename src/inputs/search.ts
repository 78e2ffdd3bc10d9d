/** A pull request has one repository, with one owner. */
const ONLY_ONE = [/^repo:/i, /^(?:user|org):/i];

/** Why a search for open pull requests is refused, for a message. */
export function searchProblem(search: string): string | undefined {
  if (search === '') return undefined;
  if (/[\r\n]/.test(search)) return 'must be one line';
  if (search.length > 256) return 'must be at most 256 characters';
  // An unclosed quote lasts to the end.
  const unquoted = search.replace(/"[^"]*(?:"|$)/g, '""');
  const words = wordsOf(unquoted);
  const contains = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (!contains(/^(?:is:pr|is:pull-request|type:pr)$/i) || !contains(/^(?:is|state):open$/i))
    return 'must be a search that contains `is:pr` and `is:open`, like `repo:acme/docs is:pr is:open head:mintlify/`';
  // Two of these find nothing without OR, because a pull request must match both. Every request would then be sent.
  const isDoubled = ONLY_ONE.some((scope) => words.filter((word) => scope.test(word)).length > 1);
  if (isDoubled && !words.includes('OR'))
    return 'must join several `repo:`, `user:` or `org:` with `OR` in parentheses, like `(repo:acme/docs OR repo:acme/api) is:pr is:open`. Without `OR`, the search finds nothing';
  return isLimited(unquoted)
    ? undefined
    : 'must limit the search by `repo:`, `org:` or `user:` in small letters, without quotes, and on both sides of each `OR`. Otherwise, pull requests in repositories of strangers would count';
}

function wordsOf(search: string): string[] {
  return search.match(/[^\s()]+/g) ?? [];
}

const SCOPE = /^(?:repo:[\w.-]+\/[\w.-]+|(?:org|user):[\w.@-]+)$/;

/** Whether a search without quotes finds only pull requests of certain owners. What it excludes doesn't limit it. */
function isLimited(search: string): boolean {
  const grouped = search.replace(/(-|NOT\s*)?\(([^()]*)\)/g, (_, not, group) =>
    not === undefined && isLimited(group) ? ' repo:the/group ' : ' group ',
  );
  if (grouped !== search) return isLimited(grouped);
  const sides = search.replace(/(?<!\S)NOT\s+\S+/g, '').split(/(?<!\S)OR(?!\S)/);
  return sides.every((side) => wordsOf(side).some((word) => SCOPE.test(word)));
}

const TERM = /(-|not\s+)?(\((?:[^()"]|"[^"]*")*\)|(?:[^\s()"]|"[^"]*")+)/g;

/** The labels by which a search finds pull requests, in lower case. Excluded ones don't count. */
export function searchedLabels(search: string): string[] {
  return [...search.toLowerCase().matchAll(TERM)].flatMap(([, not, term = '']) => {
    if (not !== undefined) return [];
    if (term.startsWith('(')) return searchedLabels(term.slice(1, -1));
    const [, labels = ''] = /^label:(.+)$/.exec(term) ?? [];
    return (labels.match(/"[^"]*"|[^",]+/g) ?? []).map((label) => label.replaceAll('"', ''));
  });
}
