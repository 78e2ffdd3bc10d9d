import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJob as parse } from '../../src/service/job.ts';
import { partsOf } from '../support/answers.ts';

const parseJob = (body: string, requestedId?: string) => partsOf(parse(body, requestedId));

const whole = {
  id: 'job_1',
  status: 'completed',
  source: { repository: 'acme/docs', ref: 'main' },
  model: 'writer-2',
  prLink: 'https://github.com/acme/docs/pull/7',
  createdAt: '2026-05-01T12:00:00Z',
  archivedAt: null,
};

describe('a job in a response', () => {
  test('has every field of the specification', () => {
    expect(parseJob(JSON.stringify(whole))).toEqual({
      value: {
        id: 'job_1',
        status: 'completed',
        repository: 'acme/docs',
        ref: 'main',
        model: 'writer-2',
        prLink: 'https://github.com/acme/docs/pull/7',
        createdAt: '2026-05-01T12:00:00Z',
        leftOut: [],
        raw: whole,
      },
    });
  });

  test('needs only an id, and only after a create', () => {
    expect(parseJob('{"id":"job_1"}')).toEqual({ value: { id: 'job_1', leftOut: [], raw: { id: 'job_1' } } });
    expect(parseJob('{}', 'job_1')).toEqual({ value: { id: 'job_1', leftOut: [], raw: {} } });
    expect(parseJob('{}').problem).toMatch(/"id" should be 1 to 200 letters.*, and is missing$/);
  });

  test('can have null in place of any other field', () => {
    const body = '{"id":"a","status":null,"source":null,"model":null,"prLink":null,"archivedAt":null}';
    expect(parseJob(body).value).toEqual({ id: 'a', leftOut: [], raw: JSON.parse(body) });
  });

  test('lacks fields of the wrong type, and keeps its id', () => {
    const { value } = parseJob('{"id":"job_1","status":5,"source":{"ref":[]},"model":{}}');
    expect(value).toEqual({
      id: 'job_1',
      leftOut: ['source.ref', 'status', 'model'],
      raw: { id: 'job_1', source: {} },
    });
  });

  test.each([
    [7, '7'],
    ['.', '"."'],
    ['..', '".."'],
    ['', '""'],
    ['job_ü', '"job_ü"'],
    ['a b', '"a\\u0020b"'],
    ['$(id)', '"\\u0024\\u0028id\\u0029"'],
    ['a\n::error::b', '"a\\n::error::b"'],
    ['a\u202eb', '"a\\u202eb"'],
    ['job_\ud800', '"job_\\ud800"'],
    ['x'.repeat(301), `"${'x'.repeat(218)}…`],
  ])('cannot have the id %j, which the problem shows escaped', (id, shown) => {
    const { value, problem } = parseJob(JSON.stringify({ id }));
    expect(value).toBeUndefined();
    expect(problem).toContain('"id" should be 1 to 200 letters, digits and signs of `._:-`');
    expect(problem).toContain(shown);
  });

  test.each(['job_1', 'a', '0-9.A:z_', 'x'.repeat(200), '...'])('can have the id %s', (id) => {
    expect(parseJob(JSON.stringify({ id })).value?.id).toBe(id);
  });

  test.each([
    ['status', { status: 'completed; rm -rf /' }],
    ['status', { status: '' }],
    ['source.ref', { source: { repository: 'acme/docs', ref: 'main$(id)' } }],
    ['source.ref', { source: { repository: 'acme/docs', ref: 'a b' } }],
    ['source.repository', { source: { repository: '`id`', ref: 'main' } }],
    ['model', { model: 'writer 2' }],
    ['model', { model: 'x'.repeat(101) }],
    ['prLink', { prLink: 'https://GitHub.com/a/b/pull/$(id)' }],
    ['prLink', { prLink: 'https://github.com@evil.example/acme/docs/pull/7' }],
    ['createdAt', { createdAt: 'now\n' }],
    ['archivedAt', { archivedAt: '$(date)' }],
  ])('lacks a %s with other characters, in `raw` too', (field, change) => {
    const { value, problem } = parseJob(JSON.stringify({ ...whole, ...change, extra: 1 }));
    expect(problem).toBeUndefined();
    expect(value?.leftOut).toEqual([field]);
    const [outer = '', inner] = field.split('.');
    const at = (job: unknown) => (inner === undefined ? Object(job)[outer] : Object(job)[outer]?.[inner]);
    expect(at(value?.raw)).toBeUndefined();
    expect(value?.raw).toMatchObject({ id: 'job_1', extra: 1 });
    const known = { ...value, ...Object(value?.raw).source, raw: undefined };
    expect(JSON.stringify(known)).not.toContain(JSON.stringify(at(change)).slice(1, -1) || '""');
  });

  test.each([
    ['', 'is empty'],
    ['  \n', 'is empty'],
    ['<html>', 'is not JSON'],
    ['[]', 'it should be an object'],
    ['null', 'it should be an object'],
    ['"job_1"', 'it should be an object'],
  ])('is not in the response %j', (body, problem) => {
    expect(parseJob(body)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('is read from any JSON, or a problem is reported', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (body, isKnown) => {
        const { value, problem } = parseJob(body, isKnown ? 'job_1' : undefined);
        expect(value === undefined).toBe(problem !== undefined);
        if (isKnown && value !== undefined) expect(value.id).toBe('job_1');
      }),
      { seed: 4 },
    );
  });
});
