import type { GitHubContext } from './access.ts';

const DEFAULT_SIZE = 30;
const LARGEST_SIZE = 100;

function readNumber(text: string | undefined, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 ? number : fallback;
}

/** The page that is asked for; undefined when none is. */
export function pageOf(context: GitHubContext): { page: number; size: number } | undefined {
  const { page, per_page: size } = context.req.query();
  if (page === undefined && size === undefined) return undefined;
  return { page: readNumber(page, 1), size: Math.min(readNumber(size, DEFAULT_SIZE), LARGEST_SIZE) };
}

/** Answers one page of a list, each item as it is shown, with the Link header that leads to the others. */
export async function answerPage<T>(
  context: GitHubContext,
  items: readonly T[],
  show: (item: T) => object | Promise<object>,
) {
  const size = Math.min(readNumber(context.req.query('per_page'), DEFAULT_SIZE), LARGEST_SIZE);
  const page = readNumber(context.req.query('page'), 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (rel: string, number: number) => {
    const url = new URL(context.req.url);
    url.searchParams.set('page', String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < last ? [link('next', page + 1), link('last', last)] : []),
    ...(page > 1 ? [link('first', 1)] : []),
  ];
  if (links.length > 0) context.header('link', links.join(', '));
  return context.json(await Promise.all(items.slice((page - 1) * size, page * size).map(show)));
}
