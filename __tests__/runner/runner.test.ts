import { afterEach, expect, jest, test } from '@jest/globals';
import { actionsRunner } from '../../src/runner/runner.ts';
import { createSecrets } from '../../src/runner/secrets.ts';

const { GITHUB_OUTPUT, GITHUB_STATE } = process.env;

afterEach(() => {
  jest.restoreAllMocks();
  for (const [name, value] of Object.entries({ GITHUB_OUTPUT, GITHUB_STATE })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test.each(['', '/nowhere/at/all'])(
  'a file %j that can not be written is a warning, and work goes on',
  (path) => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    process.env['GITHUB_OUTPUT'] = path;
    process.env['GITHUB_STATE'] = path;
    const runner = actionsRunner(createSecrets());
    runner.output('jobId', 'job_7');
    runner.saveState('jobId', 'job_7');
    runner.saveStage('watching');
    const lines = written.mock.calls.map(([line]) => String(line));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^::warning::`(jobId|stage)` could not be written/);
  },
);
