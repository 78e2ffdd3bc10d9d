import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../git.ts';
import { grantsAny } from '../github/access.ts';
import type { Files } from '../github/git-repository.ts';
import { findRepository } from '../github/store.ts';
import { grants, type OtherStep } from '../workflow/context.ts';
import type { Stage } from './stage.ts';

type Outputs = Readonly<Record<string, string>>;

/**
 * Plays steps without this action: a checkout, and the token of an app that is installed in all repositories. Other steps are
 * left out, but make those of `files` that they name.
 */
export async function playOther(stage: Stage, files: Files, other: OtherStep): Promise<Outputs | undefined> {
  const [name] = other.step.uses?.split('@') ?? [];
  if (name === 'actions/checkout') return checkOut(stage, other);
  if (name === 'actions/create-github-app-token') return createToken(stage, other);
  const words = JSON.stringify(other.step);
  for (const [file, text] of Object.entries(files)) {
    const { dir } = path.parse(file);
    if (!words.includes(dir === '' ? file : `${dir}/`)) continue;
    mkdirSync(path.join(other.workspace, dir), { recursive: true });
    writeFileSync(path.join(other.workspace, file), text);
  }
  return undefined;
}

async function checkOut({ sandbox, repository }: Stage, step: OtherStep): Promise<Outputs> {
  const { inputs, event, workspace } = step;
  const { store } = sandbox.github;
  const name = inputs['repository'] || repository.fullName;
  const source = findRepository(store, name);
  const token = store.tokens.get(inputs['token'] || step.token);
  if (!source?.gitDir || (source.private && !token?.repositories.includes(source.fullName)))
    throw new Error(`The token can't read the repository ${name}, or it doesn't exist.`);
  if (source.private && !grantsAny(token, 'read', 'contents'))
    throw new Error('The token lacks the permission `contents: read`.');
  const { pull_request: pull } = event.payload as { pull_request?: { head: { ref: string } } };
  const merged = event.name === 'pull_request_target' ? undefined : pull?.head.ref;
  const ref = inputs['ref'] || (source === repository && merged) || source.defaultBranch;
  const folder = path.join(workspace, inputs['path'] ?? '');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(folder, { recursive: true });
  await git(['clone', '--quiet', source.gitDir, '.'], { cwd: folder });
  await git(['checkout', '--quiet', ref.replace(/^refs\/heads\//, '')], { cwd: folder });
  return {};
}

/** By default, the token has all permissions of the app. */
async function createToken({ sandbox, repository }: Stage, { step, inputs }: OtherStep): Promise<Outputs> {
  const { github } = sandbox;
  if (!inputs['private-key']) throw new Error('`private-key` is empty.');
  const { owner = '', repositories: list = '' } = inputs;
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  const inOrganization = [...github.store.repositories.values()]
    .map(({ fullName }) => fullName)
    .filter((fullName) => fullName.startsWith(`${owner}/`));
  const all = owner === '' ? [repository.fullName] : inOrganization;
  const named = names.map((name) => `${owner || repository.owner.login}/${name}`);
  const repositories = named.length > 0 ? named : all;
  const missing = repositories.find((name) => findRepository(github.store, name) === undefined);
  if (missing !== undefined)
    throw new Error(`The app isn't installed in ${missing}. Check \`owner\` and \`repositories\`.`);
  const prefix = 'permission-';
  const given = Object.entries(inputs).flatMap(([name, level]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), level] as const] : [],
  );
  const permissions = grants(given.length > 0 ? Object.fromEntries(given) : 'write-all');
  const { id: holder = '' } = step;
  const parts = [holder, ...repositories, ...Object.entries(permissions).flat()];
  const token = `ghs_${parts.join('_').replaceAll(/\W/g, '_')}`;
  github.addToken(token, { login: 'docs-app[bot]', holder, repositories, permissions });
  return { token };
}
