import type { Answer } from '../../src/answer.ts';

/** What an answer holds: a value, or a problem. */
export function partsOf<T>(answer: Answer<T, string>): { readonly value?: T; readonly problem?: string } {
  return answer.ok ? { value: answer.value } : { problem: answer.failure };
}
