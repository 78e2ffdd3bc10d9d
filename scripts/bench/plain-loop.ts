/** What somebody would write in ten minutes, as a measure: no retry, no limit, no check, all pages kept till the end. */
import { writeFileSync } from 'node:fs';

const { env } = process;
const address = `${env['INPUT_BASE-URL']}/v1/analytics/${env['INPUT_PROJECT-ID']}/visitors`;
const headers = { authorization: `Bearer ${env['INPUT_API-KEY']}` };

interface Page {
  readonly visitors: readonly { path: string; human: number; ai: number; total: number }[];
  readonly hasMore: boolean;
}

const pages: Page[] = [];
do {
  const query = `dateFrom=2026-01-01&dateTo=2026-01-31&limit=250&offset=${pages.length * 250}`;
  pages.push((await (await fetch(`${address}?${query}`, { headers })).json()) as Page);
} while (pages.at(-1)?.hasMore);

const rows = pages.flatMap(({ visitors }) => visitors).sort((a, b) => b.total - a.total);
const lines = rows.map(({ path, human, ai, total }) => `${path},${human},${ai},${total}`);
writeFileSync('visitors.csv', `path,human,ai,total\n${lines.join('\n')}\n`);
