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
import type { Job, Workflow } from '../workflow/file.ts';
import { openRunner, type Play } from '../workflow/run.ts';
import { versionOf } from './code.ts';
import { playOther } from './other-actions.ts';
import { AUTHOR, addPeople } from './people.ts';
import { openStage, type Stage, WORK_SECONDS } from './stage.ts';
import { turnOf } from './turns.ts';
import {
  branchesIn,
  changesIn,
  filesIn,
  issueIn,
  layoutIn,
  repositoriesIn,
  tagsIn,
} from './workflow-names.ts';
import { environmentOf, type Settings, settingsOf } from './workflow-settings.ts';

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

export interface World extends AsyncDisposable {
  readonly workflow: Workflow;
  readonly stage: Stage;
  readonly settings: Settings;
  /** The files that code changes. */
  readonly changes: readonly string[];
  /** What the agent does for the jobs of the next events. */
  agent: string;
  /** Delivers an event. Its run waits as `concurrency` specifies. */
  dispatch(event: Event, given: Pick<Surroundings, 'inputs' | 'context' | 'called'>): Promise<Play>;
}

export interface WorldOptions extends Pick<SandboxOptions, 'workSeconds'> {
  /** The workflow's repository. */
  readonly repository?: string | undefined;
  /** `NAME=value` */
  readonly secrets?: readonly string[];
  readonly variables?: readonly string[];
  /** `name=value`: values for the form. */
  readonly inputs?: readonly string[];
  /** Labels of the repositories, in addition to those that GitHub creates. */
  readonly labels?: readonly string[];
  /** `step.name=value`: outputs of steps that are not run. */
  readonly outputs?: readonly string[];
  /** `code`: the workflow's repository is public; `docs`: that of the documentation. */
  readonly published?: readonly string[];
  /** `pull_request_target` in public repositories, and environments that each branch can use. */
  readonly allowed?: readonly string[];
}

export async function openWorld(workflow: Workflow, options: WorldOptions = {}): Promise<World> {
  const { secrets = [], variables = [], inputs = [], outputs = [] } = options;
  const { workSeconds = WORK_SECONDS, published = [], allowed = [] } = options;
  const { own, documentation, named } = repositoriesIn(workflow, options.repository);
  const changes = changesIn(workflow);
  const token = `github_pat_${randomUUID().replaceAll('-', '')}`;
  const [key, projectId] = [`mint_${randomUUID().replaceAll('-', '')}`, 'acme-docs'];
  const labels = new Set(options.labels?.map((label) => label.toLowerCase()));
  const place = { 'base-url': SERVICE, 'api-key': key, 'project-id': projectId, 'thread-secret': token };
  const settings = settingsOf(workflow, {
    ...{ secrets, variables, outputs, inputs, labels, token },
    usual: { ...place, ...USUAL, 'issue-number': String(issueIn(workflow) ?? 1) },
  });
  const files = filesIn(workflow, Object.values(settings.form));
  const layout = layoutIn(workflow);
  const world = { agent: '' };
  const stage = await openStage({
    workSeconds,
    plan: () => turnOf(world.agent, layout),
    time: virtualTime({ horizon: 90 * DAY }),
    service: { key, projectId },
    repository: own,
    documentation,
    layout,
    files: { ...files, ...Object.fromEntries(changes.map((name) => [name, versionOf(0)])) },
  });
  const { sandbox, repository } = stage;
  const { github, service } = sandbox;
  for (const name of named) github.repository(name);
  repository.private = !published.includes('code');
  if (own !== documentation) github.repository(documentation).private = !published.includes('docs');
  for (const one of github.store.repositories.values()) one.labels = new Set([...one.labels, ...labels]);
  addPeople(stage, workflow);
  addReportIssue(stage, workflow);
  await addMerges(stage, changes);
  for (const tag of tagsIn(workflow)) await git(['tag', tag, 'main~2'], { cwd: repository.gitDir ?? '' });
  for (const name of branchesIn(workflow).filter((branch) => branch !== repository.defaultBranch))
    await git(['branch', '--force', name], { cwd: repository.gitDir ?? '' });

  github.addToken(token, {
    login: 'docs-robot',
    repositories: [own, documentation, ...named],
    permissions: { issues: 'write', pull_requests: 'write', contents: 'write', members: 'read' },
  });
  const hidden = [service.key, ...Object.values(settings.secrets)];
  const runner = openRunner(workflow, {
    service: 'workflow',
    secrets: settings.secrets,
    vars: settings.variables,
    tokenFor: sandbox.tokenWith,
    playOther: (step) => playOther(stage, files, step),
    others: settings.outputs,
    time: sandbox.time,
    changedFiles: (event) => changedFiles(stage, event),
    run: () => Promise.reject(new Error('Each event has its own context.')),
  });
  const dispatch: World['dispatch'] = (event, given) => {
    const context = { ...given.context, repository: repository.fullName };
    const run: Run = ({ inputs: { 'base-url': baseUrl, ...rest } = {}, ...more }) => {
      // Whether the real service has the project is unknown.
      if (rest['project-id']) service.addProject(rest['project-id']);
      // The sandbox's service replaces the host that the file names, and keeps the path.
      const url = baseUrl?.replace(/^https:\/\/[^/?#@]+/i, service.url);
      return sandbox.run({ ...more, inputs: { ...rest, 'base-url': url }, context, secrets: hidden }).ended;
    };
    const refuse: Surroundings['refuse'] = (_event, job) =>
      job === undefined ? refusalOf(stage, event, allowed) : environmentRefusal(job, context.ref, allowed);
    const own = { ...restrictionsOf(stage, event), refuse, context, run };
    return runner.dispatch(event, { ...given, ...own }).ended;
  };
  const close = stage[Symbol.asyncDispose];
  return Object.assign(world, { workflow, stage, settings, changes, dispatch, [Symbol.asyncDispose]: close });
}

/** Values of inputs without a default. */
const USUAL = {
  range: '7d',
  'prompts-json': JSON.stringify([{ name: 'quickstart', prompt: 'Check the quickstart.' }]),
  prompts: '.github/prompts/*.md',
  prompt: 'Check the quickstart.',
};

/** The issue of a literal `issue-number`, or of a variable for it. */
function addReportIssue({ sandbox: { github }, repository }: Stage, workflow: Workflow): void {
  const { store } = github;
  const number = issueIn(workflow);
  if (number === undefined) return;
  const title = 'Reports about the documentation';
  const issue = addThread(store, repository, { user: userOf(store, AUTHOR), title });
  repository.threads.delete(issue.number);
  repository.threads.set(number, { ...issue, number });
}

/**
 * A policy of GitHub forbids `pull_request_target` in public repositories.
 *
 * @see https://docs.github.com/actions/concepts/about-actions-policies
 */
function refusalOf({ repository }: Stage, { name }: Event, allowed: readonly string[]): string | undefined {
  if (name !== 'pull_request_target' || repository.private || allowed.includes(name)) return undefined;
  return `Event 'pull_request_target' is not allowed to trigger Actions workflows. In public repositories, GitHub's default policy forbids it. If yours allows it (Settings, Actions, Policies), add \`--allow pull_request_target\`.`;
}

/** SECURITY.md limits environments to the default branch. GitHub compares the ref of the run. */
function environmentRefusal(
  { environment }: Job,
  ref = 'refs/heads/main',
  allowed: readonly string[],
): string | undefined {
  const name = environmentOf(environment);
  if (name === undefined || ref === 'refs/heads/main' || allowed.includes(name)) return undefined;
  return `GitHub refuses the job: ${ref} is not allowed to deploy to ${name} due to environment protection rules. With the rules of SECURITY.md, only the default branch can use it. If yours has no such rule, add \`--allow ${name}\`.`;
}

/**
 * A run for a fork, or by Dependabot for code, gets no secrets, and a token that can only read.
 *
 * @see https://docs.github.com/en/code-security/dependabot/troubleshooting-dependabot/troubleshooting-dependabot-on-github-actions
 */
function restrictionsOf({ sandbox, repository }: Stage, { name, payload }: Event): Partial<Surroundings> {
  const { pull_request: pull, sender } = payload as Changed;
  const isFork = pull !== undefined && pull.head.repo.full_name !== repository.fullName;
  const isOfBot = sender?.login === 'dependabot[bot]' && (pull !== undefined || name === 'push');
  if ((!isFork && !isOfBot) || name === 'pull_request_target') return {};
  const tokenFor: Surroundings['tokenFor'] = (only, job) =>
    sandbox.tokenWith(Object.fromEntries(Object.keys(only).map((kind) => [kind, 'read'])), job);
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
  readonly sender?: { readonly login: string };
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
