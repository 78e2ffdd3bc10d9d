import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { grantsAny } from '../github/access.ts';
import type { Files } from '../github/git-repository.ts';
import { findRepository } from '../github/store.ts';
import { grants, type OtherStep } from '../workflow/context.ts';
import type { Stage } from './stage.ts';
import { permissionsIn, repositoriesIn } from './workflow-settings.ts';

type Outputs = Readonly<Record<string, string>>;

/** What is known of the workspaces of jobs. */
export const newWorkspaces = (files: Files, jobs: readonly string[]) => ({
  /** Those with our actions. */
  jobs,
  /** The files that steps with our actions read, which are in the repository. */
  files,
  /** Those that our actions wrote, by name. */
  written: new Map<string, string>(),
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
    const earlier = known.written.get(path.basename(file));
    if (earlier === undefined && existsSync(place)) continue;
    write(place, earlier ?? text);
    if (earlier === undefined)
      known.undecided.add(`whether a step writes the file \`${file}\`, whose text is made up here`);
  }
  return undefined;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Throws if a checkout can't read its repository. The play is about the jobs with our actions, and a repository can be public. */
function checkAccess(stage: Stage, { jobs, undecided }: Workspaces, other: OtherStep): void {
  const holder = stage.sandbox.github.store.tokens.get(other.token)?.holder ?? '';
  const problem = refusalOf(stage, other);
  if (problem !== undefined && jobs.includes(holder)) throw new Error(problem);
  if (problem !== undefined) undecided.add(`whether \`${holder}\` can check out the repository: ${problem}`);
}

function refusalOf({ sandbox, repository }: Stage, { inputs, token: own }: OtherStep): string | undefined {
  const { store } = sandbox.github;
  const source = findRepository(store, inputs['repository'] || repository.fullName);
  if (!source?.private) return undefined;
  const token = store.tokens.get(inputs['token'] || own);
  if (!token?.repositories.includes(source.fullName))
    return `The token can't read ${source.fullName}, which is private here.`;
  return grantsAny(token, 'read', 'contents')
    ? undefined
    : 'The token lacks the permission `contents: read`, which a private repository needs. If yours is public, add `--public code`.';
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
  const given = permissionsIn(inputs);
  const permissions =
    given.length > 0
      ? grants(Object.fromEntries(given))
      : { ...grants('write-all'), members: 'read' as const };
  const { id: holder = '' } = step;
  const parts = [holder, ...repositories, ...Object.entries(permissions).flat()];
  const token = `ghs_${parts.join('_').replaceAll(/\W/g, '_')}`;
  github.addToken(token, { login: 'docs-app[bot]', holder, repositories, permissions });
  return { token };
}
