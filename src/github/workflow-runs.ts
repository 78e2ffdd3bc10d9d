import * as z from 'zod/mini';
import type { Answer } from '../model/answer-or-failure.ts';
import { type Client, PER_PAGE, shapes } from './octokit.ts';

/** A run of a workflow. The name, that of the workflow, is foreign text. */
export type GitHubRun = Readonly<z.output<typeof run>>;

const run = z.object({
  id: z.number(),
  run_attempt: z._default(z.number(), 1),
  workflow_id: z.number(),
  name: z.nullish(z.string()),
  event: z.string(),
  status: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
  html_url: z.string(),
  /** Null if the fork was deleted. */
  head_repository: z.nullish(z.object({ full_name: z.string() })),
  head_branch: z.nullable(z.string()),
  head_sha: shapes.sha,
  created_at: shapes.date,
});

export function parseRun(json: unknown): GitHubRun | undefined {
  return run.safeParse(json).data;
}

const RED: ReadonlySet<string | null> = new Set(['failure', 'timed_out', 'startup_failure']);

/** Whether a run, a job, a step or a check run failed. */
export function isRed({ conclusion }: Pick<GitHubRun, 'conclusion'>): boolean {
  return RED.has(conclusion);
}

export function isOpen({ status }: Pick<GitHubRun, 'status'>): boolean {
  return status !== 'completed';
}

/** A job of a workflow run, which is also a check run. Names are foreign text. */
export type GitHubRunJob = Readonly<z.output<typeof job>>;

const job = z.object({
  id: z.number(),
  name: z.string(),
  html_url: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
  steps: z._default(z.array(z.object({ name: z.string(), conclusion: z.nullable(z.string()) })), []),
});

const jobs = z.object({ jobs: z.array(job) });

/** What a step reports about a line of a file. All of it is foreign text. */
const annotation = z.object({
  path: z.string(),
  start_line: z.number(),
  message: z.nullable(z.string()),
});

const file = z.object({ content: z.string() });

const MOST_RUN_PAGES = 10;

/** In bytes. After its last error, a log has only the output of cleanups. */
const LOG_END = 2 * 1024 * 1024;
/** The hosts of logs, according to GitHub's list of what its own runners need to reach. */
const LOG_HOSTS = ['.blob.core.windows.net', '.actions.githubusercontent.com'];

export function readLogUrl(location: unknown): URL | undefined {
  const url = URL.parse(String(location));
  const isKnown = url?.protocol === 'https:' && LOG_HOSTS.some((host) => url.hostname.endsWith(host));
  return isKnown && url.port === '' && url.username === '' && url.password === '' ? url : undefined;
}

export function openWorkflowRuns({ repository, call, read, list, redirect, download }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  return {
    /** Lists the newest hundred workflow runs for a commit, newest first. */
    runsOf: (head_sha: string) =>
      read(z.object({ workflow_runs: z.array(run) }), ({ actions }) =>
        actions.listWorkflowRunsForRepo({ ...paged, head_sha }),
      ),

    /**
     * Lists the runs of a workflow (the name of its file), newest first, up to a page with `isWanted`. GitHub's own filters can
     * miss the runs of a month.
     */
    pastRuns: (workflow_id: string, isWanted: (run: GitHubRun) => boolean) =>
      list(
        run,
        async ({ actions }, page) => {
          const { data, headers } = await actions.listWorkflowRuns({ ...paged, workflow_id, page });
          return { data: data.workflow_runs, headers };
        },
        MOST_RUN_PAGES,
        (page) => page.some(isWanted),
      ),

    /** Lists the first hundred jobs of a run's last attempt. */
    jobsOf: (run_id: number) =>
      read(jobs, ({ actions }) => actions.listJobsForWorkflowRun({ ...paged, run_id })),

    /** Whether an attempt's job with this ID succeeded. GitHub lists names: if no job has the ID as its name, all must have. */
    hasSucceeded: async (run_id: number, attempt_number: number, id: string): Promise<boolean> => {
      const query = { ...paged, run_id, attempt_number };
      const answer = await read(jobs, ({ actions }) => actions.listJobsForWorkflowRunAttempt(query));
      const all = answer.ok ? answer.value.jobs : [];
      const own = all.filter(({ name }) => name === id);
      const counting = own.length > 0 ? own : all;
      return counting.length > 0 && counting.every(({ conclusion }) => conclusion === 'success');
    },

    annotations: (check_run_id: number) =>
      list(annotation, ({ checks }, page) => checks.listAnnotations({ ...paged, check_run_id, page }), 1),

    /** The end of the log of a job, foreign text. GitHub redirects to another host, which never gets the token. */
    log: async (job_id: number): Promise<Answer<string, string>> => {
      const found = await call(({ actions }) =>
        actions.downloadJobLogsForWorkflowRun({ ...repository, job_id, request: redirect() }),
      );
      if (!found.ok) return { ok: false, failure: found.failure.message };
      const url = readLogUrl(found.value.headers.location);
      return url ? download(url, LOG_END) : { ok: false, failure: 'GitHub redirects to an unknown host.' };
    },

    fileAt: async (path: string, ref: string): Promise<Answer<string>> => {
      const answer = await read(file, ({ repos }) => repos.getContent({ ...repository, path, ref }));
      return answer.ok ? { ok: true, value: Buffer.from(answer.value.content, 'base64').toString() } : answer;
    },
  };
}
