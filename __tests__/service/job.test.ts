import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJob } from '../../src/service/job.ts';

const whole = {
  id: 'job_1',
  status: 'completed',
  source: { repository: 'acme/docs', ref: 'main' },
  model: 'writer-2',
  prLink: 'https://github.com/acme/docs/pull/7',
  createdAt: '2026-05-01T12:00:00Z',
  archivedAt: null,
};

describe('a job out of an answer', () => {
  test('every field of the specification', () => {
    expect(parseJob(JSON.stringify(whole))).toEqual({
      value: {
        id: 'job_1',
        status: 'completed',
        repository: 'acme/docs',
        ref: 'main',
        model: 'writer-2',
        prLink: 'https://github.com/acme/docs/pull/7',
        createdAt: '2026-05-01T12:00:00Z',
        raw: whole,
      },
    });
  });

  test('only the id is needed, and only after a create', () => {
    expect(parseJob('{"id":"job_1"}')).toEqual({ value: { id: 'job_1', raw: { id: 'job_1' } } });
    expect(parseJob('{}', 'job_1')).toEqual({ value: { id: 'job_1', raw: {} } });
    expect(parseJob('{}').problem).toContain('"id" should be text, is missing');
  });

  test('null is as good as missing', () => {
    const body = '{"id":"a","status":null,"source":null,"model":null,"prLink":null,"archivedAt":null}';
    expect(parseJob(body).value).toEqual({ id: 'a', raw: JSON.parse(body) });
  });

  test('a wrong field is named with what was expected, and the id is kept', () => {
    const { value, problem } = parseJob('{"id":"job_1","status":5,"source":{"ref":[]}}');
    expect(problem).toContain('"status" should be text or null, was a number');
    expect(problem).toContain('"source.ref" should be text or null, was a list');
    expect(value?.id).toBe('job_1');
  });

  test.each(['.', '..', ''])('%j is no id: it would name another operation', (id) => {
    expect(parseJob(JSON.stringify({ id })).value).toBeUndefined();
  });

  test.each([
    ['', 'is empty'],
    ['  \n', 'is empty'],
    ['<html>', 'is not JSON'],
    ['[]', 'it should be an object'],
    ['null', 'it should be an object'],
    ['"job_1"', 'it should be an object'],
  ])('%j is none', (body, problem) => {
    const reading = parseJob(body);
    expect(reading.value).toBeUndefined();
    expect(reading.problem).toContain(problem);
  });

  test('any JSON gives a job, a problem or both, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (body, asked) => {
        const { value, problem } = parseJob(body, asked ? 'asked' : undefined);
        expect(value !== undefined || problem !== undefined).toBe(true);
        if (asked && value !== undefined) expect(value.id).toBe('asked');
      }),
      { seed: 4 },
    );
  });

  test('any value in any field is read or complained about', () => {
    const fields = fc.record(
      { id: fc.anything(), status: fc.anything(), source: fc.anything(), prLink: fc.anything() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (raw) => {
        const { value, problem } = parseJob(JSON.stringify(raw) ?? '');
        if (problem === undefined) expect(typeof value?.id).toBe('string');
      }),
      { seed: 5 },
    );
  });
});
