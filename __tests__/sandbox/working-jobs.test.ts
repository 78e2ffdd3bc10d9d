import { expect, test } from '@jest/globals';
import { openSandbox } from '../../sandbox/sandbox.ts';

test('a crash of the agent fails the job, which accepts no message', async () => {
  const agent = async () => {
    throw new Error('out of ideas');
  };
  const sandbox = await openSandbox({ seed: 'a seed', jobs: 'working', agent });
  try {
    const { url, projectId, key } = sandbox.service;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const send = (path: string, prompt: string) =>
      fetch(`${url}/v2/agent/${projectId}/job${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ prompt }),
      });
    const { id } = (await (await send('', 'Go')).json()) as { id: string };
    await sandbox.time.sleep(40_001);
    const job = await fetch(`${url}/v2/agent/${projectId}/job/${id}`, { headers });
    expect(await job.json()).toMatchObject({ status: 'failed' });
    expect((await send(`/${id}/message`, 'Again')).status).toBe(400);
    expect(sandbox.problems).toEqual(['out of ideas']);
  } finally {
    await sandbox.close();
  }
});
