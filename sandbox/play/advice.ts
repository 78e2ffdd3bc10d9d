import { readFileSync } from 'node:fs';
import picomatch from 'picomatch/posix.js';
import { parse } from 'yaml';
import type { Job, Permissions, Workflow, WorkflowStep } from '../workflow/file.ts';
import { ourAction } from '../workflow/step.ts';
import { similarNames } from './near-names.ts';
import { globsOf } from './workflow-names.ts';

/** What the author of a workflow still has to do. Each rule is a function that returns one line, or nothing. */

export interface Advised {
  readonly workflow: Workflow;
  /** Files that changed lately in the repository of the workflow. Empty if unknown. */
  readonly changed: readonly string[];
}

export function adviceFor(advised: Advised): string[] {
  return RULES.flatMap((rule) => rule(advised) ?? []);
}

/** A step with one of our actions, and its job. */
interface OurStep {
  readonly name: string;
  readonly job: Job;
  readonly step: WorkflowStep;
  /** Empty for the main action. */
  readonly action: '' | 'batch' | 'collect' | 'visitors';
  /** The value of an input as the file has it. Empty if it isn't set. */
  input(name: string): string;
}

function ourSteps({ jobs }: Workflow): OurStep[] {
  return Object.entries(jobs).flatMap(([name, job]) =>
    (job.steps ?? []).flatMap((step) => {
      const file = ourAction(step);
      if (file === undefined) return [];
      const action = file.replace(/\/?action\.yml$/, '') as OurStep['action'];
      return [{ name, job, step, action, input: (input) => String(step.with?.[input] ?? '').trim() }];
    }),
  );
}

function requests({ workflow }: Advised): OurStep[] {
  return ourSteps(workflow).filter(({ action }) => action === '');
}

/** Events of an issue or a pull request, where one request can follow another. */
const COMMENTS = ['issue_comment', 'pull_request_review', 'pull_request_review_comment', 'issues'];

function eventsIn({ on }: Workflow, names: readonly string[]): string[] {
  return names.filter((name) => name in on);
}

/** Parts of a group's name that differ for each run. */
const OF_ONE_RUN = /github\.(?:sha|run_\w+|event\.after)|\.(?:comment|review)\.id\b|\.release\./;

function concurrencyOf({ workflow }: Advised, { job }: OurStep) {
  const setting = job.concurrency ?? workflow.concurrency;
  return typeof setting === 'string' ? { group: setting } : setting;
}

function repositoryAdvice({ workflow }: Advised): string | undefined {
  const left = ourSteps(workflow).some(({ step: { uses } }) => uses?.startsWith('OWNER/REPO'));
  return left ? 'Replace `OWNER/REPO` with the repository of this action.' : undefined;
}

function hostAdvice({ workflow }: Advised): string | undefined {
  const url = ourSteps(workflow)
    .map(({ input }) => input('base-url'))
    .find((value) => /^https:/i.test(value));
  return url && `The sandbox's service replaced ${url}. Check that host yourself.`;
}

function timeoutAdvice({ workflow }: Advised): string | undefined {
  for (const { name, job, step, input } of ourSteps(workflow)) {
    const timeout = input('timeout') || readAction(ourAction(step) ?? '').inputs.timeout.default;
    const most = Math.min(...[job, step].map((one) => Number(one['timeout-minutes'] ?? 360)));
    const minutes = minutesOf(timeout);
    if (minutes >= most)
      return `GitHub ends the job \`${name}\` after ${most} minutes, before the action can report its \`timeout\` of ${timeout}. Set \`timeout-minutes: ${Math.ceil(minutes) + 5}\`.`;
  }
  return undefined;
}

const actions = new Map<string, ReturnType<typeof parse>>();

function readAction(file: string) {
  const known = actions.get(file) ?? parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
  actions.set(file, known);
  return known;
}

/** `NaN` for an expression. */
function minutesOf(duration: string): number {
  const [, count, unit = ''] = /^(\d+)\s*([smh])$/.exec(duration) ?? [];
  return (Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)) / 60;
}

function cancelAdvice(advised: Advised): string | undefined {
  const found = requests(advised).find(
    (step) => String(concurrencyOf(advised, step)?.['cancel-in-progress'] ?? false) !== 'false',
  );
  return (
    found &&
    `Remove \`cancel-in-progress\` from \`${found.name}\`: the next event, even a comment by the action, would cancel a request at work, which is charged.`
  );
}

function queueAdvice(advised: Advised): string | undefined {
  const events = eventsIn(advised.workflow, [...COMMENTS, 'push', 'release']);
  if (events.length === 0) return undefined;
  for (const step of requests(advised)) {
    const setting = concurrencyOf(advised, step);
    const group = 'github.event.issue.number || github.event.pull_request.number';
    if (setting === undefined) {
      if (eventsIn(advised.workflow, COMMENTS).length === 0) continue;
      return `Add \`concurrency\` to \`${step.name}\`, so that requests in a thread wait for each other: \`group: docs-\${{ ${group} }}\` and \`queue: max\`.`;
    }
    if (setting.queue === 'max' || OF_ONE_RUN.test(setting.group)) continue;
    if (String(setting['cancel-in-progress'] ?? false) !== 'false') continue;
    return `Add \`queue: max\` to the \`concurrency\` of \`${step.name}\`: without it, GitHub keeps one waiting run and cancels the others.`;
  }
  return undefined;
}

function groupAdvice(advised: Advised): string | undefined {
  const found = requests(advised).find((step) => {
    const group = concurrencyOf(advised, step)?.group ?? 'github.run_id';
    return /^(?:skip|message)$/.test(step.input('when-open')) && OF_ONE_RUN.test(group);
  });
  return (
    found &&
    `Runs of \`${found.name}\` share an open pull request, but not a group of \`concurrency\`: two at a time would both find none. Use the same \`group\` for all, with \`queue: max\`.`
  );
}

function conditionAdvice(advised: Advised): string | undefined {
  const [event] = eventsIn(advised.workflow, COMMENTS.slice(0, 3));
  const found = requests(advised).find(({ job }) => job.if === undefined);
  if (event === undefined || found === undefined) return undefined;
  const phrase = found.input('trigger-phrase') || '/docs';
  const text = event === 'pull_request_review' ? 'review' : 'comment';
  return `Every ${text} starts a runner: add \`if: startsWith(github.event.${text}.body, '${phrase}')\` to \`${found.name}\`.`;
}

function threadSecretAdvice(advised: Advised): string | undefined {
  if (eventsIn(advised.workflow, COMMENTS).length === 0) return undefined;
  const found = requests(advised).find(({ input }) => input('thread-secret') === '');
  return (
    found &&
    `Set \`thread-secret\` in \`${found.name}\`: without it, the action forgets its threads when you replace the API key.`
  );
}

function globAdvice(advised: Advised): string | undefined {
  const { workflow, changed } = advised;
  const filters = Object.values(workflow.on).map((trigger) => [trigger?.paths ?? []].flat());
  const read = (name: string, more: readonly string[][] = []) =>
    [...more, ...requests(advised).map(({ input }) => globsOf(input(name)))].map((globs) =>
      globs.filter((glob) => !/\$\{\{|^!/.test(glob)),
    );
  const paths = read('paths', filters);
  const all = { paths, 'pr-paths': read('pr-paths') };
  const folders = Object.entries(all).flatMap(([name, lists]) =>
    lists.flat().flatMap((glob) => folderAdvice(name, glob) ?? []),
  );
  const unmatched = paths.find(
    (globs) => globs.length > 0 && !changed.some((file) => picomatch.isMatch(file, globs, { dot: true })),
  );
  if (folders.length > 0 || unmatched === undefined || changed.length === 0) return folders[0];
  const code = changed.filter((file) => file.includes('/') && !/^\.|\.mdx?$/.test(file));
  const [first = ''] = code.length > 0 ? code : changed;
  const fits = first.includes('/') ? `${first.split('/')[0]}/**` : first;
  return `\`paths: ${unmatched.join(', ')}\` matches none of the files that changed lately, like ${changed.slice(0, 3).join(', ')}. A glob like \`${fits}\` does.`;
}

function folderAdvice(input: string, glob: string): string | undefined {
  const [, start, rest] = /^(\.{0,2}\/)(.*)$/.exec(glob) ?? [];
  if (start !== undefined)
    return `\`${input}: ${glob}\` matches no file, because paths begin at the root of the repository. Use \`${rest}\`.`;
  if (/[*?[\]{}]|\.\w+$/.test(glob)) return undefined;
  return `\`${input}: ${glob}\` matches only a file with this name. For the files of the folder, use \`${glob.replace(/\/$/, '')}/**\`.`;
}

export function permissionAdvice({ workflow }: Advised): string | undefined {
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const given = job.permissions ?? workflow.permissions;
    const missing = [...neededBy(workflow, job)].filter(([permission]) => !grants(given, permission));
    if (missing.length === 0) continue;
    const lines = missing.map(([permission, use]) => `\`${permission}\` (${use})`);
    return `Add to \`permissions:\` of the job \`${name}\`: ${lines.join(', ')}.`;
  }
  return undefined;
}

interface Use extends Pick<OurStep, 'action' | 'input'> {
  /** Whether one of these events starts the workflow. */
  on(...names: string[]): boolean;
}

type Need = readonly [permission: string, use: string, isNeeded: (use: Use) => boolean];

const comments = ({ action, input, on }: Use, ...events: string[]) =>
  action === 'collect' || (action === '' && input('comment') !== 'never' && on(...events));
const NEEDS: readonly Need[] = [
  [
    'issues: write',
    'comments on issues',
    (use) => comments(use, 'issue_comment', 'issues') || use.input('issue-number') !== '',
  ],
  [
    'pull-requests: write',
    'comments on pull requests',
    (use) => comments(use, 'push', ...COMMENTS.slice(0, 3)),
  ],
  [
    'pull-requests: write',
    "the mark on the agent's pull request",
    ({ input }) => input('wait') !== 'false' && input('pr-token') === '',
  ],
  ['contents: read', 'the changes', readsChanges],
  ['pull-requests: read', 'the merged pull requests', readsChanges],
];

function readsChanges({ action, input, on }: Use): boolean {
  return action === '' && (on('push', 'release') || input('range') !== '');
}

/** The permissions that the features of a job need, each with what it is for. */
function neededBy(workflow: Workflow, job: Job): Map<string, string> {
  const on: Use['on'] = (...names) => eventsIn(workflow, names).length > 0;
  const uses = ourSteps({ ...workflow, jobs: { job } }).filter(
    ({ action, input }) =>
      action !== 'visitors' && input('github-token') === '' && input('dry-run') !== 'true',
  );
  const checksOut = (job.steps ?? []).some(
    ({ uses = '', with: { repository, token } = {} }) =>
      uses.startsWith('actions/checkout@') && !repository && !token,
  );
  const needed = new Map(checksOut ? [['contents: read', 'the checkout']] : []);
  for (const [permission, purpose] of uses.flatMap((use) => NEEDS.filter((need) => need[2]({ ...use, on }))))
    needed.set(permission, needed.get(permission) ?? purpose);
  if (needed.has('pull-requests: write')) needed.delete('pull-requests: read');
  return needed;
}

/** Without `permissions`, the token of a new repository can only read the code. */
function grants(given: Permissions = { contents: 'read' }, permission: string): boolean {
  const [name = '', level] = permission.split(': ');
  if (typeof given === 'string') return given === 'write-all' || level === 'read';
  return given?.[name] === 'write' || given?.[name] === level;
}

/** GitHub runs the workflow file of the pull request's branch for these. */
const OF_BRANCHES = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

function branchAdvice({ workflow }: Advised): string | undefined {
  const [event] = eventsIn(workflow, OF_BRANCHES);
  const found = ourSteps(workflow).find(
    ({ job, input }) => job.environment === undefined && /\bsecrets\b/.test(input('api-key')),
  );
  if (event === undefined || found === undefined) return undefined;
  return `\`${event}\` runs the workflow file of the branch, so everyone who can push a branch can read the secrets: SECURITY.md, "Keep the key from branches".`;
}

/** The outputs of the action for tokens, which most workflows for two repositories use. */
const TOKEN_OUTPUTS = ['token', 'installation-id', 'app-slug'];

interface EmptyOutput {
  readonly expression: RegExp;
  readonly line: string;
}

/** Outputs of steps that don't exist, or of actions that don't have them. */
export function emptyOutputs({ jobs }: Workflow): EmptyOutput[] {
  return Object.values(jobs).flatMap(({ steps = [] }) => {
    const reads = JSON.stringify(steps).matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g);
    return [...reads].flatMap(([text, id = '', name = '']) => {
      const why = whyEmpty(steps, id, name);
      if (why === undefined) return [];
      const expression = new RegExp(`\\b${text.replaceAll('.', '\\.')}\\b`);
      return [{ expression, line: `\`${text}\` is always empty: ${why}` }];
    });
  });
}

function whyEmpty(steps: readonly WorkflowStep[], id: string, name: string): string | undefined {
  const step = steps.find((other) => other.id?.toLowerCase() === id.toLowerCase());
  const ids = steps.flatMap((other) => other.id ?? []);
  if (step === undefined) return `no step has the id \`${id}\`.${meantBy(id, ids)}`;
  const known = outputsOf(step);
  if (known === undefined || known.some((output) => output.toLowerCase() === name.toLowerCase()))
    return undefined;
  return `${step.uses?.split('@')[0]} has no output \`${name}\`.${meantBy(name, known)}`;
}

function meantBy(wrong: string, names: readonly string[]): string {
  const [near] = similarNames(wrong, names);
  return near === undefined ? '' : ` You may have meant \`${near}\`.`;
}

function outputsOf(step: WorkflowStep): string[] | undefined {
  if (step.uses?.startsWith('actions/create-github-app-token@')) return TOKEN_OUTPUTS;
  const file = ourAction(step);
  return file === undefined ? undefined : Object.keys(readAction(file).outputs);
}

const RULES = [
  permissionAdvice,
  timeoutAdvice,
  cancelAdvice,
  queueAdvice,
  groupAdvice,
  conditionAdvice,
  globAdvice,
  branchAdvice,
  threadSecretAdvice,
  hostAdvice,
  repositoryAdvice,
];
