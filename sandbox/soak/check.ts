/** What one run was asked, what it said, and what the service then showed. */
export interface RunRecord {
  readonly prompt: string;
  readonly asks: 'create' | 'message' | 'watch';
  /** Outputs, empty where there was none. */
  readonly result: string;
  readonly jobId: string;
  readonly prLink: string;
  /** The reason; when main was killed, what the post step said. */
  readonly reason: string;
  /** `null` when it was killed. */
  readonly exitCode: number | null;
  /** Whether the key shows in anything that people or later steps read. */
  readonly leaked: boolean;
  /** The job that `jobId` names, as the service showed it when the run had ended. */
  readonly shown: { readonly status: unknown; readonly prLink: unknown } | undefined;
  /** What it waited for, when it had to be killed because it did not end. */
  readonly stuck?: string;
}

/** A job in the service's own records. */
export interface JobRecord {
  readonly id: string;
  /** The instruction that created it, then the messages that it got. */
  readonly prompts: readonly string[];
}

export interface Finding {
  readonly kind: 'duplicate' | 'lost job' | 'lost link' | 'wrong words' | 'leak' | 'stuck';
  readonly prompt: string;
  readonly what: string;
}

const MAY_EXIST = /The service may still have created a job|A job may exist/;
const MAY_HAVE_ARRIVED =
  /The message may still have arrived|not known whether the message was sent|before job \S+ ended/;
const GREEN = new Set(['pull-request', 'no-pull-request', 'archived']);
const WITHOUT_LINK = new Set(['no-pull-request', 'archived']);

/** Holds what the runs said against the service's records. Nothing found: no job was created twice, and none is lost. */
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

/** What arrived at the service, and whether the run knows. */
function checkSent(run: RunRecord, jobs: readonly JobRecord[]): Problem[] {
  const { prompt, asks, reason, result } = run;
  const arrived = jobs.flatMap(({ prompts }) => prompts).filter((sent) => sent === prompt).length;
  const problems: Problem[] = [];
  if (arrived > 1) problems.push(['duplicate', `arrived ${arrived} times`]);
  if (arrived > 0 && reason.startsWith('Not sent')) problems.push(['wrong words', `"${reason}", but it was`]);
  if (arrived === 0 && asks !== 'watch' && GREEN.has(result))
    problems.push(['wrong words', `${result}, but nothing arrived`]);
  if (asks === 'message' && arrived > 0 && !endsKnowing(run) && !MAY_HAVE_ARRIVED.test(reason))
    problems.push(['lost job', `the message arrived, and the run says "${reason}"`]);
  return problems;
}

/** Whether the run's end is the end of watching, so that it is clear that its message was taken. */
function endsKnowing({ result, reason }: RunRecord): boolean {
  return GREEN.has(result) || result === 'failed' || /can no longer be watched/.test(reason);
}

/** Whether the job that a run created is named by it, and by no other as its own. */
function checkNamed(run: RunRecord, runs: readonly RunRecord[], jobs: readonly JobRecord[]): Problem[] {
  if (run.asks !== 'create') return [];
  const created = jobs.filter(({ prompts }) => prompts[0] === run.prompt);
  const lost = created.filter(({ id }) => id !== run.jobId && !MAY_EXIST.test(run.reason));
  const problems: Problem[] = lost.map(({ id }) => [
    'lost job',
    `job ${id} is not named; the run says "${run.reason}"`,
  ]);
  if (run.jobId === '') return problems;
  if (!created.some(({ id }) => id === run.jobId))
    problems.push(['wrong words', `names job ${run.jobId}, which is not the one that it created`]);
  const claims = runs.filter(({ asks, jobId }) => asks === 'create' && jobId === run.jobId).length;
  if (claims > 1) problems.push(['wrong words', `${claims} runs say that they created job ${run.jobId}`]);
  return problems;
}

/** Whether the run's end is the job's. */
function checkEnd({ result, prLink, exitCode, leaked, shown, stuck }: RunRecord): Problem[] {
  const problems: Problem[] = leaked ? [['leak', 'the key shows']] : [];
  if (stuck !== undefined) problems.push(['stuck', stuck]);
  if (exitCode === null) return problems;
  if (result === '') problems.push(['wrong words', 'ended without a result']);
  if ((exitCode === 0) !== GREEN.has(result))
    problems.push(['wrong words', `${result} with exit ${exitCode}`]);
  const link = shown?.prLink ?? '';
  if (result === 'pull-request' && (prLink === '' || prLink !== link || shown?.status === 'active'))
    problems.push(['lost link', `says "${prLink}", the job is ${shown?.status} and has "${link}"`]);
  if (WITHOUT_LINK.has(result) && link !== '')
    problems.push(['lost link', `${result}, but there is ${link}`]);
  if (result === 'failed' && shown?.status !== 'failed')
    problems.push(['wrong words', `failed, but the job is ${shown?.status}`]);
  return problems;
}
