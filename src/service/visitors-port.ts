import type { Answer } from '../http/failure.ts';

/** Unique visitors as the service counts them: approximate, and `total` is not `human + ai`. */
export interface Counts {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** The visitors of one page of the documentation. */
export interface Row extends Counts {
  /** Foreign text: whoever asks for an address may bring it into the list. */
  readonly path: string;
}

/** One answer of the visitors export (service-api.md, "Visitor analytics response"). */
export interface VisitorsPage {
  /** Of the whole site. */
  readonly totals: Counts;
  readonly visitors: readonly Row[];
  readonly hasMore: boolean;
}

/** Which visitors are asked for (service-api.md, "Get unique visitors"). */
export interface VisitorsQuery {
  /** ISO 8601. */
  readonly dateFrom: string;
  /** ISO 8601, exclusive. */
  readonly dateTo: string;
  /** 1 to 250 rows. */
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** An answer, and what it cost. */
export interface Priced<T> {
  readonly answer: Answer<T>;
  /** Requests that left, repeated ones included. */
  readonly requests: number;
  /** Those of them that a usage limit did not refuse. */
  readonly uses: number;
}
