import * as z from 'zod/mini';
import { POST_SPAN } from '../intervals.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/conversation.ts';
import { readStage } from '../runner/bootstrap.ts';
import { type BatchState, readStepState } from '../runner/step-state.ts';
import { parseJson } from '../text/json.ts';
import { untilLanded } from '../thread/status-comment.ts';
import { BLANK, type JobRecord, recordSchema, STATE_LIMIT, standingOf } from './entry.ts';
import { countWords, printResume, renderBatchSummary, renderComment } from './report.ts';

const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";

/** Says what a main that was cut off left open, and brings its status comment to an end. */
export async function closeBatch(ports: Ports): Promise<void> {
  const { runner, clock } = ports;
  const { batch, lastWord } = readStepState();
  if (batch === undefined) return;
  // Who was told how it ended needs no word about it, only the comment that could not be written.
  const cutOff = readStage() === 'told' ? '' : await reportCutOff(ports, batch);
  const token = runner.input('github-token').trim();
  if (batch.commentId === undefined || token === '') return;
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openGitHub(token, deadline);
  await untilLanded(clock, deadline);
  const edited = await github.editComment(batch.commentId, lastWord || cutOff);
  warn(edited, 'The status comment could not be closed', runner.log);
}

/** In log and summary; what the comment is to say is the answer. */
async function reportCutOff(ports: Ports, batch: BatchState): Promise<string> {
  const { runner, clock, startedAt, workflowRun } = ports;
  const records = (await readRecords(ports, batch)).map(toCutOff);
  const reason = `The step was cut off. ${countWords(records)} Open jobs go on without being watched.`;
  runner.log.warning(reason);
  for (const { name, jobId } of batch.open) {
    runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
  }
  printResume(records, batch.file, runner);
  const duration = clock.now() - startedAt;
  const cutOff = { result: 'interrupted', reason, records, warnings: [] } as const;
  await runner.summarize(renderBatchSummary(cutOff, duration));
  return renderComment(records, { title: 'cut off', duration, runUrl: workflowRun.url });
}

/** All entries as main last wrote them; when it could not write the file, or the file is gone, those that were open. */
async function readRecords({ files }: Ports, { file, written, open }: BatchState): Promise<JobRecord[]> {
  const text = written ? await files.readInput(file, STATE_LIMIT) : undefined;
  // Others may have written to the file since.
  const read = z.array(recordSchema).safeParse(text?.ok ? parseJson(text.value) : undefined);
  // The state is written before the file is: what was going on by then is known from there.
  const known = new Map(open.map(({ name, jobId }) => [name, jobId]));
  const records = read.success ? read.data : open.map(({ name }) => ({ ...BLANK, name }));
  return records.map((record) => {
    const jobId = known.get(record.name);
    if (record.jobId !== '' || jobId === undefined) return record;
    return { ...record, jobId, result: jobId === '' ? 'asking' : 'working' };
  });
}

/** What was going on when main was killed. */
function toCutOff(record: JobRecord): JobRecord {
  const { result, reason } = record;
  if (standingOf(record) !== 'at work') return record;
  if (result === 'asking') return { ...record, result: 'unknown', reason: `A job may exist: ${LOOK}` };
  return { ...record, result: 'interrupted', reason: reason || 'The step was cut off.' };
}
