/**
 * An agent job as the service shows it. Where the specification leaves a type open, what is publicly known
 * of a service of this shape is taken.
 */
export interface JobView {
  readonly id: string;
  /** One of `active`, `completed`, `archived`, `failed`; a test may make up others. */
  readonly status: string;
  readonly source: { readonly repository: string; readonly ref: string | null };
  readonly model: string;
  readonly prLink: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

/** What is answered: a job, or something else where a test wants it. */
export type JobJson = Readonly<Record<string, unknown>>;

/** An instruction that a job got: the first by create, the others by message. */
export interface Turn {
  readonly prompt: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** What a job shows to somebody who looks: a job, or that there is none. */
export type Look = JobJson | 'not found';

/** How a job lives. The service asks it whenever somebody looks or a message comes. */
export interface Life {
  /** A new instruction. The first one is the one that created the job. */
  begin(turn: Turn, number: number): void;
  /** The answer to a create or a message. */
  answer(): JobJson | Promise<JobJson>;
  /** The answer to a get. */
  look(): Look | Promise<Look>;
  /** Why it takes no message now; `undefined` when it does. */
  closed(): string | undefined;
}

/** A job in the service's store. */
export interface Job {
  readonly id: string;
  readonly projectId: string;
  readonly turns: Turn[];
  readonly life: Life;
}
