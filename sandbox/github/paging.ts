import type { GitHubContext } from './access.ts';

const DEFAULT_SIZE = 30;
const LARGEST_SIZE = 100;

function readNumber(text: string | undefined, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 ? number : fallback;
}

/** The requested page. `undefined` for none. */
export function pageOf(context: GitHubContext): { page: number; size: number } | undefined {
  const { page, per_page: size } = context.req.query();
  if (page === undefined && size === undefined) return undefined;
  return { page: readNumber(page, 1), size: Math.min(readNumber(size, DEFAULT_SIZE), LARGEST_SIZE) };
}

/** Answers with one page of a list, as the field `wrap` if given, and with the Link header for the others. */
export async function answerPage<T>(
  context: GitHubContext,
  items: readonly T[],
  show: (item: T) => object | Promise<object>,
  wrap?: string,
) {
  const { page, size } = pageOf(context) ?? { page: 1, size: DEFAULT_SIZE };
  const last = Math.max(1, Math.ceil(items.length / size));
  const links = [
    ...(page > 1 ? [linkTo(context, page - 1, 'prev')] : []),
    ...(page < last ? [linkTo(context, page + 1, 'next'), linkTo(context, last, 'last')] : []),
    ...(page > 1 ? [linkTo(context, 1, 'first')] : []),
  ];
  if (links.length > 0) context.header('link', links.join(', '));
  const shown = await Promise.all(items.slice((page - 1) * size, page * size).map(show));
  return context.json(wrap === undefined ? shown : { total_count: items.length, [wrap]: shown });
}

/** Like on GitHub, a link has the repository's id. */
function linkTo(context: GitHubContext, page: number, rel: string): string {
  const url = new URL(context.req.url);
  url.pathname = url.pathname.replace(
    /\/repos\/[^/]+\/[^/]+/,
    `/repositories/${context.get('repository').id}`,
  );
  url.searchParams.set('page', String(page));
  return `<${url.href}>; rel="${rel}"`;
}
