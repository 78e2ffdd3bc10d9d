import type { SigningKey } from './key.ts';
import { baseAddress, type ServiceScope, signText } from './seal.ts';

/** What asked: the same thing seen twice is one request. */
export type Subject =
  | { readonly kind: 'issue comment' | 'review comment' | 'review' | 'issue'; readonly id: number }
  | { readonly kind: 'pull request'; readonly id: number }
  /** A push, by its head commit. */
  | { readonly kind: 'commit'; readonly sha: string }
  /** An event without an object of its own, like a schedule. */
  | { readonly kind: 'run'; readonly id: number };

/** The step that asks, where the instruction is an input: one event may ask for several things. */
export interface Asking {
  readonly job: string;
  readonly step: string;
  readonly text: string;
}

/**
 * The identity of a request, the same in every run that it started. Keyed, so that nobody can try texts against the
 * one in a public marker.
 */
export function identifyRequest(
  subject: Subject,
  asking: Asking | undefined,
  service: ServiceScope,
  key: SigningKey,
): string {
  const object = 'sha' in subject ? subject.sha : subject.id;
  const step = asking === undefined ? [] : [asking.job, asking.step, asking.text];
  return signText(
    'request:v1',
    [baseAddress(service), service.projectId, subject.kind, object, ...step],
    key,
  );
}
