/** What an agent is asked to do in a checkout of the documentation. */
export interface Task {
  /** The folder that it may change. */
  readonly checkout: string;
  readonly prompt: string;
  /** Earlier instructions of the same job, oldest first. */
  readonly earlier: readonly string[];
}

/** What becomes of the changed files. */
export interface Delivery {
  /** Only a branch is pushed, with a commit or, when nothing changed, without one. Default: a pull request, if anything changed. */
  readonly only?: 'branch';
  /** Of a new pull request. Default: the instruction's first line. */
  readonly title?: string;
  readonly draft?: boolean;
}

/** Changes files, or leaves all as it is; what it throws makes the job fail. */
export type Agent = (task: Task) => Promise<Delivery | undefined>;
