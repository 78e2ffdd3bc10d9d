import { matchGlobs } from '../../src/text/glob.ts';
import { brokenLinks } from '../documentation.ts';
import { git } from '../git.ts';
import { eventsOf, type IssueAction, type PullAction, pushedCommits } from '../github/events.ts';
import { readCommit } from '../github/git-objects.ts';
import { commitFiles, mergePull } from '../github/history.ts';
import { everyExample, type Json, type WebhookEvent } from '../github/payloads.ts';
import { branchSha, pullSides, pullSize } from '../github/pull-facts.ts';
import { addCheckRun } from '../github/run-routes.ts';
import { type Release, type Role, type Thread, userOf } from '../github/store.ts';
import { addComment, addReview, addThread, closeThread } from '../github/threads.ts';
import type { RunContext } from '../runner/environment.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { type FormInput, stepsOf, type Workflow } from '../workflow/file.ts';
import { AUTHOR, addPerson, isAtLeast, MERGER } from './people.ts';
import { WORK_SECONDS } from './stage.ts';
import { valuesOf } from './workflow-names.ts';
import { fieldsRead, wordsFor } from './workflow-settings.ts';
import { USUAL, versionOf, type World } from './world.ts';

/** The event that starts a workflow, as `--event` and `--as` choose it. */

const MINUTE = 60_000;
const AGENT = 'mintlify[bot]';
const PROMPT = 'Rewrite the quickstart for v2';

export interface EventChoice {
  /** GitHub's name of an event. */
  readonly cause?: string | undefined;
  readonly type?: string | undefined;
  /** The comment, the label's name or the form's prompt. Default: some. */
  readonly words?: string;
}

export interface CausedEvent {
  readonly event: WebhookEvent;
  readonly context: Partial<RunContext>;
  /** Whether another workflow, which the event started, calls this one. */
  readonly called?: boolean;
  readonly description: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly thread?: Thread;
}

type Made = Pick<CausedEvent, 'event' | 'description'> & Partial<Omit<CausedEvent, 'context'>>;

interface EventOptions extends EventChoice {
  /** A role, `stranger`, or a login. */
  readonly as?: string;
  /** Whether the event has what the conditions of the file want: words, labels, inputs. */
  readonly fits?: boolean;
  /** What the first event was about. */
  readonly earlier?: Thread | undefined;
  readonly isFirst: boolean;
}

/** The world with who causes what. */
function sceneOf(world: World, options: EventOptions) {
  const { workflow, stage } = world;
  const { sandbox, repository } = stage;
  const { store } = sandbox.github;
  const { login, role, description } = addPerson(stage, options.as ?? 'write');
  const sender = userOf(store, login);
  const merger = isAtLeast(role, 'write') ? sender : userOf(store, MERGER);
  const { cause = usualCause(workflow), words = '', fits = false } = options;
  const wanted = (...fields: string[]) => (fits ? wordsFor(workflow, ...fields)[0] : undefined);
  return {
    ...world,
    ...options,
    ...{ store, cause, words, sender, role, merger, fits, wanted },
    events: eventsOf({ github: sandbox.github, repository: repository.fullName }),
    person: `by ${description}`,
    byMerger: merger === sender ? `by ${description}` : `by ${MERGER}`,
    /** Who writes code. Without write access, it is the person, and ann merges it. */
    author: merger !== sender ? login : login === AUTHOR ? 'ben' : AUTHOR,
  };
}

type Scene = ReturnType<typeof sceneOf>;

interface Kind {
  make(scene: Scene): Promise<Made>;
  /** The least role that causes it. Default: `none`. */
  readonly least?: Role;
  /** The activity types, the usual one first. */
  readonly types?: readonly string[];
}

/** `merged` is GitHub's `closed`, and first in files with that type. */
const PULL: Kind = {
  make: changePull,
  types: ['opened', 'merged', 'synchronize', 'labeled', 'closed', 'reopened', 'ready_for_review'],
};

const EVENTS: Readonly<Record<string, Kind>> = {
  issue_comment: { make: commentOnIssue, types: ['created'] },
  issues: { make: changeIssue, types: ['opened', 'labeled', 'assigned', 'reopened', 'closed', 'edited'] },
  pull_request: PULL,
  pull_request_target: PULL,
  pull_request_review: { make: review, types: ['submitted'] },
  pull_request_review_comment: { make: commentOnLine, types: ['created'] },
  push: { make: push },
  release: { make: release, least: 'write', types: ['published', 'created', 'released'] },
  schedule: { make: schedule },
  workflow_dispatch: { make: dispatch, least: 'write' },
  workflow_call: { make: dispatch },
  workflow_run: { make: runWorkflow, types: ['completed'] },
  repository_dispatch: { make: repositoryDispatch },
};

export async function causeEvent(world: World, options: EventOptions): Promise<CausedEvent> {
  const scene = sceneOf(world, options);
  const made = await kindOf(scene).make(scene);
  return { inputs: {}, ...made, context: contextOf(scene, made.event) };
}

/** What a run knows of its event. After a merge, and for `pull_request_target`, it belongs to the base branch. */
function contextOf({ stage: { repository }, sender, wanted }: Scene, { name, payload }: WebhookEvent) {
  const { pull_request: pull, release, ref, after, sender: by = sender } = payload;
  const actor: Partial<RunContext> = { actor: by.login, triggeringActor: by.login, actorId: String(by.id) };
  const branch = wanted('github.ref')?.match(/^refs\/heads\/.*/)?.[0];
  const sha = branchSha(repository, repository.defaultBranch) ?? '';
  const usual = { ...actor, sha, ...(branch && { ref: branch }) };
  if (release) return { ...usual, ref: `refs/tags/${release.tag_name}` };
  if (name === 'push') return { ...usual, ref, sha: after };
  if (pull === undefined) return usual;
  const sides = name.startsWith('pull_request_review')
    ? {}
    : { headRef: pull.head.ref, baseRef: pull.base.ref };
  const isOfBase = name === 'pull_request_target' || pull.merged;
  const place = isOfBase ? {} : { ref: `refs/pull/${pull.number}/merge`, sha: pull.head.sha };
  return { ...usual, ...sides, ...place };
}

/** Throws for an event that GitHub or the sandbox doesn't have. */
function kindOf({ cause, role, type }: Scene): Kind {
  const kind = EVENTS[cause];
  if (kind === undefined) throw new Error(`--event must be one of ${Object.keys(EVENTS).join(', ')}.`);
  const { least = 'none', types = [] } = kind;
  if (!isAtLeast(role, least)) throw new Error(`On GitHub, the role ${role} isn't enough to cause ${cause}.`);
  if (type !== undefined && !types.includes(type))
    throw new Error(`The sandbox can play ${cause} as ${types.join(', ') || 'one event without types'}.`);
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

/** The events that can start the workflow, with people that its conditions name or expect, the likeliest first. */
export function likelyEvents(workflow: Workflow) {
  const people = [...wordsFor(workflow, 'actor', 'login'), 'write', 'collaborator', 'stranger'];
  const events = [...new Set([usualCause(workflow), ...knownEvents(workflow)])].flatMap((cause) => {
    const types = typesOf(workflow, cause);
    return types.length > 0 ? types.map((type) => ({ cause, type })) : [{ cause }];
  });
  return people.flatMap((as) => events.map((event) => ({ events: [event], as: [as], fits: true })));
}

async function commentOnIssue(scene: Scene): Promise<Made> {
  const { stage, workflow, sender, person, fits, earlier, author } = scene;
  const isOnPull = fits && /(?<!!\s*)\bissue\.pull_request\b/.test(expressionsIn(workflow).join());
  const thread = earlier ?? (isOnPull ? await openCode(scene, author) : stage.issue());
  addWanted(scene, thread);
  if (thread !== earlier) await stage.sandbox.time.sleep(MINUTE);
  const body = requestOf(scene);
  const { event } = stage.comment(sender.login, thread, body);
  return { event, description: `comment ${person}: ${body}`, thread };
}

async function changeIssue(scene: Scene): Promise<Made> {
  const { workflow, stage, store, events, sender: user, person, earlier } = scene;
  const action = typeOf(scene) as IssueAction;
  const body = requestOf(scene);
  const isNew = action === 'opened';
  const [title = 'The quickstart is old'] = wordsFor(workflow, 'title');
  const created = () => addThread(store, stage.repository, { user, title, body });
  const thread = isNew ? created() : (earlier ?? stage.issue());
  const label = addWanted(scene, thread);
  if (action === 'closed') closeThread(store, thread, { by: user });
  const what = action === 'labeled' ? `label "${label}"` : `issue is ${action}`;
  const description = isNew ? `new issue ${person}: ${body}` : `${what} ${person}`;
  return { event: events.issue(thread, action, user), description, thread };
}

/** Adds the label that the words name, or that the event or the conditions want, and returns it. */
function addWanted(scene: Scene, { labels }: Thread): string {
  const { cause, words, settings, wanted } = scene;
  const isLabeled = typeOf(scene) === 'labeled';
  const given = isLabeled || cause.startsWith('pull_request') ? words : '';
  const usual = isLabeled ? (settings.fitting('github.event.label.name') ?? 'documentation') : '';
  const label = given || usual || (wanted('labels.*.name') ?? '');
  if (label !== '') labels.add(label);
  return label;
}

async function commentOnLine(scene: Scene): Promise<Made> {
  const { stage, store, changes, events, sender: user, person } = scene;
  const thread = await codeOf(scene, AUTHOR);
  const body = requestOf(scene);
  const diffHunk = '@@ -1 +1 @@\n-export const version = 4;\n+export const version = 5;';
  const line = { path: changes[0] ?? '', line: 1, diffHunk };
  const comment = addComment(store, stage.repository, { thread: thread.number, user, body, line });
  const description = `comment on a line of #${thread.number} ${person}: ${body}`;
  return { event: events.line(thread, comment), description, thread };
}

/** A review with the state that the workflow names. Changes are requested on the agent's pull request. */
async function review(scene: Scene): Promise<Made> {
  const { stage, store, settings, events, sender: user, person, words } = scene;
  const named = settings.fitting('github.event.review.state')?.toUpperCase();
  const state = (['APPROVED', 'CHANGES_REQUESTED'] as const).find((one) => one === named) ?? 'COMMENTED';
  const usual = { APPROVED: '', CHANGES_REQUESTED: 'Shorter, please', COMMENTED: requestOf(scene) }[state];
  const isOnAgent = state === 'CHANGES_REQUESTED';
  const thread = isOnAgent ? await openAgentPull(scene) : await codeOf(scene, AUTHOR);
  const body = words || usual;
  const added = addReview(store, stage.repository, { thread: thread.number, user, body, state });
  const description = `review (${state.toLowerCase()}) of #${thread.number} ${person}: ${body}`;
  return { event: events.review(thread, added), description, thread };
}

/** A pull request by the person, or by the agent if the workflow collects results. */
async function changePull(scene: Scene): Promise<Made> {
  const { stage, events, cause, sender, merger, person } = scene;
  const type = typeOf(scene) as PullAction | 'merged';
  const isOpening = !/^(?:merged|labeled|closed)$/.test(type);
  const author = isOpening ? sender.login : scene.author;
  const thread = collects(scene) ? await openAgentPull(scene, false) : await codeOf(scene, author);
  addWanted(scene, thread);
  const by = isOpening ? thread.user : merger;
  if (type === 'closed') closeThread(scene.store, thread, { by });
  if (type === 'merged') await mergeCode(scene, thread, by.login);
  const action = type === 'merged' ? 'closed' : type;
  const size = await pullSize(stage.repository, thread);
  const made = events.pull(thread, action, by, ({ pull_request: pull }) => Object.assign(pull, size));
  const done = type === 'closed' ? 'closed without a merge' : type;
  const whose = by === thread.user ? '' : ` by ${thread.user.login}`;
  const who = by === sender ? person : `by ${by.login}`;
  const description = `#${thread.number}${whose}${labelsIn(thread)} is ${done} ${who}`;
  return { event: { ...made, name: cause }, description, thread };
}

function labelsIn({ labels }: Thread): string {
  return labels.size === 0 ? '' : `, labeled ${[...labels].join(' and ')},`;
}

async function push(scene: Scene): Promise<Made> {
  const { workflow, author, merger, byMerger, words } = scene;
  const { tags, branches } = workflow.on['push'] ?? {};
  const isTag = tags !== undefined && branches === undefined;
  const name = isTag ? refFor([tags].flat(), 'v1.3.0', '1.3.0') : branchFor(scene, 'push');
  if (isTag || name !== 'main') return pushRef(scene, isTag ? 'tags' : 'heads', name);
  const isFile = /\/[^/]+\.\w+$/.test(words);
  const changes = isFile ? [...scene.changes, words] : scene.changes;
  const thread = await openCode({ ...scene, changes }, author);
  if (words !== '' && !isFile) thread.labels.add(words);
  const event = await mergeCode(scene, thread, merger.login);
  const description = `push to main ${byMerger}: #${thread.number} by ${author}${labelsIn(thread)} is merged`;
  return { event, description, thread };
}

/** The usual name if the patterns match it, or else one made of a pattern. */
function refFor(patterns: readonly string[], usual: string, word: string): string {
  const filled = patterns.map((one) => one.replaceAll(/\[[^\]]*\][+*?]?/g, '1').replace(/[*?+]+.*$/, word));
  const passes = matchGlobs(patterns);
  return [usual, ...filled].find((name) => passes(name) && /^[\w./-]+$/.test(name)) ?? usual;
}

/** The default branch, or the first one that the filter of an event has. */
function branchFor({ workflow, workspaces }: Scene, cause: string): string {
  const branch = refFor([workflow.on[cause]?.branches ?? 'main'].flat(), 'main', 'next');
  if (branch !== 'main') workspaces.undecided.add(`whether the repository has the branch \`${branch}\``);
  return branch;
}

/** A tag of the last merge, or a branch with a commit after it. */
async function pushRef(scene: Scene, kind: 'tags' | 'heads', name: string): Promise<Made> {
  const { stage, events, author, merger, byMerger } = scene;
  const { repository, sandbox } = stage;
  const main = branchSha(repository, 'main') ?? '';
  const ref = `refs/${kind}/${name}`;
  const isTag = kind === 'tags';
  if (isTag) await addTag(stage, name, 'main');
  const files = Object.fromEntries(scene.changes.map((file) => [file, versionOf(99)]));
  const commit = { files, message: 'Try webhooks five times', at: sandbox.time.now(), from: main };
  const after = isTag ? main : commitFiles(repository, name, commit);
  const range = { before: isTag ? (readCommit(main).parents[0] ?? main) : main, after };
  const commits = await pushedCommits(repository, range, author);
  const pushed = isTag ? { head: commits[0] } : { commits };
  const event = events.push({ ref, after, by: merger.login, ...pushed });
  const description = `push ${isTag ? 'of the tag' : 'to'} ${name} ${byMerger}`;
  return { event, description };
}

/** As the workflow of another repository sends it, for documentation there. */
async function repositoryDispatch(scene: Scene): Promise<Made> {
  const { workflow, events, sender, settings } = scene;
  const [type = 'docs'] = [workflow.on['repository_dispatch']?.types ?? []].flat();
  if (collects(scene)) await openAgentPull(scene, false);
  const lines: string[] = [];
  const payload = {};
  for (const field of fieldsRead(workflow, 'client_payload')) {
    const value = settings.form[field] ?? settings.fitting(`github.event.client_payload.${field}`) ?? 'set';
    lines.push(`client_payload.${field}: ${value} (made up unless \`--input ${field}=VALUE\` sets it)`);
    const [last = '', ...parts] = field.split('.').toReversed();
    const place = parts.reduceRight<Json>((part, name) => (part[name] ??= {}), payload);
    place[last] = value;
  }
  const description = [`repository_dispatch "${type}"`, ...lines].join('\n');
  return { event: events.repositoryDispatch(type, sender, payload), description };
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
  if (releases.length === 0) await add('main~2', 4);
  else await push(scene);
  await add('main', 0);
  const [newest] = releases.slice(-1) as [Release];
  const description = `release ${newest.tag} is ${type} ${person}`;
  return { event: events.release(newest, type), description };
}

/** After an earlier event, the next time of the schedule: an hour, a day or a week later. */
async function schedule(scene: Scene): Promise<Made> {
  const { schedule: given } = scene.workflow.on;
  const all: string[] = (Array.isArray(given) ? given : []).map(({ cron }) => cron);
  const cron = scene.words || all[0] || '17 5 * * 1';
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
  const caller = called ? callerOf(scene) : undefined;
  if (collects(scene)) await openAgentPull(scene, false);
  const filled = fields.map(
    ([name, field]) => [name, filledIn(scene, name, field, name === target)] as const,
  );
  const texts = filled.map(([name, value]) => [name, String(value)] as const);
  const lines = texts.map(([name, value]) => `${name}: ${value}`);
  const inputs = Object.fromEntries(filled);
  const made =
    caller && (await EVENTS[caller]?.make({ ...scene, cause: caller, words: target ? '' : words }));
  const how = made ? `call for ${made.description}` : `${called ? 'call' : 'form'} ${person}`;
  const event = events.dispatch(sender, called ? {} : Object.fromEntries(texts));
  return { event, inputs, called, ...made, description: [how, ...lines].join('\n') };
}

/** The value of a field: as chosen, as the conditions want it, or the default of the form. */
function filledIn(
  { settings, words, fits }: Scene,
  name: string,
  field: FormInput | null,
  isPrompt: boolean,
) {
  const { type, options, default: usual = options?.[0], required } = field ?? {};
  const fitting = settings.fitting(`inputs.${name}`);
  const isSwitch = type === 'boolean';
  const chosen = ((isPrompt && words) || settings.form[name]) ?? (isPrompt ? PROMPT : undefined);
  const wanted = fits ? (fitting ?? (isSwitch || undefined)) : undefined;
  const value = chosen ?? wanted ?? usual ?? (required && fitting) ?? (isSwitch ? false : '');
  return type !== 'string' && /^(?:true|false|\d+)$/.test(String(value)) ? JSON.parse(String(value)) : value;
}

/** The caller's event: what the file reads, or a comment if the action gets no instruction otherwise. */
function callerOf(scene: Scene): string | undefined {
  const [, part = ''] =
    /\bgithub\.event\.(?!inputs|action|repository|sender)(\w+)/.exec(JSON.stringify(scene.workflow)) ?? [];
  const read = everyExample.find(({ name, payload }) => name in EVENTS && part in payload);
  return read?.name ?? (isInstructed(scene) ? undefined : 'issue_comment');
}

/** Whether the file itself says what to write, so that no event has to. */
const isInstructed = ({ names }: Scene) =>
  names.own.some(
    ({ file, step: { with: inputs = {} } }) =>
      file !== 'action.yml' || ['prompt', 'prompt-file', 'range', 'job-id'].some((name) => name in inputs),
  );

/**
 * The first of the named workflows finds a broken link in the agent's pull request, or succeeds with the word `success`. If the file
 * has an instruction, it ran for the default branch, or for a pull request with code.
 */
async function runWorkflow(scene: Scene): Promise<Made> {
  const { workflow, settings, stage, store, events, sender, cause, words, fits } = scene;
  const { repository, documentation } = stage;
  const [name = 'CI', ...others] = [workflow.on[cause]?.workflows ?? []].flat();
  const isOwn = documentation !== repository || isInstructed(scene);
  const expected = words || settings.fitting('github.event.workflow_run.conclusion');
  const isGreen = expected === undefined ? isOwn !== fits : expected === 'success';
  const conclusion = isGreen ? 'success' : 'failure';
  if (isOwn && settings.fitting('github.event.workflow_run.event') !== 'pull_request') {
    const sha = branchSha(repository, 'main') ?? '';
    const run = addCheckRun(store, repository, { name, sha, event: 'push', conclusion });
    const event = events.workflowRun(undefined, run, sender);
    const branch = branchFor(scene, cause);
    event.payload.workflow_run.head_branch = branch;
    return { event, description: `the workflow "${name}": ${conclusion} on ${branch}` };
  }
  const instruction = isGreen ? PROMPT : BROKEN;
  const thread = await (isOwn ? codeOf(scene, AUTHOR) : openAgentPull(scene, true, instruction));
  const { sha } = pullSides(repository, thread).head;
  const annotations = isGreen ? [] : brokenLinks(repository, sha);
  const found = annotations.map(({ path, line, message }) => ` (${path}:${line}: ${message})`).join('');
  const run = addCheckRun(store, repository, { name, sha, conclusion, annotations });
  for (const other of others) addCheckRun(store, repository, { name: other, sha, conclusion: 'success' });
  const description = `the workflow "${name}": ${conclusion} for #${thread.number}${found}`;
  return { event: events.workflowRun(thread, run), description, thread };
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

/** The words, or a request with what the conditions expect, or else with the first phrase of the workflow. */
function requestOf({ workflow, words, wanted }: Scene): string {
  const phrases = stepsOf(workflow).flatMap(({ with: inputs = {} }) => inputs['trigger-phrase'] ?? []);
  const usual = phrases.map(String).find((one) => !one.includes('${{')) ?? '/docs';
  const begin = wanted('body') ?? usual;
  const isWhole = expressionsIn(workflow).join().includes(`body == '${begin}'`);
  return words || (isWhole ? begin : `${begin} ${PROMPT}`);
}

/** Whether the file finishes what another one started. */
const collects = ({ names }: Scene) => names.own.some(({ file }) => file.startsWith('collect/'));

/** The pull request of an earlier event if it is open, otherwise a new one. */
async function codeOf(scene: Scene, author: string): Promise<Thread> {
  const { earlier } = scene;
  return earlier?.pull && earlier.state === 'open' ? earlier : openCode(scene, author);
}

/** A pull request with code. An author without write access has a fork. */
async function openCode(scene: Scene, author: string): Promise<Thread> {
  const { stage, store, changes, workflow, cause } = scene;
  const { sandbox, repository } = stage;
  const base = cause.startsWith('pull_request') ? branchFor(scene, cause) : 'main';
  if (base !== 'main') await git(['branch', '--force', base, 'main'], { cwd: repository.gitDir ?? '' });
  const number = repository.threads.size + 1;
  const [title = 'Try webhooks five times'] = wordsFor(workflow, 'title', 'message');
  const [branch = 'longer-retries-'] = wordsFor(workflow, 'head.ref', 'head_ref');
  const head = `${branch}${number}`;
  commitFiles(repository, head, {
    files: Object.fromEntries(changes.map((name) => [name, versionOf(number)])),
    message: title,
    at: sandbox.time.now(),
    from: branchSha(repository, base),
  });
  const { role = 'none' } = repository.members.get(author.toLowerCase()) ?? {};
  const user = userOf(store, author);
  const isFork = user.type === 'User' && !isAtLeast(role, 'write');
  const fork = isFork ? `${author}/${repository.name}` : undefined;
  const pull = { head, base, fork };
  return addThread(store, repository, { user, title, body: 'They wait longer each time.', pull });
}

/** Merges a pull request, and returns the event of the push. */
async function mergeCode({ stage: { repository }, store, events }: Scene, pull: Thread, by: string) {
  const moved = mergePull(store, repository, pull.number, 'squash');
  const commits = await pushedCommits(repository, moved, pull.user.login);
  return events.push({ ref: `refs/heads/${pull.pull?.base}`, by, ...moved, commits });
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
