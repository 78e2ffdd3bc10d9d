import type { Answer } from '../../src/model/answer-or-failure.ts';

export function partsOf<T>(answer: Answer<T, string>): { readonly value?: T; readonly problem?: string } {
  return answer.ok ? { value: answer.value } : { problem: answer.failure };
}
