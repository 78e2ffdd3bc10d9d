/** The documentation service as one thread's runs see it, below the code that talks to it. */
import type { Http, HttpRequest, Try } from '../../../src/http/http-client.ts';
import { type Actor, forever, SECOND, type World } from './world.ts';

/** A request that the service took. */
export interface Taken {
  readonly kind: 'create' | 'message';
  readonly by: Actor;
  readonly jobId: string;
  /** The request's own words. */
  readonly text: string;
  /** Whether its sender is told so, unless it is cut off. */
  answered: boolean;
  /** When it left. */
  readonly tick: number;
  readonly at: number;
}

interface Span {
  readonly at: number;
  readonly end: number;
}

interface Turn extends Span {
  /** Until then the service shows what was before; nothing at all of a job that is new. */
  readonly shownFrom: number;
  readonly outcome: 'completed' | 'failed' | 'archived';
}

const OFTEN = ['completed', 'completed', 'completed', 'completed'] as const;

export interface FakeService {
  readonly taken: readonly Taken[];
  /** The job's turns, by its id. */
  readonly jobs: ReadonlyMap<string, readonly Turn[]>;
  /** While somebody was told to wait for a usage limit. */
  readonly limits: readonly Span[];
  /** Whether the job takes a message at a moment. */
  takesMessages(jobId: string, now: number): boolean;
  openFor(actor: Actor): Http;
}

/** @param faulty whether it refuses now and then */
export function fakeService(world: World, faulty: boolean): FakeService {
  const { chance } = world;
  const taken: Taken[] = [];
  const jobs = new Map<string, Turn[]>();
  const limits: Span[] = [];
  let created = 0;

  function begin(jobId: string): void {
    const at = world.now();
    const took = chance.pick([2, 2, 2, 20, 60, 600]) * SECOND;
    const shownFrom = at + chance.pick([0, 0, 10 * SECOND, 30 * SECOND]);
    const outcome = chance.pick<Turn['outcome']>([...OFTEN, 'failed', 'archived']);
    jobs.set(jobId, [...(jobs.get(jobId) ?? []), { at, end: at + took, shownFrom, outcome }]);
  }

  function statusOf(jobId: string, now: number): string | undefined {
    const turns = jobs.get(jobId) ?? [];
    const turn = turns.findLast(({ shownFrom }) => shownFrom <= now);
    if (turn === undefined) return undefined;
    if (turn.end > now) return 'active';
    // A turn that was interrupted is over, and nothing more.
    return turn === turns.at(-1) ? turn.outcome : 'completed';
  }

  function takesMessages(jobId: string, now: number): boolean {
    const turns = jobs.get(jobId);
    // What is on its way to become a job counts as one.
    const last = turns?.findLast(({ at }) => at <= now) ?? turns?.[0];
    return last !== undefined && (last.end > now || last.outcome === 'completed');
  }

  function answer(jobId: string, now: number): Try {
    const status = statusOf(jobId, now);
    return status === undefined ? respond(404, {}) : respond(200, { id: jobId, status });
  }

  function nextId(): string {
    created += 1;
    return `job_${created}`;
  }

  /** Nothing of it is taken: the job takes no message, or the service has a bad day. */
  function refuse(jobId: string | undefined): Try | undefined {
    const now = world.now();
    if (faulty && chance.happens(0.1)) {
      const seconds = chance.pick([5, 60, 400]);
      limits.push({ at: now, end: now + seconds * SECOND });
      return respond(429, {}, { 'retry-after': String(seconds) });
    }
    if (faulty && chance.happens(0.1)) return { ...BROKEN, sent: false };
    return jobId === undefined || takesMessages(jobId, now) ? undefined : respond(400, {});
  }

  async function send(actor: Actor, { url, body = '{}' }: HttpRequest, signal: AbortSignal): Promise<Try> {
    const given = jobIn(url);
    const refusal = refuse(given);
    if (refusal !== undefined) return (await world.reach(actor, 'refusal')) ? refusal : forever();
    const kind = given === undefined ? 'create' : 'message';
    const jobId = given ?? nextId();
    const { prompt: text } = JSON.parse(body) as { prompt: string };
    const request: Taken = {
      ...{ kind, by: actor, jobId, text, answered: false },
      ...{ tick: world.tick(), at: world.now() },
    };
    const fate = await world.change(actor, kind, (answered) => {
      request.answered = answered;
      taken.push(request);
      begin(jobId);
    });
    if (fate === 'cut off') return forever();
    // What a message's answer shows no later look takes back.
    const status = statusOf(jobId, world.now()) ?? 'active';
    if (fate === 'answered' && !signal.aborted) return respond(200, { id: jobId, status });
    request.answered = false;
    return { ...BROKEN, aborted: signal.aborted };
  }

  async function look(actor: Actor, { url }: HttpRequest, signal: AbortSignal): Promise<Try> {
    if (!(await world.reach(actor, 'look'))) return forever();
    const seen = answer(url.pathname.split('/').at(-1) ?? '', world.now());
    if (!(await world.reach(actor, 'look, answer'))) return forever();
    return signal.aborted ? { ...BROKEN, aborted: true } : seen;
  }

  return {
    ...{ taken, jobs, limits, takesMessages },
    openFor: (actor) => async (request, signal) => {
      if (request.untilSent?.aborted) return { ...BROKEN, sent: false, aborted: true };
      return (request.method === 'POST' ? send : look)(actor, request, signal);
    },
  };
}

/** The job that a message is for. */
function jobIn({ pathname }: URL): string | undefined {
  return /job\/([^/]+)\/message$/.exec(pathname)?.[1];
}

const BROKEN = { ok: false, sent: true, aborted: false, cause: new Error('the connection broke') } as const;

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Try {
  return { ok: true, response: { status, statusText: '', headers, body: JSON.stringify(body) } };
}
