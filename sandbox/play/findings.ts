import { REASON_CODES } from '../../src/model/reason-codes.ts';
import { RESULTS } from '../../src/model/request-result.ts';
import { isObject } from '../github/payloads.ts';
import { grants } from '../workflow/context.ts';
import { expressionsIn } from '../workflow/expressions.ts';
import { type Job, stepsOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';
import { longestOn } from '../workflow/job.ts';
import type { Play } from '../workflow/run.ts';
import { nameOf, outputsOf } from '../workflow/step.ts';
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

/** Why a condition is false, by its words, and what to play. */
const WHY: readonly (readonly [RegExp, string])[] = [
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

function whyFalse({ unmet }: Play): string {
  const text = unmet.join('\n');
  const [found] = WHY.flatMap(([words, line]) => {
    const [match] = words.exec(text) ?? [];
    return match === undefined ? [] : match.replace(words, line);
  });
  return found ?? '';
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

/** What the author of a workflow still has to do. `published` is what `--public` names. */
export function adviceFor(workflow: Workflow, names: Names, published: readonly string[] = []): string[] {
  const { on } = workflow;
  const { own, repository, documentation } = names;
  const [branch] = OF_BRANCHES.filter((one) => one in on);
  const isOpen = own.some(
    ({ job, step }) => job.environment === undefined && /\bsecrets\b/.test(String(step.with?.['api-key'])),
  );
  const collects = own.some(({ file, inputs }) => file.startsWith('collect/') || inputs['job-id']);
  const called = on['workflow_call'];
  const host = valuesOf(names, 'base-url').find((value) => /^https:/i.test(value) && value !== SERVICE);
  const isPublic = published.includes('code');
  const cancels = [workflow, ...own.map(({ job }) => job)].some(
    ({ concurrency }) =>
      typeof concurrency === 'object' && `${concurrency['cancel-in-progress'] ?? false}` !== 'false',
  );
  const naming = valuesOf(names, 'pr-labels').some((labels) => labels.includes(repository));
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
      isPublic && own.some(({ file }) => file.startsWith('visitors/')),
      'The repository is public, so everyone can read the export of visitors in the summary, and in artifacts.',
    ],
    [
      !isPublic && published.includes('docs') && documentation !== repository && naming,
      `A label names the private repository ${repository}, and everyone can read it in ${documentation}. Set another one in \`pr-labels\`.`,
    ],
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

/** Mistakes that only the `action.yml` of the actions, their results and their permissions show. */
export function findingsIn(workflow: Workflow, { own }: Pick<Names, 'own'>): string[] {
  const scripts = Object.entries(workflow.jobs).flatMap(([name, job]) =>
    (job.steps ?? []).flatMap((step) => scriptFindings(workflow, name, job, step)),
  );
  const keys = stepsOf(workflow).map((step) => (createsToken(step) ? `${step.with?.['private-key']}` : ''));
  const releases = workflow.on['release'] !== undefined && workflow.on['release']?.types === undefined;
  const files = [workflow.on['workflow_run']?.workflows ?? []].flat().filter((name) => /\.ya?ml$/.test(name));
  return [
    ...filterFindings(workflow),
    ...conditionFindings(workflow),
    ...files.map(
      (name) => `\`workflows\` under \`workflow_run\` has names, the \`name:\` of a file, not \`${name}\`.`,
    ),
    ...own.flatMap((step) => [...outputFindings(step), ...tokenFindings(step)]),
    ...new Set([...scripts, ...textFindings(workflow)]),
    ...applying(
      [
        keys.some((one) => /\bvars\./.test(one)),
        'Everyone who can read the repository can read `private-key`. Store it as a secret.',
      ],
      [
        releases,
        '`on: release` without `types` starts a run for `created`, one for `published` and one for `released`: each pays. Add `types: [published]`.',
      ],
    ),
  ];
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
  const lacking = COMMANDS.filter(
    ([words, kind]) => words.test(run) && grants(given)[kind.replace('-', '_')] !== 'write',
  );
  return applying(
    [
      !/GH_TOKEN|GITHUB_TOKEN|gh auth/.test(env + run),
      `\`${command}\` in the job \`${name}\` needs \`env: { GH_TOKEN: \${{ github.token }} }\`.`,
    ],
    [
      !isPlaced && !isCheckedOut,
      `\`${command}\` in the job \`${name}\` knows no repository. Add \`--repo "$GITHUB_REPOSITORY"\`, or check it out.`,
    ],
    ...lacking.map(([words, kind]): Line => {
      const [used = ''] = words.exec(run) ?? [];
      return [
        isToken && (given !== undefined || kind === 'contents'),
        `\`${used}\` in the job \`${name}\` needs \`${kind}: write\`.`,
      ];
    }),
  );
}

/** Texts that should be expressions. */
function textFindings({ jobs, env, concurrency }: Workflow): string[] {
  const parts: readonly object[] = Object.values(jobs).flatMap((job) => [job, ...(job.steps ?? [])]);
  const values = [{ env, concurrency }, ...parts].flatMap((part: object) =>
    ['with', 'env', 'outputs', 'secrets', 'concurrency'].flatMap((key) =>
      Object.entries(((part as Readonly<Record<string, unknown>>)[key] ?? {}) as object),
    ),
  );
  return values.flatMap(([name, value]) => {
    const [, one] =
      /^\s*((?:steps|needs|secrets|vars|inputs|env|matrix|github(?!\.(?:com|io)\b))\.[\w.*-]+)\s*$/.exec(
        `${value}`,
      ) ?? [];
    const [single] =
      /\$\{ *(?:secrets|vars|steps|needs|inputs|env|matrix|github)\.[^}]*\}/.exec(`${value}`) ?? [];
    const isScript = name === 'script';
    return applying(
      [one !== undefined, `\`${name}: ${one}\` is a text. Its value is \`\${{ ${one} }}\`.`],
      [
        single !== undefined && !isScript,
        `\`${name}: ${single}\` is a text. An expression has two braces: \`\${${single?.slice(1)}}\`.`,
      ],
    );
  });
}

/** Filters of events that leave out everything. */
function filterFindings({ on }: Workflow): string[] {
  const filters = Object.values(on).flatMap((trigger) =>
    (['branches', 'tags', 'paths'] as const).map((name) => [name, [trigger?.[name] ?? []].flat()] as const),
  );
  return filters.flatMap(([name, patterns]) => {
    const ref = patterns.find((one) => one.startsWith('refs/'));
    const folder = patterns.find((one) => /^(?:[\w.-]+\/)*(?:[a-z][\w-]*(?<!file)\/?|[\w.-]+\/)$/.test(one));
    const rooted = patterns.find((one) => /^!?\.?\//.test(one));
    const only = patterns.length > 0 && name !== 'tags' && patterns.every((one) => one.startsWith('!'));
    return applying(
      [
        ref !== undefined,
        `\`${name}: ${ref}\` is never true: write the name alone, like \`${ref?.replace(/^refs\/\w+\//, '')}\`.`,
      ],
      [
        name === 'paths' && folder !== undefined,
        `\`paths: ${folder}\` is no file. Write \`${folder?.replace(/\/$/, '')}/**\` for a folder.`,
      ],
      [rooted !== undefined, `\`${name}: ${rooted}\` is never true. Names begin without \`/\` or \`./\`.`],
      [
        only,
        `\`${name}\` has only patterns with \`!\`, so nothing is left. Begin with one without, like \`**\`.`,
      ],
    );
  });
}

const ENDS = "(?!success'|failure'|cancelled'|skipped')";
/** Comparisons that are never true. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/github\.ref\s*==\s*'(?!refs\/)/, '`github.ref` begins with `refs/heads/`. Compare `github.ref_name`.'],
  [
    new RegExp(`(?:needs\\.[\\w-]+\\.result|steps\\.[\\w-]+\\.(?:outcome|conclusion))\\s*==\\s*'${ENDS}`),
    'The result of a job or step is `success`, `failure`, `cancelled` or `skipped`. That of the action is its output `result`.',
  ],
  [/\boutside\w*\s*==\s*''/i, '`outsideFiles` is `[]` if all files are allowed. Compare it with that.'],
];

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
    ...NEVER.flatMap(([wrong, line]) => (wrong.test(text) ? [line] : [])),
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
const REQUIRED: Readonly<Record<string, RegExp>> = {
  'api-key': /API_?KEY/i,
  'project-id': /PROJECT/i,
  'base-url': /(?:BASE|API)_?URL/i,
};

/** A key that everyone can read, and a token of an app for other repositories than that of the documentation. */
function tokenFindings(own: OwnStep): string[] {
  const { uses = '', with: given = {}, env = {} } = own.step;
  const open = ['api-key', 'thread-secret'].filter((name) =>
    /^[^$]+$|\bvars\./.test(String(given[name] ?? '')),
  );
  const ofShell = Object.keys(given).filter((name) => /^\$\{?[A-Z_]+\}?$/.test(String(given[name])));
  const [, version] = /@(latest|v(?!1(?:\.|$))\d.*)$/.exec(uses) ?? [];
  const misplaced = ['api-key', 'project-id', 'base-url'].filter(
    (name) => !(name in given) && name in REQUIRED,
  );
  const variables = { ...own.job.env, ...env };
  const inEnv = misplaced.filter((name) => Object.keys(variables).some((one) => REQUIRED[name]?.test(one)));
  const { 'pr-repository': documentation = '' } = own.inputs;
  const inputs = appOf(own)?.with ?? {};
  const list = repositoriesIn(inputs);
  const isKnown =
    documentation !== '' && list.length > 0 && !`${documentation}${list}${inputs['owner']}`.includes('${{');
  const isOther = isKnown && !list.some((name) => documentation.endsWith(`/${name}`));
  const reach = `The app's token reaches ${list.join(', ')}, and \`pr-repository\` is ${documentation}: correct one of the two.`;
  return [
    ...open.map((name) => `Everyone who can read the repository can read \`${name}\`. Store it as a secret.`),
    ...ofShell.map(
      (name) =>
        `\`${name}: ${given[name]}\` is a text, as no shell reads it. Write an expression, like \`\${{ secrets.NAME }}\`.`,
    ),
    ...inEnv.map((name) => `The action doesn't read \`env:\`. Put \`${name}\` under \`with:\`.`),
    ...applying(
      [isOther, reach],
      [version !== undefined, `The action has no version \`${version}\`. Use \`@v1\`.`],
    ),
  ];
}

/** Outputs of an own step that don't exist, or that its inputs leave empty. */
function outputFindings({ job, step, file, inputs }: OwnStep): string[] {
  if (step.id === undefined) return [];
  const text = expressionsIn(job).join('\n');
  const place = `steps\\.${step.id}\\.outputs`;
  const read = [...text.matchAll(new RegExp(`${place}(?:\\.([\\w-]+)|\\['([^']+)'\\])`, 'g'))];
  const compared = text.matchAll(new RegExp(`${place}\\.(result|reasonCode)\\s*[!=]=\\s*'([^']+)'`, 'g'));
  const wrong = [...compared].flatMap(([, kind = '', word = '']) => {
    const isKnown = word in (kind === 'result' ? RESULTS : REASON_CODES);
    const line = `\`${kind}\` is never \`${word}\`: docs/reference.md lists its values.`;
    return applying([file === 'action.yml' && !isKnown, line]);
  });
  const known = outputsOf(file);
  const isEarly = inputs['wait'] === 'false' && file === 'action.yml' && !inputs['job-id'];
  const outputs = [...new Set(read.map(([, plain, quoted]) => plain ?? quoted ?? ''))].flatMap((name) => {
    if (!known.includes(name)) return [`The action has no output \`${name}\`, so it is empty.`];
    if (isEarly && !EARLY.includes(name)) return [`With \`wait: false\`, the output \`${name}\` is empty.`];
    const isUnchecked = name === 'outsideFiles' && !inputs['pr-paths'];
    return isUnchecked ? ['Without `pr-paths`, the output `outsideFiles` is empty.'] : [];
  });
  return [...wrong, ...outputs];
}
