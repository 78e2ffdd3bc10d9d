import type { RequestResult } from '../job/request-result.ts';
import { postedMark } from '../report/own-comment.ts';
import { renderStatus } from '../report/status-text.ts';
import { type Note, writeNote } from './note.ts';
import { emptyThread, type OwnComment, type RequestThread } from './open-thread.ts';
import { openCommentWriter, postComment } from './status-comment.ts';
import { openReader, type ThreadRef, type ThreadTools, type ThreadView } from './thread.ts';

/**
 * The place of a request that writes to its conversation only when the agent changed something. It knows the conversation's job.
 * Others learn of the request at its end.
 */
export function deferThread(thread: ThreadRef, own: OwnComment, tools: ThreadTools): RequestThread {
  const { request, attempt } = own;
  const place = emptyThread({ request, attempt }, tools);
  const read = openReader(thread, tools);
  let view: ThreadView | undefined;
  return {
    ...place,
    async read() {
      const answer = await read();
      if (answer.ok) view = answer.value;
      return answer;
    },
    notes: () => [...(view?.notes ?? []).map(({ note }) => note), ...place.notes()],
    async close(result) {
      const [note] = place.notes();
      if (result.result !== 'pull-request' || note === undefined) return result;
      return postResult(result, note, thread, own, tools);
    },
  };
}

/** The comment is posted with its final words, since GitHub mails those. The note needs the comment's ID, so it follows. */
async function postResult(
  result: RequestResult,
  made: Note,
  { github, place, key }: ThreadRef,
  { requester, phrase, about, startedAt, mark }: OwnComment,
  tools: ThreadTools,
): Promise<RequestResult> {
  const { clock, time } = tools;
  const duration = clock.now() - startedAt;
  const { job } = result;
  const text = renderStatus({ about, since: startedAt, job, result, duration }, { ...requester, phrase });
  const posted = await postComment(github, place.thread, `${text}\n${postedMark(mark)}`, tools);
  if (!posted.ok) return result;
  const { id, html_url: commentUrl } = posted.value;
  const note: Note = { ...made, state: 'ended', until: time.now(), requester };
  await openCommentWriter(github, id, tools).write(`${text}\n${writeNote(note, id, place, key)}`);
  return { ...result, commentUrl };
}
