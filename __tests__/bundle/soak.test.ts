import { describe, expect, test } from '@jest/globals';
import { checkForm, type FormRun, type JobRecord } from '../../sandbox/soak/forms.ts';
import { soak } from '../../sandbox/soak/soak.ts';

test('six runs with random faults create no job twice, lose no job, and find every pull request', async () => {
  const { runs, requests, findings } = await soak({ seed: 'short', runs: 6, threads: 0, lanes: 4 });
  expect(findings).toEqual([]);
  expect(runs).toHaveLength(6);
  expect(runs.filter(({ outputs }) => outputs['result'] === 'pull-request').length).toBeGreaterThan(2);
  expect(requests.filter(({ fault }) => fault !== undefined).length).toBeGreaterThan(6);
  expect(requests.length).toBeGreaterThan(50);
});

describe('the check of a soak', () => {
  const prLink = 'https://github.com/acme/docs/pull/1';
  const outputs = { result: 'pull-request', jobId: 'job_1', prLink };
  const RUN: FormRun = {
    prompt: 'One',
    task: 'create',
    outputs,
    exitCode: 0,
    post: undefined,
    shown: { status: 'completed', prLink },
  };
  const MESSAGE = { ...RUN, task: 'message', prompt: 'Two' } as const;
  const ERROR = { ...RUN, exitCode: 1, shown: undefined };
  const ended = (reason: string): FormRun => ({ ...ERROR, outputs: { result: 'error', reason } });
  const job = (...prompts: string[]): JobRecord => ({ id: 'job_1', prompts });

  test.each<[string, FormRun, JobRecord[]]>([
    ['a job that its run reports', RUN, [job('One')]],
    ['a job that might exist', ended('The service may still have created a job.'), [job('One')]],
    ['a request that was not sent', ended('Not sent: refused.'), []],
    ['a message that arrived', MESSAGE, [job('One', 'Two')]],
  ])('finds nothing wrong with %s', (_name, run, jobs) => {
    expect(checkForm(run, jobs)).toEqual([]);
  });

  test.each<[string, string, FormRun, JobRecord[]]>([
    ['a job that was created twice', 'duplicate', RUN, [job('One'), { id: 'job_2', prompts: ['One'] }]],
    ['a message that arrived twice', 'duplicate', MESSAGE, [job('One', 'Two', 'Two')]],
    ['a job that no run reports', 'lost job', ended('500 Server Error.'), [job('One')]],
    ['a request that was sent after all', 'wrong words', ended('Not sent: refused.'), [job('One')]],
    ["another job's link", 'lost link', { ...RUN, outputs: { ...outputs, prLink: 'x' } }, [job('One')]],
    [
      'a link that was not reported',
      'lost link',
      { ...RUN, outputs: { ...outputs, result: 'no-pull-request' } },
      [job('One')],
    ],
    ['a success that never arrived', 'wrong words', MESSAGE, [job('One')]],
    ["the id of another run's job", 'wrong words', { ...RUN, prompt: 'Other' }, [job('One')]],
    ['a run without a result', 'wrong words', { ...ERROR, outputs: {} }, []],
    [
      'a failure with exit code 0',
      'wrong words',
      { ...RUN, outputs: { ...outputs, result: 'timeout' } },
      [job('One')],
    ],
  ])('finds %s', (_name, kind, run, jobs) => {
    expect(checkForm(run, jobs).map((finding) => finding.kind)).toContain(kind);
  });
});
