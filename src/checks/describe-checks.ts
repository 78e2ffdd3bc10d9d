import type { GitHub } from '../github/github.ts';
import { type GitHubRunJob, isRed } from '../github/workflow-runs.ts';
import { type RequestResult, unsentByRead } from '../model/request-result.ts';
import { type Context, type Part, part } from '../prompt/marked-data.ts';
import type { Log } from '../runner/runner.ts';
import { visibleCode } from '../text/comment-text.ts';
import { cut, logLine, quoteLine } from '../text/line.ts';
import type { RedChecks } from './decide-checks.ts';

/** What the agent is told about red checks. Everything else about them is data. */
export const CHECKS_FAILED =
  "Checks of the pull request failed. The data below names them. Find out why they failed, and fix it in the same pull request. If the pull request didn't cause that, change nothing.";

/** The most red runs whose jobs are named, and the most failed jobs, and checks by apps, whose details are read. */
const MOST_READ = 3;

/** Red checks as data for the agent. With `isFull`, with annotations and the ends of the logs of failed jobs. */
export async function describeRed(
  { runs, reported }: RedChecks,
  isFull: boolean,
  github: GitHub,
  log: Log,
): Promise<Context | RequestResult> {
  const lines: string[] = [];
  const failed: GitHubRunJob[] = [];
  for (const [index, run] of runs.entries()) {
    lines.push(describe(run.name, run.html_url, index < MOST_READ ? undefined : 'jobs not read'));
    if (index >= MOST_READ) continue;
    const listed = await github.jobsOf(run.id);
    if (!listed.ok) return unsentByRead('The failed jobs', listed.failure);
    // A workflow file with a mistake has no jobs.
    const jobs = listed.value.jobs.filter(isRed);
    lines.push(...jobs.map(describeJob));
    failed.push(...jobs);
  }
  lines.push(
    ...reported.map(({ by, name, title, url }) => describe(by ? `${by}/${name}` : name, title, url)),
  );
  const summaries = reported.map(({ name, summary }) =>
    part('texts by bots', `Summary of check ${quoteLine(name, 100)}`, visibleCode(summary ?? '')),
  );
  const jobs = isFull ? failed.slice(0, MOST_READ) : [];
  const checks = isFull ? reported.filter(({ kind }) => kind === 'check_run').slice(0, MOST_READ) : [];
  const details = await Promise.all([
    ...jobs.flatMap((job) => [readAnnotations('job', job, github, log), readLog(job, github, log)]),
    ...checks.map((check) => readAnnotations('check', check, github, log)),
  ]);
  return { parts: [part('names', 'Failed checks', lines), ...summaries, ...details] };
}

/** Not all checks have a title or a URL. */
const describe = (...parts: readonly (string | null | undefined)[]) =>
  logLine(parts.filter(Boolean).join(': '));

function describeJob({ name, html_url: url, steps }: GitHubRunJob): string {
  const failed = steps.filter(isRed).map((step) => `, step ${step.name}`);
  return describe(`- job ${name}${failed.join('')}`, url);
}

type Named = Pick<GitHubRunJob, 'id' | 'name'>;

/** The annotations of a job or check. Empty if they can't be read, since the names may be enough. */
async function readAnnotations(kind: string, { id, name }: Named, github: GitHub, log: Log): Promise<Part> {
  const read = await github.annotations(id);
  const head = `Annotations of ${kind} ${quoteLine(name, 100)}`;
  if (!read.ok) log.info(`${head} could not be read: ${read.failure.message}`);
  const items = read.ok ? read.value.items : [];
  const lines = items.map(({ path, start_line: line, message }) => `${path}:${line}: ${message ?? ''}`);
  return part('texts by bots', head, visibleCode(lines.join('\n')));
}

/** The log of a job. Empty if it can't be read, since the job's URL is next to its name. */
async function readLog({ id, name, html_url: url }: GitHubRunJob, github: GitHub, log: Log): Promise<Part> {
  const read = await github.log(id);
  const head = `End of the log of job ${quoteLine(name, 100)}`;
  if (!read.ok) log.info(`${head} could not be read: ${read.failure}`);
  return part('log lines', head, read.ok ? errorsOf(read.value) : '', url ?? '');
}

/** In characters. */
const LOG_LINE = 500;

/** The lines from the step of the first error to the last error, since steps after a failed one may fail, too, or clean up. */
function errorsOf(log: string): string {
  const lines = log.split('\n');
  const isError = (line: string) => line.includes('##[error]');
  const [first, last] = [lines.findIndex(isError), lines.findLastIndex(isError)];
  const step = lines.findLastIndex((line, at) => at < first && line.includes('##[group]Run '));
  return (
    lines
      .slice(Math.max(step, 0), last === -1 ? undefined : last + 1)
      // GitHub puts the time before each line. Colors are for terminals.
      .map((line) => cut(visibleCode(line.replace(/^\S+Z /, '').replace(ANSI, '')), LOG_LINE))
      .join('\n')
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const ANSI = /\u001b\[[\d;]*[A-Za-z]/g;
