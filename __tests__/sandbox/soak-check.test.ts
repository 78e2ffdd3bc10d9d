import { expect, test } from '@jest/globals';
import { check, type JobRecord, type RunRecord } from '../../sandbox/soak/check.ts';
import { planRun } from '../../sandbox/soak/plan.ts';

const LINK = 'https://github.com/acme/docs/pull/1';
const MAY_EXIST = 'no answer. The service may still have created a job.';

function run(fields: Partial<RunRecord> = {}): RunRecord {
  return {
    prompt: 'One',
    task: 'create',
    result: 'pull-request',
    jobId: 'job_1',
    prLink: LINK,
    reason: '',
    exitCode: 0,
    leaked: false,
    shown: { status: 'completed', prLink: LINK },
    ...fields,
  };
}

const JOB: JobRecord = { id: 'job_1', prompts: ['One'] };
const FAILED = { result: 'error', exitCode: 1, jobId: '', prLink: '', shown: undefined };
const MESSAGE = { task: 'message', prompt: 'Two' } as const;
const kinds = (runs: RunRecord[], jobs: JobRecord[]) => check(runs, jobs).map(({ kind }) => kind);

test.each<[string, RunRecord[], JobRecord[]]>([
  ['a job that its run reports', [run()], [JOB]],
  ['a job that might exist but does not', [run({ ...FAILED, reason: MAY_EXIST })], []],
  ['a request that was not sent', [run({ ...FAILED, reason: 'Not sent: refused.' })], []],
  ['a message that arrived', [run(), run(MESSAGE)], [{ id: 'job_1', prompts: ['One', 'Two'] }]],
])('the check of a soak finds nothing wrong with %s', (_name, runs, jobs) => {
  expect(check(runs, jobs)).toEqual([]);
});

test.each<[string, string, RunRecord[], JobRecord[]]>([
  ['a job that was created twice', 'duplicate', [run()], [JOB, { id: 'job_2', prompts: ['One'] }]],
  [
    'a message that arrived twice',
    'duplicate',
    [run(), run(MESSAGE)],
    [{ id: 'job_1', prompts: ['One', 'Two', 'Two'] }],
  ],
  ['a job that no run reports', 'lost job', [run({ ...FAILED, reason: '500 Server Error.' })], [JOB]],
  ["another job's link", 'lost link', [run({ prLink: `${LINK}2` })], [JOB]],
  ['a link that was not reported', 'lost link', [run({ result: 'no-pull-request', prLink: '' })], [JOB]],
  ['a success that never arrived', 'wrong words', [run(MESSAGE)], [JOB]],
  ["the id of another run's job", 'wrong words', [run({ prompt: 'Other' })], [JOB]],
  ['a job that two runs report', 'wrong words', [run(), run({ prompt: 'Other' })], [JOB]],
  ['a run without a result', 'wrong words', [run({ result: '', exitCode: 1 })], [JOB]],
  ['a failure with exit code 0', 'wrong words', [run({ result: 'timeout' })], [JOB]],
  ['a run that hung', 'stuck', [run({ stuck: 'time stands still' })], [JOB]],
  ['a key in the log', 'leak', [run({ leaked: true })], [JOB]],
])('the check of a soak finds %s', (_name, kind, runs, jobs) => {
  expect(kinds(runs, jobs)).toContain(kind);
});

test('the plans of a soak depend on the seed', () => {
  const plans = (seed: string) => JSON.stringify([1, 2, 3, 4, 5].map((number) => planRun(seed, number)));
  expect(plans('a')).toBe(plans('a'));
  expect(plans('a')).not.toBe(plans('b'));
});
