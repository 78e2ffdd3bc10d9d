import { REASON_CODES } from '../../src/model/reason-codes.ts';
import { RESULTS } from '../../src/model/request-result.ts';
import { isObject } from '../github/payloads.ts';
import { grants } from '../workflow/context.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import type { Job, Workflow, WorkflowStep } from '../workflow/file.ts';
import { longestOn } from '../workflow/job.ts';
import type { Play } from '../workflow/run.ts';
import { nameOf, ourAction, outputsOf } from '../workflow/step.ts';
import type { CausedEvent } from './workflow-event.ts';
import { type Names, type OwnStep, valuesOf } from './workflow-names.ts';
import { createsToken, environmentsIn, repositoriesIn } from './workflow-settings.ts';
import { SERVICE } from './world.ts';

/** What went wrong in a run, what it handed on, what no play decides, and what is left to do. */

type Line = readonly [applies: boolean, line: string];

const applying = (...lines: readonly Line[]) => lines.flatMap(([applies, line]) => (applies ? [line] : []));

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
  if (started.length === 0)
    return `GitHub starts no job: the \`if:\` of each job is false.${whyFalse(played)}`;
  const failed = others.some(({ problem }) => problem !== undefined);
  if (steps.length > 0 || failed) return undefined;
  return `No step with this action runs for this event.${whyFalse(played)}`;
}

type Table = readonly (readonly [words: RegExp, sentence: string])[];

/** The sentences of the rows whose words a text has, with the parts that they capture, like `$1`. */
const told = (table: Table, text: string) =>
  table.flatMap(([words, sentence]) => {
    const found = words.exec(text);
    return found ? sentence.replaceAll(/\$(\d)/g, (_all, part) => found[part] ?? '') : [];
  });

/** Why a condition is false, by its words, and what to play. */
const WHY: Table = [
  [
    /pull_request\.labels\.\*\.name, '([^']+)'\)` → false/,
    ' The pull request has no label `$1`. Add `--event "pull_request=$1"`.',
  ],
  [/\.labels\.\*\.name, '([^']+)'\)` → false/, ' For the label, add `--event "label=$1"` before.'],
  [/\b(?:actor|login) == '([^']+)'` → false/, ' It needs $1: add `--as "$1"`.'],
  [
    /author_association/,
    ' With `--as`, `write` is `MEMBER`, `collaborator` is `COLLABORATOR`, and `stranger` is `NONE`.',
  ],
  [/startsWith\([\w.]*\bbody, '([^']+)'\)` → false/, ' The text has to begin with `$1`.'],
  [/`(?!always)([^`]+)` → (?:false|null|"")/, ' `$1` is false.'],
];

const whyFalse = ({ unmet }: Play) => told(WHY, unmet.join('\n'))[0] ?? '';

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
  const merges = /\bgh pr merge\b|auto-?merge/i.test(JSON.stringify(workflow.jobs));
  return [
    ...applying(
      [isPart, 'what these steps do, and whether they succeed'],
      [merges, 'whether and when GitHub merges a pull request'],
    ),
    ...environmentsIn(workflow).map(
      (name) =>
        `whether the environment \`${name}\` allows the branch or tag, or waits for a time or a reviewer`,
    ),
  ];
}

/** GitHub runs the workflow file of the pull request's branch for these. */
const OF_BRANCHES = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/** What the author of a workflow still has to do. */
export function adviceFor(workflow: Workflow, names: Names): string[] {
  const { on } = workflow;
  const { own } = names;
  const [branch] = OF_BRANCHES.filter((one) => one in on);
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
  const lines: readonly Line[] = [
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
  ];
  return [...own.flatMap(timeAdvice), ...applying(...lines)];
}

/**
 * GitHub ends a job, and the token of an app, without the action's report. The sandbox doesn't.
 *
 * @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
 */
function timeAdvice(own: OwnStep): string[] {
  const { name, job, step, inputs } = own;
  const { timeout = '', wait } = inputs;
  const [, count, unit = ''] = /^(\d+)\s*([smh])$/.exec(timeout) ?? [];
  const minutes = (Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)) / 60;
  if (wait === 'false' || !(minutes > 0)) return [];
  const most = Math.min(...[job, step].map((one) => Number(one['timeout-minutes'] ?? 360)), longestOn(job));
  const fix =
    longestOn(job) > minutes ? `Set \`timeout-minutes: ${Math.ceil(minutes) + 5}\`` : 'Use another runner';
  return applying(
    [
      minutes >= most,
      `GitHub ends the job \`${name}\` after ${most} minutes, before the action can report its \`timeout\` of ${timeout}. ${fix}.`,
    ],
    [
      appOf(own) !== undefined && minutes >= 60,
      `The token of the app in the job \`${name}\` expires after an hour, before the \`timeout\` of ${timeout}. Set \`timeout: 50m\`.`,
    ],
  );
}

/** Outputs that a step has before the job's end. */
const EARLY = ['jobId', 'status', 'result', 'reason', 'reasonCode', 'commentUrl', 'job', 'branch'];

/** What is wrong in a line of `linesOf`, and what to write. */
const WRONG: Table = [
  [
    /^on\.workflow_run\.workflows(?:\.\d+)?: (.*\.ya?ml)$/,
    '`workflows` under `workflow_run` has names, the `name:` of a file, not `$1`.',
  ],
  [
    /^on\.\w+\.(branches|tags|paths)(?:\.\d+)?: (refs\/\w+\/(.*))$/,
    '`$1: $2` is never true: write the name alone, like `$3`.',
  ],
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
    /^[^:]* own\.with\.([\w-]+): (\$\{?[A-Z_]+\}?)$/,
    `\`$1: $2\` is a text, as no shell reads it. Write an expression, like \`\${{ secrets.NAME }}\`.`,
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
  if (typeof part !== 'object') return [`${place}: ${part}`];
  const own = ourAction((part ?? {}) as WorkflowStep) ? `${place} own` : place;
  const inner = Object.entries(part ?? {}).flatMap(([name, one]) => linesOf(one, `${own}.${name}`));
  return Array.isArray(part) ? [`${place}: ${JSON.stringify(part)}`, ...inner] : inner;
}

/** Mistakes that only the `action.yml` of the actions, their results and their permissions show. */
export function findingsIn(workflow: Workflow, { own }: Pick<Names, 'own'>): string[] {
  const lines = Object.entries(workflow).flatMap(([name, part]) => linesOf(part, name));
  const conditions = expressionsIn(workflow.jobs).map((one) => `=${one}`);
  const scripts = Object.entries(workflow.jobs).flatMap(([name, job]) =>
    (job.steps ?? []).flatMap((step) => scriptFindings(workflow, name, job, step)),
  );
  const releases = workflow.on['release'] !== undefined && workflow.on['release']?.types === undefined;
  const found = [
    ...[...lines, ...conditions].flatMap((line) => told(WRONG, line)),
    ...conditionFindings(workflow),
    ...own.flatMap((step) => [...outputFindings(step), ...inputFindings(step)]),
    ...scripts,
    ...applying([
      releases,
      '`on: release` without `types` starts a run for `created`, one for `published` and one for `released`: each pays. Add `types: [published]`.',
    ]),
  ];
  return [...new Set(found)];
}

/** The permissions that commands of \`gh\` need. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/\bgh pr (?:merge|update-branch)\b|\bgh release (?:create|edit|upload|delete)\b/, 'contents'],
  [
    /\bgh issue (?:comment|create|edit|close|reopen|lock|delete|pin)\b|\bgh label (?:create|edit|delete)\b/,
    'issues',
  ],
  [/\bgh pr (?:comment|create|edit|close|ready|review|lock)\b/, 'pull-requests'],
  [/\bgh workflow run\b/, 'actions'],
];

/** What a script with \`gh\` lacks. */
function scriptFindings(workflow: Workflow, name: string, job: Job, step: WorkflowStep): string[] {
  const { run = '' } = step;
  const env = JSON.stringify({ ...workflow.env, ...job.env, ...step.env });
  const given = job.permissions ?? workflow.permissions;
  const isToken = /github\.token|secrets\.GITHUB_TOKEN/.test(env + run);
  const [command] = /\bgh (?:pr|issue|label|release|run|workflow|api) [\w-]+/.exec(run) ?? [];
  if (command === undefined) return [];
  const isPlaced = /--repo\b|-R\b|GH_REPO|https:|\bgh api\b|(?:url|link)\b/i.test(env + run);
  const isCheckedOut =
    job.steps?.some(({ uses = '' }) => /\bcheckout@/.test(uses)) || /\bgit (?:clone|init)\b/.test(run);
  return applying(
    [
      !/GH_TOKEN|GITHUB_TOKEN|gh auth/.test(env + run),
      `\`${command}\` in the job \`${name}\` needs \`env: { GH_TOKEN: \${{ github.token }} }\`.`,
    ],
    [
      !isPlaced && !isCheckedOut,
      `\`${command}\` in the job \`${name}\` knows no repository. Add \`--repo "$GITHUB_REPOSITORY"\`, or check it out.`,
    ],
    ...COMMANDS.map(([words, kind]): Line => {
      const [used] = words.exec(run) ?? [];
      const isGiven = grants(given)[kind.replace('-', '_')] === 'write';
      const isKnown = isToken && (given !== undefined || kind === 'contents');
      const line = `\`${used}\` in the job \`${name}\` needs \`${kind}: write\`.`;
      return [used !== undefined && !isGiven && isKnown, line];
    }),
  );
}

/** Comparisons that are never true for the events of the file. */
function conditionFindings({ on, jobs }: Workflow): string[] {
  const text = expressionsIn(jobs).join('\n');
  const compared = text.matchAll(
    /\bgithub\.event\.([\w.]+)\s*[!=]=\s*'[^']|[^']'\s*[!=]=\s*github\.event\.([\w.]+)/g,
  );
  const objects = [...compared].flatMap(([, field = '', other = field]) =>
    isObject(Object.keys(on), other) ? [other] : [],
  );
  const pulls = ['pull_request', 'pull_request_target'].filter((name) => name in on);
  const isClosed = pulls.some((name) => [on[name]?.types ?? []].flat().includes('closed'));
  return [
    ...objects.map(
      (field) =>
        `\`github.event.${field}\` is an object, which equals no text. Compare a part of it, like its \`name\` or \`login\`.`,
    ),
    ...applying([
      pulls.length > 0 &&
        !isClosed &&
        /(?<!!\s*)\bpull_request\.merged\b(?!_|\s*(?:!=|==\s*false))/.test(text),
      `A merge is the type \`closed\`, which \`on: ${pulls[0]}\` leaves out. Add \`types: [closed]\`.`,
    ]),
  ];
}

/** The step that creates the token of an app for an own step. */
function appOf({ job, step }: OwnStep): WorkflowStep | undefined {
  const tokens = `${step.with?.['github-token']} ${step.with?.['pr-token']}`;
  return job.steps?.find((one) => createsToken(one) && tokens.includes(`steps.${one.id}.outputs.token`));
}

/** The variables that stand for inputs. */
const REQUIRED = { 'api-key': /API_?KEY/i, 'project-id': /PROJECT/i, 'base-url': /(?:BASE|API)_?URL/i };

/** An input that stands under `env:`, and a token of an app for other repositories than that of the documentation. */
function inputFindings(own: OwnStep): string[] {
  const { with: given = {}, env } = own.step;
  const variables = Object.keys({ ...own.job.env, ...env });
  const inEnv = Object.entries(REQUIRED).flatMap(([name, words]) =>
    !(name in given) && variables.some((one) => words.test(one)) ? [name] : [],
  );
  const { 'pr-repository': documentation = '' } = own.inputs;
  const { owner, ...inputs } = appOf(own)?.with ?? {};
  const list = repositoriesIn(inputs);
  const isKnown =
    documentation !== '' && list.length > 0 && !`${documentation}${list}${owner}`.includes('${{');
  return [
    ...inEnv.map((name) => `The action doesn't read \`env:\`. Put \`${name}\` under \`with:\`.`),
    ...applying([
      isKnown && !list.some((name) => documentation.endsWith(`/${name}`)),
      `The app's token reaches ${list.join(', ')}, and \`pr-repository\` is ${documentation}: correct one of the two.`,
    ]),
  ];
}

const VALUES: Readonly<Record<string, object>> = { result: RESULTS, reasonCode: REASON_CODES };

/** Outputs of an own step that don't exist, that its inputs leave empty, or that never have a value. */
function outputFindings({ job, step, file, inputs }: OwnStep): string[] {
  const isMain = file === 'action.yml';
  const isEarly = inputs['wait'] === 'false' && isMain && !inputs['job-id'];
  const read = expressionsIn(job)
    .join('\n')
    .matchAll(
      new RegExp(
        `steps\\.${step.id}\\.outputs(?:\\.([\\w-]+)|\\['([^']+)'\\])(?:\\s*[!=]=\\s*'([^']+)')?`,
        'g',
      ),
    );
  return [...read].flatMap(([, plain, quoted, word]) => {
    const name = plain ?? quoted ?? '';
    const isKnown = word === undefined || word in (VALUES[name] ?? { [word]: true });
    if (!outputsOf(file).includes(name)) return [`The action has no output \`${name}\`, so it is empty.`];
    return applying(
      [isMain && !isKnown, `\`${name}\` is never \`${word}\`: docs/reference.md lists its values.`],
      [isEarly && !EARLY.includes(name), `With \`wait: false\`, the output \`${name}\` is empty.`],
      [
        name === 'outsideFiles' && !inputs['pr-paths'],
        'Without `pr-paths`, the output `outsideFiles` is empty.',
      ],
    );
  });
}
