import * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';
import type { Host } from './host.ts';

const schemas = {
  /** The status comment, and its issue or pull request. */
  comment: z.object({ id: z.number(), thread: z.number(), note: z.unknown() }),
  /** The commit with a status that no comment knows of. */
  commit: z.object({ sha: z.string(), status: z.string() }),
};

/** The state that the post step gets from the main step, in `STATE_*` variables of at most 128 KiB. */
export interface StepState {
  /** How far it got: the state of the request's note, or `ended`, or with a result but a comment that could not be written. */
  readonly stage: 'waiting' | 'sending' | 'job' | 'unwritten' | 'ended';
  readonly jobId: string;
  readonly comment: z.infer<typeof schemas.comment>;
  readonly commit: z.infer<typeof schemas.commit>;
  /** The intended body of the status comment if its edit failed, otherwise empty. */
  readonly unwritten: string;
}

/** A malformed value counts as missing. The stage is read by `readStage`. */
export function readStepState(env: Host['env']) {
  const read = (name: keyof StepState) => env[`STATE_${name}`] ?? '';
  return {
    jobId: read('jobId'),
    comment: schemas.comment.safeParse(parseJson(read('comment'))).data,
    commit: schemas.commit.safeParse(parseJson(read('commit'))).data,
    unwritten: read('unwritten'),
  };
}
