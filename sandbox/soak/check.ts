/** The task of one run, its outputs, and the job after it. */
export interface RunRecord {
  readonly prompt: string;
  readonly task: 'create' | 'message' | 'watch';
  /** Outputs. Empty if not set. */
  readonly result: string;
  readonly jobId: string;
  readonly prLink: string;
  /** The reason, or the log of the post step if main was killed. */
  readonly reason: string;
  /** `null` when it was killed. */
  readonly exitCode: number | null;
  /** Whether people or later steps can read the key. */
  readonly leaked: boolean;
  /** The job with the id `jobId` after the run. */
  readonly shown: { readonly status: unknown; readonly prLink: unknown } | undefined;
  /** What the run waited for, if it hung and was killed. */
  readonly stuck?: string;
}

/** A job in the service's own records. */
export interface JobRecord {
  readonly id: string;
  /** The instruction that created it, then its messages. */
  readonly prompts: readonly string[];
}

export interface Finding {
  readonly kind: 'duplicate' | 'lost job' | 'lost link' | 'no end' | 'wrong words' | 'leak' | 'stuck';
  readonly prompt: string;
  readonly what: string;
}

const MAY_EXIST = /The service may still have created a job|A job may exist/;
const MAY_HAVE_ARRIVED =
  /The message may still have arrived|not known whether the message was sent|before job \S+ ended/;
const GREEN = new Set(['pull-request', 'no-pull-request', 'archived']);
const WITHOUT_LINK = new Set(['no-pull-request', 'archived']);

/** Compares the runs with the service's records. Without findings, no job was created twice and none was lost. */
export function check(runs: readonly RunRecord[], jobs: readonly JobRecord[]): Finding[] {
  return runs.flatMap((run) => {
    const find = (kind: Finding['kind'], what: string): Finding => ({ kind, prompt: run.prompt, what });
    return [
      ...checkSent(run, jobs).map(([kind, what]) => find(kind, what)),
      ...checkNamed(run, runs, jobs).map(([kind, what]) => find(kind, what)),
      ...checkEnd(run).map(([kind, what]) => find(kind, what)),
    ];
  });
}

type Problem = readonly [kind: Finding['kind'], what: string];

/** Compares what arrived at the service with what the run reports. */
function checkSent(run: RunRecord, jobs: readonly JobRecord[]): Problem[] {
  const { prompt, task, reason, result } = run;
  const arrived = jobs.flatMap(({ prompts }) => prompts).filter((sent) => sent === prompt).length;
  const problems: Problem[] = [];
  if (arrived > 1) problems.push(['duplicate', `arrived ${arrived} times`]);
  if (arrived > 0 && reason.startsWith('Not sent')) problems.push(['wrong words', `"${reason}", but it was`]);
  if (arrived === 0 && task !== 'watch' && GREEN.has(result))
    problems.push(['wrong words', `${result}, but nothing arrived`]);
  if (task === 'message' && arrived > 0 && !endsKnowing(run) && !MAY_HAVE_ARRIVED.test(reason))
    problems.push(['lost job', `the message arrived, and the run reports "${reason}"`]);
  return problems;
}

/** Whether the run watched the job to its end, which shows that the service accepted the message. */
function endsKnowing({ result, reason }: RunRecord): boolean {
  return GREEN.has(result) || result === 'failed' || /can no longer be watched/.test(reason);
}

/** Checks that a run reports the job that it created, and no other run does. */
function checkNamed(run: RunRecord, runs: readonly RunRecord[], jobs: readonly JobRecord[]): Problem[] {
  if (run.task !== 'create') return [];
  const created = jobs.filter(({ prompts }) => prompts[0] === run.prompt);
  const lost = created.filter(({ id }) => id !== run.jobId && !MAY_EXIST.test(run.reason));
  const problems: Problem[] = lost.map(({ id }) => [
    'lost job',
    `job ${id} is not reported; the run reports "${run.reason}"`,
  ]);
  if (run.jobId === '') return problems;
  if (!created.some(({ id }) => id === run.jobId))
    problems.push(['wrong words', `reports job ${run.jobId}, which it did not create`]);
  const claims = runs.filter(({ task, jobId }) => task === 'create' && jobId === run.jobId).length;
  if (claims > 1) problems.push(['wrong words', `${claims} runs report that they created job ${run.jobId}`]);
  return problems;
}

/** Compares the result of the run with the end of the job. */
function checkEnd({ result, prLink, exitCode, leaked, shown, stuck }: RunRecord): Problem[] {
  const problems: Problem[] = leaked ? [['leak', 'the key is readable']] : [];
  if (stuck !== undefined) problems.push(['stuck', stuck]);
  if (exitCode === null) return problems;
  if (result === '') problems.push(['wrong words', 'ended without a result']);
  if ((exitCode === 0) !== GREEN.has(result))
    problems.push(['wrong words', `${result} with exit ${exitCode}`]);
  const link = shown?.prLink ?? '';
  if (result === 'pull-request' && (prLink === '' || prLink !== link || shown?.status === 'active'))
    problems.push(['lost link', `reports "${prLink}", the job is ${shown?.status} and has "${link}"`]);
  if (WITHOUT_LINK.has(result) && link !== '')
    problems.push(['lost link', `${result}, but there is ${link}`]);
  if (result === 'failed' && shown?.status !== 'failed')
    problems.push(['wrong words', `failed, but the job is ${shown?.status}`]);
  return problems;
}
