import { idAt } from '../text/json.ts';
import { readEvent } from './bootstrap.ts';

/** The run that a step is part of, as the runner describes it. */
export type WorkflowRun = Readonly<ReturnType<typeof readWorkflowRun>>;

const read = (name: string) => process.env[`GITHUB_${name}`] ?? '';

/** Reads what the runner says in the environment. Runners of others leave out the repository's id, which events have. */
export function readWorkflowRun() {
  const [repository, serverUrl] = [read('REPOSITORY'), read('SERVER_URL')];
  const [runId, attempt] = [Number(read('RUN_ID')), Number(read('RUN_ATTEMPT'))];
  const [owner = '', repo = ''] = repository.split('/');
  return {
    /** `owner/name`. */
    repository,
    /** The two parts of it. */
    owner,
    repo,
    /** 0 when it is unknown. */
    repositoryId: Number(read('REPOSITORY_ID')) || (idAt(readEvent().payload, 'repository', 'id') ?? 0),
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

/** The variables that the run needs and does not have. GitHub's runner sets all of them. */
export function missingVariables({ repositoryId }: WorkflowRun): string[] {
  const unset = ['REPOSITORY', 'SERVER_URL', 'API_URL', 'RUN_ID'].filter((name) => read(name) === '');
  if (repositoryId === 0) unset.push('REPOSITORY_ID');
  return unset.map((name) => `GITHUB_${name}`);
}
