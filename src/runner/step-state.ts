import * as z from 'zod/mini';
import type { Stage } from './bootstrap.ts';

/** What main leaves to its post step. The runner hands each value over as a `STATE_*` variable of at most 128 KiB. */
export interface StepState {
  /** The id of the job, once it is known. */
  readonly jobId: string;
  /** The run's status comment, and the issue or pull request that it stands in. */
  readonly comment: { readonly id: number; readonly thread: number } | undefined;
  /** What the status comment could not be brought to say: its whole body. */
  readonly lastWord: string;
  /** How far a batch came. */
  readonly batch: BatchState | undefined;
}

/** How far a batch came when its state was saved last. */
export type BatchState = z.infer<typeof batchSchema>;

const commentSchema = z.object({ id: z.number(), thread: z.number() });

const batchSchema = z.object({
  file: z.string(),
  /** The status comment. */
  commentId: z.optional(z.number()),
  /** Whether this run has written the file; until then it may be an earlier run's. */
  written: z.boolean(),
  /** Without a `jobId` nobody knows whether there is one. */
  open: z.array(z.object({ name: z.string(), jobId: z.string() })),
});

/** Saves state for the post step: the newest value of each counts. */
export interface StateWriter {
  stage(stage: Stage): void;
  jobId(id: string): void;
  comment(comment: NonNullable<StepState['comment']>): void;
  lastWord(body: string): void;
  batch(state: BatchState): void;
}

/** @param save hands a value over to the runner */
export function openStateWriter(save: (name: string, value: string) => void): StateWriter {
  return {
    stage: (stage) => save('stage', stage),
    jobId: (id) => save('jobId', id),
    comment: (comment) => save('comment', JSON.stringify(comment)),
    lastWord: (body) => save('lastWord', body),
    batch: (state) => save('batch', JSON.stringify(state)),
  };
}

/** Reads what main left; what is not as main writes it counts as nothing. */
export function readStepState(): StepState {
  return {
    jobId: readState('jobId'),
    comment: parse(commentSchema, readState('comment')),
    lastWord: readState('lastWord'),
    batch: parse(batchSchema, readState('batch')),
  };
}

function readState(name: string): string {
  return process.env[`STATE_${name}`] ?? '';
}

function parse<T>(schema: z.ZodMiniType<T>, json: string): T | undefined {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return undefined; // empty, or not ours
  }
}
