import { RequestError } from '@octokit/request-error';
import type * as z from 'zod/mini';
import type { Answer, Failure } from '../http/failure.ts';
import { Unanswered } from './octokit.ts';

/** What one call of the client brings. */
export interface Reply {
  readonly data: unknown;
  readonly headers: { readonly date?: string | undefined };
}

/** One call of the client as an answer: its data, checked, and GitHub's own time. */
export async function ask<T>(
  schema: z.ZodMiniType<T>,
  call: () => Promise<Reply>,
): Promise<Answer<{ data: T; date: number }>> {
  try {
    const reply = await call();
    const parsed = schema.safeParse(reply.data);
    const date = Date.parse(reply.headers.date ?? '');
    if (parsed.success)
      return { ok: true, value: { data: parsed.data, date: Number.isNaN(date) ? 0 : date } };
    const fields = parsed.error.issues.map(({ path }) => `"${path.map(String).join('.')}"`);
    return {
      ok: false,
      failure: strange(`GitHub's answer is not what was expected, at ${fields.join(', ')}.`),
    };
  } catch (error) {
    const cause = error instanceof RequestError ? error.cause : error;
    if (cause instanceof Unanswered) return { ok: false, failure: cause.failure };
    return { ok: false, failure: strange(`GitHub could not be asked: ${String(cause ?? error)}.`) };
  }
}

function strange(message: string): Failure {
  return { kind: 'unreadable', message, fate: 'unknown', transient: false };
}

/** The answer without GitHub's time. */
export function data<T>(answer: Answer<{ data: T }>): Answer<T> {
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
