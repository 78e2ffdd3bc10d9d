import { readChangeEvent } from '../change/change-event.ts';
import type { readEvent } from '../runner/bootstrap.ts';
import { carriesOwnMarker, phraseProblem } from '../text/comment-text.ts';
import { accountAt, at, idAt, textAt, urlAt } from '../text/json.ts';
import { parseCommand, readWhole } from './command.ts';
import { type Request, readIssueRef, readLines, type Source, type Words } from './request.ts';

export type Event = ReturnType<typeof readEvent>;

export interface Settings {
  readonly phrase: string;
  /**
   * Where the instruction may stand: in a text that begins with the phrase, in an input, which needs no phrase, or in both.
   * With both, a text without the phrase adds nothing to the input.
   */
  readonly instruction: 'words' | 'input' | 'both';
  /** With `changes-requested`, reviews that request changes are requests too. */
  readonly reviews: string;
}

/** Why an event is no request. `reason` is for the log; it holds nothing that a stranger wrote. */
export interface NoRequest {
  readonly kind: 'none';
  readonly code: 'event-ignored' | 'payload-unreadable' | 'own-comment' | 'no-phrase';
  readonly reason: string;
}

/** Where an event that brings a new text keeps it, and the one action that makes it new. */
interface Place {
  readonly action: string;
  readonly part: string;
  /** Undefined for the issue itself. */
  readonly words?: Words['kind'];
}

const WRITTEN: ReadonlyMap<string, Place> = new Map([
  ['issue_comment', { action: 'created', part: 'comment', words: 'issue-comment' }],
  ['pull_request_review_comment', { action: 'created', part: 'comment', words: 'review-comment' }],
  ['pull_request_review', { action: 'submitted', part: 'review', words: 'review' }],
  ['issues', { action: 'opened', part: 'issue' }],
]);

/** Events like `pull_request_target`, whose text is never a request. */
const CHANGED_PULL: Place = { action: 'opened', part: 'pull_request' };

/**
 * Reads a request out of an event. Runs before anything else, on every comment of the repository: it needs nothing but the
 * event, and the text is the event's, never fetched again.
 */
export function readTrigger(event: Event, settings: Settings): Request | NoRequest {
  const { name, payload } = event;
  const place = WRITTEN.get(name);
  const { instruction } = settings;
  const needsWords = instruction === 'words';
  if (place === undefined && needsWords)
    return none(
      'event-ignored',
      `The event ${word(name)} is only a request with an instruction in \`prompt\`.`,
    );
  const { action, part, words } = place ?? CHANGED_PULL;
  const isNew = textAt(payload, 'action') === action;
  // An input may be meant for an issue's other actions, like labels. Of a comment only the new one counts.
  if (!isNew && (needsWords || words !== undefined))
    return none('event-ignored', `Of the event ${word(name)}, only the action \`${action}\` counts.`);
  const text = isNew ? (textAt(payload, part, 'body') ?? '') : '';
  if (carriesOwnMarker(text)) return none('own-comment', 'The action wrote the text itself.');
  if (!isNew || place === undefined || instruction === 'input') return toRequest(event, undefined);
  return readRequestText(text, event, settings);
}

/** The request of a new text. With an input, a text that is none adds nothing to it. */
function readRequestText(text: string, event: Event, settings: Settings): Request | NoRequest {
  const { phrase, instruction } = settings;
  // No text can begin with an unusable phrase. Reading the inputs fails on it, so that the maintainer hears of it.
  const isUsable = phraseProblem(phrase) === undefined;
  const command = isUsable ? parseCommand(text, phrase) : ({ kind: 'empty', manner: 'next' } as const);
  if (command === undefined && requestsChanges(event, settings)) {
    const request = toRequest(event, readWhole(text));
    return request.kind === 'none' ? request : { ...request, requestsChanges: true };
  }
  const isNone = command === undefined && instruction === 'words';
  return isNone ? none('no-phrase', NO_PHRASE) : toRequest(event, command);
}

/** Reading the inputs fails on any other word, so that the maintainer hears of it. */
function requestsChanges({ payload }: Event, { reviews }: Settings): boolean {
  return reviews !== 'phrase' && textAt(payload, 'review', 'state') === 'changes_requested';
}

function toRequest({ name, payload }: Event, command: Request['command']): Request | NoRequest {
  const { part, words } = WRITTEN.get(name) ?? CHANGED_PULL;
  const thread = readIssueRef(payload);
  const itself: Source = { kind: thread?.kind ?? 'run' };
  const source = words === undefined ? itself : readWords(words, at(payload, part));
  const isText = command !== undefined || words !== undefined;
  const author = isText ? accountAt(payload, part, 'user') : undefined;
  if (source === undefined || (isText && (author === undefined || thread === undefined)))
    return none('payload-unreadable', `The event ${word(name)} lacks data that a request needs.`);
  return {
    kind: 'request',
    event: name,
    command,
    sender: accountAt(payload, 'sender'),
    author,
    source,
    thread,
    action: source.kind === 'pull-request' ? textAt(payload, 'action') : undefined,
    changeEvent: readChangeEvent(name, payload),
    approvedCommit: command === undefined ? readApproval(at(payload, 'review')) : undefined,
  };
}

function readApproval(review: unknown): string | undefined {
  return textAt(review, 'state') === 'approved' ? textAt(review, 'commit_id') : undefined;
}

function readWords(kind: Words['kind'], words: unknown): Words | undefined {
  const id = idAt(words, 'id');
  if (id === undefined) return undefined;
  const lines = readLines(words);
  return {
    kind,
    id,
    url: urlAt(words, 'html_url'),
    reviewId: idAt(words, 'pull_request_review_id'),
    submittedAt: textAt(words, 'submitted_at'),
    reviewed: lines && [lines],
  };
}

/** Whether the event brings a text that may be a request; otherwise only the inputs say what to do. */
export function bringsText(event: string): boolean {
  return WRITTEN.has(event);
}

const NO_PHRASE = 'The text does not begin with the trigger phrase. Write a new comment that begins with it.';

function none(code: NoRequest['code'], reason: string): NoRequest {
  return { kind: 'none', code, reason };
}

/** An event's name in a sentence. Another name than GitHub's is not shown. */
function word(event: string): string {
  return /^\w{1,50}$/.test(event) ? `\`${event}\`` : 'of this run';
}
