import pLimit from 'p-limit';
import type { GitHub } from '../github/github.ts';
import { PROGRESS_SPACING, SIGN_OF_LIFE } from '../intervals.ts';
import type { Ports } from '../ports.ts';
import { postedMark } from '../report/own-comment.ts';
import { slept } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import { type CommentWriter, openCommentWriter, postComment } from '../thread/status-comment.ts';
import { githubTime } from '../thread/thread.ts';
import { isOpen, type JobRecord } from './entry.ts';
import { countWords, renderComment, toLines } from './report.ts';

/** State travels in a variable of the environment, which holds no more than 128 KiB. The file has all of them. */
const MOST_HANDED_OVER = 100;

const hasBegun = ({ result }: JobRecord) => result === 'asking' || result === 'working';

export type Progress = Readonly<ReturnType<typeof openProgress>>;

/** Keeps what people and later runs read current: the post step's state, the file and the comment. */
export function openProgress(ports: Ports, file: string, records: () => readonly JobRecord[]) {
  const { runner, clock, files, randomToken, startedAt, workflowRun } = ports;
  const writing = pLimit(1);
  let saved: Promise<void> = Promise.resolve();
  /** Whether the file is this run's by now. */
  let written = false;
  let comment: { readonly id: number; readonly url: string; readonly writer: CommentWriter } | undefined;
  /** Whether the comment does not show the last change. */
  let stale = false;
  let warned = false;

  function handOver(): void {
    const open = records()
      .filter(isOpen)
      // What this run has to do with comes first.
      .toSorted((one, other) => Number(hasBegun(other)) - Number(hasBegun(one)))
      .slice(0, MOST_HANDED_OVER)
      .map(({ name, jobId }) => ({ name, jobId }));
    runner.saveState('batch', { file, written, open, commentId: comment?.id });
  }

  async function save(): Promise<void> {
    const lines = records().map((record) => JSON.stringify(record));
    const answer = await files.write(file, [`${toLines(lines)}\n`]);
    if (answer.ok && !written) {
      written = true;
      handOver();
    }
    if (answer.ok || warned) return;
    warned = true;
    runner.log.warning(`Until the end only the log has the ids of the jobs: ${file} ${answer.failure}.`);
  }

  function render(title: string): string {
    stale = false;
    return renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });
  }

  /** Shows the last change beside the work. */
  async function show(): Promise<void> {
    const isShown = await comment?.writer.tryWrite(() => render('at work'));
    stale ||= isShown === false;
  }

  async function keepShown(done: AbortSignal): Promise<void> {
    let silent = 0;
    while (await slept(PROGRESS_SPACING, clock, done)) {
      if (stale) void show();
      silent += PROGRESS_SPACING;
      if (silent < SIGN_OF_LIFE) continue;
      silent = 0;
      runner.log.info(countWords(records()));
    }
  }

  return {
    /** Records a change that matters after a kill. The state is written at once, the file soon after. */
    changed(): void {
      handOver();
      // A write that waits for another one will hold this change, too.
      if (writing.pendingCount === 0) saved = writing(save);
      stale = true;
    },
    /** Resolves when the file holds all that was told of. */
    saved: () => saved,
    async openComment(github: GitHub, thread: number, deadline: Deadline): Promise<void> {
      const text = `${render('at work')}\n${postedMark(randomToken())}`;
      const tools = { clock, deadline, log: runner.log, time: githubTime(clock) };
      const answer = await postComment(github, thread, text, tools);
      if (!answer.ok) return;
      const { id, html_url: url } = answer.value;
      comment = { id, url, writer: openCommentWriter(github, id, tools) };
      handOver();
    },
    /** Until the work ends, shows changes in the comment and signs of life in the log now and then. */
    async during(work: Promise<void>): Promise<void> {
      const done = new AbortController();
      await Promise.all([work.finally(() => done.abort()), keepShown(done.signal)]);
    },
    /** Writes the comment for the last time; the answer is its address, and what it could not be brought to say. */
    async close(title: string) {
      await comment?.writer.write(render(title));
      return { commentUrl: comment?.url, unwritten: comment?.writer.unwritten() };
    },
  };
}
