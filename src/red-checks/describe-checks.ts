import type { GitHub } from '../github/github.ts';
import { type Annotation, type GitHubRun, type GitHubRunJob, isRed } from '../github/workflow-runs.ts';
import { type RequestResult, unsentByRead } from '../request-result.ts';
import type { Log } from '../runner/runner.ts';
import { visibleCode } from '../text/comment-text.ts';
import { cut, logLine, quoteLine } from '../text/line.ts';
import { markData, type Part } from '../text/marked-data.ts';

/** What the agent is told about red checks. Everything else about them is data. */
export const CHECKS_FAILED =
  'Checks of the pull request failed. The data below names them. Find out why they failed, and fix it in the same pull request.';

/** The most red runs whose jobs are named, and the most failed jobs whose annotations and logs are read. */
const MOST_RUNS = 3;
const MOST_JOBS = 3;

/** The failed jobs of red runs as data for the agent. With `isFull`, with their annotations and the ends of their logs. */
export async function describeRedRuns(
  runs: readonly GitHubRun[],
  isFull: boolean,
  github: GitHub,
  log: Log,
  token: string,
): Promise<string | RequestResult | undefined> {
  const lines: string[] = [];
  const failed: GitHubRunJob[] = [];
  for (const [index, run] of runs.entries()) {
    lines.push(logLine(`${run.name}: ${run.html_url}`));
    if (index >= MOST_RUNS) continue;
    const listed = await github.jobsOf(run.id);
    if (!listed.ok) return unsentByRead('The failed jobs', listed.failure);
    // A workflow file with a mistake has no jobs.
    const jobs = listed.value.jobs.filter(isRed);
    lines.push(...jobs.map(describeJob));
    failed.push(...jobs);
  }
  const read = isFull ? failed.slice(0, MOST_JOBS) : [];
  const details = await Promise.all(read.map((job) => readDetails(job, github, log)));
  return markData(token, [{ head: 'Failed checks', text: lines.join('\n') }], details.flat());
}

function describeJob({ name, html_url: url, steps }: GitHubRunJob): string {
  const failed = steps.filter(isRed).map((step) => `, step ${step.name}`);
  return logLine(`- job ${name}${failed.join('')}: ${url}`);
}

/** The annotations of a job, and the end of its log. Empty if they can't be read, since the names may be enough. */
async function readDetails(job: GitHubRunJob, github: GitHub, log: Log): Promise<readonly Part[]> {
  const [annotations, text] = await Promise.all([github.annotations(job.id), github.log(job.id)]);
  const name = quoteLine(job.name, 100);
  if (!annotations.ok)
    log.info(`The annotations of ${name} could not be read: ${annotations.failure.message}`);
  if (!text.ok) log.info(`The log of ${name} could not be read: ${text.failure}`);
  const lines = annotations.ok ? annotations.value.items.map(describeAnnotation) : [];
  return [
    { head: `Annotations of job ${name}`, text: visibleCode(lines.join('\n')) },
    { head: `End of the log of job ${name}`, text: text.ok ? endOf(text.value) : '', limit: LOG_PART },
  ];
}

function describeAnnotation({ path, start_line: line, message }: Annotation): string {
  return `${path}:${line}: ${message ?? ''}`;
}

/** In lines, in characters of a line, and in characters. */
const LOG_LINES = 100;
const LOG_LINE = 500;
const LOG_PART = 5_500;

/** The lines of a log up to its last error, since later steps only clean up. The newest ones, if all are too long. */
function endOf(log: string): string {
  const lines = log.split('\n');
  const last = lines.findLastIndex((line) => line.includes('##[error]'));
  const shown = lines
    .slice(0, last === -1 ? undefined : last + 1)
    .slice(-LOG_LINES)
    // GitHub puts the time before each line. Colors are for terminals.
    .map((line) => cut(visibleCode(line.replace(/^\S+Z /, '').replace(ANSI, '')), LOG_LINE));
  const text = shown.join('\n');
  return text.length <= LOG_PART ? text : text.slice(text.indexOf('\n', text.length - LOG_PART) + 1);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const ANSI = /\u001b\[[\d;]*[A-Za-z]/g;
