import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../src/batch/entry.ts';
import { printResume, renderComment, resumeEntries } from '../../src/batch/report.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { carriesOwnMarker } from '../../src/text/comment-text.ts';
import { LONGEST_LINE, logLine } from '../../src/text/line.ts';

function record(fields: Partial<Entry> = {}): Entry {
  return {
    name: 'a',
    promptFile: '',
    jobId: '',
    result: '',
    reason: '',
    prLink: '',
    duration: null,
    ...fields,
  };
}

const LONG = 'word '.repeat(100).trim();
const HUNDRED = Array.from({ length: 100 }, (_unused, index) =>
  record({
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
        record({ name: 'good', result: 'pull-request', prLink: 'https://a.b/pull/1', jobId: 'j1' }),
        record({ name: 'left', result: 'remaining', reason: 'No time.' }),
        record({ name: 'open', result: 'working', jobId: 'j2' }),
        record({ name: 'bad', result: 'failed', jobId: 'j3', reason: 'It failed.' }),
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
    expect(text).not.toContain('cut here');
    expect(text.match(/^\| `prompts/gm)).toHaveLength(100);
    expect(carriesOwnMarker(text)).toBe(true);
  });

  test('shows each open job first, however long the others are', () => {
    const endless = '@#<'.repeat(200);
    const failures = HUNDRED.map((one) => ({
      ...one,
      ...{ result: 'failed' as const, prLink: '', reason: endless },
    }));
    const open = Array.from({ length: 30 }, (_unused, index) =>
      record({ name: `open ${index}`, result: 'interrupted', jobId: `going_${index}`, reason: endless }),
    );
    const text = renderComment([...failures, ...open], IN_RUN);
    expect(Buffer.byteLength(text)).toBeLessThan(65_000);
    expect(text.match(/^\| `open/gm)).toHaveLength(30);
    expect(text.indexOf('going_29')).toBeLessThan(text.indexOf('job_0'));
  });

  test('shows foreign text as text', () => {
    const bad = record({
      name: '`x` | @me <b>',
      result: 'failed',
      reason: '[click](https://evil.example) @octocat #1 <img> |\n| new row |',
    });
    const text = renderComment([bad], IN_RUN);
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
    expect(text).not.toMatch(/@octocat|<img>|[^\\]\[click/);
  });
});

function runnerOf(push: (text: string) => void): Pick<Runner, 'log' | 'print'> {
  return { log: { info: push, notice: push, warning: push, debug: push }, print: push };
}

describe('the JSON for another run', () => {
  const records = [
    record({ name: 'good', result: 'pull-request', jobId: 'j1' }),
    record({ name: 'open', result: 'timeout', jobId: 'j2' }),
    record({ name: 'ask', result: 'remaining', prompt: 'Write ##[error] “it”\u2028\u0007 😀' }),
    record({ name: 'file', result: '', promptFile: 'a.md' }),
    record({ name: 'fate', result: 'unknown' }),
    record({ name: 'refused', result: 'error', promptFile: 'b.md' }),
    record({ name: 'unreadable', result: 'error', jobId: 'j3' }),
  ];
  const entries = [
    { name: 'open', jobId: 'j2' },
    { name: 'ask', prompt: 'Write ##[error] “it”\u2028\u0007 😀' },
    { name: 'file', promptFile: 'a.md' },
    { name: 'fate', result: 'unknown' },
    { name: 'refused', promptFile: 'b.md' },
    { name: 'unreadable', jobId: 'j3' },
  ];

  test('has open jobs, entries without a job, and unknown outcomes', () => {
    expect(resumeEntries(records).map((entry) => JSON.parse(entry))).toEqual(entries);
  });

  test('is unchanged by the log, with one entry on each line', () => {
    const lines: string[] = [];
    printResume(
      records,
      'jobs.json',
      runnerOf((text) => lines.push(logLine(text, LONGEST_LINE))),
    );
    expect(JSON.parse(lines.slice(1).join('\n'))).toEqual(entries);
    expect(lines).toHaveLength(9);
  });
});
