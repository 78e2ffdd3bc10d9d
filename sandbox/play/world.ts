import { randomUUID } from 'node:crypto';
import type { Event } from '../../src/request/trigger.ts';
import { git } from '../git.ts';
import { importCommits } from '../github/git-repository.ts';
import { branchSha } from '../github/pull-facts.ts';
import { userOf } from '../github/store.ts';
import { addThread, closeThread } from '../github/threads.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { virtualTime } from '../virtual-time.ts';
import type { Run, Surroundings } from '../workflow/context.ts';
import type { Workflow } from '../workflow/file.ts';
import { openRunner, type WorkflowRun } from '../workflow/run.ts';
import { versionOf } from './code.ts';
import { playOther } from './other-actions.ts';
import { AUTHOR, addPeople } from './people.ts';
import { openStage, type Stage, WORK_SECONDS } from './stage.ts';
import { branchesIn, changesIn, filesIn, layoutIn, repositoriesIn } from './workflow-names.ts';
import { type Settings, settingsOf } from './workflow-settings.ts';

/** What a workflow is played in: repositories with a history, people, secrets and variables, as the workflow names them. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Replaces the service's URL in what people read. */
export const SERVICE = 'https://service.example';

/** Merged pull requests, with the hours since the one before. */
const MERGES = [
  [24, 'Sign webhooks with a key'],
  [20 * 24, 'Name the event in each webhook'],
  [3 * 24, 'Send webhooks again after an hour'],
  [45, 'Limit webhooks to https'],
] as const;
/** Hours since the last merge. */
const QUIET = 3;

/** The labels of a new repository. */
const FIRST_LABELS =
  'bug,documentation,duplicate,enhancement,good first issue,help wanted,invalid,question,wontfix'.split(',');

export interface World extends AsyncDisposable {
  readonly workflow: Workflow;
  readonly stage: Stage;
  readonly settings: Settings;
  /** The files that code changes. */
  readonly changes: readonly string[];
  /** Values for the form, by name. */
  readonly form: Readonly<Record<string, string>>;
  /** Delivers an event. Its run waits as `concurrency` specifies. */
  dispatch(event: Event, given: Pick<Surroundings, 'inputs' | 'context' | 'called'>): DispatchedRun;
}

interface DispatchedRun extends Pick<WorkflowRun, 'ended'> {
  /** When its first step with one of the actions started. */
  startedAt(): number | undefined;
}

export interface WorldOptions extends Pick<SandboxOptions, 'processes' | 'workSeconds'> {
  /** The workflow's repository. */
  readonly repository?: string | undefined;
  /** `NAME` or `NAME=value`. */
  readonly secrets?: readonly string[];
  readonly variables?: readonly string[];
  /** `name=value`: values for the form. */
  readonly inputs?: readonly string[];
  /** Labels of the repositories, in addition to those that GitHub creates. */
  readonly labels?: readonly string[];
  /** `step.name=value`: outputs of steps that are not run. */
  readonly outputs?: readonly string[];
}

export async function openWorld(workflow: Workflow, options: WorldOptions = {}): Promise<World> {
  const { secrets = [], variables = [], inputs = [], labels = [] } = options;
  const { processes, workSeconds = WORK_SECONDS } = options;
  const { own, documentation, named } = repositoriesIn(workflow, options.repository);
  const changes = changesIn(workflow);
  const form = Object.fromEntries(inputs.map(readPair));
  const files = filesIn(workflow, Object.values(form));
  const stage = await openStage({
    workSeconds,
    time: virtualTime({ horizon: 90 * DAY }),
    repository: own,
    documentation,
    layout: layoutIn(workflow),
    files: { ...files, ...Object.fromEntries(changes.map((name) => [name, versionOf(0)])) },
    processes,
  });
  const { sandbox, repository } = stage;
  const { github, service } = sandbox;
  for (const name of named) github.repository(name);
  if (own !== documentation) github.repository(documentation).private = true;
  const known = [...FIRST_LABELS, ...labels.map((label) => label.toLowerCase())];
  for (const one of github.store.repositories.values()) one.labels = new Set(known);
  addPeople(stage, workflow);
  await addMerges(stage, changes);
  for (const name of branchesIn(workflow).filter((branch) => branch !== repository.defaultBranch))
    await git(['branch', '--force', name], { cwd: repository.gitDir ?? '' });

  const token = `github_pat_${randomUUID().replaceAll('-', '')}`;
  github.addToken(token, {
    login: 'docs-robot',
    repositories: [own, documentation, ...named],
    permissions: { issues: 'write', pull_requests: 'write', contents: 'write', members: 'read' },
  });
  const settings = settingsOf(workflow, { secrets, variables, service, url: SERVICE, token });
  const hidden = [service.key, ...Object.values(settings.secrets)];
  const runner = openRunner(workflow, {
    service: 'workflow',
    secrets: settings.secrets,
    vars: settings.variables,
    tokenFor: (only) => sandbox.tokenWith(only),
    playOther: (step) => playOther(stage, files, step),
    others: readOutputs(options.outputs),
    changedFiles: (event) => changedFiles(stage, event),
    run: () => Promise.reject(new Error('Each event has its own context.')),
  });
  const dispatch: World['dispatch'] = (event, given) => {
    const context = { ...given.context, repository: own };
    let startedAt: number | undefined;
    const run: Run = ({ inputs: { 'base-url': baseUrl, ...rest } = {}, ...more }) => {
      startedAt ??= sandbox.time.now();
      // Whether the real service has the project is unknown.
      if (rest['project-id']) service.addProject(rest['project-id']);
      // The sandbox's service replaces the host that the file names, and keeps the path.
      const url = baseUrl?.replace(/^https:\/\/[^/?#@]+/i, service.url);
      return sandbox.run({ ...more, inputs: { ...rest, 'base-url': url }, context, secrets: hidden }).ended;
    };
    const { ended } = runner.dispatch(event, { ...given, ...restrictionsOf(stage, event), context, run });
    return { ended, startedAt: () => startedAt };
  };
  const close = stage[Symbol.asyncDispose];
  return { workflow, stage, settings, changes, form, dispatch, [Symbol.asyncDispose]: close };
}

/** The name and the value of `name=value`. */
function readPair(text: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  return [name, value];
}

function readOutputs(outputs: readonly string[] = []): NonNullable<Surroundings['others']> {
  const read: Record<string, Record<string, string>> = {};
  for (const [place, value] of outputs.map(readPair)) {
    const [step = '', name = ''] = place.split('.');
    read[step] = { ...read[step], [name]: value };
  }
  return read;
}

/** A run for a fork gets no secrets, and a token that can only read. */
function restrictionsOf({ sandbox, repository }: Stage, { name, payload }: Event): Partial<Surroundings> {
  const { pull_request: pull } = payload as Changed;
  const isFork = pull !== undefined && pull.head.repo.full_name !== repository.fullName;
  if (!isFork || name === 'pull_request_target') return {};
  const tokenFor: Surroundings['tokenFor'] = (only) =>
    sandbox.tokenWith(Object.fromEntries(Object.keys(only).map((kind) => [kind, 'read'])));
  return { secrets: {}, tokenFor };
}

/** The files of a push or of a pull request. `undefined` for a new branch. */
async function changedFiles({ repository }: Stage, { payload }: Event): Promise<string[] | undefined> {
  const { before, after, pull_request: pull } = payload as Changed;
  const range = pull ? `${pull.base.sha}...${pull.head.sha}` : `${before}..${after}`;
  if (before?.startsWith('000') || repository.gitDir === undefined) return undefined;
  const names = await git(['diff', '--name-only', '-z', range], { cwd: repository.gitDir });
  return names.split('\0').filter((name) => name !== '');
}

interface Changed {
  readonly before?: string;
  readonly after?: string;
  readonly pull_request?: Readonly<
    Record<'base' | 'head', { readonly sha: string; readonly repo: { readonly full_name: string } }>
  >;
}

/** Adds pull requests that were merged on the last days. */
async function addMerges({ sandbox, repository }: Stage, changes: readonly string[]): Promise<void> {
  const { store } = sandbox.github;
  const { gitDir = '' } = repository;
  const merged = [];
  for (const [index, [hours, title]] of MERGES.entries()) {
    await sandbox.time.sleep(hours * HOUR);
    const pull = { head: `webhooks-${index + 1}`, base: 'main' };
    const thread = addThread(store, repository, { user: userOf(store, AUTHOR), title, pull });
    closeThread(store, thread, { merged: true });
    const files = Object.fromEntries(changes.map((name) => [name, versionOf(index + 1)]));
    merged.push({ thread, files, message: `${title} (#${thread.number})`, at: sandbox.time.now() });
  }
  const first = await branchSha(repository, 'main');
  await importCommits(gitDir, 'refs/heads/main', first, merged);
  const commits = (await git(['rev-list', '--reverse', 'main'], { cwd: gitDir })).trim().split('\n');
  for (const [index, { thread }] of merged.entries()) {
    const [onto = '', sha = ''] = commits.slice(index);
    Object.assign(thread.pull ?? {}, { headSha: sha, merge: { onto, sha } });
  }
  await sandbox.time.sleep(QUIET * HOUR);
}
