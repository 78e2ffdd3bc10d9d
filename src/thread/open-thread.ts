import type { Answer } from '../answer.ts';
import { PROGRESS_SPACING } from '../intervals.ts';
import { JOB_ENDS, type RequestResult, unsent } from '../job/request-result.ts';
import { permissionAdvice } from '../report/conversation.ts';
import type { RequesterRef } from '../report/own-comment.ts';
import { renderPosted, renderStatus } from '../report/status-text.ts';
import type { Job } from '../service/job.ts';
import { type Note, writeNote } from './note.ts';
import { openCommentWriter, postComment } from './status-comment.ts';
import { openReader, type ThreadRef, type ThreadTools, type ThreadView } from './thread.ts';

/** `until` is the run's deadline unless given. */
export type NoteChange = Pick<Note, 'state'> & Partial<Note>;

interface StatusComment {
  readonly id: number;
  readonly url: string;
}

/** A request's place in its conversation: the notes of others, and its own status comment. */
export interface RequestThread {
  /** Undefined without a conversation. */
  readonly comment: StatusComment | undefined;
  read(): Promise<Answer<ThreadView>>;
  /** All notes, as they were read last, and the own one. */
  notes(): readonly Note[];
  /** Edits the own note and its comment; false when they may say something else, so that nobody can rely on them. */
  update(change: NoteChange, job?: Job): Promise<boolean>;
  /** Adds sentences of ours to the comment's next edit, and to the log. */
  remark(sentences: readonly string[]): void;
  /** Shows the job beside other work, when it changed, or when the last edit was long ago. */
  showProgress(job: Job): void;
  /** Writes what came of the request, and waits until that is there to read. */
  close(result: RequestResult): Promise<RequestResult>;
}

/** What a request's own comment is made of. */
export interface OwnComment {
  readonly request: string;
  readonly attempt: number;
  readonly requester: RequesterRef;
  readonly phrase: string;
  /** The instruction. */
  readonly about: string | undefined;
  /** When the step started. */
  readonly startedAt: number;
  /** Letters and digits that nobody could know before. */
  readonly mark: string;
}

/** Posts the request's status comment. The answer is how the request ends if GitHub doesn't take it. */
export async function openThread(
  thread: ThreadRef,
  own: OwnComment,
  tools: ThreadTools,
): Promise<(RequestThread & { readonly comment: StatusComment }) | RequestResult> {
  const { github, place, key } = thread;
  const { clock, deadline, log, time } = tools;
  const { requester, startedAt, phrase, about, request, attempt } = own;
  const text = renderPosted({ ...requester, phrase }, own.mark);
  const posted = await postComment(github, place.thread, text, tools);
  if (!posted.ok) {
    const advice = permissionAdvice(posted.failure);
    if (advice === '') return { ...UNCONFIRMED, reason: `${UNCONFIRMED.reason} ${posted.failure.message}` };
    return unsent('comment-not-written', `GitHub refused the status comment.${advice} ${NEVER}`);
  }
  const { id, html_url: url } = posted.value;
  const writer = openCommentWriter(github, id, tools);
  const read = openReader(thread, tools);
  const remarks = new Set<string>();
  let view: ThreadView = { notes: [], marker: undefined, now: 0 };
  let note: Note | undefined;
  let job: Job | undefined;
  let shown = '';
  let shownAt = 0;

  /** The comment as it is to be now. */
  function render(current: Note, result?: RequestResult): string {
    [shown, shownAt] = [lookOf(job), clock.now()];
    const duration = clock.now() - startedAt;
    const status = { about, since: startedAt, job, result, notes: [...remarks], duration };
    return `${renderStatus(status, { ...requester, phrase })}\n${writeNote(current, id, place, key)}`;
  }

  function change(made: NoteChange): Note {
    note = { request, attempt, until: time.fromLocal(deadline.at), requester, ...made };
    return note;
  }

  return {
    comment: { id, url },
    async read() {
      const answer = await read();
      if (answer.ok) view = answer.value;
      return answer;
    },
    notes: () => [...view.notes.filter((it) => it.id !== id).map((it) => it.note), ...(note ? [note] : [])],
    update(made, seen) {
      job = seen;
      return writer.write(render(change(made)));
    },
    remark(sentences) {
      for (const sentence of sentences) {
        if (!remarks.has(sentence)) log.info(sentence);
        remarks.add(sentence);
      }
    },
    showProgress(seen) {
      job = seen;
      const due = lookOf(job) !== shown || clock.now() - shownAt >= PROGRESS_SPACING;
      if (due && note !== undefined) {
        const current = note;
        void writer.tryWrite(() => render(current));
      }
    },
    async close(result) {
      job = result.job ?? job;
      // Two tries: the post step makes up for it.
      await writer.write(render(change(lastChange(note, result, time.now())), result), 2);
      return { ...result, commentUrl: url, unwritten: writer.unwritten() };
    },
  };
}

/** The place of a request without a conversation: nothing is remembered, and nothing holds it up. */
export function emptyThread(
  own: Pick<Note, 'request' | 'attempt'>,
  { log, time }: Pick<ThreadTools, 'log' | 'time'>,
): RequestThread {
  let notes: readonly Note[] = [];
  return {
    comment: undefined,
    read: async () => ({ ok: true, value: { notes: [], marker: undefined, now: time.now() } }),
    notes: () => notes,
    async update({ state, ...made }) {
      notes = [{ ...own, until: 0, requester: { run: '' }, state, ...made }];
      return true;
    },
    remark: (sentences) => void sentences.map(log.info),
    showProgress: () => undefined,
    close: async (result) => result,
  };
}

/** Without a comment that says so nobody would know of the job. */
export const UNCONFIRMED = unsent(
  'comment-not-written',
  'the status comment could not be written, so nobody would know of the job.',
);
const NEVER = 'Set `comment: never` to run without a status comment.';

/** What the note says of a request that ended with `result`. */
function lastChange(note: Note | undefined, result: RequestResult, now: number): NoteChange {
  if (note?.state === 'job' && JOB_ENDS.has(result.result)) return { ...note, state: 'ended' };
  // No run watches the job from now on.
  if (note?.state === 'job') return { ...note, until: now, left: true };
  if (result.fateUnknown) return { state: 'unknown', jobId: result.jobId, sentAt: note?.sentAt };
  return { state: 'not sent' };
}

/** What people see change. */
function lookOf(job: Job | undefined): string {
  return JSON.stringify([job?.id, job?.status, job?.prLink]);
}
