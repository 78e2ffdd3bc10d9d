import { HINTS } from '../faults/answers.ts';
import { REFUSING_ORIGIN } from '../faults/connections.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import type { StepResult } from '../runner/step.ts';
import type { JobScene, TurnScript } from '../service/scripted-life.ts';
import { virtualTime } from '../virtual-time.ts';
import { type Chance, chanceOf } from './chance.ts';
import { randomFault } from './faults.ts';
import { type Finding, find, openHarness } from './harness.ts';
import { type Cut, someFaults } from './trouble.ts';

/** Low enough that some runs reach the usage limit. */
const USES_PER_HOUR = 12;
const YEAR = 365 * 86_400_000;

/** A run without a thread: what it was to do, how it ended, and the job that it reports after that. */
export interface FormRun extends Pick<StepResult, 'outputs' | 'exitCode' | 'post'> {
  readonly prompt: string;
  readonly task: 'create' | 'message' | 'watch';
  readonly shown: Readonly<Record<string, unknown>> | undefined;
}

export interface JobRecord {
  readonly id: string;
  /** The instruction that created it, then its messages. */
  readonly prompts: readonly string[];
}

export interface SoakedForms {
  readonly runs: readonly FormRun[];
  /** Those of the runs to the service. */
  readonly requests: readonly RecordedRequest[];
  readonly findings: readonly Finding[];
}

/** Requests without a thread: new jobs, messages to them, and waiting for them, with faults of all kinds. */
export async function soakForms(seed: string, count: number): Promise<SoakedForms> {
  const chance = chanceOf(seed);
  await using harness = await openHarness({ seed, time: virtualTime({ horizon: YEAR }) });
  const { service } = harness.sandbox;
  service.rules.usesPerHour = USES_PER_HOUR;
  const runs: FormRun[] = [];
  for (let number = 1; number <= count; number += 1) {
    const prompt = `Instruction ${number} of ${seed}`;
    const [first, ...others] = service.jobs.map(({ id }) => id);
    const share = chance.next();
    const task = first === undefined || share > 0.25 ? 'create' : share > 0.2 ? 'watch' : 'message';
    service.rules.hint = chance.pick(HINTS);
    service.scriptAll(...planTurns(chance, number));
    const result = await harness.run({
      trouble: planTrouble(chance),
      inputs: {
        timeout: chance.pick(['2m', '10m', '30m', '1h']),
        ...(task !== 'watch' && { prompt }),
        ...(task !== 'create' && first !== undefined && { 'job-id': chance.pick([first, ...others]) }),
        ...(chance.happens(0.01) && { 'base-url': REFUSING_ORIGIN }),
      },
    });
    const answer = await service.jobs.find(({ id }) => id === result.outputs['jobId'])?.life.get();
    runs.push({ ...result, prompt, task, shown: answer === 'not found' ? undefined : answer });
  }
  const jobs = service.jobs.map(({ id, turns }) => ({ id, prompts: turns.map((turn) => turn.prompt) }));
  const findings = [...harness.findings, ...runs.flatMap((run) => checkForm(run, jobs))];
  return { runs, requests: service.requests, findings };
}

const MAY_EXIST = /The service may still have created a job|It is unknown whether a job exists/;
const MAY_HAVE_ARRIVED =
  /The message may still have arrived|It is unknown whether the message reached|before job \S+ ended/;
const GREEN = new Set(['pull-request', 'no-pull-request', 'archived']);

/** Compares a run with the service's records. Without findings, its instruction was sent once, and no job was lost. */
export function checkForm(run: FormRun, jobs: readonly JobRecord[]): Finding[] {
  const { prompt, task, outputs, exitCode, shown } = run;
  const { result = '', jobId = '', prLink = '' } = outputs;
  const reason = reasonOf(run);
  const arrived = jobs.flatMap(({ prompts }) => prompts).filter((sent) => sent === prompt).length;
  const created = jobs.find(({ prompts }) => prompts[0] === prompt);
  const isGreen = GREEN.has(result);
  // It waited for the end of the job, so the service accepted the message.
  const isKnown = isGreen || result === 'failed' || /can no longer be watched/.test(reason);
  const link = shown?.['prLink'] ?? '';
  const status = shown?.['status'];
  const ended = exitCode !== null;
  const isCreate = task === 'create';
  const lostMessage = task === 'message' && arrived > 0 && !isKnown && !MAY_HAVE_ARRIVED.test(reason);
  // After a kill, only the post step may name the job.
  const isNamed = created === undefined || created.id === jobId || reason.includes(created.id);
  const lostJob = isCreate && !isNamed && !MAY_EXIST.test(reason);
  const other = prLink === '' || prLink !== link || status === 'active';
  const rules: readonly (readonly [isWrong: boolean, kind: Finding['kind'], what: string])[] = [
    [arrived > 1, 'duplicate', `arrived ${arrived} times`],
    [arrived > 0 && reason.startsWith('Not sent'), 'wrong words', `"${reason}", but it was`],
    [arrived === 0 && task !== 'watch' && isGreen, 'wrong words', `${result}, but nothing arrived`],
    [lostMessage || lostJob, 'lost job', `it arrived, and the run reports "${reason}"`],
    [isCreate && jobId !== '' && created?.id !== jobId, 'wrong words', `reports another job, ${jobId}`],
    [ended && result === '', 'wrong words', 'ended without a result'],
    [ended && (exitCode === 0) !== isGreen, 'wrong words', `${result} with exit ${exitCode}`],
    [ended && result === 'failed' && status !== 'failed', 'wrong words', `failed, but it is ${status}`],
    [ended && result === 'pull-request' && other, 'lost link', `"${prLink}", but it is ${status}: "${link}"`],
    [ended && isGreen && result !== 'pull-request' && link !== '', 'lost link', `${result}, but ${link}`],
  ];
  return rules.flatMap(([isWrong, kind, what]) => (isWrong ? [find(kind, what, prompt)] : []));
}

/** The reason, or the first line of the post step if main was killed. */
function reasonOf({ outputs, exitCode, post }: FormRun): string {
  return (exitCode === null ? post?.annotations[0]?.message : outputs['reason']) ?? '';
}

function planTrouble(chance: Chance) {
  const method = chance.pick(['GET', 'POST']);
  const cut: Cut = {
    host: 'service',
    by: chance.pick(['cancel', 'kill']),
    match: { method, nth: method === 'POST' ? 1 : chance.whole(1, 6) },
    where: chance.pick(['before', 'after']),
    answered: chance.happens(0.5),
  };
  const faults = [
    ...someFaults(chance, randomFault, { host: 'service', method: 'POST', most: 4, share: 0.3 }),
    ...someFaults(chance, randomFault, { host: 'service', method: 'GET', most: 60, share: 0.12 }),
  ];
  return { faults, cut: chance.happens(0.06) ? cut : undefined };
}

/** A job that can be unknown at first, and later turns that can show the state before them. They end in any way or never. */
function planTurns(chance: Chance, number: number): TurnScript[] {
  return [{ hidden: true }, { previous: true }, { previous: true }].map((before, turn) => {
    const lag = chance.happens(turn === 0 ? 0.15 : 0.4) ? chance.whole(1, 60) : 0;
    const odd: JobScene[] = chance.happens(0.1) ? [{ at: lag, status: 'queued', omit: ['source'] }] : [];
    const work = { at: lag + odd.length, status: 'active' };
    const scenes = [...odd, work, ...endOf(chance, lag + 10, `${number}${turn}`)];
    return { timeline: lag > 0 ? [before, ...scenes] : scenes };
  });
}

function endOf(chance: Chance, least: number, link: string): JobScene[] {
  const at = least + Math.round(900 * chance.next() ** 3);
  const prLink = `https://github.com/acme/docs/pull/${link}`;
  const archived = { at, status: 'archived', archivedAt: '2026-01-05T12:00:00Z' };
  const share = chance.next();
  if (share < 0.7) return [{ at, status: 'completed', prLink }];
  if (share < 0.8) return [{ at, status: 'completed' }];
  if (share < 0.88) return [{ at, status: 'failed' }];
  if (share < 0.96) return [share < 0.92 ? archived : { ...archived, prLink }];
  return [];
}
