import * as z from 'zod/mini';
import { POST_SPAN } from '../intervals.ts';
import { readLink } from '../job/pull-request-link.ts';
import type { Ports } from '../ports.ts';
import { type BatchState, readStepState } from '../runner/step-state.ts';
import { type BatchOutcome, ENTRY_RESULTS, type JobRecord } from './batch-result.ts';
import { countWords, renderBatchSummary, renderComment } from './report.ts';
import { printResume, STATE_LIMIT } from './resume.ts';

/** Reports what a main that was cut off left open. */
export async function closeBatch(ports: Ports): Promise<void> {
  const { runner, clock, startedAt } = ports;
  const { batch: handover } = readStepState();
  if (handover === undefined) return;
  const records = await readRecords(ports, handover);
  const reason = `The step was cut off. ${countWords(records)} Open jobs go on without being watched.`;
  runner.log.warning(reason);
  for (const { name, jobId } of handover.open) {
    runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
  }
  printResume(records, handover.file, runner);
  const outcome: BatchOutcome = { result: 'interrupted', reason, records, warnings: [] };
  await runner.summarize(renderBatchSummary(outcome, clock.now() - startedAt));
  await closeComment(ports, handover, records);
}

const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";

/** A record as main wrote it; others may have written to the file since. */
const recordSchema = z.object({
  name: z.string(),
  promptFile: z.string(),
  jobId: z.string(),
  result: z.enum(['', ...ENTRY_RESULTS]),
  reason: z.string(),
  prLink: z.string(),
  duration: z.nullable(z.number()),
  prompt: z.optional(z.string()),
});

/** All entries as main last wrote them; when it could not write the file, or the file is gone, those that were open. */
async function readRecords({ files }: Ports, { file, written, open }: BatchState): Promise<JobRecord[]> {
  const text = written ? await files.readInput(file, STATE_LIMIT) : undefined;
  const parsed = text?.ok ? z.array(recordSchema).safeParse(parse(text.text)) : undefined;
  const blank = { promptFile: '', result: '', reason: '', prLink: '', duration: null } as const;
  const records: readonly z.infer<typeof recordSchema>[] = parsed?.success
    ? parsed.data
    : open.map((one) => ({ ...blank, ...one }));
  // The state is written before the file is: what was going on by then is known from there.
  const ids = new Map(open.map(({ name, jobId }) => [name, jobId]));
  return records.map((record) => {
    const known = ids.get(record.name);
    if (record.jobId !== '' || known === undefined) return toCutOff(record);
    return toCutOff({ ...record, jobId: known, result: known === '' ? 'asking' : 'working' });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was going on when main was killed. */
function toCutOff({ prompt, ...record }: z.infer<typeof recordSchema>): JobRecord {
  const { jobId, result, reason } = record;
  const known = {
    ...record,
    ...(prompt !== undefined && { prompt }),
    prLink: readLink(record.prLink) ?? '',
  };
  if (result === 'asking') return { ...known, result: 'unknown', reason: `A job may exist: ${LOOK}` };
  const going = jobId !== '' && (result === '' || result === 'working');
  return going ? { ...known, result: 'interrupted', reason: reason || 'The step was cut off.' } : known;
}

async function closeComment(
  ports: Ports,
  { commentId }: BatchState,
  records: readonly JobRecord[],
): Promise<void> {
  const { runner, clock, startedAt, workflowRun } = ports;
  const token = runner.input('github-token').trim();
  if (commentId === undefined || token === '') return;
  const github = await ports.openGitHub(token, ports.startDeadline(POST_SPAN));
  const body = renderComment(records, {
    title: 'cut off',
    duration: clock.now() - startedAt,
    runUrl: workflowRun.url,
  });
  const answer = await github.editComment(commentId, body);
  if (!answer.ok) runner.log.warning(`The status comment could not be closed: ${answer.failure.message}`);
}
