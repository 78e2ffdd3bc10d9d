import type { ReasonCode } from './reason-codes.ts';

/** The result of I/O that can fail. */
export type Answer<T, Reason = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Reason };

export interface Failure {
  readonly kind: 'stopped' | 'unreachable' | 'lost' | 'refused' | 'limited' | 'unreadable';
  readonly code: ReasonCode;
  /** What happened, to what, and what to do; one line, free of secrets. */
  readonly message: string;
  /** Whether the service may have acted on the request. */
  readonly outcome: 'not processed' | 'unknown';
  /** Whether the same request could succeed later without any change. */
  readonly transient: boolean;
  readonly status?: number | undefined;
  /** When a usage limit resets, in epoch milliseconds of our clock. */
  readonly resetAt?: number | undefined;
}
