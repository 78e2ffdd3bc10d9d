import { type BatchComment, readBatch, writeBatch } from '../batch/batch-note.ts';
import { BATCH_RESULTS, outcomeOf } from '../batch/batch-result.ts';
import { isOpen, openEntryTable } from '../batch/entry.ts';
import { MOST_PARALLEL } from '../batch/inputs.ts';
import { runEntries } from '../batch/run-entries.ts';
import { openCommentWriter } from '../github/edit-comment.ts';
import { NOTE_GRACE } from '../model/intervals.ts';
import { isJobEnd } from '../model/request-result.ts';
import { finishPullRequest } from '../pull-request/finish-pull-request.ts';
import { identify } from '../pull-request/marker.ts';
import type { FinishReport } from '../thread/finish-requests.ts';
import type { PlacedComment } from '../thread/read-notes.ts';
import type { FinishContext } from '../thread/thread-context.ts';

/**
 * The batches with open jobs that no run watches. Those with other labels are left to another collect action: a pull request
 * without the labels of its batch would be unknown to the next one, which would pay for its entries again.
 */
export function findBatches(
  comments: readonly PlacedComment[],
  { key, metadata, tools }: FinishContext,
): BatchComment[] {
  const own = new Set(metadata.prLabels.map((label) => label.toLowerCase()));
  const batches = comments.flatMap(({ comment, place }) => readBatch(comment, place, key));
  return batches.filter(({ note, place }) => {
    const other = note.labels.filter((label) => !own.has(label.toLowerCase()));
    if (other.length > 0)
      tools.log.notice(
        `The batch on #${place.thread} is left to a collect action whose \`pr-labels\` have ${other.join(', ')}.`,
      );
    return other.length === 0 && tools.time.now() > note.until + NOTE_GRACE;
  });
}

/**
 * Finishes the entries of a batch whose jobs have ended, as a run with `resume` would. Edits its status comment at the end, so
 * that the next run repeats what was cut off.
 */
export async function collectBatch(batch: BatchComment, context: FinishContext): Promise<FinishReport> {
  const { id, note, place } = batch;
  const { dryRun, github, key, patience, tools, workflowRun } = context;
  const table = openEntryTable(note.entries);
  const finished: FinishReport['finished'] = [];
  let failure: FinishReport['failure'];
  const problems = await runEntries({
    ...context,
    ...tools,
    table,
    saved: async () => undefined,
    openLimit: undefined,
    inputs: { ...NO_CREATES, identify: (text) => identify(text, context) },
    async finishPullRequest(end, origin) {
      if (end.result === 'error' && !isJobEnd(end)) failure ??= end;
      if (!isJobEnd(end)) return end;
      const result = dryRun ? end : await finishPullRequest(end, origin, {}, context);
      finished.push({ thread: place.thread, end: result });
      return result;
    },
  });
  for (const problem of problems) tools.log.warning(problem);
  const open = table.entries.filter(isOpen).length;
  if (dryRun || finished.length === 0) return { finished, open, failure };
  const entries = table.entries.map((entry, index) =>
    isOpen(entry) ? (note.entries[index] ?? entry) : entry,
  );
  const { title } = BATCH_RESULTS[outcomeOf(entries)];
  const body = writeBatch({ id, place, note: { ...note, entries } }, { title, runUrl: workflowRun.url }, key);
  if (await openCommentWriter(github, id, tools).write(body, patience)) return { finished, open, failure };
  return { finished: [], open: open + finished.length, failure };
}

const NO_CREATES = { compose: (text: string) => text, maxJobs: 0, maxParallel: MOST_PARALLEL, wait: false };
