/** The run that a step is part of, as the runner describes it. */
export interface RunPlace {
  /** `owner/name`. */
  readonly repository: string;
  /** The address of this GitHub for people, like `https://github.com`. */
  readonly server: string;
  /** The address of this run for people. */
  readonly url: string;
}
