/** A task for an agent, in a checkout of the documentation. */
export interface Task {
  /** The folder that the agent can change. */
  readonly checkout: string;
  readonly prompt: string;
  /** Earlier instructions of the same job, oldest first. */
  readonly earlier: readonly string[];
}

/** What happens with the changed files. */
export interface Delivery {
  /** Pushes a branch only, without a commit if nothing changed. Default: opens a pull request if anything changed. */
  readonly only?: 'branch';
  /** The title of a new pull request. Default: the instruction's first line. */
  readonly title?: string;
  readonly draft?: boolean;
}

/** Changes files, or none. An error that it throws fails the job. */
export type Agent = (task: Task) => Promise<Delivery | undefined>;
