import * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';
import type { Stage } from './bootstrap.ts';

const schemas = {
  /** The run's status comment, and the issue or pull request that it stands in. */
  comment: z.object({ id: z.number(), thread: z.number() }),
  /** How far a batch came when its state was saved last. */
  batch: z.object({
    file: z.string(),
    /** The status comment. */
    commentId: z.optional(z.number()),
    /** Whether this run has written the file; until then it may be an earlier run's. */
    written: z.boolean(),
    /** Without a `jobId` nobody knows whether there is one. */
    open: z.array(z.object({ name: z.string(), jobId: z.string() })),
  }),
};

export type BatchState = z.infer<typeof schemas.batch>;

/**
 * What main leaves to its post step; the newest of each counts. The runner hands it over as `STATE_*` variables of at
 * most 128 KiB, objects as JSON. How far main came is read by `readStage`.
 */
export interface StepState {
  readonly stage: Stage;
  /** The id of the job, once it is known; empty until then. */
  readonly jobId: string;
  readonly comment: z.infer<typeof schemas.comment>;
  /** What the status comment could not be brought to say: its whole body; empty when it says all. */
  readonly lastWord: string;
  readonly batch: BatchState;
}

/** Reads what main left; what is not as main writes it counts as nothing. */
export function readStepState() {
  const read = (name: keyof StepState) => process.env[`STATE_${name}`] ?? '';
  return {
    jobId: read('jobId'),
    comment: schemas.comment.safeParse(parseJson(read('comment'))).data,
    lastWord: read('lastWord'),
    batch: schemas.batch.safeParse(parseJson(read('batch'))).data,
  };
}
