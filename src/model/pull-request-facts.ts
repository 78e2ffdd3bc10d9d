/** The pull request that a job's `prLink` names. */
export interface PullRequest {
  /** An http(s) URL. */
  readonly link: string;
  /** Undefined if the URL doesn't contain it. */
  readonly number: number | undefined;
  /** Undefined if it is unknown which of the two happened. */
  readonly operation: 'created' | 'updated' | undefined;
  /** Undefined if the pull request is not the job's own, or GitHub didn't return it. */
  readonly facts?: PullRequestFacts | undefined;
}

/** A pull request as GitHub shows it after the job. The title and the names of files are foreign text. */
export interface PullRequestFacts {
  readonly title: string;
  readonly draft: boolean;
  /**
   * Whether comments and summaries may show any of this: the pull request is in this run's repository, or in a public one.
   * Outputs always have it.
   */
  readonly mayShow: boolean;
  readonly headSha: string;
  /** The number of files that it changes, including those that GitHub doesn't list. Undefined if it is unknown. */
  readonly fileCount: number | undefined;
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
  /** Pages of the documentation first. Undefined if they could not be read. */
  readonly files?: readonly PullRequestFile[] | undefined;
  /** The files that `pr-paths` doesn't allow. Undefined without `pr-paths`, or if not all files could be read. */
  readonly outsideFiles?: readonly string[] | undefined;
  /** The number of commits from the request to its end, if it is known. People may have pushed some of them. */
  readonly commits?: number | undefined;
  /** The effect of a follow-up, if the head before it is known. `head` is the head commit at its end. */
  readonly update?:
    | { readonly pushed: boolean; readonly head: string; readonly compareUrl: string }
    | undefined;
  /** How people ended the pull request before the agent finished. Only `merged` loses commits that it lacks. */
  readonly closedAs?: 'merged' | 'closed' | undefined;
  /** The ID of the account that opened the pull request. */
  readonly openedBy?: number | undefined;
  /** The https URL of the head commit's deployment. */
  readonly previewUrl?: string | undefined;
  /** Whether a deployment of the head commit may soon succeed. */
  readonly isDeploying?: boolean | undefined;
}

export interface PullRequestFile {
  readonly path: string;
  readonly movedFrom?: string | undefined;
  /** GitHub's word, like `modified`. */
  readonly status: string;
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
  readonly diffUrl: string;
  readonly isPage: boolean;
}
