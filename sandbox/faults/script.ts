import type { Exchange, RecordedRequest } from '../http/exchange.ts';

/** A fault of a request. */
export interface Fault {
  /** The name in the record of the request. */
  readonly name: string;
  act(exchange: Exchange): Promise<void>;
}

/** The requests that a fault can meet. Fields that are left out match all requests. */
export interface Match {
  readonly method?: string;
  /** The whole path without the query, or an expression that matches a part of it. */
  readonly path?: string | RegExp;
  /** The first request that it meets: 1 (default) for the next matching request, 2 for the one after it. */
  readonly nth?: number;
  /** The number of requests that it meets. Default: 1. */
  readonly times?: number;
  /** Allows that it meets no request. Any other unused fault fails the test. */
  readonly optional?: boolean;
}

interface Plan {
  readonly match: Match;
  readonly fault: Fault;
  seen: number;
  left: number;
  used: boolean;
}

function matches({ method, path }: Match, request: RecordedRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || (typeof path === 'string' ? path === request.path : path.test(request.path));
}

/** The faults that are planned for one server. */
export function createFaultScript() {
  const plans: Plan[] = [];
  return {
    /** Plans a fault. If several match a request, the one that was planned first meets it. */
    next(match: Match, fault: Fault) {
      plans.push({ match, fault, seen: 0, left: match.times ?? 1, used: false });
    },
    /** Faults that have met no request. They fail the test when the server closes, since the test has tested something else. */
    unused: () =>
      plans
        .filter(({ match, used }) => !used && match.optional !== true)
        .map(({ match: { method = 'any method', path = 'any path', nth = 1 }, fault }) => {
          return `${fault.name}, for number ${nth} of ${method} ${path}`;
        }),
    /** Ends all faults. Unused ones stay unused. */
    clear() {
      for (const plan of plans) plan.left = 0;
    },
    /** Returns the fault for this request, if there is one. */
    take(request: RecordedRequest) {
      const candidates = plans.filter(({ match }) => matches(match, request));
      for (const plan of candidates) plan.seen += 1;
      const found = candidates.find(({ match, seen, left }) => left > 0 && seen >= (match.nth ?? 1));
      if (found) {
        found.left -= 1;
        found.used = true;
      }
      return found?.fault;
    },
  };
}
