import { brokenLinks } from '../documentation.ts';
import { git } from '../git.ts';
import { eventsOf } from '../github/events.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { branchSha, pullSides } from '../github/pull-facts.ts';
import { addCheckRun, addReported } from '../github/run-routes.ts';
import { type Release, type Role, type Store, type Thread, type User, userOf } from '../github/store.ts';
import { addComment, addReview, addThread, closeThread } from '../github/threads.ts';
import type { RunContext } from '../runner/environment.ts';
import { fill } from '../workflow/expressions.ts';
import { stepsOf, type Workflow } from '../workflow/file.ts';
import { ourAction } from '../workflow/step.ts';
import { mergeCode, openCode } from './code.ts';
import { AUTHOR, addPerson, isAtLeast, MERGER } from './people.ts';
import { WORK_SECONDS } from './stage.ts';
import type { World } from './world.ts';

/** The event that starts a workflow, as `--event` and `--as` choose it. */

const MINUTE = 60_000;
const AGENT = 'mintlify[bot]';
const PROMPT = 'Rewrite the quickstart for v2';

/** What happens, as `--event` names it. */
export interface EventChoice {
  /** GitHub's name of an event, or `label` or `merge`. */
  readonly cause?: string | undefined;
  /** The activity type. */
  readonly type?: string | undefined;
  /** The comment, the label's name or the form's prompt. Default: some. */
  readonly words?: string;
}

export interface CausedEvent {
  /** `undefined` for an event of another repository, which has its own workflows. */
  readonly event: WebhookEvent | undefined;
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
  /** Whether no event precedes it. */
  readonly isFirst?: boolean;
}

type Made = Pick<CausedEvent, 'event' | 'description'> &
  Partial<CausedEvent> & {
    /** Who caused it, unless it is the person. */
    readonly by?: User;
  };

interface Scene extends World {
  readonly store: Store;
  readonly events: ReturnType<typeof eventsOf>;
  readonly cause: string;
  readonly sender: User;
  /** Who writes code and who merges it. Without write access, the person writes, and ann merges. */
  readonly author: string;
  readonly merger: User;
  /** The activity type, if it was chosen. */
  readonly type: string | undefined;
  /** The person in words. */
  readonly person: string;
  readonly words: string;
  readonly earlier: Thread | undefined;
  readonly isFirst: boolean;
}

/** How each event is made, the least role that causes it, and what its words are. */
const EVENTS: Readonly<Record<string, readonly [Role, (scene: Scene) => Promise<Made>, words?: string]>> = {
  issue_comment: ['none', commentOnIssue, 'text'],
  issues: ['none', changeIssue, 'text, or label'],
  label: ['triage', (scene) => changeIssue({ ...scene, type: 'labeled' }), 'label'],
  pull_request: ['none', changePull, 'label'],
  pull_request_target: ['none', changePull, 'label'],
  pull_request_review: ['none', review, 'text'],
  pull_request_review_comment: ['none', commentOnLine, 'text'],
  push: ['none', push, 'label, or file'],
  merge: ['write', mergeAgentPull],
  release: ['write', release],
  schedule: ['none', schedule, 'cron'],
  workflow_dispatch: ['write', (scene) => dispatch(scene, 'workflow_dispatch'), 'prompt'],
  workflow_call: ['none', (scene) => dispatch(scene, 'workflow_call'), 'prompt'],
  workflow_run: ['none', workflowRun, 'conclusion'],
  check_run: ['none', (scene) => reportedCheck(scene, 'check_run'), 'conclusion'],
  status: ['none', (scene) => reportedCheck(scene, 'status'), 'conclusion'],
  repository_dispatch: ['none', repositoryDispatch],
};

const ISSUE_TYPES = ['opened', 'labeled', 'assigned'] as const;

/** The types of `pull_request` that the sandbox can play. `merged` is GitHub's `closed`, and first in files with that type. */
const PULL_TYPES = ['opened', 'merged', 'synchronize', 'labeled', 'closed'] as const;

const RELEASE_TYPES = ['created', 'published', 'released'] as const;

/** The events with types that the sandbox can play. The others have none. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  issues: ISSUE_TYPES,
  label: ['labeled'],
  issue_comment: ['created'],
  pull_request: PULL_TYPES,
  pull_request_target: PULL_TYPES,
  pull_request_review: ['submitted'],
  pull_request_review_comment: ['created'],
  release: RELEASE_TYPES,
  workflow_run: ['completed'],
};

export async function causeEvent(world: World, options: EventOptions): Promise<CausedEvent> {
  const { stage, workflow } = world;
  const { sandbox, repository } = stage;
  const { github } = sandbox;
  const cause = options.cause ?? usualCause(workflow);
  const { login, role, description: who } = addPerson(stage, workflow, options.as ?? 'write');
  const { words = '', earlier, type, isFirst = true } = options;
  const make = choose(cause, role, { type, words });
  const sender = userOf(github.store, login);
  const events = eventsOf({ github, repository: repository.fullName });
  const { store } = github;
  const canMerge = isAtLeast(role, 'write');
  const author = canMerge && login !== AUTHOR ? AUTHOR : canMerge ? 'ben' : login;
  const merger = canMerge ? sender : userOf(store, MERGER);
  const people = { sender, author, merger, person: `by ${who}` };
  const made = await make({ ...world, ...people, store, events, cause, words, earlier, type, isFirst });
  const sha = (await branchSha(repository, repository.defaultBranch)) ?? '';
  const by = made.by ?? sender;
  const actor = { actor: by.login, triggeringActor: by.login, actorId: String(by.id) };
  return { inputs: {}, ...made, context: { ...actor, sha, ...made.context } };
}

/** The function that makes an event. Throws for one that GitHub or the sandbox doesn't have. */
function choose(cause: string, role: Role, { type, words = '' }: EventChoice) {
  const chosen = EVENTS[cause];
  if (chosen === undefined) throw new Error(`--event must be one of ${Object.keys(EVENTS).join(', ')}.`);
  const [least, make, meaning] = chosen;
  const types = TYPES[cause] ?? [];
  if (!isAtLeast(role, least)) throw new Error(`On GitHub, the role ${role} isn't enough to cause ${cause}.`);
  if (type !== undefined && !types.includes(type))
    throw new Error(`The sandbox can play ${cause} as ${types.join(', ') || 'one event without types'}.`);
  if (words !== '' && meaning === undefined) throw new Error(`--event ${cause} takes no words.`);
  return make;
}

/** A comment if the workflow has this event, otherwise its first one. */
function usualCause({ on }: Workflow): string {
  const known = Object.keys(on).filter((name) => name in EVENTS);
  const usual = known.find((name) => name === 'issue_comment') ?? known[0];
  if (usual !== undefined) return usual;
  throw new Error(
    `The sandbox can't play ${Object.keys(on).join(', ')}. Play another event with \`--event\`.`,
  );
}

async function commentOnIssue({ stage, workflow, sender, person, words, earlier }: Scene): Promise<Made> {
  const thread = earlier ?? stage.issue();
  if (thread !== earlier) await stage.sandbox.time.sleep(MINUTE);
  const body = words || requestOf(workflow);
  const { event } = stage.comment(sender.login, thread, body);
  return { event, description: `comment ${person}: ${body}`, thread };
}

async function changeIssue(scene: Scene): Promise<Made> {
  const { stage, store, workflow, events, sender, person, words, earlier } = scene;
  if (scene.cause === 'label' && !('issues' in workflow.on) && 'pull_request' in workflow.on)
    return changePull({ ...scene, cause: 'pull_request' });
  const action = typeOf(scene, 'issues', ISSUE_TYPES);
  if (action === 'opened') {
    const body = words || requestOf(workflow);
    const thread = addThread(store, stage.repository, { user: sender, title: 'The quickstart is old', body });
    const event = events.issue(thread, action, sender);
    return { event, description: `new issue ${person}: ${body}`, thread };
  }
  const thread = earlier ?? stage.issue();
  if (action === 'assigned')
    return {
      event: events.issue(thread, action, sender),
      description: `assignment of an issue ${person}`,
      thread,
    };
  const label = words || namedIn(workflow, 'label.name') || 'documentation';
  thread.labels.add(label);
  const event = events.issue(thread, action, sender, ({ label: example }) =>
    Object.assign(example, { name: label }),
  );
  return { event, description: `label "${label}" ${person}`, thread };
}

async function commentOnLine(scene: Scene): Promise<Made> {
  const { stage, store, changes, events, workflow, sender: user, person, words } = scene;
  const thread = await codeOf(scene, AUTHOR);
  const body = words || requestOf(workflow);
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
  commented: ['COMMENTED', `/docs ${PROMPT}`],
} as const;

/** A review with the state that the workflow names. Changes are requested on the agent's pull request. */
async function review(scene: Scene): Promise<Made> {
  const { stage, store, workflow, events, sender: user, person, words } = scene;
  const named = namedIn(workflow, 'review.state')?.toLowerCase() ?? 'commented';
  const reviewed = named === 'changes_requested';
  const [state, text] = REVIEWS[named as keyof typeof REVIEWS] ?? REVIEWS.commented;
  const usual = state === 'COMMENTED' ? requestOf(workflow) : text;
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
  const { stage, workflow, events, cause, sender, merger, person } = scene;
  const type = typeOf(scene, cause, PULL_TYPES);
  const isOpening = type === 'opened' || type === 'synchronize';
  const label = labelFor(scene, type);
  const author = isOpening ? sender.login : scene.author;
  const thread = collects(workflow) ? await openAgentPull(scene, false) : await codeOf(scene, author);
  if (label !== '') thread.labels.add(label);
  const by = isOpening ? thread.user : merger;
  const { ref, sha } = contextOf(stage, thread);
  const head = thread.pull?.head;
  if (type === 'closed') closeThread(scene.store, thread);
  if (type === 'merged') await mergeCode(stage, stage.repository, thread, by.login);
  const action = type === 'merged' ? 'closed' : type;
  const made = events.pull(thread, action, by, ({ label: named }) => {
    if (type === 'labeled') Object.assign(named, { name: label });
  });
  const isTarget = cause === 'pull_request_target';
  const event = { ...made, name: isTarget ? cause : 'pull_request' };
  // After the merge, and for `pull_request_target`, the run belongs to the base branch.
  const place = isTarget || type === 'merged' ? {} : { ref, sha };
  const context = { ...place, headRef: head ?? '', baseRef: 'main' };
  const done = type === 'closed' ? 'closed without a merge' : type;
  const whose = by === thread.user ? '' : ` by ${thread.user.login}`;
  const who = by === sender ? person : `by ${by.login}`;
  const description = `#${thread.number}${whose}${labelsIn(thread)} is ${done} ${who}`;
  return { event, context, description, thread, by };
}

function labelFor({ workflow, words }: Scene, type: string): string {
  if (words !== '' || type !== 'labeled') return words;
  return namedIn(workflow, 'label.name') ?? 'documentation';
}

function labelsIn({ labels }: Thread): string {
  return labels.size === 0 ? '' : `, labeled ${[...labels].join(' and ')},`;
}

async function push(scene: Scene): Promise<Made> {
  const { stage, workflow, events, sender, author, merger, person, words } = scene;
  const { tags, branches } = workflow.on['push'] ?? {};
  const by = merger === sender ? person : `by ${merger.login}`;
  if (tags !== undefined && branches === undefined) {
    const [pattern = 'v*'] = [tags].flat();
    const tag = pattern.replace(/\*+.*$/, '1.3.0');
    await addTag(stage, tag, 'main');
    const after = (await branchSha(stage.repository, 'main')) ?? '';
    const ref = `refs/tags/${tag}`;
    const event = events.push({ ref, after, by: merger.login });
    return { event, context: { ref, sha: after }, description: `push of the tag ${tag} ${by}`, by: merger };
  }
  const isFile = /\/[^/]+\.\w+$/.test(words);
  const changes = isFile ? [...scene.changes, words] : scene.changes;
  const thread = await openCode({ stage, changes, author });
  if (words !== '' && !isFile) thread.labels.add(words);
  const { event, after } = await mergeCode(stage, stage.repository, thread, merger.login);
  const description = `push to main ${by}: #${thread.number} by ${author}${labelsIn(thread)} is merged`;
  return { event, context: { sha: after }, description, thread, by: merger };
}

/** In another repository, the merge starts no run of the file. */
async function mergeAgentPull(scene: Scene): Promise<Made> {
  const { stage, workflow, sender, person } = scene;
  const { documentation, repository } = stage;
  const thread = await openAgentPull(scene);
  if (documentation === repository && !('push' in workflow.on) && 'pull_request' in workflow.on)
    return changePull({ ...scene, cause: 'pull_request', type: 'merged', earlier: thread });
  const { event, after } = await mergeCode(stage, documentation, thread, sender.login);
  const description = `push to main ${person}: the agent's pull request #${thread.number} is merged`;
  if (documentation !== repository) return { event: undefined, description, thread };
  return { event, context: { sha: after }, description, thread };
}

/** As the workflow of another repository sends it, for documentation there. */
async function repositoryDispatch(scene: Scene): Promise<Made> {
  const { workflow, events, sender } = scene;
  const [type = 'docs'] = [workflow.on['repository_dispatch']?.types ?? []].flat();
  if (collects(workflow)) await openAgentPull(scene, false);
  return { event: events.repositoryDispatch(type, sender), description: `repository_dispatch "${type}"` };
}

const addTag = ({ repository: { gitDir = '' } }: World['stage'], tag: string, commit: string) =>
  git(['tag', '--force', tag, commit], { cwd: gitDir });

/** A release with the last two merges, or with another one since the last release. */
async function release(scene: Scene): Promise<Made> {
  const { stage, store, events, sender, person } = scene;
  const { releases } = stage.repository;
  const type = typeOf(scene, 'release', RELEASE_TYPES);
  const made = (of: Release): Made => {
    const event = events.release(of);
    const context = { ref: `refs/tags/${of.tag}` };
    const description = `release ${of.tag} is ${type} ${person}`;
    return { event: { ...event, payload: { ...event.payload, action: type } }, context, description };
  };
  // The later events of one release.
  const [last] = releases.slice(-1);
  if (last !== undefined && !scene.isFirst && type !== RELEASE_TYPES[0] && isEachType(scene.workflow))
    return made(last);
  const add = async (commit: string, days: number): Promise<Release> => {
    const tag = `v1.${releases.length}.0`;
    await addTag(stage, tag, commit);
    const publishedAt = store.time.now() - days * 24 * 60 * MINUTE;
    const notes = 'Webhooks are sent again after an hour.';
    const about = { tag, name: tag, notes, prerelease: false, author: sender, publishedAt };
    const added = { id: store.nextId(), ...about };
    releases.push(added);
    return added;
  };
  if (releases.length === 0) await add('main~2', 4);
  else await push(scene);
  return made(await add('main', 0));
}

/**
 * Without `types`, a release is three events.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#release
 */
const isEachType = ({ on }: Workflow) => on['release']?.types === undefined;

/** The events, with all three of each release that the workflow sees as such. */
export function eachRelease(workflow: Workflow, events: readonly EventChoice[]): EventChoice[] {
  return events.flatMap((event) => {
    const { cause = usualCause(workflow), type } = event;
    const isOne = cause !== 'release' || type !== undefined || !isEachType(workflow);
    return isOne ? event : RELEASE_TYPES.map((one) => ({ ...event, cause, type: one }));
  });
}

/** After an earlier event, the next time of the schedule: an hour, a day or a week later. */
async function schedule(scene: Scene): Promise<Made> {
  const { on } = scene.workflow;
  const all: string[] = (Array.isArray(on['schedule']) ? on['schedule'] : []).map(({ cron }) => cron);
  if (scene.words !== '' && !all.includes(scene.words))
    throw new Error(
      `The file has no schedule "${scene.words}", only ${all.map((one) => `"${one}"`).join(', ')}.`,
    );
  const cron = scene.words || (all[0] ?? '17 5 * * 1');
  const [, hour, , , weekday] = cron.split(' ');
  const period = weekday !== '*' ? 7 * 24 : hour?.includes('*') ? 1 : 24;
  if (!scene.isFirst) await scene.stage.sandbox.time.sleep(period * 60 * MINUTE);
  // Code is merged between two schedules.
  const reads = !scene.isFirst && stepsOf(scene.workflow).some((step) => step.with?.['range']);
  const before = reads ? `, after a ${(await push(scene)).description}` : '';
  if (collects(scene.workflow)) await openAgentPull(scene, false);
  return { event: scene.events.schedule(cron), description: `schedule "${cron}"${before}` };
}

/** A filled form, by a person or by the workflow that calls this one. */
async function dispatch(scene: Scene, cause: 'workflow_dispatch' | 'workflow_call'): Promise<Made> {
  const { workflow, events, sender, person, words } = scene;
  const { form } = scene.settings;
  const fields = Object.entries(workflow.on[cause]?.inputs ?? {});
  const open = fields.filter(
    ([name, input]) => input?.required && input.default === undefined && !(name in form),
  );
  const [target] =
    fields.find(([name]) => name === 'prompt') ?? open.find(([name]) => !/job/i.test(name)) ?? [];
  const jobId = open.some(([name]) => /job/i.test(name)) ? await startJob(scene) : '';
  if (collects(workflow)) await openAgentPull(scene, false);
  for (const [name, input] of fields)
    if (input?.options && name in form && !input.options.includes(form[name] ?? ''))
      throw new Error(`GitHub refuses the form: \`${name}\` must be one of ${input.options.join(', ')}.`);
  const inputs = Object.fromEntries(
    fields.map(([name, input]) => {
      if (name in form && !(name === target && words))
        return [name, input?.type === 'string' ? form[name] : readTyped(form[name])];
      if (name === target) return [name, words || PROMPT];
      return [
        name,
        input?.default ?? input?.options?.[0] ?? (input?.required && /job/i.test(name) ? jobId : ''),
      ];
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

/** The first of the named workflows finds a broken link in the agent's pull request, or succeeds. The others succeed. */
async function workflowRun(scene: Scene): Promise<Made> {
  const { workflow, events, stage, store } = scene;
  const { thread, sha, conclusion, annotations } = await checkAgentPull(scene, 'workflow_run');
  const isGreen = conclusion === 'success';
  const [name = 'CI', ...others] = [workflow.on['workflow_run']?.workflows ?? []].flat();
  const result = isGreen ? { conclusion } : { annotations };
  const run = addCheckRun(store, stage.repository, { name, sha, ...result });
  for (const other of others)
    addCheckRun(store, stage.repository, { name: other, sha, conclusion: 'success' });
  const found = annotations.map(({ path, line, message }) => ` (${path}:${line}: ${message})`).join('');
  const end = isGreen ? 'succeeds' : 'fails';
  const description = `the workflow "${name}" ${end} for #${thread.number}${found}`;
  return { event: events.workflowRun(thread, run), description, thread };
}

/** An app, or an account that sets a status, as the `if:` expects it, finds a broken link, or nothing. */
async function reportedCheck(scene: Scene, kind: 'check_run' | 'status'): Promise<Made> {
  const { workflow, events, stage, store } = scene;
  const { thread, sha, conclusion, annotations } = await checkAgentPull(scene, kind);
  const [by, name] =
    kind === 'status' ? ['sender.login', 'context'] : ['check_run.app.slug', 'check_run.name'];
  const named = { by: namedIn(workflow, by), name: namedIn(workflow, name) };
  const chosen = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const check = addReported(store, stage.repository, { kind, sha, conclusion, annotations, ...chosen });
  const what = kind === 'status' ? 'status' : 'check';
  const description = `the ${what} "${check.name}" by ${check.by}: ${conclusion} for #${thread.number}`;
  return {
    event: kind === 'status' ? events.status(thread, check) : events.checkRun(thread, check),
    description,
    thread,
  };
}

/** The head of the agent's pull request, and what a check finds there: a broken link, or nothing with the word `success`. */
async function checkAgentPull(scene: Scene, kind: 'workflow_run' | 'check_run' | 'status') {
  const { stage, words } = scene;
  if (!['', 'success', 'failure'].includes(words))
    throw new Error(`--event ${kind} takes \`success\` or \`failure\`.`);
  const isGreen = words === 'success';
  const thread = await openAgentPull(scene, true, isGreen ? PROMPT : BROKEN);
  const { sha } = pullSides(stage.repository, thread).head;
  const annotations = isGreen ? [] : await brokenLinks(stage.repository, sha);
  return { thread, sha, conclusion: isGreen ? 'success' : 'failure', annotations };
}

/** The agent copies the instruction into its page, with a link to a page that doesn't exist. */
const BROKEN = `${PROMPT}\n\nLink [how to upgrade](upgrade.md).`;

/** The chosen type, or the first one of the workflow that the sandbox can play. */
function typeOf<Type extends string>(
  { workflow, type }: Scene,
  event: string,
  known: readonly [Type, ...Type[]],
): Type {
  const chosen = known.find((one) => one === type);
  const types = [workflow.on[event]?.types ?? []].flat().map((one) => (one === 'closed' ? 'merged' : one));
  return chosen ?? known.find((one) => types.includes(one)) ?? known[0];
}

/** A request with the first phrase of the workflow. */
function requestOf(workflow: Workflow): string {
  const phrases = stepsOf(workflow).flatMap(({ with: inputs = {} }) => inputs['trigger-phrase'] ?? []);
  return `${phrases.find((phrase) => !String(phrase).includes('${{')) ?? '/docs'} ${PROMPT}`;
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
    [...documentation.threads.values()].find(({ user, state }) => user.login === AGENT && state === 'open');
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
