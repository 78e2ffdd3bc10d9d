/**
 * An agent job as the service shows it. Types that the specification leaves open are those of public services with this
 * interface.
 */
export type JobView = Readonly<ReturnType<typeof blankJob>>;

export function blankJob(id: string, repository: string, at: number) {
  return {
    id,
    /** `active`, `completed`, `archived`, `failed`, or what a test makes up. */
    status: 'active',
    source: { repository, ref: null as string | null },
    model: 'sandbox-writer-1',
    prLink: null as string | null,
    createdAt: new Date(at).toISOString(),
    archivedAt: null as string | null,
  };
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
