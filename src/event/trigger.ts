import { readChangeEvent } from '../change/change-event.ts';
import { accountAt } from '../github/account.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import type { readEvent } from '../runner/bootstrap.ts';
import { carriesOwnMarker, phraseProblem } from '../text/comment-text.ts';
import { at, idAt, textAt, urlAt } from '../text/json.ts';
import { type Command, parseCommand, readWhole } from './command.ts';
import { type Cause, type Comment, type IssueRef, type Request, readIssueRef, readLines } from './request.ts';

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

/** Where an event contains its text, and the action for which that text is new. */
interface Place {
  readonly action: string | undefined;
  readonly part: string;
  /** Undefined for the issue itself. */
  readonly comment?: Comment['kind'];
}

const WRITTEN: ReadonlyMap<string, Place> = new Map([
  ['issue_comment', { action: 'created', part: 'comment', comment: 'issue-comment' }],
  ['pull_request_review_comment', { action: 'created', part: 'comment', comment: 'review-comment' }],
  ['pull_request_review', { action: 'submitted', part: 'review', comment: 'review' }],
  ['issues', { action: 'opened', part: 'issue' }],
]);

/** Without an instruction, the checks of a commit are the request. The event of a status has no action. */
const CHECKS: ReadonlyMap<string, Place> = new Map([
  ['workflow_run', { action: 'completed', part: 'workflow_run' }],
  ['check_run', { action: 'completed', part: 'check_run' }],
  ['status', { action: undefined, part: 'commit' }],
]);

/** Events like `pull_request_target`, whose text is never a request. */
const CHANGED_PULL: Place = { action: 'opened', part: 'pull_request' };

/**
 * Reads the request of an event. This runs first, for every comment of the repository, so it needs nothing but the event. The
 * text is that of the event, because a later read might return an edited one.
 */
export function readTrigger(event: Event, settings: Settings): Request | NoRequest {
  const { name, payload } = event;
  const needsText = settings.instruction === 'text';
  const place = CHECKS.get(name) ?? WRITTEN.get(name);
  const { action, part } = place ?? CHANGED_PULL;
  const isNew = textAt(payload, 'action') === action;
  const ignored = findIgnored(name, place, needsText, isNew) ?? findNothingNew(payload);
  if (ignored !== undefined) return ignored;
  const text = isNew ? (textAt(payload, part, 'body') ?? '') : '';
  if (carriesOwnMarker(text)) return none('own-comment', 'The action wrote the text itself.');
  if (needsText && CHECKS.has(name)) return readChecks(event);
  return isNew && WRITTEN.has(name) ? readRequestText(text, event, settings) : toRequest(event);
}

/** An input may be for other actions of an issue, like `labeled`. Comments count only when they are new, and checks when they end. */
function findIgnored(name: string, place: Place | undefined, needsText: boolean, isNew: boolean) {
  const ignore = (what: string) => none('event-ignored', what);
  if (/^(?:discussion|commit_comment)/.test(name))
    return ignore(`Texts of the event \`${name}\` are never a request.`);
  if (place === undefined && needsText)
    return ignore(`The event \`${name}\` is only a request with an instruction in \`prompt\`.`);
  if (isNew || !(needsText || place?.comment !== undefined || CHECKS.has(name))) return undefined;
  return ignore(`Only the action \`${place?.action}\` of the event \`${name}\` counts.`);
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
  return { kind: 'request', event: name, cause: { kind: 'checks', sha, event: name, check } };
}

/** The request of a new text. Without the phrase, an input makes a request of an issue or an approval, but of no comment. */
function readRequestText(text: string, event: Event, { phrase, instruction }: Settings): Request | NoRequest {
  // No text can begin with an unusable phrase. Reading the inputs then fails, so that the maintainer notices.
  const isUsable = phraseProblem(phrase) === undefined;
  const command = isUsable ? parseCommand(text, phrase) : ({ kind: 'empty', isNew: false } as const);
  const state = textAt(event.payload, 'review', 'state');
  if (command === undefined && state === 'changes_requested')
    return toRequest(event, readWhole(text), 'review');
  const needsPhrase = instruction === 'text' || !(event.name === 'issues' || state === 'approved');
  return command === undefined && needsPhrase ? none('no-phrase', NO_PHRASE) : toRequest(event, command);
}

function toRequest(event: Event, command?: Command, kind?: 'review'): Request | NoRequest {
  const { name, payload } = event;
  const { part } = WRITTEN.get(name) ?? CHANGED_PULL;
  const thread = readIssueRef(payload);
  const cause = readCause(event, thread, command, kind);
  if (cause === undefined) return unreadable(name);
  const sender = accountAt(payload, 'sender');
  return { kind: 'request', event: name, sender, url: urlAt(payload, part, 'html_url'), thread, cause };
}

/** Undefined if the event lacks data. */
function readCause(
  { name, payload }: Event,
  thread: IssueRef | undefined,
  command: Command | undefined,
  kind: 'text' | 'review' = 'text',
): Cause | undefined {
  const { part, comment: commented } = WRITTEN.get(name) ?? CHANGED_PULL;
  if (command === undefined && commented === undefined) {
    if (thread === undefined) return { kind: 'run', change: readChangeEvent(name, payload) };
    const [action, changedAt] = [textAt(payload, 'action'), textAt(payload, part, 'updated_at')];
    // While it is open, GitHub names a commit that only tests the merge.
    const mergeCommit = action === 'closed' ? textAt(payload, part, 'merge_commit_sha') : undefined;
    return { kind: thread.kind, action, changedAt, mergeCommit, base: textAt(payload, part, 'base', 'ref') };
  }
  const author = accountAt(payload, part, 'user');
  if (author === undefined || thread === undefined) return undefined;
  if (commented === undefined) return command && { kind: 'text', author, command };
  const comment = readComment(commented, at(payload, part));
  const commit = textAt(payload, 'review', 'commit_id');
  if (comment === undefined) return undefined;
  if (command !== undefined) return { kind, author, command, comment };
  return commit === undefined ? undefined : { kind: 'approval', author, comment, commit };
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

/** What of the event may be a request, if anything: a text, or checks. */
export function requestIn(event: string): 'text' | 'checks' | undefined {
  return WRITTEN.has(event) ? 'text' : CHECKS.has(event) ? 'checks' : undefined;
}

const NO_PHRASE = 'The text does not begin with the trigger phrase. Write a new comment that begins with it.';

const unreadable = (event: string) =>
  none('payload-unreadable', `The event \`${event}\` lacks data that a request needs.`);

const none = (code: ReasonCode, reason: string): NoRequest => ({ kind: 'none', code, reason });
