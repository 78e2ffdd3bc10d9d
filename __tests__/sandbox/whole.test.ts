import { expect, test } from '@jest/globals';
import { actionFile } from '../../sandbox/archive.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';

test('an instruction becomes a pull request, a follow-up changes the same one', async () => {
  await using sandbox = await openSandbox({ seed: 'whole', jobs: 'working', workSeconds: 300 });
  const { github, service, time } = sandbox;
  const prLink = `${github.server}/acme/docs/pull/1`;
  const begin = time.now();
  const first = await sandbox.run({ actionFile: actionFile(), inputs: { prompt: 'Explain webhooks' } }).ended;
  expect(first).toMatchObject({
    outcome: 'success',
    outputs: { prLink, prNumber: '1', result: 'pull-request' },
  });
  const branch = first.outputs['branch'] ?? '';
  expect(branch).toMatch(/^docs-agent\/explain-webhooks-/);
  expect(first.summary).toContain(`- Branch: \`${branch}\``);
  expect(time.now() - begin).toBeGreaterThanOrEqual(300_000);
  expect(time.now() - begin).toBeLessThan(340_000);

  const inputs = { prompt: 'Shorter, please', 'job-id': first.outputs['jobId'] };
  const second = await sandbox.run({ actionFile: actionFile(), inputs }).ended;
  expect(second.outputs).toMatchObject({ prLink, prOperation: 'updated', result: 'pull-request' });
  const response = await fetch(`${github.api}/repos/acme/docs/pulls/1`);
  expect(await response.json()).toMatchObject({
    commits: 2,
    title: 'Explain webhooks',
    head: { ref: branch },
  });
  expect(service.jobs).toHaveLength(1);
  expect(sandbox.problems).toEqual([]);
});
