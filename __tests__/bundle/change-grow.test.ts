/** `when-open: message`: one open pull request grows with the code. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from '../support/scene.ts';

const SEARCH = 'repo:acme/docs is:pr is:open author:app/docs-agent';
const GROW = { 'skip-if-open': SEARCH, 'when-open': 'message', 'pr-token': 'ghp_docs' };
const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };

/** Jobs really work in acme/docs, which `pr-token` reaches. */
async function openGrowing(): Promise<Scene> {
  const changes = await openScene({ history: true, jobs: 'working' });
  const permissions = { pull_requests: 'write', contents: 'read' } as const;
  const { github } = changes.sandbox;
  github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
  github.repository('acme/docs');
  return changes;
}

let counter = 0;
/** Code is merged, and documentation follows it. */
async function follow(changes: Scene, inputs: Record<string, string> = GROW) {
  counter += 1;
  const { number } = await changes.openChange({
    ...{ branch: `feature-${counter}`, commits: [{ 'src/app.ts': `${counter}\n` }] },
  });
  return changes.run(inputs, { event: await changes.merge('squash', number) });
}

const docs = ({ sandbox }: Scene) => sandbox.github.repository('acme/docs');

describe('enough pull requests are open', () => {
  test('and one of our jobs made the newest: the change is a message to it', async () => {
    await using changes = await openGrowing();
    const first = await follow(changes);
    const second = await follow(changes);
    expect(second.outputs).toMatchObject({
      ...{ result: 'pull-request', prOperation: 'updated' },
      ...{ jobId: first.outputs['jobId'], prLink: first.outputs['prLink'] },
    });
    expect(changes.turns()).toEqual([2]);
    expect([...docs(changes).threads.keys()]).toEqual([1]);
    expect(changes.sent()[1]).toMatch(/^Rewrite the quickstart\n\nThis is about a push .*\n.*\/pull\/2\n/);
    // The pull request is signed already.
    expect(changes.sent()[1]).not.toContain('docs-agent-action:by');
    expect(second.log).toContain('becomes a message to the job of');
    // The answer is where the code was merged.
    expect(second.outputs['commentUrl']).toMatch(/\/acme\/product\/pull\/2#/);
  });

  test('on a schedule, where nobody asked: once the last one is merged, there is room for another', async () => {
    await using changes = await openGrowing();
    await changes.run(GROW, { event: SCHEDULE });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2]);
    const [draft] = docs(changes).threads.values();
    if (draft) closeThread(changes.sandbox.github.store, draft, { merged: true });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2, 1]);
  });

  test('and none is marked as ours: there is a job, and the log says so', async () => {
    await using changes = await openGrowing();
    await follow(changes, {});
    const step = await follow(changes);
    expect(step.outputs['reasonCode']).toBe('pull-request-created');
    expect(step.log).toContain('No open pull request carries a marker of this action, so a job is created.');
    expect(changes.turns()).toEqual([1, 1]);
  });

  test('and nobody can tell whose they are: an error, and nothing is sent', async () => {
    await using changes = await openGrowing();
    await follow(changes);
    const { faults } = changes.sandbox.github;
    faults.next(
      { method: 'GET', path: /acme\/docs\/issues\/1\/comments/, times: 5 },
      answer({ status: 502 }),
    );
    const step = await follow(changes);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: Which job created \S+ could not be read: .*502/);
    expect(changes.turns()).toEqual([1]);
  });
});
