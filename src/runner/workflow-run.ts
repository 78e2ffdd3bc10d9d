import { at, idAt } from '../text/json.ts';
import type { readEvent } from './bootstrap.ts';
import type { Host } from './host.ts';

export type WorkflowRun = Readonly<ReturnType<typeof readWorkflowRun>>;

/** Some runners omit the repository's ID, which the event contains. */
export function readWorkflowRun(env: Host['env'], { payload }: ReturnType<typeof readEvent>) {
  const read = (name: string) => env[`GITHUB_${name}`] ?? '';
  const [repository, serverUrl] = [read('REPOSITORY'), read('SERVER_URL')];
  const [runId, attempt] = [Number(read('RUN_ID')), Number(read('RUN_ATTEMPT'))];
  const [owner = '', repo = ''] = repository.split('/');
  return {
    repository,
    owner,
    repo,
    /** 0 if it is unknown. */
    repositoryId: Number(read('REPOSITORY_ID')) || (idAt(payload, 'repository', 'id') ?? 0),
    /** According to the event. */
    isPublic: at(payload, 'repository', 'private') === false,
    serverUrl,
    url: `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
    runId,
    /** 1 for the first run. Each re-run adds 1. */
    attempt,
    event: read('EVENT_NAME'),
    sha: read('SHA'),
    branch: /^refs\/heads\/(.+)$/s.exec(read('REF'))?.[1],
    job: read('JOB'),
    step: read('ACTION'),
    /** The URL of the action's files; empty if the runner doesn't say where they are from. */
    actionUrl: read('ACTION_REPOSITORY').replace(/.+/, `${serverUrl}/$&/blob/${read('ACTION_REF')}`),
    /** The workflow's file and its commit; empty if the runner doesn't set them. */
    workflowPath: /^[^/]+\/[^/]+\/(.+?\.ya?ml)@/.exec(read('WORKFLOW_REF'))?.[1] ?? '',
    workflowSha: read('WORKFLOW_SHA'),
  };
}
