import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { grantsAny } from '../github/access.ts';
import type { Files } from '../github/git-repository.ts';
import { findRepository } from '../github/store.ts';
import { grants, type OtherStep } from '../workflow/context.ts';
import type { Stage } from './stage.ts';
import { permissionsIn, repositoriesIn } from './workflow-settings.ts';

/** Those of an app or a person's token that names none. */
export const ALL_PERMISSIONS = { ...grants('write-all'), members: 'read' } as const;

type Outputs = Readonly<Record<string, string>>;

/** What is known of the workspaces of jobs. */
export const newWorkspaces = (files: Files, jobs: readonly string[]) => ({
  /** Those with our actions. */
  jobs,
  /** The files that steps with our actions read, which are in the repository. */
  files,
  undecided: new Set<string>(),
});

type Workspaces = ReturnType<typeof newWorkspaces>;

/**
 * Plays steps without this action: a checkout, and the token of an app that is installed in all repositories. Other steps are
 * left out. They may write any file that a later step reads.
 */
export async function playOther(
  stage: Stage,
  known: Workspaces,
  other: OtherStep,
): Promise<Outputs | undefined> {
  const { step, workspace } = other;
  const [name] = step.uses?.split('@') ?? [];
  if (name === 'actions/create-github-app-token') return createToken(stage, other);
  if (name === 'actions/upload-artifact') return undefined;
  if (name === 'actions/checkout') {
    checkAccess(stage, known, other);
    for (const [file, text] of Object.entries(known.files))
      write(path.join(workspace, other.inputs['path'] ?? '', file), text);
    return {};
  }
  for (const [file, text] of Object.entries(known.files)) {
    const place = path.join(workspace, file);
    if (existsSync(place)) continue;
    write(place, text);
    known.undecided.add(`whether a step writes the file \`${file}\`, whose text is made up here`);
  }
  return undefined;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Throws if a checkout can't read its repository. The play is about the jobs with our actions, and a repository can be public. */
function checkAccess(
  { sandbox, repository }: Stage,
  { jobs, undecided }: Workspaces,
  other: OtherStep,
): void {
  const { store } = sandbox.github;
  const { repository: name = '', token: given } = other.inputs;
  const source = findRepository(store, name || repository.fullName);
  const token = store.tokens.get(given || other.token);
  const isReached = source !== undefined && token?.repositories.includes(source.fullName);
  if (!source?.private || (isReached && grantsAny(token, 'read', 'contents'))) return;
  const lacks = isReached ? 'lacks the permission `contents: read`' : `can't read ${source.fullName}`;
  const problem = `The token ${lacks}. The repository is private here. If yours is public, add \`--public code\`.`;
  const holder = store.tokens.get(other.token)?.holder ?? '';
  if (jobs.includes(holder)) throw new Error(problem);
  undecided.add(`whether \`${holder}\` can check out the repository: ${problem}`);
}

/** By default, the token has all permissions of the app. */
async function createToken({ sandbox, repository }: Stage, { step, inputs }: OtherStep): Promise<Outputs> {
  const { github } = sandbox;
  if (!inputs['private-key']) throw new Error('`private-key` is empty.');
  const { owner = '' } = inputs;
  const known = [...github.store.repositories.values()].map(({ fullName }) => fullName);
  const ofOwner = known.filter((name) => name.startsWith(`${owner}/`));
  const all = owner === '' ? [repository.fullName] : ofOwner.length > 0 ? ofOwner : known;
  // A value that is made up names no repository.
  const isMadeUp = String(step.with?.['repositories']).includes('${{');
  const named = isMadeUp ? [] : repositoriesIn(inputs, owner || repository.owner.login);
  const repositories = named.length > 0 ? named : all;
  const given = Object.fromEntries(permissionsIn(inputs));
  const permissions = Object.keys(given).length > 0 ? grants(given) : ALL_PERMISSIONS;
  const { id: holder = '' } = step;
  const parts = [holder, ...repositories, ...Object.entries(permissions).flat()];
  const token = `ghs_${parts.join('_').replaceAll(/\W/g, '_')}`;
  github.addToken(token, { login: 'docs-app[bot]', holder, repositories, permissions });
  return { token };
}
