import { randomUUID } from 'node:crypto';
import type { Event } from '../../src/event/trigger.ts';
import { git, gitFact } from '../git.ts';
import { importCommits } from '../github/git-repository.ts';
import type { Json } from '../github/payloads.ts';
import { branchSha } from '../github/pull-facts.ts';
import { userOf } from '../github/store.ts';
import { addThread, closeThread } from '../github/threads.ts';
import type { SandboxOptions } from '../sandbox.ts';
import { virtualTime } from '../virtual-time.ts';
import type { Run, Surroundings } from '../workflow/context.ts';
import type { Workflow } from '../workflow/file.ts';
import { openRunner } from '../workflow/run.ts';
import { ALL_PERMISSIONS, newWorkspaces, playOther } from './other-actions.ts';
import { AUTHOR, addPeople, peopleIn } from './people.ts';
import { openStage, type Stage, WORK_SECONDS } from './stage.ts';
import { changesIn, filesIn, layoutIn, namesOf, valuesOf } from './workflow-names.ts';
import { type SettingOptions, settingsOf } from './workflow-settings.ts';

/** What a workflow is played in: repositories with a history, people, secrets and variables, as the workflow names them. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Replaces the service's URL in what people read. */
export const SERVICE = 'https://service.example';
/** The `job-id` of a job that an earlier workflow created. */
const EARLIER_JOB = 'earlier-job';

/** Merged pull requests, with the hours since the one before. */
const MERGES = [
  [24, 'Sign webhooks with a key'],
  [20 * 24, 'Name the event in each webhook'],
  [3 * 24, 'Send webhooks again after an hour'],
  [45, 'Limit webhooks to https'],
] as const;

export type World = Awaited<ReturnType<typeof openWorld>>;

export interface WorldOptions extends SettingOptions, Pick<SandboxOptions, 'workSeconds'> {
  readonly repository?: string | undefined;
  /** Labels of the repositories, in addition to those that GitHub creates. */
  readonly labels?: readonly string[];
  /** `code`: the workflow's repository is public; `docs`: that of the documentation. */
  readonly published?: readonly string[];
}

export async function openWorld(workflow: Workflow, options: WorldOptions = {}) {
  const { workSeconds = WORK_SECONDS, published = [] } = options;
  const token = `github_pat_${randomUUID().replaceAll('-', '')}`;
  const [key, projectId] = [`mint_${randomUUID().replaceAll('-', '')}`, 'acme-docs'];
  const place = { 'base-url': SERVICE, 'api-key': key, 'project-id': projectId, 'thread-secret': token };
  const usual = { ...place, ...USUAL };
  const settings = settingsOf(workflow, { ...options, token, usual });
  const names = namesOf(workflow, settings, options.repository);
  /** The files that code changes. */
  const changes = changesIn(workflow, names);
  const layout = layoutIn(names);
  const files = filesIn(names);
  const stage = await openStage({
    workSeconds,
    time: virtualTime({ horizon: 90 * DAY }),
    service: { key, projectId },
    repository: names.repository,
    documentation: names.documentation,
    layout,
    files: { ...files, ...Object.fromEntries(changes.map((name) => [name, versionOf(0)])) },
  });
  const { sandbox, repository } = stage;
  const { github, service } = sandbox;
  for (const name of names.repositories) github.repository(name).private = !published.includes('docs');
  repository.private = !published.includes('code');
  for (const { labels } of github.store.repositories.values())
    for (const label of options.labels ?? []) labels.add(label.toLowerCase());
  addPeople(stage, peopleIn(workflow, names));
  for (const number of valuesOf(names, 'issue-number').map(Number)) addReportIssue(stage, number);
  await addMerges(stage, changes);
  const { repositories } = names;
  github.addToken(token, { login: 'docs-robot', repositories, permissions: ALL_PERMISSIONS });
  const jobs = names.own.map(({ name }) => name);
  const workspaces = newWorkspaces(files, jobs);
  const hidden = [service.key, ...Object.values(settings.secrets)];
  const runner = openRunner(workflow, {
    secrets: settings.secrets,
    vars: settings.variables,
    tokenFor: sandbox.tokenWith,
    playOther: (step) => playOther(stage, workspaces, step),
    others: settings.outputs,
    changedFiles: (event) => changedFiles(stage, event),
    run: () => Promise.reject(new Error('Each event has its own context.')),
  });
  /** Requests something in a comment, as another workflow of the repository does, and returns the job. */
  const startJob = async (waits: boolean, instruction: string) => {
    const known = ['api-key', 'project-id', 'thread-secret'].map((name) => [name, valuesOf(names, name)[0]]);
    const given = known.filter(([, value]) => value !== undefined);
    const asked: Record<string, string> = { ...Object.fromEntries(given), wait: String(waits) };
    if (asked['project-id']) service.addProject(asked['project-id']);
    const { outputs: ended } = await stage.ask('ann', stage.issue(), `/docs ${instruction}`, asked);
    return ended['jobId'] ?? '';
  };
  /** Delivers an event. Its run waits as `concurrency` specifies. */
  const dispatch = (event: Event, given: Pick<Surroundings, 'inputs' | 'context' | 'called'>) => {
    const context = { ...given.context, repository: repository.fullName };
    const run: Run = async ({ inputs: { 'base-url': baseUrl, ...rest } = {}, ...more }) => {
      // Whether the real service has the project is unknown.
      if (rest['project-id']) service.addProject(rest['project-id']);
      const jobId = rest['job-id'] === EARLIER_JOB ? await startJob(false, USUAL.prompt) : rest['job-id'];
      for (const ref of await addTags(stage, rest['range']))
        workspaces.undecided.add(`whether the repository has \`${ref}\`, which is a tag here`);
      // The sandbox's service replaces the host that the file names, and keeps the path.
      const url = baseUrl?.replace(/^https:\/\/[^/?#@]+/i, service.url);
      const paths = Object.entries(rest).map(([name, value]) => [
        name,
        value?.replace(/^\/workspace(?=\/)/, more.workspace ?? ''),
      ]);
      // What the file lacks, the sandbox doesn't add.
      const lacking = { 'api-key': undefined, 'project-id': undefined };
      const found = { 'base-url': url, ...(jobId && { 'job-id': jobId }) };
      const given = { ...lacking, ...Object.fromEntries(paths), ...found };
      return sandbox.run({ ...more, inputs: given, context, secrets: hidden }).ended;
    };
    return runner.dispatch(event, { ...given, ...restrictionsOf(stage, event), context, run }).ended;
  };
  const known = { workflow, stage, settings, names, workspaces, changes };
  return { ...known, dispatch, startJob, [Symbol.asyncDispose]: stage[Symbol.asyncDispose] };
}

/** Values of inputs without a default. */
export const USUAL = {
  range: '7d',
  prompt: 'Check the quickstart.',
  'issue-number': '1',
  'job-id': EARLIER_JOB,
  'daily-limit': '20',
  'ignore-pulls': 'label:internal',
  'pr-repository': 'acme/docs',
  'pr-labels': 'documentation',
  'pr-reviewers': 'ben',
  'pr-paths': '**',
  paths: '**',
  'allow-users': 'ben',
  checks: 'mintlify/**',
  'page-prefix': '/guides',
  'prompt-file': 'prompt.md',
  'rules-file': 'rules.md',
  'context-file': 'context.md',
};

/** Adds the tags of a range that the repository lacks: two merges apart. */
async function addTags({ repository: { gitDir = '' } }: Stage, range = ''): Promise<string[]> {
  const [, ...refs] = /^(.+?)\.\.\.?(.+)$/.exec(range) ?? [];
  const added: string[] = [];
  for (const [index, ref] of refs.entries()) {
    const known = await git(['rev-parse', '--verify', '--quiet', ref], { cwd: gitDir }).catch(() => '');
    if (known !== '' || /^[0-9a-f]{40}$/.test(ref)) continue;
    await git(['tag', ref, index === 0 ? 'main~2' : 'main'], { cwd: gitDir });
    added.push(ref);
  }
  return added;
}

/** Adds the issue that reports are written to, as the file numbers it. */
function addReportIssue({ sandbox: { github }, repository }: Stage, number: number): void {
  if (!(number > 0) || repository.threads.has(number)) return;
  const about = { user: userOf(github.store, AUTHOR), title: 'Reports about the documentation' };
  const issue = addThread(github.store, repository, about);
  repository.threads.delete(issue.number);
  repository.threads.set(number, { ...issue, number });
}

/**
 * A run for a fork, or by Dependabot for code, gets no secrets, and a token that can only read.
 *
 * @see https://docs.github.com/en/code-security/dependabot/troubleshooting-dependabot/troubleshooting-dependabot-on-github-actions
 */
function restrictionsOf({ sandbox, repository }: Stage, { name, payload }: Event): Partial<Surroundings> {
  const { pull_request: pull, sender } = payload as Json;
  const isFork = pull !== undefined && pull.head.repo.full_name !== repository.fullName;
  const isOfBot = sender?.login === 'dependabot[bot]' && (pull !== undefined || name === 'push');
  if ((!isFork && !isOfBot) || name === 'pull_request_target') return {};
  const tokenFor: Surroundings['tokenFor'] = (only, job) =>
    sandbox.tokenWith(Object.fromEntries(Object.keys(only).map((kind) => [kind, 'read'])), job);
  return { secrets: {}, tokenFor };
}

/** The files of a push or of a pull request. `undefined` for a new branch. */
async function changedFiles({ repository }: Stage, { payload }: Event): Promise<string[] | undefined> {
  const { before, after, pull_request: pull } = payload as Json;
  const range = pull ? `${pull.base.sha}...${pull.head.sha}` : `${before}..${after}`;
  if (before?.startsWith('000') || repository.gitDir === undefined) return undefined;
  const names = await gitFact(['diff', '--name-only', '-z', range], { cwd: repository.gitDir });
  return names.split('\0').filter((name) => name !== '');
}

/** The contents of a file, which each pull request changes. */
export function versionOf(number: number): string {
  return `export const version = ${number};\n`;
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
  const first = branchSha(repository, 'main');
  const commits = importCommits(gitDir, 'main', first, merged);
  for (const [index, { thread }] of merged.entries()) {
    const [onto = '', sha = ''] = [first, ...commits].slice(index);
    Object.assign(thread.pull ?? {}, { headSha: sha, merge: { onto, sha } });
  }
  await sandbox.time.sleep(3 * HOUR);
}
