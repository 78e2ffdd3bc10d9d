/** `when-open: message`: one open pull request grows with the code. */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { closeThread } from '../../sandbox/github/threads.ts';
import { openScene, type Scene } from '../support/scene.ts';

const GROW = {
  'when-open': 'message',
  'pr-labels': 'from-code',
  'pr-repository': 'acme/docs',
  'pr-token': 'ghp_docs',
};
const SCHEDULE = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };

/** Jobs really work in acme/docs, which `pr-token` reaches. */
async function openGrowing(): Promise<Scene> {
  const changes = await openScene({ history: true, jobs: 'working' });
  const permissions = { pull_requests: 'write', issues: 'write', contents: 'read' } as const;
  const { github } = changes.sandbox;
  github.addToken('ghp_docs', { login: 'docs-helper[bot]', repositories: ['acme/docs'], permissions });
  github.repository('acme/docs');
  return changes;
}

let count = 0;
/** Merges code, and runs the action for the push. */
async function mergeCode(changes: Scene, inputs: Record<string, string> = GROW) {
  count += 1;
  const commits = [{ 'src/app.ts': `${count}\n` }];
  const { number } = await changes.openChange({ branch: `feature-${count}`, commits });
  return changes.run(inputs, { event: await changes.merge('squash', number) });
}

describe('while a pull request is open', () => {
  test('sends the change as a message to the job of the newest one', async () => {
    await using changes = await openGrowing();
    const first = await mergeCode(changes);
    const second = await mergeCode(changes);
    expect(second.outputs).toMatchObject({
      result: 'pull-request',
      prOperation: 'updated',
      jobId: first.outputs['jobId'],
      prLink: first.outputs['prLink'],
    });
    expect(changes.turns()).toEqual([2]);
    expect(changes.sandbox.github.repository('acme/docs').threads.size).toBe(1);
    expect(changes.sent()[1]).toMatch(/^Rewrite the quickstart\n\nThis is about a push .*\n.*\/pull\/2\n/);
    // The pull request has its marker already.
    expect(changes.sent()[1]).not.toContain('docs-agent-action:by');
    expect(second.log).toContain('becomes a message to the job of');
    // The status comment is where the code was merged.
    expect(second.outputs['commentUrl']).toMatch(/\/acme\/product\/pull\/2#/);
  });

  test('sends a scheduled request to that job, too, and creates a job once its pull request is merged', async () => {
    await using changes = await openGrowing();
    await changes.run(GROW, { event: SCHEDULE });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2]);
    const { github } = changes.sandbox;
    for (const draft of github.repository('acme/docs').threads.values())
      closeThread(github.store, draft, { merged: true });
    await changes.run(GROW, { event: SCHEDULE });
    expect(changes.turns()).toEqual([2, 1]);
  });

  test('creates a job for `/docs --new`', async () => {
    await using changes = await openGrowing();
    await mergeCode(changes);
    const pull = changes.openPull({ branch: 'other', by: 'hubot' });
    await changes.ask('/docs Rewrite', { on: pull, inputs: GROW });
    expect(changes.turns()).toEqual([2]);
    const step = await changes.ask('/docs --new Another page', { on: pull, inputs: GROW });
    expect(step.outputs['reasonCode']).toBe('pull-request-created');
    expect(changes.turns()).toEqual([2, 1]);
  });

  test('creates a job if none of them has a marker, and logs that', async () => {
    await using changes = await openGrowing();
    const foreign = changes.openPull({ repository: 'acme/docs' });
    foreign.labels.add('from-code');
    const step = await mergeCode(changes);
    expect(step.outputs['reasonCode']).toBe('pull-request-created');
    expect(step.log).toContain(
      'No open pull request with these labels has a marker of this action, so the request creates a job.',
    );
    expect(changes.turns()).toEqual([1]);
  });

  test('sends nothing if their markers cannot be read', async () => {
    await using changes = await openGrowing();
    await mergeCode(changes);
    const { faults } = changes.sandbox.github;
    const read = { method: 'GET', path: /acme\/docs\/issues\/1\/comments/, times: 5 };
    faults.next(read, answer({ status: 502 }));
    const step = await mergeCode(changes);
    expect(step).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(step.outputs['reason']).toMatch(/^Not sent: Which job created \S+ could not be read: .*502/);
    expect(changes.turns()).toEqual([1]);
  });
});
