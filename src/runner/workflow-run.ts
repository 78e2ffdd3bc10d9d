/** The run that a step is part of, as the runner describes it. */
export interface WorkflowRun {
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

/** Reads what the runner says in the environment. */
export function readWorkflowRun(): WorkflowRun {
  const read = (name: string) => process.env[`GITHUB_${name}`] ?? '';
  const [repository, serverUrl] = [read('REPOSITORY'), read('SERVER_URL')];
  const [runId, attempt] = [Number(read('RUN_ID')), Number(read('RUN_ATTEMPT'))];
  return {
    repository,
    repositoryId: Number(read('REPOSITORY_ID')),
    serverUrl,
    url: `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
    runId,
    attempt,
    job: read('JOB'),
    step: read('ACTION'),
  };
}
