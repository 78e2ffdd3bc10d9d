import type { Exchange, RecordedRequest } from '../http/exchange.ts';

/** Something that goes wrong with a request. */
export interface Fault {
  /** Shows up in the record of the request that it meets. */
  readonly name: string;
  act(exchange: Exchange): Promise<void>;
}

/** Which requests a fault is meant for. What is left out matches everything. */
export interface Match {
  readonly method?: string;
  /** The whole path without the query, or an expression that finds something in it. */
  readonly path?: string | RegExp;
  /** The first request, from now on, that it meets: 1 (default) for the next matching one, 2 for the one after. */
  readonly nth?: number;
  /** How many requests it meets from there on. Default: 1. */
  readonly times?: number;
  /** Whether it may meet no request at all: chance or a kill decides. Any other fault that is left over fails the test. */
  readonly optional?: boolean;
}

/** The faults that are planned for one server. */
export interface FaultScript {
  /** Plans a fault. Where several match a request, the one that was planned first meets it. */
  next(match: Match, fault: Fault): void;
  /** Faults that have met no request yet. A test that ends with some has tested something else: its server fails it. */
  unused(): string[];
  /** Ends all faults. Those that have met no request stay unused. */
  clear(): void;
  /** Takes the fault for this request, if there is one. */
  take(request: RecordedRequest): Fault | undefined;
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

export function createFaultScript(): FaultScript {
  const plans: Plan[] = [];
  return {
    next(match, fault) {
      plans.push({ match, fault, seen: 0, left: match.times ?? 1, used: false });
    },
    unused: () =>
      plans
        .filter(({ match, used }) => !used && match.optional !== true)
        .map(({ match: { method = 'any method', path = 'any path', nth = 1 }, fault }) => {
          return `${fault.name}, for number ${nth} of ${method} ${path}`;
        }),
    clear() {
      for (const plan of plans) plan.left = 0;
    },
    take(request) {
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
