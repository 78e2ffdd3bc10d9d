import type { Runner } from '../runner/runner.ts';
import { optional, parseFields, phrase, serviceFields, threadSecret } from './fields.ts';

/** What it takes to read the notes of threads and to write comments. */
const postSchema = {
  ...serviceFields,
  'github-token': optional,
  'thread-secret': threadSecret,
  'trigger-phrase': phrase,
} as const;

/** Reads only what the post step needs; files that the other inputs name may be gone by then. */
export function readPostInputs(runner: Runner) {
  return parseFields(postSchema, runner).fields;
}
