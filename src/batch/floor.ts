import type { OpenPulls } from '../change/open-pull-requests.ts';
import type { Judge, Sent } from '../job/completion.ts';
import type { Clock } from '../runner/clock.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Log } from '../runner/runner.ts';
import type { Job } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import type { Board, Row } from './entry-table.ts';
import type { BatchInputs } from './inputs.ts';
import type { Pacer } from './pacer.ts';
import type { Observed } from './plan.ts';
import type { Publisher } from './progress.ts';

/** What the jobs of a batch are worked with. */
export interface Tools {
  readonly service: Service;
  readonly clock: Clock;
  readonly random: () => number;
  readonly deadline: Deadline;
  readonly log: Log;
  readonly pacer: Pacer;
  readonly board: Board;
  readonly publisher: Publisher;
  readonly inputs: Pick<BatchInputs, 'compose' | 'maxParallel' | 'onFailure' | 'openRule'>;
  /** Ties a pull request to the job that made it. */
  readonly mark?: (job: Job) => Promise<void>;
  /** Whether so many pull requests are open already; undefined when nobody wants to know. */
  readonly countOpen?: (most: number) => Promise<OpenPulls>;
}

/** A job that is watched. */
export interface OpenJob extends Observed {
  readonly row: Row;
  readonly judge: Judge;
  /** Undefined when the job was there before this run. */
  readonly sent?: Sent;
  /** Its own deadline, and the span that it comes from. */
  readonly timeout?: { readonly at: number; readonly span: number };
  due: number;
  latest: number;
  looking: boolean;
  /** Looks in a row that brought nothing. */
  misses: number;
  /** Its status as the log last told it. */
  told?: string;
}

/** Everything that goes on at the same time. */
export interface Floor extends Tools {
  readonly open: Set<OpenJob>;
  /** Pull requests that are being marked. */
  readonly marks: Set<Promise<void>>;
  /** Statuses that were warned of. */
  readonly warned: Set<string>;
  /** A create is on its way; there is never more than one. */
  asking: boolean;
  /** Gives the turn to the create that waits for one. */
  grant: (() => void) | undefined;
  /** Creates in a row whose fate is not known. */
  doubts: number;
  /** Why no further job is asked for. */
  halted: string | undefined;
  /** How long the quickest job took, in milliseconds. */
  quickest: number | undefined;
  readonly bell: Bell;
}

/** Wakes who waits for something to happen. */
export interface Bell {
  ring(): void;
  /** Resolves after `ms`, when it is rung, or when `stop` aborts. */
  wait(ms: number): Promise<void>;
}

export function openFloor(tools: Tools): Floor {
  return {
    ...tools,
    open: new Set(),
    marks: new Set(),
    warned: new Set(),
    asking: false,
    grant: undefined,
    doubts: 0,
    halted: undefined,
    quickest: undefined,
    bell: openBell(tools.clock, tools.deadline.stop),
  };
}

function openBell(clock: Clock, stop: AbortSignal): Bell {
  let sleep = new AbortController();
  let rung = false;
  const ring = () => {
    rung = true;
    sleep.abort();
  };
  stop.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(ms) {
      if (!rung && !stop.aborted) {
        sleep = new AbortController();
        await clock.sleep(ms, sleep.signal).catch(() => {
          // Rung.
        });
      }
      rung = false;
    },
  };
}
