/** The run that a step is part of, as the runner describes it. */
export interface RunPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly repositoryId: number;
  /** Like `https://github.com`. */
  readonly serverUrl: string;
  /** The address of this run for people. */
  readonly url: string;
  readonly runId: number;
  /** 1 for the first run, one more for each re-run. */
  readonly attempt: number;
  /** The ids of job and step. */
  readonly job: string;
  readonly step: string;
}
