/** Every prompt that may create a job asks for a signature in the description of its pull request. */
import { expect, test } from '@jest/globals';
import { readPrompt } from '../../sandbox/agent/writer.ts';
import { deriveKey } from '../../src/thread/key.ts';
import { holdsToken } from '../../src/thread/origin.ts';
import { openAsked } from '../support/asked.ts';
import { batchScene, instructions } from '../support/batch.ts';
import { openScene } from '../support/bundle.ts';

type Service = Awaited<ReturnType<typeof openScene>>['sandbox']['service'];
const SECRET = 'a secret of the thread';

/** The lines that the service was asked to have in descriptions, and how many of them are signed with the key. */
function endings({ jobs, url, projectId, key }: Service, secret?: string) {
  const scope = { baseUrl: new URL(url), projectId };
  const signingKey = deriveKey(
    secret === undefined ? { kind: 'api-key', apiKey: key } : { kind: 'thread-secret', secret },
  );
  const lines = jobs.flatMap(({ turns }) => turns.flatMap(({ prompt }) => readPrompt(prompt).ending));
  return { lines, signed: lines.filter((line) => holdsToken(line, scope, signingKey)).length };
}

test.each(['none', 'link', 'full'])('with `context: %s`', async (context) => {
  await using scene = await openAsked();
  await scene.ask('/docs Rewrite', { inputs: { context } });
  expect(endings(scene.sandbox.service)).toEqual({ lines: [expect.any(String)], signed: 1 });
});

test('with `thread-secret`, which signs in place of the API key', async () => {
  await using scene = await openScene();
  await scene.run({ 'thread-secret': SECRET });
  expect(endings(scene.sandbox.service, SECRET).signed).toBe(1);
  expect(endings(scene.sandbox.service).signed).toBe(0);
});

test('not in a message to a job that is named', async () => {
  await using scene = await openScene();
  scene.sandbox.service.putJob({ id: 'job_7', ago: 900, turns: [{ timeline: [{ status: 'completed' }] }] });
  await scene.run({ 'job-id': 'job_7', prompt: 'Shorter, please' });
  expect(scene.sandbox.service.jobs.at(-1)?.turns.at(-1)?.prompt).toBe('Shorter, please');
});

test.each([undefined, SECRET])(
  'in a batch, each with a token of its own (`thread-secret`: %s)',
  async (secret) => {
    await using scene = await batchScene();
    const prompts = { 'prompts-json': JSON.stringify(instructions(3)) };
    await scene.run({ ...prompts, ...(secret !== undefined && { 'thread-secret': secret }) });
    const { lines, signed } = endings(scene.sandbox.service, secret);
    expect({ different: new Set(lines).size, signed }).toEqual({ different: 3, signed: 3 });
  },
);
