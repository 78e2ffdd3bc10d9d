import { describe, expect, test } from '@jest/globals';
import { type Entry, entrySchema } from '../../src/batch/entry.ts';
import { printResume, renderComment } from '../../src/batch/summary.ts';
import { carriesOwnMarker } from '../../src/text/comment-text.ts';
import { LONGEST_LINE, logLine } from '../../src/text/line.ts';

const entry = (fields: Partial<Entry>): Entry => entrySchema.parse({ name: 'a', ...fields });

const LONG = 'word '.repeat(100).trim();
const HUNDRED = Array.from({ length: 100 }, (_unused, index) =>
  entry({
    name: `prompts/folder/${index} ${LONG}`.slice(0, 200),
    jobId: `job_${index}`,
    result: index % 10 === 9 ? 'failed' : 'pull-request',
    reason: LONG,
    prLink: index % 10 === 9 ? '' : `https://github.com/acme/documentation/pull/${index}`,
    duration: 300,
  }),
);
const IN_RUN = { title: 'in progress', duration: 60_000, runUrl: 'https://github.com/a/b/actions/runs/1' };

describe('the table', () => {
  test('shows failures first, then open and remaining entries', () => {
    const text = renderComment(
      [
        entry({ name: 'good', result: 'pull-request', prLink: 'https://a.b/pull/1', jobId: 'j1' }),
        entry({ name: 'left', result: 'remaining', reason: 'No time.' }),
        entry({ name: 'open', result: 'working', jobId: 'j2' }),
        entry({ name: 'bad', result: 'failed', jobId: 'j3', reason: 'It failed.' }),
      ],
      IN_RUN,
    );
    const order = ['`bad`', '`open`', '`left`', '`good`'].map((name) => text.indexOf(name));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    for (const part of ['`j2`', 'It failed.', 'No time.', 'https://a.b/pull/1', '4 entries']) {
      expect(text).toContain(part);
    }
  });

  test('fits 100 entries into a comment', () => {
    const text = renderComment(HUNDRED, IN_RUN);
    expect(Buffer.byteLength(text)).toBeLessThan(65_000);
    expect(text.match(/^\| `prompts/gm)).toHaveLength(100);
    expect(carriesOwnMarker(text)).toBe(true);
  });

  test('shows each open job first, however long the others are', () => {
    const reason = '@#<'.repeat(200);
    const failures = HUNDRED.map((one) => ({ ...one, result: 'failed' as const, prLink: '', reason }));
    const open = Array.from({ length: 30 }, (_unused, index) =>
      entry({ name: `open ${index}`, result: 'interrupted', jobId: `going_${index}`, reason }),
    );
    const text = renderComment([...failures, ...open], IN_RUN);
    expect(Buffer.byteLength(text)).toBeLessThan(65_000);
    expect(text.match(/^\| `open/gm)).toHaveLength(30);
    expect(text.indexOf('going_29')).toBeLessThan(text.indexOf('job_0'));
  });

  test('shows foreign text as text', () => {
    const bad = entry({
      name: '`x` | @me <b>',
      result: 'failed',
      reason: '[click](https://evil.example) @octocat #1 <img> |\n| new row |',
    });
    const text = renderComment([bad], IN_RUN);
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
    expect(text).not.toMatch(/@octocat|<img>|[^\\]\[click/);
  });
});

test('the log shows JSON for another run, with one entry on each line', () => {
  const entries = [
    entry({ name: 'good', result: 'pull-request', jobId: 'j1' }),
    entry({ name: 'open', result: 'timeout', jobId: 'j2' }),
    entry({ name: 'rest', result: 'remaining', prompt: 'Write ##[error] “it”\u2028\u0007 😀' }),
    entry({ name: 'file', promptFile: 'a.md' }),
    entry({ name: 'unknown', result: 'unknown' }),
    entry({ name: 'refused', result: 'error', promptFile: 'b.md' }),
    entry({ name: 'unreadable', result: 'error', jobId: 'j3' }),
  ];
  const lines: string[] = [];
  const print = (text: string) => lines.push(logLine(text, LONGEST_LINE));
  printResume(entries, 'jobs.json', {
    log: { info: print, notice: print, warning: print, debug: print },
    print,
  });
  expect(JSON.parse(lines.slice(1).join('\n'))).toEqual([
    { name: 'open', jobId: 'j2' },
    { name: 'rest', prompt: 'Write ##[error] “it”\u2028\u0007 😀' },
    { name: 'file', promptFile: 'a.md' },
    { name: 'unknown', result: 'unknown' },
    { name: 'refused', promptFile: 'b.md' },
    { name: 'unreadable', jobId: 'j3' },
  ]);
  expect(lines).toHaveLength(9);
});
