import pLimit from 'p-limit';
import { type CommentWriter, openCommentWriter, warnOfComment } from '../github/edit-comment.ts';
import { PROGRESS_SPACING, SIGN_OF_LIFE } from '../model/intervals.ts';
import type { Ports } from '../ports.ts';
import type { AccessContext } from '../pull-request/access.ts';
import { slept } from '../runner/clock.ts';
import type { SigningKey } from '../text/signed-note.ts';
import { type BatchComment, writeBatch } from './batch-note.ts';
import type { Entry } from './entry.ts';
import { countByStatus, renderComment, toLines } from './summary.ts';

interface OpenComment extends Omit<BatchComment, 'note'> {
  readonly url: string;
  readonly writer: CommentWriter;
  readonly key: SigningKey;
  readonly until: number;
  readonly labels: readonly string[];
}

/** Keeps the post step's state, the file and the status comment up to date. */
export function openProgress(ports: Ports, file: string, entries: () => readonly Entry[]) {
  const { runner, clock, files, startedAt, workflowRun } = ports;
  const { log } = runner;
  const writing = pLimit(1);
  let saved: Promise<string | undefined> = Promise.resolve(undefined);
  let comment: OpenComment | undefined;
  let stale = false;
  let warned = false;

  function saveState(): void {
    const open = entries()
      .filter(({ result }) => result === 'asking' || result === 'working')
      .map(({ name, jobId }) => ({ name, jobId }));
    runner.saveState('batch', { file, open, commentId: comment?.id });
  }

  async function save(): Promise<string | undefined> {
    const lines = entries().map((entry) => JSON.stringify(entry));
    const written = await files.write(file, [`${toLines(lines)}\n`]);
    if (written.ok) return undefined;
    const problem = `${file} ${written.failure}.`;
    if (!warned) log.warning(`${problem} Until the step ends, only the log has the job IDs.`);
    warned = true;
    return problem;
  }

  function render(title: string, until = 0): string {
    stale = false;
    const facts = { title, duration: clock.now() - startedAt, runUrl: workflowRun.url };
    if (comment === undefined) return renderComment(entries(), facts);
    const { key, labels } = comment;
    return writeBatch({ ...comment, note: { until, labels, entries: entries(), more: 0 } }, facts, key);
  }

  async function update(): Promise<void> {
    const updated = await comment?.writer.tryWrite(() => render('in progress', comment?.until));
    stale ||= updated === false;
  }

  async function report(done: AbortSignal): Promise<void> {
    for (let ticks = 1; await slept(PROGRESS_SPACING, clock, done); ticks += 1) {
      if (stale) void update();
      if ((ticks * PROGRESS_SPACING) % SIGN_OF_LIFE === 0) log.info(countByStatus(entries()));
    }
  }

  return {
    /** Stores a change in the state at once, and soon in the file. */
    changed(): void {
      saveState();
      // A write that is waiting will include this change.
      if (writing.pendingCount === 0) saved = writing(save);
      stale = true;
    },
    /** Resolves when the file contains all changes so far, or to the reason why it doesn't. */
    saved: () => saved,
    /** False if the comment could not be written. */
    async openComment(
      { github, key, service, tools }: AccessContext,
      thread: number,
      labels: readonly string[],
    ): Promise<boolean> {
      // If the response is lost, the comment stays like this, so its title isn't "in progress".
      const answer = await github.createComment(thread, render('starting'));
      warnOfComment(answer, 'The status comment could not be written', log);
      if (!answer.ok) return false;
      const { id, html_url: url } = answer.value;
      const place = { service, repositoryId: workflowRun.repositoryId, thread };
      const until = tools.time.fromLocal(tools.deadline.at);
      comment = { id, url, place, key, until, labels, writer: openCommentWriter(github, id, tools) };
      saveState();
      return true;
    },
    /** Regularly updates the comment and logs the progress until the work ends. */
    async during<T>(work: Promise<T>): Promise<T> {
      const done = new AbortController();
      const [result] = await Promise.all([work.finally(() => done.abort()), report(done.signal)]);
      return result;
    },
    async close(title: string) {
      await comment?.writer.write(render(title));
      return { commentUrl: comment?.url, unwritten: comment?.writer.unwritten() };
    },
  };
}
