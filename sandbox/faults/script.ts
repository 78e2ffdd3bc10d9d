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
}

/** The faults that are planned for one server. */
export interface FaultScript {
  /** Plans a fault. Where several match a request, the one that was planned first meets it. */
  next(match: Match, fault: Fault): void;
  /** Faults that have met no request yet, by name. A test that ends with some has tested something else. */
  unused(): string[];
  /** Drops what is planned. */
  clear(): void;
  /** Takes the fault for this request, if there is one. */
  take(request: RecordedRequest): Fault | undefined;
}

interface Plan {
  readonly match: Match;
  readonly fault: Fault;
  seen: number;
  left: number;
}

function matches({ method, path }: Match, request: RecordedRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || (typeof path === 'string' ? path === request.path : path.test(request.path));
}

export function createFaultScript(): FaultScript {
  let plans: Plan[] = [];
  return {
    next(match, fault) {
      plans.push({ match, fault, seen: 0, left: match.times ?? 1 });
    },
    unused: () =>
      plans.filter(({ match, left }) => left === (match.times ?? 1)).map(({ fault }) => fault.name),
    clear() {
      plans = [];
    },
    take(request) {
      const candidates = plans.filter(({ match }) => matches(match, request));
      for (const plan of candidates) plan.seen += 1;
      const found = candidates.find(({ match, seen, left }) => left > 0 && seen >= (match.nth ?? 1));
      if (found) found.left -= 1;
      return found?.fault;
    },
  };
}
