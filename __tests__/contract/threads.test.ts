import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as intervals from '../../src/intervals.ts';

const page = readFileSync(new URL('../../docs/threads.md', import.meta.url), 'utf8');

test('every span that it names is one of the code', () => {
  const spans = [...page.matchAll(/(\d+) minutes/g)].map(([, minutes]) => Number(minutes) * 60_000);
  expect(spans.length).toBeGreaterThan(0);
  const { AGE_TOLERANCE, NOTE_GRACE, SENDING_SPAN } = intervals;
  expect([AGE_TOLERANCE, NOTE_GRACE, SENDING_SPAN]).toEqual(spans);
});
