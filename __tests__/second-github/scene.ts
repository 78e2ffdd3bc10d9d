/**
 * The built actions as processes, with the sandbox's service and a GitHub by other authors: the package `emulate`. Events are
 * what its webhook delivers. Its time is the machine's. For the actions, time is faster, so that a poll takes a second.
 */
import { createSign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createEmulator } from 'emulate';
import { actionFile } from '../../sandbox/archive.ts';
import type { Json, WebhookEvent } from '../../sandbox/github/payloads.ts';
import { fasterClock, SPEED } from '../../sandbox/runner/process.ts';
import { type StepOptions, startStep } from '../../sandbox/runner/step.ts';
import { openService } from '../../sandbox/service/service.ts';
import { realTime } from '../../sandbox/time.ts';

const REPOSITORY = 'acme/docs';
const ROLES = { agent: 'push', ann: 'push', bob: 'pull' };
const PEOPLE = ['acme', ...Object.keys(ROLES), 'eve'];
const SEED = {
  tokens: Object.fromEntries(PEOPLE.map((login) => [`ghp_${login}`, { login }])),
  github: {
    users: PEOPLE.map((login) => ({ login })),
    repos: [{ owner: 'acme', name: 'docs' }],
    apps: [
      {
        app_id: 1,
        slug: 'github-actions',
        name: 'GitHub Actions',
        permissions: { contents: 'read', issues: 'write', pull_requests: 'write' },
        installations: [{ installation_id: 1, account: 'acme' }],
      },
    ],
  },
};

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** Opens a repository with one issue. ann can write, bob can only read, and eve has no role. */
export async function openScene() {
  const time = realTime();
  const service = await openService({ time, seed: 'second', repository: REPOSITORY });
  const github = await createEmulator({ service: 'github', port: 0, seed: SEED });
  const { events, delivered, ...receiver } = await openReceiver();

  /** Sends a request with the token of a person, or another token. A path with `.` is one of the repository. */
  async function ask(by: string, method: string, path: string, body?: unknown) {
    const authorization = `Bearer ${PEOPLE.includes(by) ? `ghp_${by}` : by}`;
    const url = github.url + path.replace(/^\./, `/repos/${REPOSITORY}`);
    const sent = { method, headers: { authorization }, body: JSON.stringify(body) ?? null };
    const response = await fetch(url, sent);
    return { status: response.status, body: (await response.json()) as Json };
  }
  /** The same. A refusal fails the test. */
  async function send(...request: Parameters<typeof ask>): Promise<Json> {
    const { status, body } = await ask(...request);
    if (status >= 300) throw new Error(`${request.slice(0, 3).join(' ')}: ${status} ${JSON.stringify(body)}`);
    return body;
  }
  const tip = async (): Promise<string> => (await send('ann', 'GET', './commits/main')).sha;
  async function commit(by: string, branch: string, path: string): Promise<void> {
    const content = Buffer.from(path).toString('base64');
    await send(by, 'PUT', `./contents/${path}`, { branch, message: `Add ${path}`, content });
  }
  async function openPull(by: string, head: string): Promise<void> {
    await send(by, 'POST', './git/refs', { ref: `refs/heads/${head}`, sha: await tip() });
    await commit(by, head, `docs/${head}.md`);
    await send(by, 'POST', './pulls', { title: `Add ${head}`, head, base: 'main' });
  }

  for (const [login, permission] of Object.entries(ROLES))
    await send('acme', 'PUT', `./collaborators/${login}`, { permission });
  await send('acme', 'POST', './hooks', { config: { url: receiver.url }, events: ['*'] });
  await send('ann', 'POST', './issues', { title: 'The quickstart is old' });
  const jwt = signToken(github.generatedSecrets[0]?.value ?? '');
  const { token } = await send(jwt, 'POST', '/app/installations/1/access_tokens');

  /** The pull request of a job's first turn. */
  const link = `${github.url}/${REPOSITORY}/pull/2`;
  const end = { at: 0.5, status: 'completed', prLink: link };
  service.scriptAll(
    { timeline: [{ status: 'active' }, { ...end, before: () => openPull('agent', 'quickstart') }] },
    { timeline: [{ status: 'active' }, { ...end, before: () => commit('agent', 'quickstart', 'more.md') }] },
  );

  return {
    service,
    github,
    link,
    events,
    delivered,
    ask,
    send,
    tip,
    commit,
    openPull,
    prompts: () => service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt)),
    async merge(number: number): Promise<void> {
      await send('ann', 'PUT', `./pulls/${number}/merge`, { merge_method: 'squash' });
      await delivered('pull_request', ({ action }) => action === 'closed');
    },
    /** Posts a comment on the issue, and returns its event. */
    async comment(by: string, body: string): Promise<WebhookEvent> {
      const { id } = await send(by, 'POST', './issues/1/comments', { body });
      return delivered('issue_comment', ({ comment }) => comment.id === id);
    },
    /** The action's comments on an issue or pull request. */
    async comments(thread: number): Promise<string[]> {
      const all = await send('ann', 'GET', `./issues/${thread}/comments`);
      return all.flatMap((one: Json) => (one.user.login === 'github-actions[bot]' ? one.body : []));
    },
    run(event: WebhookEvent, inputs: StepOptions['inputs'] = {}) {
      const actor: string = event.payload['sender']?.login ?? 'acme';
      const context = { apiUrl: github.url, serverUrl: github.url, repository: REPOSITORY };
      const known = { 'base-url': service.url, 'api-key': service.key, 'project-id': service.projectId };
      return startStep({
        actionFile: actionFile(),
        time,
        token,
        event,
        inputs: { ...known, ...inputs },
        env: { NODE_OPTIONS: fasterClock(time, SPEED) },
        context: { ...context, repositoryId: '1', actor, triggeringActor: actor },
      }).ended;
    },
    async [Symbol.asyncDispose]() {
      receiver.close();
      await Promise.all([github.close(), service.close()]);
    },
  };
}

/** The token of the app itself, which only makes the token of its installation. */
function signToken(key: string): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const signed = `${part({ alg: 'RS256' })}.${part({ iss: 1, exp: Math.ceil(Date.now() / 1000) + 60 })}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
}

/** Receives what a webhook delivers. */
async function openReceiver() {
  const events: WebhookEvent[] = [];
  const server = createServer(async (request, response) => {
    events.push({ name: String(request.headers['x-github-event']), payload: (await json(request)) as Json });
    response.end();
    server.emit('delivery');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    events,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The first event like this, also if it is still to be delivered. */
    async delivered(name: string, holds: (payload: Json) => boolean): Promise<WebhookEvent> {
      for (;;) {
        const found = events.find((event) => event.name === name && holds(event.payload));
        if (found) return found;
        await once(server, 'delivery');
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
