import type { ChangeEvent } from '../change/change-event.ts';
import { accountAt } from '../github/account.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import type { readEvent } from '../runner/bootstrap.ts';
import { carriesOwnMarker, phraseProblem } from '../text/comment-text.ts';
import { at, idAt, textAt, urlAt } from '../text/json.ts';
import { type Command, parseCommand, readWhole } from './command.ts';
import { rowOf } from './events.ts';
import { type Comment, type IssueRef, type Request, readLines } from './request.ts';

export type Event = ReturnType<typeof readEvent>;

export interface Settings {
  readonly phrase: string;
  /** Where the instruction is: in a text that begins with the phrase, or in an input, to which such a text is added. */
  readonly instruction: 'text' | 'input';
}

/** `reason` is for the log and contains no foreign text. */
export interface NoRequest {
  readonly kind: 'none';
  readonly code: ReasonCode;
  readonly reason: string;
}

/**
 * Reads the request of an event. This runs first, for every comment of the repository, so it needs nothing but the event. The
 * text is that of the event, because a later read might return an edited one.
 */
export function readTrigger(event: Event, settings: Settings): Request | NoRequest {
  const { name, payload } = event;
  const needsText = settings.instruction === 'text';
  const { action, part, request } = rowOf(name);
  const isNew = textAt(payload, 'action') === action;
  const ignored = findIgnored(name, needsText, isNew) ?? findNothingNew(payload);
  if (ignored !== undefined) return ignored;
  const text = isNew ? (textAt(payload, part, 'body') ?? '') : '';
  if (carriesOwnMarker(text)) return none('own-comment', 'The action wrote the text itself.');
  if (needsText && request === 'checks') return readChecks(event);
  return isNew && request === 'text' ? readRequestText(text, event, settings) : toRequest(event);
}

/** An input may be for other actions of an issue, like `labeled`. Comments count only when they are new, and checks when they end. */
function findIgnored(name: string, needsText: boolean, isNew: boolean) {
  const { action, comment, request } = rowOf(name);
  const ignore = (what: string) => none('event-ignored', what);
  if (request === 'never') return ignore(`Texts of the event \`${name}\` are never a request.`);
  if (request === undefined && needsText)
    return ignore(`The event \`${name}\` is only a request with an instruction in \`prompt\`.`);
  if (isNew || !(needsText || comment !== undefined || request === 'checks')) return undefined;
  return ignore(`Only the action \`${action}\` of the event \`${name}\` counts.`);
}

/** An event that only looks like a new text, or like a merge. */
function findNothingNew(payload: unknown): NoRequest | undefined {
  if (at(payload, 'changes', 'old_issue') !== undefined)
    return none(
      'event-ignored',
      'The issue was transferred from another repository. Comment with the phrase to request here.',
    );
  const pull = at(payload, 'pull_request');
  if (pull === undefined || textAt(payload, 'action') !== 'closed' || at(pull, 'merged') === true)
    return undefined;
  return none(
    'nothing-changed',
    'The pull request was closed without a merge. To request for such ones, run on a label (`types: [labeled]`).',
  );
}

/** Ended checks of a commit. Whether any is red is read from GitHub. */
function readChecks({ name, payload }: Event): Request | NoRequest {
  const status = { ...Object(payload), creator: at(payload, 'sender') };
  const check = name === 'status' ? status : at(payload, name);
  const sha = textAt(check, 'head_sha') ?? textAt(check, 'sha');
  if (sha === undefined) return unreadable(name);
  if (textAt(check, 'state') === 'pending')
    return none('checks-running', 'The status is pending. The event of its result continues here.');
  // Anyone can open a pull request from a fork. Checks by others don't name the repository of their commit.
  const repository = textAt(check, 'head_repository', 'full_name');
  if (name === 'workflow_run' && repository !== textAt(payload, 'repository', 'full_name'))
    return none('foreign-pull-request', 'The checked commit is of another repository.');
  const listed = at(check, 'pull_requests');
  const pulls = Array.isArray(listed) ? listed.map((pull) => idAt(pull, 'number') ?? 0) : [];
  const [pull] = pulls.sort((one, other) => one - other);
  return { kind: 'request', event: name, checks: { sha, event: name, check, pull }, topic: [sha] };
}

/** The request of a new text. Without the phrase, an input makes a request of an issue or an approval, but of no comment. */
function readRequestText(text: string, event: Event, { phrase, instruction }: Settings): Request | NoRequest {
  // No text can begin with an unusable phrase. Reading the inputs then fails, so that the maintainer notices.
  const isUsable = phraseProblem(phrase) === undefined;
  const command = isUsable ? parseCommand(text, phrase) : ({ kind: 'empty', isNew: false } as const);
  const state = textAt(event.payload, 'review', 'state');
  if (command === undefined && state === 'changes_requested') return toRequest(event, readWhole(text), true);
  const needsPhrase =
    instruction === 'text' || !(rowOf(event.name).comment === undefined || state === 'approved');
  return command === undefined && needsPhrase ? none('no-phrase', NO_PHRASE) : toRequest(event, command);
}

function toRequest(event: Event, command?: Command, requestsChanges?: true): Request | NoRequest {
  const { name, payload } = event;
  const { part, comment: kind, readChange } = rowOf(name);
  const thread = readIssueRef(payload);
  const [sender, url] = [accountAt(payload, 'sender'), thread && urlAt(payload, part, 'html_url')];
  const request = { kind: 'request', event: name, sender, url, thread } as const;
  if (command === undefined && kind === undefined)
    return thread === undefined
      ? { ...request, ...describeChange(readChange?.(payload)) }
      : { ...request, ...describeActivity(at(payload, part), textAt(payload, 'action'), thread) };
  const author = accountAt(payload, part, 'user');
  const comment = kind && readComment(kind, at(payload, part));
  const isUnread = kind !== undefined && comment === undefined;
  if (author === undefined || thread === undefined || isUnread) return unreadable(name);
  const written = { ...request, author, comment, requestsChanges };
  const topic = url === undefined ? undefined : [url];
  if (command !== undefined)
    return { ...written, command, commit: thread.head, topic, since: comment?.writtenAt };
  // Its text isn't the request.
  const commit = textAt(payload, 'review', 'commit_id');
  return commit === undefined ? unreadable(name) : { ...written, commit, mayLoop: true, topic: [commit] };
}

/** GitHub sends an event for the push of a merge, and one for the closed pull request. */
function describeChange(change: ChangeEvent | undefined): Partial<Request> {
  if (change?.kind !== 'push') return { change };
  const { after, ref } = change;
  const commit = ref.kind === 'branch' ? after : undefined;
  return { change, commit, isMerge: true, topic: ['merge', after, ref.name] };
}

/** Another event of an issue or a pull request, with the action of its webhook, like `closed`. */
function describeActivity(part: unknown, action: string | undefined, thread: IssueRef): Partial<Request> {
  const { kind, number, head, title, description } = thread;
  const isPull = kind === 'pull-request';
  const isMerge = isPull && action === 'closed';
  // People request something by a label or an assignment.
  const mayLoop = isPull && action !== undefined && !['labeled', 'assigned'].includes(action);
  // While it is open, GitHub names a commit that only tests the merge.
  const merge = isMerge ? textAt(part, 'merge_commit_sha') : undefined;
  const request = { commit: head, isMerge, mayLoop };
  if (merge) return { ...request, topic: ['merge', merge, textAt(part, 'base', 'ref')] };
  // GitHub sends an event for a new issue, and one for each label and assignment that it was created with or got at once.
  const isSet = ['opened', 'labeled', 'assigned', 'review_requested'].includes(action ?? '');
  // Who edits the text or pushes between two labels requests something else.
  const topic = ['set', number, head, title, description];
  return isSet ? { ...request, topic, since: textAt(part, 'updated_at') } : request;
}

function readIssueRef(payload: unknown): IssueRef | undefined {
  const pullRequest = at(payload, 'pull_request');
  const part = pullRequest ?? at(payload, 'issue');
  const number = idAt(part, 'number');
  if (number === undefined) return undefined;
  // Comments of a pull request's conversation come with an issue that has this field.
  const isPull = (pullRequest ?? at(part, 'pull_request') ?? undefined) !== undefined;
  return {
    kind: isPull ? 'pull-request' : 'issue',
    number,
    title: textAt(part, 'title') ?? '',
    description: textAt(part, 'body') ?? '',
    openedBy: accountAt(part, 'user'),
    head: textAt(part, 'head', 'sha'),
  };
}

function readComment(kind: Comment['kind'], comment: unknown): Comment | undefined {
  const id = idAt(comment, 'id');
  if (id === undefined) return undefined;
  const lines = readLines(comment);
  return {
    kind,
    id,
    reviewId: idAt(comment, 'pull_request_review_id'),
    writtenAt: textAt(comment, 'submitted_at') ?? textAt(comment, 'created_at') ?? '',
    reviewed: lines && [lines],
  };
}

const NO_PHRASE = 'The text does not begin with the trigger phrase. Write a new comment that begins with it.';

const unreadable = (event: string) =>
  none('payload-unreadable', `The event \`${event}\` lacks data that a request needs.`);

const none = (code: ReasonCode, reason: string): NoRequest => ({ kind: 'none', code, reason });
