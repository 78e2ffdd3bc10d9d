import { isFormatted } from '../workflow/expressions.ts';
import { type Job, stepsOf, type Workflow } from '../workflow/file.ts';
import { longestOn } from '../workflow/job.ts';
import type { Play } from '../workflow/run.ts';
import { defaultsOf, ourAction } from '../workflow/step.ts';
import type { CausedEvent } from './workflow-event.ts';

/** What went wrong in a run, where its event ended otherwise, and what GitHub would do that a play can't show. */

/** The refusals of GitHub, the warnings and errors of the actions, and the failures of other steps. */
export function hintsFor({ refusals, steps, others }: Play): string[] {
  const annotations = steps.flatMap(({ result }) => result.annotations);
  return [
    ...refusals,
    ...annotations.flatMap(({ level, message }) =>
      // The log has the list of valid inputs.
      level === 'notice' ? [] : [message.replace(/, valid inputs are \[.*$/s, '')],
    ),
    ...others.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [`The step \`${name}\` fails: ${problem}`],
    ),
  ];
}

/** Why an event reached no step with one of the actions, which can be right. */
export function noteFor(
  workflow: Workflow,
  { event, called }: CausedEvent,
  played: Play,
): string | undefined {
  if (event === undefined) return 'GitHub starts no run of this file: its repository is another one.';
  const { action, sender } = event.payload as { action?: string; sender?: { login: string } };
  const { results, started, steps, others, refusals } = played;
  const name = called ? 'workflow_call' : event.name;
  if (Object.keys(results).length === 0) {
    const happened = action === undefined ? name : `${name} (${action})`;
    const byToken = name in workflow.on && sender?.login === 'github-actions[bot]';
    const why = byToken ? 'a `GITHUB_TOKEN` caused it.' : whyNoRun(workflow, name);
    return `GitHub starts no run for ${happened}: ${why}`;
  }
  if (refusals.length > 0 || Object.values(results).includes('cancelled')) return undefined;
  if (started.length === 0) return 'GitHub starts no job: the `if:` of each job is false.';
  const failed = others.some(({ problem }) => problem !== undefined);
  return steps.length > 0 || failed ? undefined : 'No step with this action runs for this event.';
}

function whyNoRun({ on }: Workflow, name: string): string {
  const branches = [on[name]?.branches ?? []].flat();
  const [other] = branches.filter((branch) => !/^main$|[*?!]/.test(branch));
  if (/^(?:push|pull_request(?:_target)?)$/.test(name) && other !== undefined && !branches.includes('main'))
    return `\`branches\` leaves out \`main\`, the default branch of each play. If \`${other}\` is yours, play a copy of the file with \`main\` in its place.`;
  const filters = Object.keys(on[name] ?? {}).map((filter) => `\`${filter}\``);
  if (filters.length > 0) return `check ${filters.join(', ')} under \`on: ${name}\`.`;
  return `the workflow's \`on:\` has ${Object.keys(on).join(', ')}.`;
}

/** The steps that the sandbox leaves out. `outputs` are those that it makes up for them. */
export function leftOutIn({ others }: Play, outputs: Readonly<Record<string, object>>): string[] {
  return others.flatMap(({ id = '', name, run = '', problem }) => {
    if (problem !== undefined) return [];
    const given = Object.entries(outputs[id] ?? {}).map(([output, value]) => `${id}.${output}=${value}`);
    const made = given.length === 0 ? '' : `. The play sets \`--output ${given.join(' --output ')}\``;
    if (run === '' && /\.ya?ml(?:@|$)/.test(name))
      return [
        `\`${name}\`. Play that file with \`--event workflow_call\`. It gets no secrets but those of \`secrets:\` here, and no permissions but those of this job`,
      ];
    const merges = /\bgh pr merge\b.*--auto\b/s.test(run)
      ? '. GitHub merges when the required checks are green. A merge by `GITHUB_TOKEN` starts no run'
      : '';
    return [`\`${name}\`${made}${merges}`];
  });
}

/** GitHub runs the workflow file of the pull request's branch for these. */
const OF_BRANCHES = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/** The labels of GitHub's own runners (docs.github.com, "GitHub-hosted runners"). Other runners may have any label. */
const HOSTED =
  /^(?:ubuntu-(?:latest|slim|2[2-9]\.04(?:-arm)?)|windows-(?:latest|20\d\d|11-arm)|macos-(?:latest|\d\d)(?:-intel|-x?large)?)$/;

/** What the author of a workflow still has to do. */
export function adviceFor(workflow: Workflow): string[] {
  const { on, jobs } = workflow;
  const ours = stepsOf(workflow).filter((step) => ourAction(step) !== undefined);
  const input = (name: string) => ours.map((step) => String(step.with?.[name] ?? ''));
  const lines: string[] = Object.entries(jobs).flatMap(([name, job]) => timeoutAdvice(name, job) ?? []);
  for (const { 'runs-on': label } of Object.values(jobs))
    if (typeof label === 'string' && !label.includes('${{') && !HOSTED.test(label))
      lines.push(
        `GitHub hosts no \`${label}\`. Without a runner of yours with this label, the job waits for a day.`,
      );
  const [event] = OF_BRANCHES.filter((one) => one in on);
  const isOpen = Object.values(jobs).some(
    ({ environment, steps = [] }) =>
      environment === undefined && steps.some((step) => /\bsecrets\b/.test(String(step.with?.['api-key']))),
  );
  if (event !== undefined && isOpen)
    lines.push(
      `\`${event}\` runs the workflow file of the branch, so everyone who can push a branch can read the secrets: SECURITY.md, "Keep the key from branches".`,
    );
  const collects = ours.some((step) => ourAction(step)?.startsWith('collect/') || step.with?.['job-id']);
  if (input('wait').includes('false') && !collects)
    lines.push(
      'Nothing reports the results of requests with `wait: false`: add a workflow with the collect action, as in docs/collect.md.',
    );
  const conditions = [...Object.values(jobs), ...stepsOf(workflow)].map((one) => String(one.if ?? ''));
  const [formatted] = conditions.filter(isFormatted);
  if (formatted !== undefined)
    lines.push(
      `\`if: ${formatted.trim()}\` is always true: GitHub reads text around \`\${{ }}\`, also the line break after a block, as a part of a string. Remove \`\${{\` and \`}}\`.`,
    );
  if (/author_association\s*==/.test(JSON.stringify(workflow)))
    lines.push(
      'In a public repository, `author_association` is `MEMBER` only for people whose membership in the organization is public. For others, it is `CONTRIBUTOR` or `NONE`. The action checks roles without it.',
    );
  if ('workflow_call' in on && Object.values(on['workflow_call']?.secrets ?? {}).length === 0)
    lines.push(
      'The workflow that calls this one has to pass the secrets with `secrets: inherit`, and needs the permissions of the jobs here itself.',
    );
  const host = input('base-url').find((value) => /^https:/i.test(value));
  if (host !== undefined) lines.push(`The sandbox's service replaced ${host}. Check that host yourself.`);
  if (ours.some(({ uses }) => uses?.startsWith('OWNER/REPO')))
    lines.push('Replace `OWNER/REPO` with the repository of this action.');
  return lines;
}

/** GitHub ends a job without its reports. The sandbox doesn't. */
function timeoutAdvice(name: string, job: Job): string | undefined {
  for (const step of job.steps ?? []) {
    const file = ourAction(step);
    if (file === undefined) continue;
    const timeout = String(step.with?.['timeout'] ?? defaultsOf(file)['timeout']);
    if (String(step.with?.['wait']) === 'false') continue;
    const limits = [job, step].map((one) => Number(one['timeout-minutes'] ?? 360));
    const most = Math.min(...limits, longestOn(job));
    const [, count, unit = ''] = /^(\d+)\s*([smh])$/.exec(timeout) ?? [];
    const minutes = (Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)) / 60;
    const fix =
      longestOn(job) > minutes ? `Set \`timeout-minutes: ${Math.ceil(minutes) + 5}\`` : 'Use another runner';
    if (minutes >= most)
      return `GitHub ends the job \`${name}\` after ${most} minutes, before the action can report its \`timeout\` of ${timeout}. ${fix}.`;
  }
  return undefined;
}
