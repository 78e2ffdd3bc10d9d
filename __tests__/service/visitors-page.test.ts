import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseVisitors as parse } from '../../src/service/visitors-page.ts';
import { partsOf } from '../support/answers.ts';

const row = { path: '/a', human: 2, ai: 1, total: 3 };
const page = { totals: { human: 2, ai: 1, total: 3 }, visitors: [row], hasMore: false };
const parseVisitors = (body: string) => partsOf(parse(body));
const read = (value: unknown) => parseVisitors(JSON.stringify(value));

describe('a page of visitors', () => {
  test('lacks unknown fields', () => {
    const further = {
      ...page,
      visitors: [{ ...row, bounce: 1 }],
      totals: { ...page.totals, x: null },
      next: 2,
    };
    expect(read(further).value).toEqual(page);
  });

  test('has rounded counts, unknown counts and rows without a path', () => {
    const given = {
      totals: { human: null, total: 10.5 },
      visitors: [
        { path: '/a', human: 0.4, ai: null },
        { ai: 1, total: 1 },
        { ...row, path: null },
      ],
      hasMore: true,
    };
    expect(read(given).value).toEqual({
      totals: { human: null, ai: null, total: 11 },
      visitors: [
        { path: '/a', human: 0, ai: null, total: null },
        { path: undefined, human: null, ai: 1, total: 1 },
        { ...row, path: null },
      ],
      hasMore: true,
    });
  });

  test.each<[unknown, string]>([
    [[], 'it should be an object'],
    [null, 'it should be an object'],
    ['x', 'it should be an object'],
    [{ ...page, hasMore: undefined }, '"hasMore" should be true or false'],
    [{ ...page, hasMore: 'true' }, '"hasMore" should be true or false'],
    [{ ...page, visitors: null }, '"visitors" should be a list'],
    [{ ...page, visitors: [row, 7] }, '"visitors.1" should be an object'],
    [{ ...page, visitors: [{ ...row, path: 7 }] }, '"visitors.0.path" should be text'],
    [{ ...page, visitors: [{ ...row, ai: -1 }] }, '"visitors.0.ai" should be a number of at least 0'],
    [{ ...page, visitors: [{ ...row, total: '3' }] }, '"visitors.0.total" should be a number of at least 0'],
    [{ ...page, totals: undefined }, '"totals" should be an object'],
    [{ ...page, totals: { human: '1' } }, '"totals.human" should be a number of at least 0'],
  ])('is not in the response %j', (value, problem) => {
    expect(read(value)).toEqual({
      problem: expect.stringContaining(`the response is not a page of visitors: ${problem}`),
    });
  });

  test.each([
    [' \n', 'the response is empty'],
    ['{"totals":', 'the response is not JSON'],
  ])('is not in the response %j', (body, problem) => {
    expect(parseVisitors(body)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('has a problem that names only some of many wrong fields', () => {
    const visitors = Array.from({ length: 250 }, () => ({ path: 1, human: '', ai: [], total: -1 }));
    expect(read({ ...page, visitors }).problem).toMatch(/\. There are 995 more$/);
  });

  test('is read from any text, or a problem is reported', () => {
    const odd = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((text) => `{"visitors":[${text}],"hasMore":true}`),
    );
    fc.assert(
      fc.property(odd, (body) => {
        const { value, problem } = parseVisitors(body);
        expect(value === undefined).toBe(problem !== undefined);
      }),
    );
  });
});
