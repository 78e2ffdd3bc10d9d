/** Each scene compares all requests and answers with GitHub's description of its API. */
import { expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { addThread } from '../../sandbox/github/threads.ts';
import { openSandbox, type Sandbox } from '../../sandbox/sandbox.ts';

const REPO = '/repos/acme/product';

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: object | string;
}

async function open() {
  const sandbox = await openSandbox({ seed: 'contract' });
  const { store, repository } = sandbox.github;
  addThread(store, repository('acme/product'), { user: userOf(store, 'octocat'), title: 'An issue' });
  return sandbox;
}

async function call({ github, token }: Sandbox, { method = 'GET', path, body }: Call): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const content = typeof body === 'object' ? JSON.stringify(body) : body;
  const response = await fetch(github.api + path, { method, headers, ...(content && { body: content }) });
  await response.text();
  return response.status;
}

const post = (body: object): Call => ({ method: 'POST', path: `${REPO}/issues/1/comments`, body });

test.each<[string, Call, string]>([
  ['an unknown path', { path: `${REPO}/issues/1/remarks` }, 'GitHub has no such operation'],
  ['a missing field', post({ text: 'Hello' }), 'does not have required property "body"'],
  ['an unknown field', post({ body: 'Hello', loud: true }), 'body: /loud is unknown'],
])('fails a scene with a request that has %s', async (_name, request, fault) => {
  const sandbox = await open();
  await call(sandbox, request);
  const named = `These contradict GitHub's description:\n${request.method ?? 'GET'} /api/v3${request.path}: `;
  await expect(sandbox.close()).rejects.toThrow(named);
  await expect(sandbox.close()).rejects.toThrow(fault);
});

test.each<[string, (issue: object) => object, string]>([
  [
    'a field of a wrong type',
    (issue) => ({ ...issue, title: 5 }),
    '/title Instance type "number" is invalid',
  ],
  ['a field that GitHub never sends', (issue) => ({ ...issue, mood: 'good' }), '/mood is unknown'],
  ['no field at all', () => ({}), 'Instance does not have required property "assignee".'],
])('fails a scene with an answer that has %s', async (_name, change, fault) => {
  const sandbox = await open();
  await call(sandbox, { path: `${REPO}/issues/1` });
  const [request] = sandbox.github.requests;
  if (request?.answer === undefined) throw new Error('There was no answer.');
  const body = Buffer.from(JSON.stringify(change(JSON.parse(request.answer.body.toString()))));
  request.answer = { ...request.answer, body };
  await expect(sandbox.close()).rejects.toThrow(`GET /api/v3${REPO}/issues/1: answer 200: ${fault}`);
});

test('accepts any answer of a planned fault, but compares its request', async () => {
  const sandbox = await open();
  sandbox.github.faults.next({ times: 2 }, answer({ status: 418, body: [] }));
  await call(sandbox, { path: `${REPO}/issues/1` });
  await call(sandbox, { path: `${REPO}/issues/1/remarks` });
  await expect(sandbox.close()).rejects.toThrow(
    new Error(
      `These contradict GitHub's description:\nGET /api/v3${REPO}/issues/1/remarks: GitHub has no such operation`,
    ),
  );
});

test('accepts a refusal that the description leaves out', async () => {
  const sandbox = await open();
  expect(await call({ ...sandbox, token: 'wrong' }, { path: `${REPO}/issues/1/comments` })).toBe(401);
  await sandbox.close();
});
