import { openHttp } from '../../src/http/http-client.ts';
import { hasEnded } from '../../src/job/job-status.ts';
import { CREATE_LAG, DAY, LINK_LAG, MESSAGE_GRACE } from '../../src/model/intervals.ts';
import { type Clock, slept } from '../../src/runner/clock.ts';
import type { Deadline } from '../../src/runner/deadline.ts';
import type { Machine } from '../../src/runner/machine.ts';
import type { Job } from '../../src/service/job.ts';
import { openService, type Service, type ServiceSettings } from '../../src/service/service.ts';
import { type Exchange, type Part, recordExchanges } from './exchanges.ts';

export interface Contact {
  readonly settings: ServiceSettings;
  readonly clock: Clock;
  readonly intercept?: Machine['intercept'];
  readonly deadline: Deadline;
  readonly environment: NodeJS.ProcessEnv;
  /** What a span of the action becomes: 1, or less for a service that is played in a moment. */
  readonly pace: number;
  /** Continues with this job, instead of creating one. */
  readonly jobId?: string | undefined;
  /** The job already got the message. */
  readonly messageSent: boolean;
  /** Tells a person what happens. */
  readonly tell: (line: string) => void;
}

export interface Contacted {
  readonly exchanges: readonly Exchange[];
  readonly jobId: string | undefined;
  readonly prLink: string | undefined;
  readonly messageSent: boolean;
  /** Why it ended early. */
  readonly problem: string | undefined;
}

/** More often than the action polls, to measure times. */
const PAUSE = 2_000;

const PROMPT =
  'This tests a connection. Create the page `live-check.md` with the title "Live check" and one sentence: "This page can be deleted." Change nothing else.';
const FOLLOW_UP = 'Add a second sentence to `live-check.md`: "It was changed once." Change nothing else.';
/** A key that no organization has, with the prefix of admin keys. */
export const WRONG_KEY = `mint_${'0'.repeat(24)}`;

/** Uses each operation of the service once, with the action's own client, and watches two turns of one job. */
export async function contactService(contact: Contact): Promise<Contacted> {
  const { settings, clock, deadline, tell } = contact;
  let part: Part = 'unknown job';
  const http = openHttp(clock, contact.environment, contact.intercept);
  const { exchanges, record } = recordExchanges(http, clock, () => part);
  const tools = { http: record, clock, log: { info() {}, warning: tell }, random: Math.random };
  const open = (apiKey: string) => openService({ ...settings, apiKey }, deadline, tools);
  const service = open(settings.apiKey);
  let [jobId, messageSent] = [contact.jobId, contact.messageSent];
  const end = (problem?: string): Contacted => {
    const seen = exchanges.findLast(({ job }) => job?.prLink !== undefined);
    return { exchanges, jobId, prLink: seen?.job?.prLink, messageSent, problem };
  };
  const begin = (next: Part) => {
    part = next;
    tell(`${next} ...`);
  };

  if (jobId === undefined) {
    begin('unknown job');
    await service.getJob('live-check-unknown', 'read');
    begin('create');
    const created = await service.send(PROMPT);
    if (!created.ok) return end(created.failure.message);
    jobId = created.value.id;
    tell(`Job ${jobId}`);
  }
  if (!messageSent) {
    begin('first turn');
    const first = await watchTurn(jobId, service, contact);
    if (typeof first === 'string') return end(first);
    begin('message');
    messageSent = true;
    const answer = await service.send(FOLLOW_UP, jobId);
    if (!answer.ok) return end(answer.failure.message);
  }
  begin('second turn');
  const second = await watchTurn(jobId, service, { ...contact, isMessage: true });
  if (typeof second === 'string') return end(second);

  begin('visitors');
  const day = (ago: number) => new Date(clock.now() - ago * DAY).toISOString().slice(0, 10);
  const query = { dateFrom: day(7), dateTo: day(0), limit: 250, offset: 0 };
  await service.getVisitors(query, { pages: 0, requests: 0, uses: 0, mostUses: 1 });
  begin('wrong key');
  await open(WRONG_KEY).getJob(jobId, 'read');
  return end();
}

/** Polls until the turn has ended, and a link had its time. Returns why it can't. */
async function watchTurn(
  jobId: string,
  service: Service,
  contact: Contact & { readonly isMessage?: boolean },
): Promise<Job | string> {
  const { clock, deadline, pace } = contact;
  const begunAt = clock.now();
  const isDone = followTurn(begunAt, contact);
  for (;;) {
    const answer = await service.getJob(jobId, 'read');
    const now = clock.now();
    if (answer.ok && isDone(answer.value, now)) return answer.value;
    if (!answer.ok && now - begunAt > 2 * CREATE_LAG * pace) return answer.failure.message;
    if (!(await slept(PAUSE * pace, clock, deadline.stop)))
      return 'The time is over, or you stopped the command.';
  }
}

/** Returns whether a poll is the last one that a turn needs. What the action waits for gets twice its span. */
function followTurn(begunAt: number, { pace, tell, isMessage = false }: Parameters<typeof watchTurn>[2]) {
  let isActive = !isMessage;
  let endedAt: number | undefined;
  let shown: string | undefined;
  return (job: Job, now: number): boolean => {
    const status = job.status ?? 'no status';
    if (status !== shown) tell(`  ${status} after ${Math.round((now - begunAt) / 1000)} s`);
    shown = status;
    isActive ||= !hasEnded(job) || now - begunAt > 2 * MESSAGE_GRACE * pace;
    if (!hasEnded(job) || !isActive) return false;
    endedAt ??= now;
    return job.prLink !== undefined || now - endedAt > 2 * LINK_LAG * pace;
  };
}
