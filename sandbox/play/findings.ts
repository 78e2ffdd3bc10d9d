import { REASON_CODES } from '../../src/model/reason-codes.ts';
import { RESULTS } from '../../src/model/request-result.ts';
import { isEvent, isObject } from '../github/payloads.ts';
import { grants } from '../workflow/context.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import type { Job, Workflow, WorkflowStep } from '../workflow/file.ts';
import type { Play } from '../workflow/run.ts';
import { nameOf, ourAction, outputsOf } from '../workflow/step.ts';
import type { CausedEvent } from './workflow-event.ts';
import { type Names, type OwnStep, valuesOf } from './workflow-names.ts';
import { environmentsIn } from './workflow-settings.ts';
import { SERVICE } from './world.ts';

/** What went wrong in a run, what it handed on, what no play decides, and what is left to do. */

const applying = (...lines: readonly (readonly [applies: boolean, line: string])[]) =>
  lines.flatMap(([applies, line]) => (applies ? [line] : []));

/** The refusals of GitHub, the warnings and errors of the actions, and the failures of other steps. */
export function hintsFor({ refusals, steps, others }: Play): string[] {
  const annotations = steps.flatMap(({ result }) => result.annotations);
  return [
    ...refusals,
    ...annotations.flatMap(({ level, message }) =>
      // The log has the list of valid inputs.
      level === 'notice' ? [] : [message.replace(/, valid inputs are \[.*$/s, '')],
    ),
    ...others.flatMap(({ step, problem }) =>
      problem === undefined ? [] : [`The step \`${nameOf(step)}\` fails: ${problem}`],
    ),
  ];
}

/** Why an event reached no step with one of the actions, which can be right. `unmet` of the play has the values. */
export function noteFor(
  { on, jobs }: Workflow,
  { event, called }: CausedEvent,
  { results, started, steps, others, refusals }: Play,
): string | undefined {
  const { action, sender } = event.payload as { action?: string; sender?: { login: string } };
  const name = called ? 'workflow_call' : event.name;
  if (Object.keys(results).length === 0) {
    const happened = action === undefined ? name : `${name} (${action})`;
    const byToken = name in on && sender?.login === 'github-actions[bot]';
    return `GitHub starts no run for ${happened}: ${byToken ? 'a `GITHUB_TOKEN` caused it.' : whyNoRun(on, name)}`;
  }
  if (refusals.length > 0 || Object.values(results).includes('cancelled')) return undefined;
  const isOfWhom = JSON.stringify(jobs).includes('author_association');
  if (started.length === 0)
    return `GitHub starts no job: the \`if:\` of each job is false.${isOfWhom ? ' With `--as`, `write` is `MEMBER`, `collaborator` is `COLLABORATOR`, and `stranger` is `NONE`.' : ''}`;
  const failed = others.some(({ problem }) => problem !== undefined);
  return steps.length > 0 || failed ? undefined : 'No step with this action runs for this event.';
}

function whyNoRun(on: Workflow['on'], name: string): string {
  const filters = Object.keys(on[name] ?? {}).map((filter) => `\`${filter}\``);
  if (filters.length > 0) return `check ${filters.join(', ')} under \`on: ${name}\`.`;
  return `the workflow's \`on:\` has ${Object.keys(on).join(', ')}.`;
}

/** The steps that aren't run, with the values that they get. `outputs` are those that the play makes up for them. */
export function handedOn({ others }: Play, outputs: Readonly<Record<string, object>>): string[] {
  return others.flatMap(({ job, step, with: inputs, env, problem }) => {
    if (problem !== undefined) return [];
    const { id = '', uses = '', if: condition } = step;
    const values = Object.entries({ ...inputs, ...env }).map(([key, value]) => `${key}=${shortened(value)}`);
    const made = [id, ...(uses.startsWith('actions/') ? [] : ['env'])].flatMap((place) =>
      Object.entries(outputs[place] ?? {}).map(([output, value]) => `--output ${place}.${output}=${value}`),
    );
    const parts = [
      `${job}: \`${nameOf(step)}\``,
      condition === undefined ? '' : `\`if: ${String(condition).trim()}\` → true`,
      values.join(', '),
      made.length === 0 ? '' : `made up: \`${made.join(' ')}\``,
      /\.ya?ml(?:@|$)/.test(uses) ? 'play that file with `--event workflow_call`' : '',
    ];
    return [parts.filter(Boolean).join('; ')];
  });
}

const shortened = (value: string) => {
  const line = JSON.stringify(value).replaceAll(/\b(?:gh[ps]|github_pat|mint)_\w+/g, '***');
  return line.length > 80 ? `${line.slice(0, 78)}…"` : line;
};

/** What no play can know. */
export function undecided(workflow: Workflow, plays: readonly Play[]): string[] {
  const isPart = plays.some(({ others }) => others.some(({ problem }) => problem === undefined));
  return [
    ...applying(
      [isPart, 'what these steps do, and whether they succeed'],
      [
        'pull_request_target' in workflow.on,
        'whether `pull_request_target` can start it in a public repository: the default policy of GitHub forbids it',
      ],
    ),
    ...environmentsIn(workflow).map(
      (name) =>
        `whether the environment \`${name}\` allows the branch or tag, or waits for a time or a reviewer${name === 'docs' ? '. With the rules of SECURITY.md, only the default branch can' : ''}`,
    ),
  ];
}

/** What the author of a workflow still has to do. */
export function adviceFor(workflow: Workflow, names: Names): string[] {
  const { on } = workflow;
  const { own } = names;
  // For these, GitHub runs the workflow file of the pull request's branch.
  const branch = Object.keys(on).find((name) => /^pull_request(?!_target)/.test(name));
  const isOpen = own.some(
    ({ job, step }) => job.environment === undefined && /\bsecrets\b/.test(String(step.with?.['api-key'])),
  );
  const collects = own.some(({ file, inputs }) => file.startsWith('collect/') || inputs['job-id']);
  const called = on['workflow_call'];
  const host = valuesOf(names, 'base-url').find((value) => /^https:/i.test(value) && value !== SERVICE);
  const cancels = [workflow, ...own.map(({ job }) => job)].some(
    ({ concurrency }) =>
      typeof concurrency === 'object' && `${concurrency['cancel-in-progress'] ?? false}` !== 'false',
  );
  const advice = applying(
    [
      branch !== undefined && isOpen,
      `\`${branch}\` runs the workflow file of the branch, so everyone who can push a branch can read the secrets: SECURITY.md, "Keep the key from branches".`,
    ],
    [
      valuesOf(names, 'wait').includes('false') && !collects,
      'Nothing reports the results of requests with `wait: false`: add a workflow with the collect action, as in docs/collect.md.',
    ],
    [
      called !== undefined && Object.keys(called?.secrets ?? {}).length === 0,
      'The workflow that calls this one has to pass the secrets with `secrets: inherit`, and needs the permissions of the jobs here itself.',
    ],
    [
      cancels,
      '`cancel-in-progress` cancels a running request at the next event, and its job goes on unseen. Set `queue: max` instead.',
    ],
    [host !== undefined, `The sandbox's service replaced ${host}. Check that host yourself.`],
    [
      own.some(({ step }) => step.uses?.startsWith('OWNER/REPO')),
      'Replace `OWNER/REPO` with the repository of this action.',
    ],
  );
  return [...own.flatMap(timeAdvice), ...advice];
}

/** GitHub ends a job without the action's report. */
function timeAdvice({ name, job, step, inputs: { timeout = '', wait } }: OwnStep): string[] {
  const [, count, unit = ''] = /^(\d+)\s*([smh])$/.exec(timeout) ?? [];
  const minutes = (Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)) / 60;
  const most = Math.min(...[job, step].map((one) => Number(one['timeout-minutes'] ?? 360)));
  return applying([
    wait !== 'false' && minutes >= most,
    `GitHub ends the job \`${name}\` after ${most} minutes, before the action can report its \`timeout\` of ${timeout}. Set \`timeout-minutes: ${Math.ceil(minutes) + 5}\`.`,
  ]);
}

type Table = readonly (readonly [words: RegExp, sentence: string])[];

/** What is wrong in a line of `linesOf`, and what to write, with the parts that the words capture. */
const WRONG: Table = [
  [
    /^on\.workflow_run\.workflows(?:\.\d+)?: (.*\.ya?ml)$/,
    '`workflows` under `workflow_run` has names, the `name:` of a file, not `$1`.',
  ],
  [
    /^on\.\w+\.(branches|tags|paths)(?:\.\d+)?: ((?:refs\/\w+|\.)?\/(.*))$/,
    '`$1: $2` is never true: write `$3`.',
  ],
  [/^on\.\w+\.(branches|tags|paths|types): ([^[]*, ?.*)$/, '`$1: $2` is one text. Write a list: `$1: [$2]`.'],
  [
    /^on\.\w+\.paths(?:\.\d+)?: ((?:[\w.-]+\/)*(?:[a-z][\w-]*(?<!file)|[\w.-]+(?=\/)))\/?$/,
    '`paths: $1` is no file. Write `$1/**` for a folder.',
  ],
  [
    /^on\.\w+\.(branches|paths): \["!(?!.*","[^!])/,
    '`$1` has only patterns with `!`, so nothing is left. Begin with one without, like `**`.',
  ],
  [
    /^(?:[^:]*\.)?(?:with|env|outputs|secrets|concurrency)\.([\w-]+): \s*((?:steps|needs|secrets|vars|inputs|env|matrix|github(?!\.(?:com|io)\b))\.[\w.*-]+)\s*$/,
    `\`$1: $2\` is a text. Its value is \`\${{ $2 }}\`.`,
  ],
  [
    /^(?:[^:]*\.)?(?:with|env|outputs|secrets|concurrency)\.((?!script:)[\w-]+): .*?\$\{( *(?:secrets|vars|steps|needs|inputs|env|matrix|github)\.[^}]*)\}/s,
    `\`$1: \${$2}\` is a text. An expression has two braces: \`\${{$2}}\`.`,
  ],
  [
    /^[^:]* own\.with\.(api-key|thread-secret): (?:[^$]+$|.*\bvars\.)|^[^:]*\.with\.(private-key): .*\bvars\./,
    'Everyone who can read the repository can read `$1$2`. Store it as a secret.',
  ],
  [
    /^[^:]*(?: own\.with\.|\.env\.(?=\w*(?:TOKEN|KEY|SECRET)))([\w-]+): (\$\{?[A-Z_]+\}?)$/,
    `\`$1: $2\` is a text, as no shell reads it. Write an expression, like \`\${{ secrets.NAME }}\`.`,
  ],
  [
    /^[^:]*\.uses: (?:OWNER\/REPO|[^/]+\/docs-agent-action)\/(?!(?:collect|release-check|visitors)@)([^@]*)/,
    'The action has no part `$1`, only `collect`, `release-check` and `visitors`.',
  ],
  [
    /^on\.release: null$/,
    '`on: release` without `types` starts a run for `created`, one for `published` and one for `released`: each pays. Add `types: [published]`.',
  ],
  [
    /^[^:]* own\.env\.(?!\w*proxy)([\w-]+): .*\bsecrets\./i,
    'The action reads no variable `$1`. Set its input under `with:`.',
  ],
  [/^[^:]* own\.uses: .*@(latest|v(?!1(?:\.|$))\d.*)$/, 'The action has no version `$1`. Use `@v1`.'],
  [
    /^=.*github\.ref\s*==\s*'(?!refs\/)/s,
    '`github.ref` begins with `refs/heads/`. Compare `github.ref_name`.',
  ],
  [
    /^=.*(?:needs\.[\w-]+\.result|steps\.[\w-]+\.(?:outcome|conclusion))\s*==\s*'(?!(?:success|failure|cancelled|skipped)')/s,
    'The result of a job or step is `success`, `failure`, `cancelled` or `skipped`. That of the action is its output `result`.',
  ],
  [/^=.*\boutside\w*\s*==\s*''/is, '`outsideFiles` is `[]` if all files are allowed. Compare it with that.'],
];

/** Each value with its place, like `jobs.docs.steps.0 own.with.prompt: Shorter`. `own` is a step with one of the actions. */
function linesOf(part: unknown, place: string): string[] {
  if (typeof part !== 'object' || part === null) return [`${place}: ${part}`];
  const own = ourAction(part as WorkflowStep) ? `${place} own` : place;
  const inner = Object.entries(part).flatMap(([name, one]) => linesOf(one, `${own}.${name}`));
  return Array.isArray(part) ? [`${place}: ${JSON.stringify(part)}`, ...inner] : inner;
}

/** Mistakes that only the `action.yml` of the actions, their results and their permissions show. */
export function findingsIn(workflow: Workflow, { own }: Pick<Names, 'own'>): string[] {
  const lines = Object.entries(workflow).flatMap(([name, part]) => linesOf(part, name));
  const conditions = expressionsIn(workflow.jobs).map((one) => `=${one}`);
  const scripts = Object.entries(workflow.jobs).flatMap(([name, job]) =>
    (job.steps ?? []).flatMap((step) => scriptFindings(workflow, name, job, step)),
  );
  const found = [
    ...[...lines, ...conditions].flatMap(wrongIn),
    ...own.flatMap(outputFindings),
    ...scripts,
    ...conditionFindings(workflow),
  ];
  return [...new Set(found)];
}

function wrongIn(line: string): string[] {
  return WRONG.flatMap(([words, sentence]) => {
    const found = words.exec(line);
    return found ? sentence.replaceAll(/\$(\d)/g, (_all, part) => found[part] ?? '') : [];
  });
}

/** The permissions that commands of \`gh\` need. */
const WRITES: Readonly<Record<string, string>> = {
  pr: 'pull-requests',
  issue: 'issues',
  label: 'issues',
  release: 'contents',
  workflow: 'actions',
};

/** What a script with \`gh\` lacks. */
function scriptFindings(workflow: Workflow, name: string, job: Job, step: WorkflowStep): string[] {
  const { run = '' } = step;
  const text = JSON.stringify({ ...workflow.env, ...job.env, ...step.env }) + run;
  const given = job.permissions ?? workflow.permissions;
  const [command] = /\bgh (?:pr|issue|label|release|run|workflow|api) [\w-]+/.exec(run) ?? [];
  if (command === undefined) return [];
  const isPlaced = /--repo\b|-R\b|GH_REPO|https:|\bgh api\b|(?:url|link)\b|\bgit (?:clone|init)\b/i.test(
    text,
  );
  const isCheckedOut = job.steps?.some(({ uses = '' }) => /\bcheckout@/.test(uses));
  const writing = run.matchAll(
    /\bgh (pr|issue|label|release|workflow) (?!list|view|status|diff|checks|download)([\w-]+)/g,
  );
  const needs = [...writing].flatMap(([used, noun = '', verb = '']) => {
    const kind = /^(?:merge|update-branch)$/.test(verb) ? 'contents' : (WRITES[noun] ?? '');
    const isKnown = /github\.token|secrets\.GITHUB_TOKEN/.test(text) && (given || kind === 'contents');
    const isGiven = grants(given)[kind.replace('-', '_')] === 'write';
    return isKnown && !isGiven ? [`\`${used}\` in the job \`${name}\` needs \`${kind}: write\`.`] : [];
  });
  return [
    ...applying(
      [
        !/GH_TOKEN|GITHUB_TOKEN|gh auth/.test(text),
        `\`${command}\` in the job \`${name}\` needs \`env: { GH_TOKEN: \${{ github.token }} }\`.`,
      ],
      [
        !isPlaced && !isCheckedOut,
        `\`${command}\` in the job \`${name}\` knows no repository. Add \`--repo "$GITHUB_REPOSITORY"\`, or check it out.`,
      ],
    ),
    ...needs,
  ];
}

/** What is never true: an event that the file doesn't have, an object that equals a text, a merge without its type. */
function conditionFindings({ on, jobs }: Workflow): string[] {
  const text = expressionsIn(jobs).join('\n');
  const events = [...text.matchAll(/\bgithub\.event_name\s*==\s*'(\w+)'/g)].map(([, name = '']) => name);
  const unknown = events.filter((name) => !(name in on) && !isEvent(name));
  const fields = [...text.matchAll(/\bgithub\.event\.([\w.]+)\s*[!=]=\s*'[^']/g)].map(
    ([, field = '']) => field,
  );
  const objects = fields.filter((field) => isObject(Object.keys(on), field));
  const [pull] = ['pull_request', 'pull_request_target'].filter((name) => name in on);
  const isClosed = pull === undefined || [on[pull]?.types ?? []].flat().includes('closed');
  const isMerge = /(?<!!\s*)\bpull_request\.merged\b(?!_|\s*(?:!=|==\s*false))/.test(text);
  return [
    ...unknown.map((name) => `GitHub has no event \`${name}\`. \`on:\` has ${Object.keys(on).join(', ')}.`),
    ...objects.map(
      (field) => `\`github.event.${field}\` is an object, which equals no text. Compare a part of it.`,
    ),
    ...applying([isMerge && !isClosed, 'A merge is the type `closed`. Add `types: [closed]`.']),
  ];
}

const VALUES: Readonly<Record<string, object>> = { result: RESULTS, reasonCode: REASON_CODES };

/** Outputs of an own step that don't exist, or that never have a value. */
function outputFindings({ job, step, file }: OwnStep): string[] {
  const isMain = file === 'action.yml';
  const output = `steps\\.${step.id}\\.outputs(?:\\.([\\w-]+)|\\['([^']+)'\\])(?:\\s*[!=]=\\s*'([^']+)')?`;
  const read = expressionsIn(job).join('\n').matchAll(new RegExp(output, 'g'));
  return [...read].flatMap(([, plain, quoted, word]) => {
    const name = plain ?? quoted ?? '';
    const isKnown = word === undefined || word in (VALUES[name] ?? { [word]: true });
    if (!outputsOf(file).includes(name)) return [`The action has no output \`${name}\`, so it is empty.`];
    return applying([
      isMain && !isKnown,
      `\`${name}\` is never \`${word}\`: docs/reference.md lists its values.`,
    ]);
  });
}
