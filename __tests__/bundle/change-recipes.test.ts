/** The recipes work with the permissions that they take, in a repository that nobody else can read. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { TokenPermissions } from '../../sandbox/github/store.ts';
import type { Event } from '../../src/request/trigger.ts';
import { openScene, type Scene } from '../support/scene.ts';

const root = fileURLToPath(new URL('../../examples', import.meta.url));

/** The inputs that a recipe gives the action, and what it takes. */
function read(name: string) {
  const { jobs } = parse(readFileSync(`${root}/${name}`, 'utf8'));
  const [job] = Object.values<{ permissions: object; steps: { uses?: string; with: object }[] }>(jobs);
  const step = job?.steps.find(({ uses }) => uses === 'OWNER/REPO@v1');
  const {
    'base-url': _,
    'api-key': __,
    'project-id': ___,
    ...inputs
  } = { ...step?.with } as Record<string, string>;
  const permissions = Object.entries(job?.permissions ?? {}).map(([kind, level]) => [
    kind.replace('-', '_'),
    level,
  ]);
  return { inputs, permissions: Object.fromEntries(permissions) as TokenPermissions };
}

async function openRecipe(name: string, documentation: string) {
  const { inputs, permissions } = read(name);
  const changes = await openScene({ history: true, jobs: 'working', documentation });
  const { github, token } = changes.sandbox;
  const known = github.store.tokens.get(token);
  if (known) known.permissions = permissions;
  changes.repository.private = true;
  const others = {
    'skip-if-open': inputs['skip-if-open']
      ?.replace(/\$\{\{ github\.repository \}\}/, 'acme/product')
      .replace('head:mintlify/', 'head:docs-agent/'),
    ...('pr-token' in inputs && { 'pr-token': 'ghp_docs' }),
  };
  return { changes, run: (on: Event) => changes.run({ ...inputs, ...others }, { event: on }) };
}

let counter = 0;
async function mergeCode(changes: Scene): Promise<Event> {
  counter += 1;
  const files = { 'packages/one/src/a.ts': `${counter}\n` };
  const { number } = await changes.openChange({ branch: `feature-${counter}`, commits: [files] });
  return changes.merge('squash', number);
}

test('on-merge.yml', async () => {
  const { changes, run } = await openRecipe('on-merge.yml', 'acme/product');
  await using _ = changes;
  const step = await run(await mergeCode(changes));
  expect(step.outputs['result']).toBe('pull-request');
  expect(step.annotations.filter(({ level }) => level === 'warning')).toEqual([]);
  const again = await run(await changes.merge('merge', 2));
  expect(again.outputs['result']).toBe('skipped');
});

test('monorepo-to-docs.yml', async () => {
  const { changes, run } = await openRecipe('monorepo-to-docs.yml', 'acme/docs');
  await using _ = changes;
  const { github } = changes.sandbox;
  const docs = github.repository('acme/docs');
  docs.private = true;
  // The token of an app that is installed there.
  const permissions = { pull_requests: 'write' } as const;
  github.addToken('ghp_docs', { login: 'docs-app[bot]', repositories: ['acme/docs'], permissions });
  github.addMember('acme/docs', 'hubot', 'read');
  for (const _run of [1, 2]) {
    const step = await run(await mergeCode(changes));
    expect(step.outputs['result']).toBe('pull-request');
    expect(step.annotations.filter(({ level }) => level === 'warning')).toEqual([]);
  }
  expect(changes.turns()).toEqual([2]);
  const draft = docs.threads.get(1);
  expect([...(draft?.labels ?? [])]).toEqual(['documentation']);
  expect([...(draft?.pull?.reviewers ?? [])].map(({ login }) => login)).toEqual(['hubot']);
});

test('weekly-refresh.yml', async () => {
  const { changes, run } = await openRecipe('weekly-refresh.yml', 'acme/product');
  await using _ = changes;
  const schedule = { name: 'schedule', payload: { schedule: '17 5 * * 1' } };
  for (const _run of [1, 2]) expect((await run(schedule)).outputs['result']).toBe('pull-request');
  expect(changes.turns()).toEqual([2]);
  await changes.merge('squash', 1);
  await run(schedule);
  expect(changes.turns()).toEqual([2, 1]);
});
