import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ExportRow } from '../../src/visitors/rows.ts';
import { renderVisitorsSummary } from '../../src/visitors/summary.ts';
import { type Exported, toVisitorsOutputs, type VisitorsResult } from '../../src/visitors/visitors-result.ts';
import { anyText } from '../support/any-text.ts';

const row = (path: string, total = 10): ExportRow => ({ path, human: total, ai: 3, total });

function outcome(exported: Partial<Exported> = {}, more: Partial<VisitorsResult> = {}): VisitorsResult {
  return {
    result: 'exported',
    reasonCode: 'exported',
    reason: 'Done.',
    requests: 3,
    dates: { from: '2026-01-01', to: '2026-01-31' },
    totals: { human: 900, ai: 300, total: 1_000 },
    exported: { file: 'visitors.csv', pages: 612, gaps: [], top: [row('/a')], ...exported },
    ...more,
  };
}

const render = (given: VisitorsResult) => renderVisitorsSummary(given, 4_000);

describe('the summary', () => {
  test('shows totals, shares, the top pages with bars, and the file', () => {
    const summary = render(outcome({ top: [row('/a', 100), row('/b|c', 50)] }));
    expect(summary).toContain('From `2026-01-01` up to, but not including, `2026-01-31`.');
    expect(summary).toContain('| Human | 900 | 90\u00a0% |');
    expect(summary).toContain('| AI | 300 | 30\u00a0% |');
    expect(summary).toContain('| **Total** | 1,000 |');
    expect(summary).toContain('#### Top 2 of 612 pages');
    expect(summary).toContain(`| 1 | \`/a\` | 100 | 3 | 100 | ${'█'.repeat(16)} |`);
    expect(summary).toContain(`| 2 | \`/b\\|c\` | 50 | 3 | 50 | ${'█'.repeat(8)} |`);
    expect(summary).toContain('File `visitors.csv` · 3 requests · 4 s');
    expect(summary).not.toContain('Change');
  });

  test('shows the comparison', () => {
    const before = {
      dates: { from: '2025-12-02', to: '2026-01-01' },
      totals: { human: 1_000, ai: 300, total: 0 },
    };
    const top = [
      { ...row('/a'), humanChange: 5, aiChange: 0, totalChange: 5 },
      { ...row('/b', 8), humanChange: 8, aiChange: 3, totalChange: 8 },
      { ...row('/c', 6), humanChange: null, aiChange: null, totalChange: null },
    ];
    const summary = render(outcome({ before, top }));
    expect(summary).toContain('compared with `2025-12-02` up to `2026-01-01`');
    expect(summary).toContain('| 900 | 90\u00a0% | −100\u00a0(−10\u00a0%) |');
    expect(summary).toContain('| 300 | 30\u00a0% | ±0 |');
    expect(summary).toContain('| +1,000\u00a0(new) |');
    expect(summary).toContain('| 10 | +5\u00a0(+100\u00a0%) |');
    expect(summary).toContain('| 6 | – |');
  });

  test('shows a dash and no bar for unknown counts', () => {
    const top = [
      { path: '/a', human: null, ai: null, total: 100, humanChange: null, aiChange: null, totalChange: 5 },
      { path: '/b', human: 4, ai: 3, total: null, humanChange: 1, aiChange: 1, totalChange: null },
    ];
    const before = { dates: { from: '2025-12-02', to: '2026-01-01' }, totals: { human: 1, ai: 1, total: 1 } };
    const given = outcome({ top, before }, { totals: { human: null, ai: 300, total: null } });
    const summary = render(given);
    expect(summary).toContain('| Human | – | – | – |');
    expect(summary).toContain('| AI | 300 | – | +299\u00a0');
    expect(summary).toContain(`| 1 | \`/a\` | – | – | 100 | +5\u00a0(+5.3\u00a0%) | ${'█'.repeat(16)} |`);
    expect(summary).toContain('| 2 | `/b` | 4 | 3 | – | – |  |');
    expect(summary).not.toMatch(/NaN|null|undefined/);
    expect(toVisitorsOutputs(given)).toMatchObject({ human: '', ai: '300', total: '' });
    expect(JSON.parse(toVisitorsOutputs(given).topPages)[1]).toMatchObject({ path: '/b', total: null });
  });

  test('explains why an export is incomplete', () => {
    const summary = render(outcome({ gaps: ['One <b>.', 'Two.'] }, { result: 'incomplete' }));
    expect(summary).toContain('### Unique visitors: incomplete');
    expect(summary).toContain('> [!WARNING]\n> - One \\<b\\>.\n> - Two.');
  });

  test("stays below GitHub's limit with the most and longest rows", () => {
    const top = Array.from({ length: 250 }, (_, index) => row(`/${'😀'.repeat(5_000)}${index}`));
    expect(Buffer.byteLength(render(outcome({ top })))).toBeLessThan(200_000);
  });

  test('keeps each path in its cell', () => {
    const hostile = fc.oneof(
      anyText(),
      fc.constantFrom('```', '"]', '</td>', '`|`', '[a](b)', '\n\n# x', '::error::', '@org/team'),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), (parts) => {
        const summary = render(outcome({ top: [row(parts.join('')), row('/b')] }));
        const rows = summary.split('\n').filter((line) => /^\| \d+ \|/.test(line));
        expect(rows).toHaveLength(2);
        expect(rows[0]?.match(/(?<!\\)\|/g)).toHaveLength(7);
      }),
    );
  });
});

describe('paths for prompts', () => {
  const topPaths = (path: string) => toVisitorsOutputs(outcome({ top: [row(path)] })).topPaths;

  test.each(['/', '/a', '/a/b-c_d.e~f%20', `/${'x'.repeat(199)}`])('include %s', (path) => {
    expect(topPaths(path)).toBe(path);
  });

  test.each(['', 'a', '/a b', '/a\n', '/a\n/b', '/ignore?x', '/é', '/`x`', '/a#b', `/${'x'.repeat(200)}`])(
    'leave out %j',
    (path) => {
      expect(topPaths(path)).toBe('');
    },
  );
});
