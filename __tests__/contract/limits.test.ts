/** Pages list their limits, and limits.md in this folder the tests behind each. */
import { expect, test } from '@jest/globals';
import { missingTests, read } from './repository.ts';

const UNTESTED = ['accepted', 'advice', 'a fact about GitHub', 'a fact about the service'];

const [, ...sections] = read('__tests__/contract/limits.md').split(/^## /m);
const pages = sections.map((section) => {
  const [page = '', ...lines] = section.split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
  return [page, rows.map((row) => row.slice(2, -2).split(' | '))] as const;
});

/** The rows or sentences under each heading "Limits" of a page. */
function limitsOf(page: string): string[] {
  const sections = read(page).matchAll(/^##+ Limits\n([\s\S]*?)(?=^##|$(?![\s\S]))/gm);
  return [...sections].flatMap(([, section = '']) => {
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    const items = section.split(/^- /m).slice(1);
    return [
      ...rows.slice(2).map((row) => row.slice(2)),
      ...items.map((item) => item.replaceAll(/\n +/g, ' ')),
    ];
  });
}

test.each(pages)('each limit on %s has its tests', (page, rows) => {
  const limits = limitsOf(page);
  expect(limits.length).toBeGreaterThan(2);
  expect(limits.map((limit) => rows.find(([words = '']) => limit.startsWith(words)) ?? limit)).toEqual(rows);
  const cells = rows.map(([, cell = '']) => cell).filter((cell) => !UNTESTED.includes(cell));
  expect(cells.flatMap(missingTests)).toEqual([]);
});
