import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../git.ts';
import { grantsAny } from '../github/access.ts';
import type { Files } from '../github/git-repository.ts';
import { findRepository } from '../github/store.ts';
import { grants, type OtherStep } from '../workflow/context.ts';
import type { Stage } from './stage.ts';
import { isNear, permissionsIn, repositoriesIn } from './workflow-settings.ts';

type Outputs = Readonly<Record<string, string>>;

/** What is known of the workspaces of jobs. */
export const newWorkspaces = (files: Files) => ({
  /** The files that steps with our actions read. */
  files,
  /** Those that our actions wrote, by name. */
  written: new Map<string, string>(),
  /** The folders in which a script or another action, which may write files, would have run. */
  touched: new Set<string>(),
  findings: new Set<string>(),
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
  if (name === 'actions/checkout') return checkOut(stage, other);
  if (name === 'actions/create-github-app-token') return createToken(stage, other);
  if (name === 'actions/upload-artifact') return checkUpload(known, other);
  known.touched.add(workspace);
  for (const [file, text] of Object.entries(known.files)) {
    const place = path.join(workspace, file);
    const earlier = known.written.get(path.basename(file));
    if (earlier === undefined && existsSync(place)) continue;
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, earlier ?? text);
    if (earlier === undefined)
      known.undecided.add(`whether a step writes the file \`${file}\`, whose text is made up here`);
  }
  return undefined;
}

/** An upload of a file that no step has written. GitHub only warns. */
function checkUpload({ written, touched, findings }: Workspaces, { step, workspace }: OtherStep): undefined {
  // Only as the file writes it: values can be made up.
  const paths = `${step.with?.['path'] ?? ''}`.split('\n').map((line) => line.trim());
  for (const one of paths.filter((line) => /^[\w.-][\w./-]*$/.test(line))) {
    const meant = [...written.keys()].find((file) => isNear(path.basename(one), file));
    if (!existsSync(path.join(workspace, one)) && (meant !== undefined || !touched.has(workspace)))
      findings.add(
        `No step writes \`${one}\`, which \`actions/upload-artifact\` uploads.${meant === undefined ? '' : ` Is it \`${meant}\`?`}`,
      );
  }
}

async function checkOut({ sandbox, repository }: Stage, step: OtherStep): Promise<Outputs | undefined> {
  const { inputs, event, workspace } = step;
  const { store } = sandbox.github;
  const name = inputs['repository'] || repository.fullName;
  const source = findRepository(store, name);
  const token = store.tokens.get(inputs['token'] || step.token);
  if (!source?.gitDir) return undefined;
  if (source.private && !token?.repositories.includes(source.fullName))
    throw new Error(`The token can't read ${name}, which is private here.`);
  if (source.private && !grantsAny(token, 'read', 'contents'))
    throw new Error(
      'The token lacks the permission `contents: read`, which a private repository needs. If yours is public, add `--public code`.',
    );
  const { pull_request: pull } = event.payload as { pull_request?: { head: { ref: string } } };
  const merged = event.name === 'pull_request_target' ? undefined : pull?.head.ref;
  const ref = inputs['ref'] || (source === repository && merged) || source.defaultBranch;
  const folder = path.join(workspace, inputs['path'] ?? '');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(folder, { recursive: true });
  await git(['clone', '--quiet', source.gitDir, '.'], { cwd: folder });
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const check = (...words: string[]) => git(['checkout', '--quiet', ...words, branch], { cwd: folder });
  // A branch that the file names exists.
  await check().catch(() => check('-b'));
  return {};
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
