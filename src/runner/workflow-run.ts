/** The run that a step is part of, as the runner describes it. */
export type WorkflowRun = Readonly<ReturnType<typeof readWorkflowRun>>;

/** Reads what the runner says in the environment. */
export function readWorkflowRun() {
  const read = (name: string) => process.env[`GITHUB_${name}`] ?? '';
  const [repository, serverUrl] = [read('REPOSITORY'), read('SERVER_URL')];
  const [runId, attempt] = [Number(read('RUN_ID')), Number(read('RUN_ATTEMPT'))];
  const [owner = '', repo = ''] = repository.split('/');
  return {
    /** `owner/name`. */
    repository,
    /** The two parts of it. */
    owner,
    repo,
    repositoryId: Number(read('REPOSITORY_ID')),
    /** Like `https://github.com`. */
    serverUrl,
    /** The address of this run for people. */
    url: `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
    runId,
    /** 1 for the first run, one more for each re-run. */
    attempt,
    /** The ids of job and step. */
    job: read('JOB'),
    step: read('ACTION'),
  };
}
