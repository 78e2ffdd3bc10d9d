import * as z from 'zod/mini';
import { openCommentWriter } from '../github/edit-comment.ts';
import { changeFields } from '../inputs/change-fields.ts';
import * as fields from '../inputs/fields.ts';
import { parseInputs, seal } from '../inputs/read-inputs.ts';
import { POST_SPAN, SETTLE } from '../model/intervals.ts';
import type { Ports } from '../ports.ts';
import { readStage } from '../runner/bootstrap.ts';
import { slept } from '../runner/clock.ts';
import { type BatchState, readStepState } from '../runner/step-state.ts';
import { parseJson } from '../text/json.ts';
import { writeBatch } from './batch-note.ts';
import { BLANK, ENTRIES_LIMIT, type Entry, entrySchema, statusOf } from './entry.ts';
import { countByStatus, printResume, renderBatchSummary, renderComment } from './summary.ts';

const CUT_OFF = 'The step was cut off.';
const DOUBT = `${CUT_OFF} A job may exist. Check the project's jobs in the service's dashboard.`;

/** Reports the open entries of a main step that was cut off, and edits its status comment for the last time. */
export async function closeBatch(ports: Ports): Promise<void> {
  const { runner, clock } = ports;
  const { batch, unwritten } = readStepState(ports.env);
  if (batch === undefined) return;
  // After a main step that ended, only the comment may be left to write.
  const body = readStage(ports.env) === 'unwritten' ? unwritten : await reportCutOff(ports, batch);
  if (batch.commentId === undefined) return;
  const deadline = ports.startDeadline(POST_SPAN);
  const github = ports.openGitHub(runner.input('github-token').trim(), deadline);
  // The main step's last edit may still arrive.
  await slept(SETTLE, clock, deadline.stop);
  await openCommentWriter(github, batch.commentId, { clock, deadline, log: runner.log }).write(body);
}

/** Writes the log and the summary, and returns the status comment. */
async function reportCutOff(ports: Ports, batch: BatchState): Promise<string> {
  const { runner, clock, startedAt, workflowRun } = ports;
  const entries = await readCutOff(ports, batch);
  const reason = `${CUT_OFF} ${countByStatus(entries)} Open jobs continue without being watched.`;
  runner.log.warning(reason);
  printResume(entries, batch.file, runner);
  const duration = clock.now() - startedAt;
  await runner.summarize(
    renderBatchSummary({ result: 'interrupted', reason, entries, warnings: [] }, duration),
  );
  const facts = { title: 'cut off', duration, runUrl: workflowRun.url };
  const { issueNumber, serviceFields, threadSecret } = fields;
  const { prLabels } = changeFields;
  const { data } = await parseInputs({ ...serviceFields, threadSecret, issueNumber, prLabels }, runner);
  const [id, thread] = [batch.commentId, data?.issueNumber];
  if (data === undefined || id === undefined || thread === undefined) return renderComment(entries, facts);
  const { service, key } = seal(data);
  const place = { service, repositoryId: workflowRun.repositoryId, thread };
  return writeBatch({ id, place, note: { until: 0, labels: data.prLabels, entries, more: 0 } }, facts, key);
}

/** Reads all entries from the file, or those in progress from the state. The state may be newer than the file. */
async function readCutOff({ files }: Ports, { file, open }: BatchState): Promise<Entry[]> {
  const read = await files.readInput(file, ENTRIES_LIMIT);
  // Other steps may have changed the file.
  const { data } = z.array(entrySchema).safeParse(read.ok ? parseJson(read.value) : undefined);
  const jobIds = new Map(open.map(({ name, jobId }) => [name, jobId]));
  return (data ?? open.map(({ name }) => ({ ...BLANK, name }))).map((entry) => {
    const jobId = entry.jobId || (jobIds.get(entry.name) ?? '');
    if (statusOf(entry) !== 'in progress' && !jobIds.has(entry.name)) return entry;
    if (jobId === '') return { ...entry, result: 'unknown', reason: DOUBT };
    return { ...entry, jobId, result: 'interrupted', reason: entry.reason || CUT_OFF };
  });
}
