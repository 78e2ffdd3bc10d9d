import { REASON_CODES } from '../../src/reason-codes.ts';
import { RESULTS } from '../../src/request-result.ts';
import { grants } from '../workflow/context.ts';
import { type Job, stepsOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';
import { longestOn } from '../workflow/job.ts';
import type { Play } from '../workflow/run.ts';
import { defaultsOf, ourAction, outputsOf } from '../workflow/step.ts';
import type { CausedEvent } from './workflow-event.ts';
import { environmentOf } from './workflow-settings.ts';

/** What went wrong in a run, what it handed on, what no play decides, and what is left to do. */

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

/** The steps that aren't run, with the values that they get. `outputs` are those that the play makes up for them. */
export function handedOn({ others }: Play, outputs: Readonly<Record<string, object>>): string[] {
  return others.flatMap(({ job, id = '', name, uses, with: inputs, env, if: condition, problem }) => {
    if (problem !== undefined) return [];
    const isCall = uses === name && /\.ya?ml(?:@|$)/.test(name);
    const values = Object.entries({ ...inputs, ...env }).map(([key, value]) => `${key}=${shortened(value)}`);
    const made = Object.entries(outputs[id] ?? {}).map(([output, value]) => `${id}.${output}=${value}`);
    return [
      [
        `${job}: \`${name}\``,
        condition === undefined ? '' : `\`if: ${condition.trim()}\` → true`,
        values.join(', '),
        made.length === 0 ? '' : `made up: \`--output ${made.join(' --output ')}\``,
        isCall ? 'play that file with `--event workflow_call`' : '',
      ]
        .filter(Boolean)
        .join('; '),
    ];
  });
}

const shortened = (value: string) => {
  const line = JSON.stringify(value).replaceAll(/\b(?:gh[ps]|github_pat|mint)_\w+/g, '***');
  return line.length > 80 ? `${line.slice(0, 78)}…"` : line;
};

/** What no play can know. */
export function undecided({ jobs }: Workflow, plays: readonly Play[]): string[] {
  const isPart = plays.some(({ others }) => others.some(({ problem }) => problem === undefined));
  const text = JSON.stringify(jobs);
  return [
    ...(isPart ? ['what these steps do, and whether they succeed'] : []),
    ...(/\bgh pr merge\b|auto-?merge/i.test(text) ? ['whether and when GitHub merges a pull request'] : []),
    ...Object.values(jobs).flatMap((job) => {
      const name = environmentOf(job.environment);
      return name === undefined ? [] : [`whether the environment \`${name}\` waits for a time or a reviewer`];
    }),
  ];
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

/** Outputs that a step has before the job's end. */
const EARLY = ['jobId', 'status', 'result', 'reason', 'reasonCode', 'commentUrl', 'job', 'branch'];

/** Mistakes that only the `action.yml` of the actions, their results and their permissions show. */
export function findingsIn(workflow: Workflow): string[] {
  const { on, jobs } = workflow;
  const found = Object.entries(jobs).flatMap(([name, job]) => {
    const text = JSON.stringify(job);
    const needs = [...text.matchAll(/\bgh pr (?:merge|update-branch)\b/g)].map(([command]) => command);
    const may = grants(job.permissions ?? workflow.permissions)['contents'] === 'write';
    const isToken = /github\.token|secrets\.GITHUB_TOKEN/.test(text + JSON.stringify(workflow.env ?? {}));
    return [
      ...(job.steps ?? []).flatMap((step) => outputFindings(step, text)),
      ...[...new Set(may || !isToken ? [] : needs)].map(
        (command) => `\`${command}\` in the job \`${name}\` needs \`contents: write\`.`,
      ),
    ];
  });
  if ('release' in on && on['release']?.types === undefined)
    found.push(
      '`on: release` without `types` starts a run for `created`, one for `published` and one for `released`: each pays. Add `types: [published]`.',
    );
  return found;
}

/** Outputs of an own step that don't exist, or that are empty because it doesn't wait. */
function outputFindings(step: WorkflowStep, text: string): string[] {
  const file = ourAction(step);
  if (file === undefined || step.id === undefined) return [];
  const known = outputsOf(file);
  const read = [...text.matchAll(new RegExp(`steps\\.${step.id}\\.outputs\\.([\\w-]+)`, 'g'))];
  const compared = new RegExp(
    `steps\\.${step.id}\\.outputs\\.(result|reasonCode)\\s*[!=]=\\s*'([\\w-]+)'`,
    'g',
  );
  const isKnown = (kind: string, word: string) => word in (kind === 'result' ? RESULTS : REASON_CODES);
  const wrong = [...text.matchAll(compared)].flatMap(([, kind = '', word = '']) =>
    file !== 'action.yml' || isKnown(kind, word)
      ? []
      : [`\`${kind}\` is never \`${word}\`: docs/reference.md lists its values.`],
  );
  const isEarly = String(step.with?.['wait']) === 'false' && file === 'action.yml';
  const outputs = [...new Set(read.map(([, name = '']) => name))].flatMap((name) => {
    if (!known.includes(name)) return [`The action has no output \`${name}\`, so it is empty.`];
    return isEarly && !EARLY.includes(name) ? [`With \`wait: false\`, the output \`${name}\` is empty.`] : [];
  });
  return [...wrong, ...outputs];
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
