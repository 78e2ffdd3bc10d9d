import * as z from 'zod/mini';

/** The most that a page of a list holds. */
export const PER_PAGE = 100;

/** One answer of the client. */
interface Reply {
  readonly data: unknown;
  readonly headers: { readonly date?: string | undefined };
}

/**
 * What a list holds, and GitHub's own time when its first page was read, in epoch milliseconds (0 when it was not told):
 * what changes later need not be in it.
 */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly date: number;
}

/** A moment as GitHub writes it, in epoch milliseconds. */
export const moment = z.pipe(z.iso.datetime({ offset: true }), z.transform(Date.parse));

/** GitHub's own time when it answered, in epoch milliseconds; 0 when it was not told. */
export function dateOf({ headers }: Pick<Reply, 'headers'>): number {
  return Date.parse(headers.date ?? '') || 0;
}

/** Everything on the pages of a list, or on the first `most` of them. */
export async function readPages<T>(
  item: z.ZodMiniType<T>,
  pages: AsyncIterable<Reply>,
  most = Number.POSITIVE_INFINITY,
): Promise<Listing<T>> {
  const items: T[] = [];
  let date = 0;
  let read = 0;
  for await (const page of pages) {
    items.push(...z.array(item).parse(page.data));
    date ||= dateOf(page);
    read += 1;
    if (read >= most) break;
  }
  return { items, date };
}
