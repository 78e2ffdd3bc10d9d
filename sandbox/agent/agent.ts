/** What an agent is asked to do in a checkout of the documentation. */
export interface Task {
  /** The folder that it may change. */
  readonly checkout: string;
  readonly prompt: string;
  /** Earlier instructions of the same job, oldest first. */
  readonly earlier: readonly string[];
}

/** Changes files, or leaves all as it is; what it throws makes the job fail. */
export type Agent = (task: Task) => Promise<void>;
