import type { Cause, EventChoice } from '../command-line.ts';
import { brokenLinks } from '../documentation.ts';
import { git } from '../git.ts';
import { eventsOf } from '../github/events.ts';
import { date } from '../github/json.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { branchSha, pullSides } from '../github/pull-facts.ts';
import { addCheckRun } from '../github/run-routes.ts';
import { type Release, type Role, type Store, type Thread, type User, userOf } from '../github/store.ts';
import { addComment, addReview, addThread } from '../github/threads.ts';
import type { RunContext } from '../runner/environment.ts';
import { fill } from '../workflow/expressions.ts';
import { stepsOf, type Workflow } from '../workflow/file.ts';
import { ourAction } from '../workflow/step.ts';
import { mergeCode, openCode } from './code.ts';
import { AUTHOR, addPerson, isAtLeast } from './people.ts';
import { WORK_SECONDS } from './stage.ts';
import type { World } from './world.ts';

/** The event that starts a workflow, as `--event` and `--as` choose it. */

const MINUTE = 60_000;
const PROMPT = 'Rewrite the quickstart for v2';
const REQUEST = `/docs ${PROMPT}`;

export interface CausedEvent {
  readonly event: WebhookEvent;
  readonly context: Partial<RunContext>;
  /** Whether another workflow, which the event started, calls this one. */
  readonly called?: boolean;
  /** The event in words. */
  readonly description: string;
  /** The context `inputs`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The issue or pull request of the event. */
  readonly thread?: Thread;
}

export interface EventOptions extends EventChoice {
  /** A role, `stranger`, or a person that the workflow names. */
  readonly as?: string;
  /** The issue of an earlier event. */
  readonly earlier?: Thread | undefined;
}

type Made = Pick<CausedEvent, 'event' | 'description'> & Partial<CausedEvent>;

interface Scene extends World {
  readonly store: Store;
  readonly events: ReturnType<typeof eventsOf>;
  readonly cause: Cause;
  readonly sender: User;
  /** The person in words. */
  readonly person: string;
  readonly words: string;
  readonly earlier: Thread | undefined;
}

/** How each event is made, and the least role that causes it. */
const EVENTS: { readonly [cause in Cause]: readonly [Role, (scene: Scene) => Promise<Made>] } = {
  issue_comment: ['none', commentOnIssue],
  issues: ['none', (scene) => changeIssue(scene, typeOf(scene, ['opened', 'labeled', 'assigned']))],
  label: ['triage', (scene) => changeIssue(scene, 'labeled')],
  pull_request: ['none', changePull],
  pull_request_target: ['none', changePull],
  pull_request_review: ['none', review],
  pull_request_review_comment: ['none', commentOnLine],
  push: ['write', push],
  merge: ['write', mergeAgentPull],
  release: ['write', release],
  schedule: ['write', schedule],
  workflow_dispatch: ['write', (scene) => dispatch(scene, 'workflow_dispatch')],
  workflow_call: ['write', (scene) => dispatch(scene, 'workflow_call')],
  workflow_run: ['write', workflowRun],
};

export async function causeEvent(world: World, options: EventOptions): Promise<CausedEvent> {
  const { stage, workflow } = world;
  const { sandbox, repository } = stage;
  const { github } = sandbox;
  const cause = options.cause ?? usualCause(workflow);
  const { login, role, description: who } = addPerson(stage, workflow, options.as ?? 'write');
  const [least, make] = EVENTS[cause];
  if (!isAtLeast(role, least)) throw new Error(`On GitHub, the role ${role} isn't enough to cause ${cause}.`);
  const sender = userOf(github.store, login);
  const events = eventsOf({ github, repository: repository.fullName });
  const { words = '', earlier } = options;
  const { store } = github;
  const made = await make({ ...world, store, events, cause, sender, person: `by ${who}`, words, earlier });
  const sha = (await branchSha(repository, repository.defaultBranch)) ?? '';
  const context = { actor: login, triggeringActor: login, actorId: String(sender.id), sha, ...made.context };
  return { inputs: {}, ...made, context };
}

/** A comment if the workflow has this event, otherwise its first one. */
function usualCause({ on }: Workflow): Cause {
  const known = Object.keys(on).filter((name): name is Cause => name in EVENTS);
  const usual = known.find((name) => name === 'issue_comment') ?? known[0];
  if (usual !== undefined) return usual;
  throw new Error(
    `The sandbox can't play ${Object.keys(on).join(', ')}. Play another event with \`--event\`.`,
  );
}

async function commentOnIssue({ stage, sender, person, words, earlier }: Scene): Promise<Made> {
  const thread = earlier ?? stage.issue();
  if (thread !== earlier) await stage.sandbox.time.sleep(MINUTE);
  const body = words || REQUEST;
  const { event } = stage.comment(sender.login, thread, body);
  return { event, description: `comment ${person}: ${body}`, thread };
}

async function changeIssue(scene: Scene, action: 'opened' | 'labeled' | 'assigned'): Promise<Made> {
  const { stage, store, workflow, events, sender, person, words, earlier } = scene;
  if (action === 'opened') {
    const body = words || REQUEST;
    const thread = addThread(store, stage.repository, { user: sender, title: 'The quickstart is old', body });
    const event = events.issue(thread, action, sender);
    return { event, description: `new issue ${person}: ${body}`, thread };
  }
  const thread = earlier ?? stage.issue();
  if (action === 'assigned') {
    const event = events.issue(thread, action, sender);
    return { event, description: `assignment of an issue ${person}`, thread };
  }
  const label = words || namedIn(workflow, 'label.name') || 'documentation';
  thread.labels.add(label);
  const event = events.issue(thread, action, sender, ({ label: example }) =>
    Object.assign(example, { name: label }),
  );
  return { event, description: `label "${label}" ${person}`, thread };
}

async function commentOnLine(scene: Scene): Promise<Made> {
  const { stage, store, changes, events, sender: user, person, words } = scene;
  const thread = await codeOf(scene, AUTHOR);
  const body = words || REQUEST;
  const diffHunk = '@@ -1 +1 @@\n-export const version = 4;\n+export const version = 5;';
  const line = { path: changes[0] ?? '', line: 1, diffHunk };
  const comment = addComment(store, stage.repository, { thread: thread.number, user, body, line });
  const description = `comment on a line of #${thread.number} ${person}: ${body}`;
  return { event: events.line(thread, comment), context: contextOf(stage, thread), description, thread };
}

/** The states of a review, as a condition names them, and the words of each without `--event NAME=words`. */
const REVIEWS = {
  approved: ['APPROVED', ''],
  changes_requested: ['CHANGES_REQUESTED', 'Shorter, please'],
  commented: ['COMMENTED', REQUEST],
} as const;

/** A review with the state that the workflow names. Changes are requested on the agent's pull request. */
async function review(scene: Scene): Promise<Made> {
  const { stage, store, workflow, events, sender: user, person, words } = scene;
  const named = namedIn(workflow, 'review.state') ?? 'commented';
  const reviewed = named === 'changes_requested';
  const [state, usual] = REVIEWS[named as keyof typeof REVIEWS] ?? REVIEWS.commented;
  const thread = reviewed ? await openAgentPull(scene) : await codeOf(scene, AUTHOR);
  const { number } = thread;
  const body = words || usual;
  const added = addReview(store, stage.repository, { thread: number, user, body, state });
  const context = contextOf(stage, thread);
  const event = events.review(thread, added, (payload) => {
    payload.review.commit_id = context.sha;
  });
  return { event, context, description: `review (${named}) of #${number} ${person}: ${body}`, thread };
}

/** A pull request by the person, or by the agent if the workflow collects results. */
async function changePull(scene: Scene): Promise<Made> {
  const { stage, store, workflow, events, cause, sender, person } = scene;
  const action = typeOf(scene, ['opened', 'closed', 'synchronize', 'labeled']);
  const thread = collects(workflow) ? await openAgentPull(scene, false) : await codeOf(scene, sender.login);
  const { user } = thread;
  const isOwn = user === sender || action !== 'opened';
  const after = action === 'closed' ? (await mergeCode(stage, thread, sender.login)).after : undefined;
  const made = events.pull(thread, action, isOwn ? sender : user, ({ label, pull_request: pull }) => {
    if (action === 'labeled')
      Object.assign(label, { name: namedIn(workflow, 'label.name') ?? 'documentation' });
    const at = date(store.time.now());
    const merge = { merged: true, merged_at: at, closed_at: at, merge_commit_sha: after };
    if (after !== undefined) Object.assign(pull, merge);
  });
  const event = { ...made, name: cause === 'pull_request_target' ? cause : 'pull_request' };
  const context = { ...contextOf(stage, thread), headRef: thread.pull?.head ?? '', baseRef: 'main' };
  const done = action === 'closed' ? 'merged' : action;
  const description = `#${thread.number} is ${done} ${isOwn ? person : `by ${user.login}`}`;
  return { event, context, description, thread };
}

async function push({ stage, changes, sender, person }: Scene): Promise<Made> {
  const thread = await openCode({ stage, changes, author: AUTHOR });
  const { event, after } = await mergeCode(stage, thread, sender.login);
  const description = `push to main ${person}: #${thread.number} is merged`;
  return { event, context: { sha: after }, description, thread };
}

async function mergeAgentPull({ stage, sender, person }: Scene): Promise<Made> {
  const thread = stage.pull();
  const { event, after } = await mergeCode(stage, thread, sender.login);
  const description = `push to main ${person}: the agent's pull request #${thread.number} is merged`;
  return { event, context: { sha: after }, description, thread };
}

/** A release with the last two merges, or with another one since the last release. */
async function release(scene: Scene): Promise<Made> {
  const { stage, store, events, sender, person } = scene;
  const { releases, gitDir = '' } = stage.repository;
  const add = async (commit: string, days: number): Promise<Release> => {
    const tag = `v1.${releases.length}.0`;
    await git(['tag', tag, commit], { cwd: gitDir });
    const publishedAt = store.time.now() - days * 24 * 60 * MINUTE;
    const notes = 'Webhooks are sent again after an hour.';
    const about = { tag, name: tag, notes, prerelease: false, author: sender, publishedAt };
    const added = { id: store.nextId(), ...about };
    releases.push(added);
    return added;
  };
  if (releases.length === 0) await add('main~2', 4);
  else await push(scene);
  const newest = await add('main', 0);
  const context = { ref: `refs/tags/${newest.tag}` };
  return { event: events.release(newest), context, description: `release ${newest.tag} ${person}` };
}

async function schedule(scene: Scene): Promise<Made> {
  const { on } = scene.workflow;
  const [{ cron = '17 5 * * 1' } = {}] = Array.isArray(on['schedule']) ? on['schedule'] : [];
  if (collects(scene.workflow)) await openAgentPull(scene, false);
  return { event: scene.events.schedule(cron), description: `schedule "${cron}"` };
}

/** A filled form, by a person or by the workflow that calls this one. */
async function dispatch(scene: Scene, cause: 'workflow_dispatch' | 'workflow_call'): Promise<Made> {
  const { workflow, events, sender, person, form, words } = scene;
  const fields = Object.entries(workflow.on[cause]?.inputs ?? {});
  const open = fields.filter(
    ([name, input]) => input?.required && input.default === undefined && !(name in form),
  );
  const [target] =
    fields.find(([name]) => name === 'prompt') ?? open.find(([name]) => !/job/i.test(name)) ?? [];
  const jobId = open.some(([name]) => /job/i.test(name)) ? await startJob(scene) : '';
  if (collects(workflow)) await openAgentPull(scene, false);
  const inputs = Object.fromEntries(
    fields.map(([name, input]) => {
      if (name in form) return [name, input?.type === 'string' ? form[name] : readTyped(form[name])];
      if (name === target) return [name, words || PROMPT];
      return [name, input?.default ?? (input?.required && /job/i.test(name) ? jobId : '')];
    }),
  );
  const texts = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
  const called = cause === 'workflow_call';
  const filled = Object.entries(texts).map(([name, value]) => `${name}: ${value}`);
  const description = [`${called ? 'call' : 'form'} ${person}`, ...filled].join('\n');
  return { event: events.dispatch(sender, called ? {} : texts), description, inputs, called };
}

function readTyped(text = ''): unknown {
  return /^(?:true|false|\d+)$/.test(text) ? JSON.parse(text) : text;
}

/** The first of the named workflows finds a broken link in the agent's pull request. The others succeed. */
async function workflowRun(scene: Scene): Promise<Made> {
  const { workflow, events, stage, store } = scene;
  const thread = await openAgentPull(scene, true, BROKEN);
  const { sha } = pullSides(stage.repository, thread).head;
  const [name = 'CI', ...others] = [workflow.on['workflow_run']?.workflows ?? []].flat();
  const annotations = await brokenLinks(stage.repository, sha);
  const run = addCheckRun(store, stage.repository, { name, sha, annotations });
  for (const other of others)
    addCheckRun(store, stage.repository, { name: other, sha, conclusion: 'success' });
  const found = annotations.map(({ path, line, message }) => ` (${path}:${line}: ${message})`).join('');
  const description = `the workflow "${name}" fails for #${thread.number}${found}`;
  return { event: events.workflowRun(thread, run), description, thread };
}

/** The agent copies the instruction into its page, with a link to a page that doesn't exist. */
const BROKEN = `${PROMPT}\n\nLink [how to upgrade](upgrade.md).`;

/** The first type of the workflow that the sandbox can play. */
function typeOf<Type extends string>({ workflow, cause }: Scene, known: readonly Type[]): Type {
  const types: readonly string[] = [workflow.on[cause]?.types ?? []].flat();
  return known.find((type) => types.includes(type)) ?? (known[0] as Type);
}

/** A value that a condition of the workflow compares with `name`. */
function namedIn(workflow: Workflow, name: string): string | undefined {
  return new RegExp(`${name.replace('.', '\\.')}\\s*==\\s*'([^']+)'`).exec(JSON.stringify(workflow))?.[1];
}

function collects(workflow: Workflow): boolean {
  return stepsOf(workflow).some((step) => ourAction(step)?.startsWith('collect/'));
}

/** The pull request of an earlier event if it is open, otherwise a new one. */
async function codeOf({ stage, changes, earlier }: Scene, author: string): Promise<Thread> {
  return earlier?.pull && earlier.state === 'open' ? earlier : openCode({ stage, changes, author });
}

/** The agent's open pull request. Without a job, ann requests it in a comment. `waits` is whether her run waits. */
async function openAgentPull(scene: Scene, waits = true, instruction = PROMPT): Promise<Thread> {
  const { sandbox, documentation } = scene.stage;
  if (sandbox.service.jobs.length === 0) await startJob(scene, waits, instruction);
  const find = () =>
    [...documentation.threads.values()].find(({ user, state }) => user.type === 'Bot' && state === 'open');
  if (find() === undefined) await sandbox.time.sleep(WORK_SECONDS * 1000 + MINUTE);
  return find() ?? scene.stage.pull();
}

/** Requests something in a comment, as another workflow of the repository does, and returns the job. */
async function startJob(scene: Scene, waits = true, instruction = PROMPT): Promise<string> {
  const { stage, workflow, settings } = scene;
  const context = { secrets: settings.secrets, vars: settings.variables };
  const { with: given = {} } = stepsOf(workflow).find((step) => ourAction(step) !== undefined) ?? {};
  const same = ['api-key', 'project-id', 'thread-secret'].flatMap((name) =>
    name in given ? [[name, fill(String(given[name]), context)]] : [],
  );
  const inputs: Record<string, string> = { ...Object.fromEntries(same), wait: String(waits) };
  if (inputs['project-id']) stage.sandbox.service.addProject(inputs['project-id']);
  const { outputs } = await stage.ask('ann', stage.issue(), `/docs ${instruction}`, inputs);
  return outputs['jobId'] ?? '';
}

/** The context of a run for a pull request. */
function contextOf({ repository }: World['stage'], thread: Thread) {
  return { sha: pullSides(repository, thread).head.sha, ref: `refs/pull/${thread.number}/merge` };
}
