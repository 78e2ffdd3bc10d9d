import { readChangeEvent } from '../change/change-event.ts';
import type { readEvent } from '../runner/bootstrap.ts';
import { accountAt, addressAt, at, idAt, textAt } from '../text/json.ts';
import { carriesOwnMarker } from '../text/marker.ts';
import { phraseProblem } from '../text/phrase.ts';
import { parseCommand } from './command.ts';
import { type IssueRef, type Request, readIssueRef, readLines, type Source, type Words } from './request.ts';

/** An event as the runner hands it over. */
export type Event = ReturnType<typeof readEvent>;

/** What decides whether an event asks for something. */
export interface Settings {
  readonly phrase: string;
  /**
   * Where the instruction may stand: in words that begin with the phrase, in an input, which needs no phrase, or in both:
   * then words without the phrase add nothing to it.
   */
  readonly instruction: 'words' | 'input' | 'both';
}

/** A request, or why the event is none. */
export type Trigger = Request | NotAsked;

/** The event asks for nothing. `reason` is for the log; it holds nothing that a stranger wrote. */
export interface NotAsked {
  readonly kind: 'none';
  readonly code: 'event-ignored' | 'payload-unreadable' | 'own-comment' | 'no-phrase';
  readonly reason: string;
}

/** Where an event that brings a new text keeps it, and the one action that makes it new. */
interface Place {
  readonly action: string;
  readonly part: string;
  /** What asks by it; undefined for the issue itself. */
  readonly words?: Words['kind'];
}

const WRITTEN: ReadonlyMap<string, Place> = new Map([
  ['issue_comment', { action: 'created', part: 'comment', words: 'comment' }],
  ['pull_request_review_comment', { action: 'created', part: 'comment', words: 'line' }],
  ['pull_request_review', { action: 'submitted', part: 'review', words: 'review' }],
  ['issues', { action: 'opened', part: 'issue' }],
]);

/**
 * Reads who asks for what out of an event. Runs before anything else, on every comment of the repository: it needs
 * nothing but the event, and the text is the event's, never fetched again.
 */
export function readTrigger(event: Event, settings: Settings): Trigger {
  if (settings.instruction === 'input') return readPrompted(event);
  const written = readWritten(event, settings.phrase);
  return settings.instruction === 'words' || written.kind === 'request' ? written : readPrompted(event);
}

/** The text asks. */
function readWritten({ name, payload }: Event, phrase: string): Trigger {
  const written = WRITTEN.get(name);
  if (written === undefined)
    return none('event-ignored', `Nobody asks for anything by the event ${word(name)}.`);
  if (textAt(payload, 'action') !== written.action)
    return none('event-ignored', onlyNew(name, written.action));
  const text = textAt(payload, written.part, 'body') ?? '';
  if (carriesOwnMarker(text)) return none('own-comment', OWN_WORD);
  // No comment can begin with an unusable phrase. Reading the inputs fails on it, so that the maintainer hears of it.
  const command = phraseProblem(phrase) === undefined ? parseCommand(text, phrase) : EMPTY;
  if (command.kind === 'none') return none('no-phrase', NO_PHRASE);
  const request = readEventRequest(name, payload);
  const author = accountAt(payload, written.part, 'user');
  if (request?.thread === undefined || author === undefined)
    return none('payload-unreadable', incomplete(name));
  return { ...request, command, author };
}

/** An input holds the whole instruction; the event says who asks and where to report. */
function readPrompted({ name, payload }: Event): Trigger {
  const action = textAt(payload, 'action');
  const written = WRITTEN.get(name);
  // Whoever lists an issue's other actions means them: labels, assignments. Of a comment only the new one counts.
  const isComment = written?.words !== undefined;
  if (isComment && action !== written.action) return none('event-ignored', onlyNew(name, written.action));
  const part = written?.part ?? 'pull_request';
  const isNew = isComment || action === 'opened';
  if (isNew && carriesOwnMarker(textAt(payload, part, 'body') ?? '')) return none('own-comment', OWN_WORD);
  const request = readEventRequest(name, payload);
  if (request === undefined) return none('payload-unreadable', incomplete(name));
  // `pull_request` and `pull_request_target` are the same to the guard against our own pull requests.
  if (!isComment) return request.thread?.kind === 'pull-request' ? { ...request, action } : request;
  const author = accountAt(payload, part, 'user');
  return author === undefined ? none('payload-unreadable', incomplete(name)) : { ...request, author };
}

function readEventRequest(event: string, payload: unknown): Request | undefined {
  const thread = readIssueRef(payload);
  const source = readSource(event, payload, thread);
  if (source === undefined) return undefined;
  return {
    kind: 'request',
    event,
    sender: accountAt(payload, 'sender'),
    source,
    thread,
    changeEvent: readChangeEvent(event, payload),
  };
}

/** What asks; undefined when the event's own object cannot be read. */
function readSource(event: string, payload: unknown, thread: IssueRef | undefined): Source | undefined {
  const written = WRITTEN.get(event);
  if (written?.words !== undefined) return readWords(written.words, at(payload, written.part));
  if (thread === undefined) return { kind: 'run' };
  const { kind, number, url } = thread;
  return { kind, number, url };
}

function readWords(kind: Words['kind'], words: unknown): Words | undefined {
  const id = idAt(words, 'id');
  if (id === undefined) return undefined;
  const lines = readLines(words);
  return {
    kind,
    id,
    url: addressAt(words, 'html_url'),
    reviewId: idAt(words, 'pull_request_review_id'),
    submittedAt: textAt(words, 'submitted_at'),
    reviewed: lines && [lines],
  };
}

/** Whether the event brings a text that may ask; of the others only the inputs say what to do. */
export function bringsText(event: string): boolean {
  return WRITTEN.has(event);
}

const EMPTY = { kind: 'empty', manner: 'next' } as const;

const NO_PHRASE =
  'The text does not begin with the trigger phrase, so it requests nothing. A new comment that begins with it does.';

const OWN_WORD = 'The text carries a marker of ours.';

function none(code: NotAsked['code'], reason: string): NotAsked {
  return { kind: 'none', code, reason };
}

function onlyNew(event: string, action: string): string {
  return `Of the event ${word(event)} only the action \`${action}\` counts.`;
}

function incomplete(event: string): string {
  return `The payload of the event ${word(event)} does not hold what a request needs.`;
}

function word(event: string): string {
  return /^\w{1,50}$/.test(event) ? `\`${event}\`` : 'of this run';
}
