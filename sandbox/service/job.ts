/**
 * An agent job as the service shows it. Types that the specification leaves open are those of public services with this
 * interface.
 */
export interface JobView {
  readonly id: string;
  /** `active`, `completed`, `archived`, `failed`, or what a test makes up. */
  readonly status: string;
  readonly source: { readonly repository: string; readonly ref: string | null };
  readonly model: string;
  readonly prLink: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

/** The JSON of an answer: a job, or what a test makes up. */
export type JobJson = Readonly<Record<string, unknown>>;

/** An instruction of a job: the first by create, the others by message. */
export interface Turn {
  readonly prompt: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The life of a job. The service calls it for each request. */
export interface Life {
  /** Starts a turn. The first one is the create. */
  begin(turn: Turn, number: number): void;
  /** The answer to a create or a message. */
  answer(): JobJson | Promise<JobJson>;
  /** The answer to a get. `undefined` if the job doesn't exist. */
  get(): JobJson | undefined | Promise<JobJson | undefined>;
  /** Why the job accepts no message now. `undefined` if it does. */
  closed(): string | undefined;
}

/** A job in the service's store. */
export interface Job {
  readonly id: string;
  readonly projectId: string;
  readonly turns: Turn[];
  readonly life: Life;
}
