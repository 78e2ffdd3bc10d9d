import { matchGlobs } from '../../src/text/glob.ts';
import { brokenLinks } from '../documentation.ts';
import { git } from '../git.ts';
import { eventsOf, pushedCommits } from '../github/events.ts';
import { readCommit } from '../github/git-objects.ts';
import { commitFiles, mergePull } from '../github/history.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { branchSha, pullSides, pullSize } from '../github/pull-facts.ts';
import { addCheckRun, addReported } from '../github/run-routes.ts';
import {
  type Release,
  type ReportedCheck,
  type Repository,
  type Role,
  type Thread,
  type User,
  userOf,
} from '../github/store.ts';
import { addComment, addReview, addThread, closeThread } from '../github/threads.ts';
import type { RunContext } from '../runner/environment.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { stepsOf, type Workflow } from '../workflow/file.ts';
import { AUTHOR, addPerson, isAtLeast, MERGER } from './people.ts';
import { WORK_SECONDS } from './stage.ts';
import { valuesOf } from './workflow-names.ts';
import { labelsFor, type SettingOptions, wordsFor } from './workflow-settings.ts';
import { USUAL, versionOf, type World } from './world.ts';

/** The event that starts a workflow, as `--event` and `--as` choose it. */

const MINUTE = 60_000;
const AGENT = 'mintlify[bot]';
const PROMPT = 'Rewrite the quickstart for v2';

export interface EventChoice {
  /** GitHub's name of an event, or `label` or `merge`. */
  readonly cause?: string | undefined;
  readonly type?: string | undefined;
  /** The comment, the label's name or the form's prompt. Default: some. */
  readonly words?: string;
  /** Whether it is another event of the same release. */
  readonly again?: boolean;
}

export interface CausedEvent {
  /** `undefined` for an event of another repository, which has its own workflows. */
  readonly event: WebhookEvent | undefined;
  readonly context: Partial<RunContext>;
  /** Whether another workflow, which the event started, calls this one. */
  readonly called?: boolean;
  readonly description: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly thread?: Thread;
  /** Who caused it, unless it is the person. */
  readonly by?: User;
}

type Made = Pick<CausedEvent, 'event' | 'description'> & Partial<CausedEvent>;

interface EventOptions extends EventChoice {
  /** A role, `stranger`, or a person that the workflow names. */
  readonly as?: string;
  /** What the first event was about. */
  readonly earlier?: Thread | undefined;
  readonly isFirst: boolean;
}

/** The world with who causes what. */
function sceneOf(world: World, options: EventOptions) {
  const { workflow, stage, people } = world;
  const { sandbox, repository } = stage;
  const { store } = sandbox.github;
  const { login, role, description } = addPerson(stage, people, options.as ?? 'write');
  const sender = userOf(store, login);
  const canMerge = isAtLeast(role, 'write');
  return {
    ...world,
    ...options,
    store,
    events: eventsOf({ github: sandbox.github, repository: repository.fullName }),
    cause: options.cause ?? usualCause(workflow),
    words: options.words ?? '',
    sender,
    role,
    person: `by ${description}`,
    /** Who writes code and who merges it. Without write access, the person writes, and ann merges. */
    author: canMerge ? (login === AUTHOR ? 'ben' : AUTHOR) : login,
    merger: canMerge ? sender : userOf(store, MERGER),
  };
}

type Scene = ReturnType<typeof sceneOf>;

interface Kind {
  make(scene: Scene): Promise<Made>;
  /** The least role that causes it. Default: `none`. */
  readonly least?: Role;
  /** What its words are. Without it, it takes none. */
  readonly words?: string;
  /** The activity types, the usual one first. */
  readonly types?: readonly string[];
}

/** `merged` is GitHub's `closed`, and first in files with that type. */
const PULL: Kind = {
  make: changePull,
  words: 'label',
  types: ['opened', 'merged', 'synchronize', 'labeled', 'closed'],
};
const RELEASES = ['created', 'published', 'released'];

const EVENTS: Readonly<Record<string, Kind>> = {
  issue_comment: { make: commentOnIssue, words: 'text', types: ['created'] },
  issues: { make: changeIssue, words: 'text, or label', types: ['opened', 'labeled', 'assigned'] },
  label: { make: addLabel, least: 'triage', words: 'label', types: ['labeled'] },
  pull_request: PULL,
  pull_request_target: PULL,
  pull_request_review: { make: review, words: 'text', types: ['submitted'] },
  pull_request_review_comment: { make: commentOnLine, words: 'text', types: ['created'] },
  push: { make: push, words: 'label, or file' },
  merge: { make: mergeAgentPull, least: 'write' },
  release: { make: release, least: 'write', types: ['published', 'created', 'released'] },
  schedule: { make: schedule, words: 'cron' },
  workflow_dispatch: { make: dispatch, least: 'write', words: 'prompt' },
  workflow_call: { make: dispatch, words: 'prompt' },
  workflow_run: { make: check, words: 'conclusion', types: ['completed'] },
  check_run: { make: check, words: 'conclusion' },
  status: { make: check, words: 'conclusion' },
  repository_dispatch: { make: repositoryDispatch },
};

export async function causeEvent(world: World, options: EventOptions): Promise<CausedEvent> {
  const scene = sceneOf(world, options);
  const { repository } = scene.stage;
  const made = await kindOf(scene).make(scene);
  const sha = branchSha(repository, repository.defaultBranch) ?? '';
  const by = made.by ?? scene.sender;
  const actor = { actor: by.login, triggeringActor: by.login, actorId: String(by.id) };
  return { inputs: {}, ...made, context: { ...actor, sha, ...made.context } };
}

/** Throws for an event that GitHub or the sandbox doesn't have. */
function kindOf({ cause, role, type, words }: Scene): Kind {
  const kind = EVENTS[cause];
  if (kind === undefined) throw new Error(`--event must be one of ${Object.keys(EVENTS).join(', ')}.`);
  const { least = 'none', types = [] } = kind;
  if (!isAtLeast(role, least)) throw new Error(`On GitHub, the role ${role} isn't enough to cause ${cause}.`);
  if (type !== undefined && !types.includes(type))
    throw new Error(`The sandbox can play ${cause} as ${types.join(', ') || 'one event without types'}.`);
  if (words !== '' && kind.words === undefined) throw new Error(`--event ${cause} takes no words.`);
  return kind;
}

const knownEvents = ({ on }: Pick<Workflow, 'on'>) => Object.keys(on).filter((name) => name in EVENTS);

/** A comment if the workflow has this event, otherwise its first one. */
function usualCause({ on }: Pick<Workflow, 'on'>): string {
  const usual = 'issue_comment' in on ? 'issue_comment' : knownEvents({ on })[0];
  if (usual !== undefined) return usual;
  throw new Error(
    `The sandbox can't play ${Object.keys(on).join(', ')}. Play another event with \`--event\`.`,
  );
}

interface LikelyEvents extends Pick<SettingOptions, 'inputs'> {
  readonly events?: readonly EventChoice[];
  readonly as?: readonly string[];
}

/** The events that can start the workflow, by what its conditions name, the likeliest first. */
export function likelyEvents(workflow: Workflow): LikelyEvents[] {
  const causes = [...new Set([usualCause(workflow), ...knownEvents(workflow)])];
  const labels = labelsFor(workflow);
  const words = {
    text: wordsFor(workflow, 'body').flatMap((one) => [`${one} ${PROMPT}`, one]),
    label: labels,
    conclusion: ['failure', 'success'],
  };
  const each = causes.flatMap((cause) => {
    const said = Object.entries(words).flatMap(([kind, some]) =>
      EVENTS[cause]?.words?.includes(kind) ? some : [],
    );
    const types = typesOf(workflow, cause);
    const choices: EventChoice[] = types.length > 0 ? types.map((type) => ({ cause, type })) : [{ cause }];
    return [...choices, ...choices.flatMap((choice) => said.map((one) => ({ ...choice, words: one })))];
  });
  const fields = expressionsIn(workflow)
    .join('\n')
    .matchAll(/\binputs\.([\w-]+)(?:\s*==\s*'?([\w-]+))?/g);
  const inputs = [...fields].map(([, name, value = 'true']) => `${name}=${value}`);
  const before = [{ cause: 'pull_request' }, ...labels.map((words) => ({ cause: 'label', words }))];
  const later = causes
    .filter((cause) => cause === 'issue_comment')
    .flatMap((cause) =>
      before.flatMap((one) => each.filter((event) => event.cause === cause).map((event) => [one, event])),
    );
  const people = [...wordsFor(workflow, 'actor', 'login'), 'collaborator', 'stranger'];
  return [
    ...each.map((event) => ({ events: [event] })),
    ...later.map((events) => ({ events })),
    ...(inputs.length > 0 ? [{ inputs }] : []),
    ...people.flatMap((one) => causes.map((cause) => ({ events: [{ cause }], as: [one] }))),
  ];
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
  const action = typeOf(scene) as 'opened' | 'labeled' | 'assigned';
  if (action === 'opened') {
    const isLabel = wordsFor(workflow, 'issue.labels.*.name').includes(words);
    const body = isLabel || words === '' ? requestOf(workflow) : words;
    const thread = addThread(store, stage.repository, { user: sender, title: 'The quickstart is old', body });
    if (isLabel) thread.labels.add(words);
    const description = `new issue ${person}: ${body}`;
    return { event: events.issue(thread, action, sender), description, thread };
  }
  const thread = earlier ?? stage.issue();
  const label = labelFor(scene, action);
  if (label !== '') thread.labels.add(label);
  const event = events.issue(thread, action, sender, ({ label: example }) =>
    Object.assign(example ?? {}, { name: label }),
  );
  const what = action === 'assigned' ? 'assignment of an issue' : `label "${label}"`;
  return { event, description: `${what} ${person}`, thread };
}

async function addLabel(scene: Scene): Promise<Made> {
  const isOnPulls = 'pull_request' in scene.workflow.on && !('issues' in scene.workflow.on);
  if (isOnPulls) return changePull({ ...scene, cause: 'pull_request', type: 'labeled' });
  return changeIssue({ ...scene, cause: 'issues', type: 'labeled' });
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

/** A review with the state that the workflow names. Changes are requested on the agent's pull request. */
async function review(scene: Scene): Promise<Made> {
  const { stage, store, workflow, settings, events, sender: user, person, words } = scene;
  const named = settings.fitting('github.event.review.state')?.toUpperCase();
  const state = (['APPROVED', 'CHANGES_REQUESTED'] as const).find((one) => one === named) ?? 'COMMENTED';
  const usual = { APPROVED: '', CHANGES_REQUESTED: 'Shorter, please', COMMENTED: requestOf(workflow) }[state];
  const isOnAgent = state === 'CHANGES_REQUESTED';
  const thread = isOnAgent ? await openAgentPull(scene) : await codeOf(scene, AUTHOR);
  const { number } = thread;
  const body = words || usual;
  const added = addReview(store, stage.repository, { thread: number, user, body, state });
  const context = contextOf(stage, thread);
  const event = events.review(thread, added, ({ review: one }) =>
    Object.assign(one, { commit_id: context.sha }),
  );
  const description = `review (${state.toLowerCase()}) of #${number} ${person}: ${body}`;
  return { event, context, description, thread };
}

/** A pull request by the person, or by the agent if the workflow collects results. */
async function changePull(scene: Scene): Promise<Made> {
  const { stage, events, cause, sender, merger, person } = scene;
  const type = typeOf(scene) as 'opened' | 'merged' | 'synchronize' | 'labeled' | 'closed';
  const isOpening = type === 'opened' || type === 'synchronize';
  const label = labelFor(scene, type);
  const author = isOpening ? sender.login : scene.author;
  const thread = collects(scene) ? await openAgentPull(scene, false) : await codeOf(scene, author);
  if (label !== '') thread.labels.add(label);
  const by = isOpening ? thread.user : merger;
  const { ref, sha } = contextOf(stage, thread);
  const head = thread.pull?.head;
  if (type === 'closed') closeThread(scene.store, thread, { by });
  if (type === 'merged') await mergeCode(scene, stage.repository, thread, by.login);
  const action = type === 'merged' ? 'closed' : type;
  const size = await pullSize(stage.repository, thread);
  const made = events.pull(thread, action, by, ({ label: named, pull_request: pull }) => {
    Object.assign(pull, size);
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

function labelFor({ settings, words }: Scene, type: string): string {
  if (words !== '' || type !== 'labeled') return words;
  return settings.fitting('github.event.label.name') ?? 'documentation';
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
    const filled = pattern.replaceAll(/\[[^\]]*\][+*?]?/g, '1').replace(/\*+.*$/, '1.3.0');
    const tag = [filled, 'v1.3.0', '1.3.0'].find(matchGlobs([tags].flat())) ?? filled;
    await addTag(stage, tag, 'main');
    const after = branchSha(stage.repository, 'main') ?? '';
    const ref = `refs/tags/${tag}`;
    const [head] = await pushedCommits(
      stage.repository,
      { before: readCommit(after).parents[0] ?? after, after },
      author,
    );
    const event = events.push({ ref, after, by: merger.login, head });
    return { event, context: { ref, sha: after }, description: `push of the tag ${tag} ${by}`, by: merger };
  }
  const filter = [branches ?? 'main'].flat();
  const [other = ''] = filter.filter((one) => /[*?]/.test(one) && !one.startsWith('!'));
  if (other !== '' && !matchGlobs(filter)('main')) {
    const branch = other.replaceAll(/[*?+]+/g, 'next');
    const at = stage.sandbox.time.now();
    const files = Object.fromEntries(scene.changes.map((name) => [name, versionOf(99)]));
    const from = branchSha(stage.repository, 'main') ?? '';
    const commit = { files, message: 'Try webhooks five times', at, from };
    const after = commitFiles(stage.repository, branch, commit);
    const commits = await pushedCommits(stage.repository, { before: from, after }, author);
    const ref = `refs/heads/${branch}`;
    const event = events.push({ ref, after, by: merger.login, commits });
    return { event, context: { ref, sha: after }, description: `push to ${branch} ${by}`, by: merger };
  }
  const isFile = /\/[^/]+\.\w+$/.test(words);
  const changes = isFile ? [...scene.changes, words] : scene.changes;
  const thread = await openCode({ ...scene, changes }, author);
  if (words !== '' && !isFile) thread.labels.add(words);
  const { event, after } = await mergeCode(scene, stage.repository, thread, merger.login);
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
  const { event, after } = await mergeCode(scene, documentation, thread, sender.login);
  const description = `push to main ${person}: the agent's pull request #${thread.number} is merged`;
  if (documentation !== repository) return { event: undefined, description, thread };
  return { event, context: { sha: after }, description, thread };
}

/** As the workflow of another repository sends it, for documentation there. */
async function repositoryDispatch(scene: Scene): Promise<Made> {
  const { workflow, events, sender, settings } = scene;
  const [type = 'docs'] = [workflow.on['repository_dispatch']?.types ?? []].flat();
  if (collects(scene)) await openAgentPull(scene, false);
  const lines: string[] = [];
  const payload: Record<string, unknown> = {};
  const read = expressionsIn(workflow)
    .join('\n')
    .matchAll(/\bgithub\.event\.client_payload\.([\w.-]+)/g);
  for (const field of new Set([...read].map(([, name = '']) => name))) {
    const value = settings.form[field] ?? settings.fitting(`github.event.client_payload.${field}`) ?? 'set';
    lines.push(`client_payload.${field}: ${value} (made up unless \`--input ${field}=VALUE\` sets it)`);
    setField(payload, field.split('.'), value);
  }
  const description = [`repository_dispatch "${type}"`, ...lines].join('\n');
  return { event: events.repositoryDispatch(type, sender, payload), description };
}

function setField(
  target: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: string,
): void {
  target[name] = rest.length === 0 ? value : { ...(target[name] as object) };
  if (rest.length > 0) setField(target[name] as Record<string, unknown>, rest, value);
}

const addTag = ({ repository: { gitDir = '' } }: World['stage'], tag: string, commit: string) =>
  git(['tag', '--force', tag, commit], { cwd: gitDir });

/** A release with the last two merges, or with another one since the last release. */
async function release(scene: Scene): Promise<Made> {
  const { stage, store, events, sender, person } = scene;
  const { releases } = stage.repository;
  const type = typeOf(scene);
  const add = async (commit: string, days: number): Promise<void> => {
    const tag = `v1.${releases.length}.0`;
    await addTag(stage, tag, commit);
    const publishedAt = store.time.now() - days * 24 * 60 * MINUTE;
    const notes = 'Webhooks are sent again after an hour.';
    const about = { tag, name: tag, notes, prerelease: false, author: sender, publishedAt };
    releases.push({ id: store.nextId(), ...about });
  };
  if (!scene.again) {
    if (releases.length === 0) await add('main~2', 4);
    else await push(scene);
    await add('main', 0);
  }
  const [newest] = releases.slice(-1) as [Release];
  const event = events.release(newest);
  const context = { ref: `refs/tags/${newest.tag}` };
  const description = `release ${newest.tag} is ${type} ${person}`;
  return { event: { ...event, payload: { ...event.payload, action: type } }, context, description };
}

/**
 * The events, with all three of each release that a workflow without `types` sees as such.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#release
 */
export function eachRelease(workflow: Workflow, events: readonly EventChoice[]): EventChoice[] {
  return events.flatMap((event) => {
    const { cause = usualCause(workflow), type } = event;
    if (cause !== 'release' || type !== undefined || workflow.on[cause]?.types !== undefined) return event;
    return RELEASES.map((one, index) => ({ ...event, cause, type: one, again: index > 0 }));
  });
}

/** After an earlier event, the next time of the schedule: an hour, a day or a week later. */
async function schedule(scene: Scene): Promise<Made> {
  const { schedule: given } = scene.workflow.on;
  const all: string[] = (Array.isArray(given) ? given : []).map(({ cron }) => cron);
  const cron = scene.words || all[0] || '17 5 * * 1';
  if (scene.words !== '' && !all.includes(cron))
    throw new Error(`The file has no schedule "${cron}", only ${all.map((one) => `"${one}"`).join(', ')}.`);
  const [, hour, , , weekday] = cron.split(' ');
  const period = weekday !== '*' ? 7 * 24 : hour?.includes('*') ? 1 : 24;
  if (!scene.isFirst) await scene.stage.sandbox.time.sleep(period * 60 * MINUTE);
  // Code is merged between two schedules.
  const reads = !scene.isFirst && valuesOf(scene.names, 'range').length > 0;
  const before = reads ? `, after a ${(await push(scene)).description}` : '';
  if (collects(scene)) await openAgentPull(scene, false);
  return { event: scene.events.schedule(cron), description: `schedule "${cron}"${before}` };
}

/** A filled form, by a person or by the workflow that calls this one. The words are the prompt. */
async function dispatch(scene: Scene): Promise<Made> {
  const { workflow, cause, events, sender, person, words, settings } = scene;
  const fields = Object.entries(workflow.on[cause]?.inputs ?? {});
  const isPrompt = (name: string) => name === 'prompt' || settings.fitting(`inputs.${name}`) === USUAL.prompt;
  const [target] = fields.find(([name]) => isPrompt(name)) ?? [];
  const called = cause === 'workflow_call';
  const caller = called ? EVENTS[callerOf(scene)] : undefined;
  if (words !== '' && target === undefined && caller === undefined)
    throw new Error(`The form has no prompt. Use \`--input NAME=value\`.`);
  if (collects(scene)) await openAgentPull(scene, false);
  const filled = fields.map(([name, field]) => {
    const { type, options, default: usual = options?.[0] } = field ?? {};
    const fitting = field?.required ? settings.fitting(`inputs.${name}`) : undefined;
    const chosen = name === target ? words || settings.form[name] || PROMPT : settings.form[name];
    const value = chosen ?? usual ?? fitting ?? (type === 'boolean' ? false : '');
    if (options !== undefined && !options.includes(String(value)))
      throw new Error(`GitHub refuses the form: \`${name}\` must be one of ${options.join(', ')}.`);
    const isTyped = type !== 'string' && /^(?:true|false|\d+)$/.test(String(value));
    return [name, isTyped ? JSON.parse(String(value)) : value] as const;
  });
  const texts = filled.map(([name, value]) => [name, String(value)] as const);
  const lines = texts.map(([name, value]) => `${name}: ${value}`);
  const inputs = Object.fromEntries(filled);
  const made = await caller?.make({ ...scene, cause: callerOf(scene), words: target ? '' : words });
  const how = made ? `call for ${made.description}` : `${called ? 'call' : 'form'} ${person}`;
  const event = events.dispatch(sender, called ? {} : Object.fromEntries(texts));
  return { event, inputs, called, ...made, description: [how, ...lines].join('\n') };
}

/** The events that a called workflow reads, by the part of the payload. */
const CALLERS = {
  comment: 'issue_comment',
  issue: 'issues',
  review: 'pull_request_review',
  pull_request: 'pull_request',
  release: 'release',
  head_commit: 'push',
  commits: 'push',
} as const;

/** The caller's event: what the file reads, or a comment if the action gets no instruction otherwise. */
function callerOf(scene: Scene): string {
  const text = JSON.stringify(scene.workflow);
  const [read] = Object.entries(CALLERS).filter(([part]) => text.includes(`github.event.${part}.`));
  return read?.[1] ?? (isInstructed(scene) ? '' : 'issue_comment');
}

/** Whether the file itself says what to write, so that no event has to. */
const isInstructed = ({ names }: Scene) =>
  names.own.some(
    ({ file, step: { with: inputs = {} } }) =>
      file !== 'action.yml' || ['prompt', 'prompt-file', 'range', 'job-id'].some((name) => name in inputs),
  );

/**
 * A check finds a broken link in the agent's pull request, or succeeds with the word `success`: the first of the named workflows,
 * or an app or an account that sets a status, as the `if:` expects it.
 */
async function check(scene: Scene): Promise<Made> {
  const { workflow, settings, events, stage, store, cause } = scene;
  const { repository, documentation } = stage;
  const [name = 'CI', ...others] = [workflow.on['workflow_run']?.workflows ?? []].flat();
  const isOwn = cause === 'workflow_run' && isInstructed(scene);
  const isGreen = isGreenCheck(scene, isOwn);
  const conclusion = isGreen ? 'success' : 'failure';
  if (isOwn && settings.fitting('github.event.workflow_run.event') !== 'pull_request') {
    const sha = branchSha(repository, 'main') ?? '';
    const run = addCheckRun(store, repository, { name, sha, event: 'push', conclusion });
    const event = events.workflowRun(undefined, run, scene.sender);
    return { event, description: `the workflow "${name}": ${conclusion} on main` };
  }
  const thread = await (isOwn
    ? codeOf(scene, AUTHOR)
    : openAgentPull(scene, true, isGreen ? PROMPT : BROKEN));
  const description = `${cause} for #${thread.number} in ${documentation.fullName}`;
  if (documentation !== repository && !isOwn) return { event: undefined, description, thread };
  const { sha } = pullSides(repository, thread).head;
  const annotations = isGreen ? [] : brokenLinks(repository, sha);
  const found = annotations.map(({ path, line, message }) => ` (${path}:${line}: ${message})`).join('');
  const end = `${conclusion} for #${thread.number}${found}`;
  if (cause !== 'workflow_run') return report(scene, thread, { sha, conclusion, annotations }, end);
  const run = addCheckRun(store, repository, { name, sha, conclusion, annotations });
  for (const other of others) addCheckRun(store, repository, { name: other, sha, conclusion: 'success' });
  return { event: events.workflowRun(thread, run), description: `the workflow "${name}": ${end}`, thread };
}

function isGreenCheck({ settings, words, cause }: Scene, usual: boolean): boolean {
  if (!['', 'success', 'failure'].includes(words))
    throw new Error(`--event ${cause} takes \`success\` or \`failure\`.`);
  const expected = words || settings.fitting(`github.event.${cause}.conclusion`);
  return expected === undefined ? usual : expected === 'success';
}

type CheckResult = Pick<ReportedCheck, 'sha' | 'conclusion' | 'annotations'>;

function report(
  { settings, events, stage, store, cause }: Scene,
  thread: Thread,
  result: CheckResult,
  end: string,
) {
  const kind = cause === 'status' ? 'status' : 'check_run';
  const [by, name] = (
    kind === 'status' ? ['sender.login', 'context'] : ['check_run.app.slug', 'check_run.name']
  ).map((part) => settings.fitting(`github.event.${part}`));
  const reported = { kind, ...result, ...(by && { by }), ...(name && { name }) } as const;
  const added = addReported(store, stage.repository, reported);
  const event = kind === 'status' ? events.status(thread, added) : events.checkRun(thread, added);
  return { event, description: `the ${kind} "${added.name}" by ${added.by}: ${end}`, thread };
}

/** The agent copies the instruction into its page, with a link to a page that doesn't exist. */
const BROKEN = `${PROMPT}\n\nLink [how to upgrade](upgrade.md).`;

/** The types of the workflow that the sandbox can play, or the usual one. `closed` is a merge first. */
function typesOf({ on }: Workflow, cause: string): readonly string[] {
  const { types: known = [] } = EVENTS[cause] ?? {};
  const types = [on[cause]?.types ?? []].flat().flatMap((one) => (one === 'closed' ? ['merged', one] : one));
  const found = known.filter((one) => types.includes(one));
  return found.length > 0 ? found : known.slice(0, 1);
}

const typeOf = ({ workflow, cause, type }: Scene) => type ?? typesOf(workflow, cause)[0] ?? '';

/** A request with the first phrase of the workflow. */
function requestOf(workflow: Workflow): string {
  const phrases = stepsOf(workflow).flatMap(({ with: inputs = {} }) => inputs['trigger-phrase'] ?? []);
  return `${phrases.find((phrase) => !String(phrase).includes('${{')) ?? '/docs'} ${PROMPT}`;
}

/** Whether the file finishes what another one started. */
const collects = ({ names }: Scene) => names.own.some(({ file }) => file.startsWith('collect/'));

/** The pull request of an earlier event if it is open, otherwise a new one. */
async function codeOf(scene: Scene, author: string): Promise<Thread> {
  const { earlier } = scene;
  return earlier?.pull && earlier.state === 'open' ? earlier : openCode(scene, author);
}

/** A pull request with code. An author without write access has a fork. */
async function openCode({ stage, store, changes, workflow }: Scene, author: string): Promise<Thread> {
  const { sandbox, repository } = stage;
  const number = repository.threads.size + 1;
  const [title = 'Try webhooks five times'] = wordsFor(workflow, 'title', 'message');
  const [branch = 'longer-retries-'] = wordsFor(workflow, 'head.ref', 'head_ref');
  const head = `${branch}${number}`;
  commitFiles(repository, head, {
    files: Object.fromEntries(changes.map((name) => [name, versionOf(number)])),
    message: title,
    at: sandbox.time.now(),
    from: branchSha(repository, 'main'),
  });
  const { role = 'none' } = repository.members.get(author.toLowerCase()) ?? {};
  const user = userOf(store, author);
  const isFork = user.type === 'User' && !isAtLeast(role, 'write');
  const fork = isFork ? `${author}/${repository.name}` : undefined;
  const pull = { head, base: 'main', fork };
  return addThread(store, repository, { user, title, body: 'They wait longer each time.', pull });
}

/** Merges a pull request of a repository, and returns the event of the push. */
async function mergeCode({ stage, store }: Scene, repository: Repository, pull: Thread, by: string) {
  const moved = mergePull(store, repository, pull.number, 'squash');
  const events = eventsOf({ github: stage.sandbox.github, repository: repository.fullName });
  const commits = await pushedCommits(repository, moved, pull.user.login);
  return { event: events.push({ ref: 'refs/heads/main', by, ...moved, commits }), after: moved.after };
}

/** The agent's open pull request. Without a job, ann requests it in a comment. `waits` is whether her run waits. */
async function openAgentPull(scene: Scene, waits = true, instruction = PROMPT): Promise<Thread> {
  const { sandbox, documentation } = scene.stage;
  if (sandbox.service.jobs.length === 0) await scene.startJob(waits, instruction);
  const find = () =>
    [...documentation.threads.values()].find(({ user, state }) => user.login === AGENT && state === 'open');
  if (find() === undefined) await sandbox.time.sleep(WORK_SECONDS * 1000 + MINUTE);
  return find() ?? scene.stage.pull();
}

function contextOf({ repository }: World['stage'], thread: Thread) {
  return { sha: pullSides(repository, thread).head.sha, ref: `refs/pull/${thread.number}/merge` };
}
