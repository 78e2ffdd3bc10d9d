/** The play confirms nothing that GitHub would refuse, and doubts nothing that is right: `npm start -- --workflow`. */
import { describe, expect, test } from '@jest/globals';
import { type PlayedWorkflow, playWorkflow, type WorkflowOptions } from '../../sandbox/play/workflow.ts';

const value = (name: string) => `\${{ ${name} }}`;

interface File {
  readonly on: string;
  readonly if?: string;
  readonly job?: string;
  /** The folder of the action. The main action has a prompt. */
  readonly uses?: string;
  readonly with?: readonly string[];
  readonly steps?: string;
  /** Whether its last step is a script. A play without the action is short. */
  readonly bare?: boolean;
}

/** A workflow with one job. Its last step uses the action with a prompt. */
function workflow({
  on,
  if: condition = 'true',
  job = '',
  with: inputs = [],
  steps = '',
  ...more
}: File): string {
  const { uses = '', bare: isBare = false } = more;
  return `
on: ${on}
permissions: {}
jobs:
  docs:
    if: ${condition}
    runs-on: ubuntu-latest
    timeout-minutes: 61
    permissions: { contents: read, issues: write, pull-requests: write, actions: read, checks: read }
    ${job}
    steps:
${steps}
      - ${isBare ? 'run: make' : action(inputs, uses)}`;
}

const action = (inputs: readonly string[], uses: string) => `uses: acme/docs-agent-action${uses}@v1
        with:
          base-url: ${value('vars.DOCS_API_URL')}
          api-key: ${value('secrets.DOCS_API_KEY')}
          project-id: ${value('vars.DOCS_PROJECT_ID')}
${uses === '' ? `          ${PROMPT}\n` : ''}${inputs.map((input) => `          ${input}\n`).join('')}`;

const PROMPT = 'prompt: Bring the pages up to date';
const FORM = '{ workflow_dispatch: }';
const block = (condition: string) => `|-\n      ${condition}`;
const on = (events: string, condition = 'true', more: Partial<File> = {}) =>
  workflow({ on: events, if: block(condition), ...more });
const bare = (events: string, condition = 'true', more: Partial<File> = {}) =>
  on(events, condition, { bare: true, ...more });
const form = (more: Partial<File> = {}) => workflow({ on: FORM, ...more });
/** A last step after the action, whose id is `docs`. */
const then = (step: string, more: Partial<File> = {}) =>
  `${form(more).replace('- uses: acme', '- id: docs\n        uses: acme')}      - ${step}\n`;

const play = (text: string, options: Partial<WorkflowOptions> = {}) =>
  playWorkflow({ workSeconds: 5, text, ...options });

/** What rows name, as lists. */
function seenIn({ runs, steps, figures, ...played }: PlayedWorkflow) {
  const { hints, advice, setup, undecided, handedOn, problems } = played;
  return {
    ...{ hints, advice, setup, undecided, handedOn, problems },
    ends: steps.map(({ result: { outputs } }) => outputs['reasonCode'] ?? outputs['result']),
    started: runs.map(({ play: { started } }) => started.length > 0),
    jobs: runs.map(({ play: { started } }) => started.join()),
    results: runs.flatMap(({ play: { results } }) => Object.values(results)),
    refusals: runs.flatMap(({ play: { refusals } }) => refusals),
    unmet: runs.map(({ play: { unmet } }) => unmet.join()),
    events: runs.map(({ description }) => description),
    notes: runs.map(({ note }) => note),
    paid: [figures.created],
    urls: steps.map(({ result: { outputs } }) => outputs['commentUrl']),
  };
}

/** The whole list, a line of it, or what its text contains. */
type Expected = readonly unknown[] | string | RegExp;
type Row = readonly [
  text: string,
  /** Without `hints`, nothing goes wrong. Or with which error the play ends. */
  expected: RegExp | Partial<Record<keyof ReturnType<typeof seenIn>, Expected>>,
  options?: Partial<WorkflowOptions>,
];

const caused = (...causes: string[]) => ({ events: causes.map((cause) => ({ cause })) });
const OF_PULL = ['pull-request-created'];
const merged = value('github.event.pull_request.merged');
const CLOSED = { events: [{ cause: 'pull_request', type: 'closed' }] };
const PULLS = '{ push: , pull_request: { types: [closed] } }';
const MERGED = [{ cause: 'push' }, { cause: 'pull_request', type: 'merged' }];
const SUBJECTS = {
  comment: 'issue_comment',
  issue: 'issues',
  review: 'pull_request_review',
  pull_request: 'pull_request',
};
const membership = (association: string) => {
  const jobs = Object.keys(SUBJECTS).map(
    (subject) => `${subject}: { if: github.event.${subject}.author_association == '${association}' }`,
  );
  return `on: [${Object.values(SUBJECTS)}]\njobs: { ${jobs.join(', ')} }`;
};
const CHOICE = bare('{ workflow_dispatch: { inputs: { what: { type: choice, options: [a, b] } } } }');
const RUN = '{ workflow_run: { workflows: [Deploy], types: [completed] } }';
const LABELED = bare('{ pull_request: { types: [labeled] } }', "github.event.label.name == 'needs-docs'");
const OF_TEAM = "github.event.label.name == 'user docs'";
const key = `api-key: ${value('secrets.DOCS_API_KEY')}`;
const token = `env: { GH_TOKEN: "${value('github.token')}" }`;
const app = (inputs: string) =>
  `      - { id: app, uses: actions/create-github-app-token@v3, with: { ${inputs} } }`;
const ofApp = `pr-token: ${value('steps.app.outputs.token')}`;
const anyKey = `private-key: "${value('secrets.DOCS_APP_KEY')}"`;
const HANDBOOK = workflow({
  on: 'push',
  steps: app('client-id: any, private-key: any, owner: acme, repositories: docs'),
  with: ['pr-repository: acme/docs', ofApp],
});
const asTeam = (permissions: string) =>
  form({ steps: app(`${anyKey}, ${permissions}`), with: ['pr-reviewers: acme/writers', ofApp] });
const good = (output: string, ends: string[]): Row => [
  form({ steps: '      - { id: good, run: make check, continue-on-error: true }' }).replace(
    '- uses: acme',
    "- if: steps.good.outcome == 'success'\n        uses: acme",
  ),
  { ends, hints: /^/ },
  { outputs: [output] },
];
const tagged = (range: string): Row => [
  form({ steps: '      - { id: last, run: make tag }', with: [`range: ${range}`] }),
  { ends: OF_PULL, undecided: /whether the repository has `v1\.\d\.0`/ },
];
const fitting = (...conditions: string[]): Row => [
  form({
    steps: [...conditions, "github.workspace == ''"]
      .map((condition, index) => `      - if: ${condition}\n        run: make ${index}`)
      .join('\n'),
  }),
  { handedOn: conditions.map((_, index) => new RegExp(`make ${index}`)) },
];
/** A false condition of a payload's field would be unmet. */
const payload = (cause: string, type: string, ...conditions: string[]): Row => {
  const condition = conditions.join(' && ');
  const types = `types: [${type === 'merged' ? 'closed' : type}], workflows: [CI]`;
  const event = { cause, ...(type && { type }) };
  return [
    bare(type === '' ? cause : `{ ${cause}: { ${types} } }`, condition.replaceAll('~', 'github.event')),
    { unmet: [''], undecided: ['what these steps do, and whether they succeed'] },
    { events: [event], repository: 'octo/product' },
  ];
};
const writes = (step: string, hints: string[]): Row => [
  form({
    steps: `      - { id: writers, ${step} }\n      - { run: make, env: { A: "${value('steps.writers.outputs.members')}" } }`,
    bare: true,
  }),
  { hints },
];
const reads = (file: string): Row => [
  form({ steps: '      - { id: diff, run: make diff }', with: [`context-file: ${file}`] }),
  { ends: OF_PULL },
];
const called = (prompt: string, event: string): Row => [
  workflow({ on: 'workflow_call' }).replace(PROMPT, prompt),
  { events: [event], ends: OF_PULL },
];
const reaches = (events: string, condition: string, event: RegExp): Row => [
  on(events, condition),
  { events: event, ends: OF_PULL },
];
const noEvent = (text: string, hints: Expected): Row => [text, { hints }];
const later = (condition: string, hint: RegExp): Row => [
  then(`{ if: "${condition}", run: make }`, { with: ['pr-paths: "**"'] }),
  { hints: [hint] },
];
const noted = (condition: string, note: RegExp): Row => [
  on('issue_comment', condition),
  { notes: note },
  caused('issue_comment'),
];
const isText = (from: string, to: string, hint: RegExp | string): Row => [
  then('run: make', { with: [`thread-secret: ${value('secrets.SIGN')}`] }).replace(from, () => to),
  { hints: hint },
];
const gh = (run: string, hint: RegExp | string, from = ''): Row => [
  then(run).replace(from, ''),
  { hints: hint },
];
const fromJson = (line: string, job = ''): Row => [
  form({ steps: `      - { id: details, uses: x/y@v1 }\n      - run: make\n        ${line}`, job }),
  { results: ['success'] },
];
const advised = (file: File, line: RegExp | string): Row => [workflow(file), { advice: [line] }];
const handed = (script: string): Row => [
  then(
    `{ if: "steps.docs.outputs.result != 'failed'", env: { OUTSIDE: "${value('steps.docs.outputs.outsideFiles')}", GH_TOKEN: "${value('github.token')}" }, run: "${script}" }`,
  ),
  {
    handedOn: [/^docs: `run: .*`; `if: .*` → true; OUTSIDE="", GH_TOKEN="\*\*\*"$/],
    undecided: ['what these steps do, and whether they succeed'],
    hints: ['`gh pr merge` in the job `docs` needs `contents: write`.'],
    setup: 'ruleset with required checks',
  },
];

const FALSE = `docs: \`contains(github.event.issue.labels.*.name, 'docs') && github.actor != 'rob'\` → false (github.event.issue.labels.*.name: none, github.actor: "ann")`;

/** The rules of GitHub, by subject. */
const RULES: Readonly<Record<string, readonly Row[]>> = {
  'the association of an author': [
    ['write', 'MEMBER'],
    ['collaborator', 'COLLABORATOR'],
    ['stranger', 'NONE'],
  ].map(([as = '', association = '']) => [
    membership(association),
    { jobs: Object.keys(SUBJECTS).map((subject) => new RegExp(subject)) },
    { ...caused(...Object.values(SUBJECTS)), as: [as] },
  ]),
  'a condition with text around its expression, which is always true': [
    ...[`|\n      ${merged}`, `>\n      ${merged}`, `${merged} && ${merged}`].map(
      (condition): Row => [
        workflow({ on: '{ pull_request: { types: [closed] } }', if: condition, bare: true }),
        { started: [true] },
        CLOSED,
      ],
    ),
    [
      bare('{ pull_request: { types: [closed] } }', merged, { job: 'environment: docs' }),
      { started: [false], advice: [] },
      CLOSED,
    ],
  ],
  'what GitHub refuses': [
    [
      workflow({ on: 'issues', if: '!github.event.issue.locked' }),
      /Unresolved tag: .* line 6.* quotation marks\./,
    ],
    [workflow({ on: '{ push: { paths: [a], paths-ignore: [b] } }' }), /`paths` or `paths-ignore`, not both/],
    [
      CHOICE,
      /can play workflow_dispatch as one event without/,
      { events: [{ cause: 'workflow_dispatch', type: 'opened' }] },
    ],
    [
      form({
        job: `env: { A: "${value('secrets.GITHUB_KEY')}", B: "${value('secrets.DOCS-KEY')}", C: "${value('vars.GITHUB_URL')}" }`,
        bare: true,
      }),
      {
        hints: ['GITHUB_KEY', 'DOCS-KEY', 'GITHUB_URL'].map((name) => new RegExp(`\\.${name}\` can't exist`)),
      },
    ],
  ],
  'the end of a job': [
    // It would wait for a group of its own workflow.
    [
      `concurrency: DOCS\n${form({ job: 'concurrency: docs', bare: true })}`,
      { hints: [/^GitHub cancels the run: .*`docs`.* group, docs,/] },
    ],
    good('good.conclusion=failure', []),
    good('good.outcome=failure', []),
    good('good.outcome=success', OF_PULL),
    [
      `on: workflow_dispatch
jobs:
  one: { outputs: { key: "${value('secrets.KEY')}-1", open: a }, steps: [{ run: make }] }
  two: { needs: one, if: needs.one.outputs.key == '' && needs.one.outputs.open == 'a', steps: [{ run: make }] }`,
      {
        jobs: ['one,two'],
        hints: ['The output `key` of the job `one` is empty: it would contain a secret.'],
      },
    ],
  ],
  // https://docs.github.com/en/actions/reference/workflows-and-actions/deployments-and-environments
  'what the rules of a repository decide': [
    [
      bare(PULLS, 'true', { job: 'environment: { name: wait-an-hour, deployment: false }' }),
      {
        started: [true, true],
        setup: 'environment `wait-an-hour`',
        undecided: /^whether the environment `wait-an-hour` allows/,
      },
      { events: MERGED },
    ],
    [
      bare('pull_request_target'),
      { started: [true], undecided: /^whether `pull_request_target` can start it in a public repository/ },
      caused('pull_request_target'),
    ],
  ],
  'what starts no run': [
    [
      bare(PULLS),
      { started: [false, false], notes: Array(2).fill(/: a `GITHUB_TOKEN` caused it\.$/) },
      { as: ['github-actions[bot]'], events: MERGED },
    ],
    // Dependabot gets no secrets for code.
    [workflow({ on: 'pull_request' }), { ends: ['no-secrets'] }, { as: ['dependabot[bot]'] }],
    [
      workflow({
        on: RUN,
        with: ['pr-repository: acme/docs', `pr-token: ${value('secrets.DOCS_APP')}`],
      }).replace(PROMPT, ''),
      { ends: ['foreign-pull-request'] },
    ],
  ],
  'what the file names exists': [
    [
      form({
        if: "vars.ENABLED == 'yes'",
        with: [
          `issue-number: ${value('vars.REPORT')}`,
          `timeout: ${value('vars.LONGEST')}`,
          'pr-labels: from-code',
        ],
      }).replace('DOCS_API_KEY', 'WRITER_KEY'),
      {
        ends: OF_PULL,
        setup: [
          'secret `WRITER_KEY`',
          ...['ENABLED', 'DOCS_API_URL', 'DOCS_PROJECT_ID', 'REPORT', 'LONGEST'].map(
            (name) => `variable \`${name}\``,
          ),
          'label `from-code`',
        ],
      },
    ],
    // Unless it is nearly a known name.
    [
      form().replace('DOCS_API_KEY', 'DOCS_API_KYE'),
      {
        hints: [
          '`secrets.DOCS_API_KYE` is empty here. Is it `DOCS_API_KEY`? If not, give it a value.',
          /`api-key`/,
        ],
      },
    ],
    [
      form({ with: ['pr-labels: from-code'] }).replace('issues: write', 'issues: read'),
      { hints: /You do not have permission to create labels/ },
    ],
    [
      form({ with: ['pr-labels: from-code'] }).replace('issues: write', 'issues: read'),
      {},
      { labels: ['from-code'] },
    ],
    [form({ with: ['issue-number: 42'] }), { ends: OF_PULL, urls: [/\/issues\/42#/] }],
    ...['v1.2.0...main', 'v1.2.0...v1.3.0', `${value('steps.last.outputs.tag')}...main`].map(tagged),
    [
      workflow({
        on: 'issue_comment',
        with: ['ignore-pulls', 'daily-limit', 'pr-reviewers', 'issue-number', 'timeout', 'checks'].map(
          (input, index) => `${input}: ${value(`vars.CHOSEN_${index}`)}`,
        ),
      }),
      { hints: /^(?!.*must be)/s },
      caused('issue_comment'),
    ],
    [
      bare('issue_comment', `contains(fromJSON('["mira"]'), github.actor)`),
      { started: [true] },
      { as: ['mira'] },
    ],
    [
      form({
        steps: app(`${anyKey}, owner: "${value('github.repository_owner')}", repositories: handbook`),
        bare: true,
      }),
      { setup: 'app in nimbus/handbook' },
      { repository: 'nimbus/platform' },
    ],
    // https://github.com/github/docs/issues/35057: reviews by teams need `members: read`.
    [
      asTeam('permission-pull-requests: write'),
      { hints: [/the organization permission `members: read`\.$/] },
    ],
    [asTeam('permission-pull-requests: write, permission-members: read'), {}],
    [asTeam(''), {}],
  ],
  'what happens': [
    ...[
      ['write', '#5 by kim is merged', 'by ann, with the role write'],
      ['stranger', '#5 by eve is merged', 'by ann'],
      ['dependabot[bot]', '#5 by dependabot[bot] is merged', 'by ann'],
    ].map(
      ([as = '', pull, merger]): Row => [
        bare('push', "github.event.sender.login != 'renovate[bot]'"),
        { events: [`push to main ${merger}: ${pull}`], started: [true] },
        { as: [as] },
      ],
    ),
    [
      LABELED,
      { started: [true, false] },
      { events: ['', 'bug'].map((words) => ({ cause: 'pull_request', type: 'labeled', words })) },
    ],
    [CHOICE, { events: [/\nwhat: a$/] }],
    // https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#release
    [
      workflow({ on: 'release' }),
      {
        paid: [1],
        hints: /Add `types: \[published\]`\./,
      },
    ],
    [
      workflow({ on: RUN, if: "github.event.workflow_run.conclusion == 'success'" }),
      {
        events: ['the workflow "Deploy": success on main'],
        ends: OF_PULL,
      },
    ],
    [
      bare(RUN.replace('Deploy', 'deploy.yml')),
      { hints: '`workflows` under `workflow_run` has names, the `name:` of a file, not `deploy.yml`.' },
    ],
    [
      bare(
        '[issues, issue_comment]',
        "contains(github.event.issue.labels.*.name, 'docs') && github.actor != 'rob'",
      ),
      { unmet: [FALSE, '', ''], notes: /^GitHub starts no job: the `if:` of each job is false\.$/ },
      {
        events: ['issue_comment', 'issues', 'issue_comment'].map((cause) => ({
          cause,
          type: cause === 'issues' ? 'labeled' : undefined,
          words: 'docs',
        })),
      },
    ],
    // Steps in parallel run, and their ids are known.
    [
      form({
        steps: '      - parallel: [{ id: one, run: make }, { id: two, run: make }]',
        with: [`issue-number: ${value('steps.two.outputs.number')}`],
      }),
      { ends: OF_PULL },
    ],
  ],
  'a step that is not run gets its values, and nothing is said about its end': [
    handed('if [ \\"$OUTSIDE\\" = \'[]\' ]; then gh pr merge -R a/b --auto --squash 5; fi'),
    handed('gh pr merge -R a/b --squash 5'),
    [
      'on: push\njobs: { docs: { uses: ./.github/workflows/docs.yml } }',
      { handedOn: [/docs\.yml`; play that file with/] },
    ],
    [
      form({ steps: '      - run: make version', with: [`range: ${value('env.LAST')}...main`] }),
      { ends: OF_PULL, handedOn: [/made up: `--output env\.LAST=v1\.0\.0`/] },
    ],
  ],
  'what the action never sets': [
    [
      then(
        `run: echo ${['pr-link', "result == 'pull_request'", "reasonCode == 'merged'"].map((output) => `"${value(`steps.docs.outputs.${output}`)}"`).join(' ')}`,
      ),
      {
        hints: [
          'The action has no output `pr-link`, so it is empty.',
          '`result` is never `pull_request`: docs/reference.md lists its values.',
          '`reasonCode` is never `merged`: docs/reference.md lists its values.',
        ],
      },
    ],
  ],
  // https://docs.github.com/en/actions/reference/workflows-and-actions/contexts
  'a value that fits': [
    fitting(
      "runner.os == 'Linux'",
      "hashFiles('**/package.json') != ''",
      "strategy.job-index == 0 && job.status == 'success'",
      "fromJSON(vars.RUNNERS)[0] == 'set'",
    ),
    fromJson('if: fromJSON(vars.DEBUG || false)'),
    fromJson('if: fromJSON(steps.details.outputs.result).url'),
    fromJson('', `strategy: { matrix: "${value('fromJSON(vars.ALL)')}" }\n    name: ${value('matrix.page')}`),
  ],
  // https://docs.github.com/en/webhooks/webhook-events-and-payloads
  'the payload of an event is about what happened': [
    payload(
      'pull_request',
      'opened',
      '~.number == ~.pull_request.number && ~.number == 5',
      "~.pull_request.diff_url == format('{0}.diff', ~.pull_request.html_url)",
      "~.pull_request.head.repo.clone_url == 'https://github.com/octo/product.git'",
      '~.pull_request.base.repo.owner.login == github.repository_owner',
      '~.pull_request.changed_files == 1 && ~.pull_request.additions == 1',
    ),
    payload(
      'pull_request',
      'merged',
      '~.pull_request.merged_by.login == github.actor',
      '~.pull_request.merge_commit_sha == github.sha',
    ),
    payload(
      'push',
      '',
      "contains(~.head_commit.message, '(#5)') && ~.head_commit.id == github.sha",
      "contains(~.commits.*.author.username, 'kim')",
      "~.commits[0].modified[0] == 'src/webhooks.ts'",
    ),
    payload(
      'release',
      'published',
      '~.release.author.login == github.actor',
      "~.release.target_commitish == 'main'",
      'contains(~.release.upload_url, github.repository)',
    ),
    payload(
      'issue_comment',
      'created',
      'contains(~.issue.url, github.repository)',
      '~.issue.comments == 1 && !~.issue.assignee',
    ),
    payload(
      'workflow_run',
      'completed',
      'contains(~.workflow_run.html_url, github.repository)',
      '~.workflow_run.head_repository.full_name == github.repository',
    ),
    payload(
      'issues',
      'opened',
      "~.repository.html_url == 'https://github.com/octo/product'",
      '~.organization.login == github.repository_owner',
    ),
    [
      bare('issue_comment', "github.event.comment.node_id != ''"),
      { undecided: '`github.event.comment.node_id`, which is made up here' },
    ],
    [
      bare(
        "{ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } }",
        'github.event.head_commit.id == github.sha && !github.event.commits[0]',
      ),
      { started: [true], events: [/tag v1\.3\.0 by ann/] },
    ],
  ],
  'made up is only what a step or the event can set': [
    writes(`run: 'echo "logins=a" >> "$GITHUB_OUTPUT"'`, [
      '`steps.writers.outputs.members` is empty: the script of the step writes no `members`.',
    ]),
    writes(`run: 'echo "members=a" >> "$GITHUB_OUTPUT"'`, []),
    writes('run: make list', []),
    writes('uses: x/y@v1', []),
    [
      `${bare('repository_dispatch', "github.event.client_payload.part == 'api'")}
        env: { A: "${value('github.event.client_payload.pull.url')}" }`,
      { started: [true], events: [/client_payload\.part: api .*\nclient_payload\.pull\.url: set \(made up/] },
    ],
    ...[`${value('github.workspace')}/diff.txt`, 'diff.txt', value('steps.diff.outputs.file')].map(reads),
  ],
  'a called workflow has the event of its caller': [
    called('', 'call for comment by ann, with the role write: /docs Rewrite the quickstart for v2'),
    called(
      `prompt: ${value('github.event.release.body')}`,
      'call for release v1.1.0 is published by ann, with the role write',
    ),
    called('prompt: Check', 'call by ann, with the role write'),
  ],
  'without a chosen event, the play takes one with which the file can start': [
    reaches('issue_comment', 'github.event.issue.pull_request', /^comment by ann/),
    reaches(
      'issue_comment',
      "startsWith(github.event.comment.body, '/docs write:')",
      /^comment by ann.*: \/docs write: Rewrite/,
    ),
    reaches(
      '{ pull_request: { types: [opened, closed] } }',
      'github.event.pull_request.merged',
      /is merged by ann/,
    ),
    reaches('{ pull_request: { types: [labeled] } }', OF_TEAM, /labeled user docs,/),
    reaches('pull_request', "startsWith(github.head_ref, 'release/')", /is opened by ann/),
    reaches('push', "contains(github.event.head_commit.message, '[docs]')", /^push to main/),
    reaches('[push, pull_request]', "github.event_name == 'pull_request'", /is opened by ann/),
    reaches('issue_comment', "github.event.comment.user.login == 'mira'", /^comment by mira/),
    reaches('issue_comment', "github.event.comment.author_association == 'COLLABORATOR'", /^comment by cal/),
    reaches(
      'issue_comment',
      `contains(fromJSON('["mira", "joe"]'), github.event.comment.user.login)`,
      /^comment by mira/,
    ),
    reaches('{ workflow_dispatch: { inputs: { full: { type: boolean } } } }', 'inputs.full', /full: true$/),
    reaches('{ push: { branches: [renovate/**] } }', 'true', /^push to renovate\/next by ann/),
    reaches("{ push: { branches: ['**'], tags: ['!**'] } }", 'true', /^push to main/),
    reaches('push', "github.repository_owner == 'astro'", /^push to main/),
    reaches(
      'pull_request',
      "github.event.pull_request.head.repo.full_name == 'astro/docs'",
      /is opened by ann/,
    ),
    reaches('issues', "contains(github.event.issue.labels.*.name, 'A-Docs')", /^new issue by ann/),
    reaches(
      'issue_comment',
      "github.event.issue.pull_request && startsWith(github.event.comment.body, '/docs run')",
      /\/docs run/,
    ),
    reaches(
      '{ workflow_run: { workflows: [CI], types: [completed] } }',
      "github.event.workflow_run.event == 'pull_request' && github.event.workflow_run.conclusion == 'success'",
      /success for #5$/,
    ),
  ],
  'what is right in public files is no mistake': [
    [
      on('schedule', "github.ref == 'refs/heads/master'").replace(
        'on: schedule',
        'on: { schedule: [{ cron: 1 5 * * * }] }',
      ),
      { ends: OF_PULL },
    ],
    [
      on('issues', "contains(github.event.issue.title || github.event.pull_request.title, 'docs')"),
      { ends: OF_PULL },
    ],
    [on('{ issues: { types: [reopened] } }'), { ends: OF_PULL }],
    [
      `on: push
jobs:
  plan: { outputs: { all: "${value('steps.list.outputs.all')}" }, steps: [{ id: list, run: make list }] }
${workflow({ on: 'push', job: `needs: plan\n    strategy: { matrix: { page: "${value('fromJSON(needs.plan.outputs.all)')}" } }`, with: [`pr-paths: docs/${value('matrix.page')}/**`] }).replace(/^.*jobs:\n/s, '')}`,
      { ends: OF_PULL },
    ],
    [
      `${workflow({ on: 'push' })}
  other: { permissions: {}, runs-on: ubuntu-latest, steps: [{ uses: actions/checkout@v6 }] }`,
      { undecided: /^whether `other` can check out the repository:/ },
    ],
    [form().replace('- uses: acme', '- if: failure()\n        uses: acme'), {}],
    [workflow({ on: "{ push: { tags: ['v*'] } }", job: 'environment: Release' }), { ends: OF_PULL }],
  ],
  'if no event can start it, the cause is named': [
    noEvent(
      on('{ push: { branches: [refs/heads/main] } }'),
      /^`branches: refs\/heads\/main` is never true: write `main`\.$/,
    ),
    noEvent(
      on('issue_comment', "github.event.comment.author_association == 'OWNER'"),
      /With `--as`, `write` is `MEMBER`/,
    ),
    noEvent(on('{ push: { paths: [src] } }'), '`paths: src` is no file. Write `src/**` for a folder.'),
    noEvent(on('{ push: { paths: ["!docs/**"] } }'), /^`paths` has only patterns with `!`/),
    noEvent(
      on('{ push: { paths: [src/**] } }', 'true', { with: ['paths: app/**'] }),
      /is skipped: No file in 'paths' was changed\.$/,
    ),
    noEvent(
      on('issue_comment', "startsWith(github.event.comment.body, '/docs')", {
        with: ['trigger-phrase: /write'],
      }),
      /^No event starts a request here\./,
    ),
    noEvent(on('issues', "github.event.issue.user == 'ben'"), /issue\.user: an object\)$/),
    noEvent(on('push', "github.ref == 'main'"), /Compare `github\.ref_name`\.$/),
    noEvent(on('pull_request', 'github.event.pull_request.merged == true'), /Add `types: \[closed\]`\.$/),
    noEvent(
      on('issue_comment', 'github.event.comment.body == github.event.issue.node_id'),
      /^No event starts a request .*node_id` → false \(/,
    ),
    later("needs.docs.result == 'pull-request'", /That of the action is its output `result`\.$/),
    later("steps.docs.outcome == 'pull-request'", /That of the action is its output `result`\.$/),
    later("steps.docs.outputs.outsideFiles == ''", /^`outsideFiles` is `\[\]`/),
  ],
  'for a chosen event, it is only a note': [
    noted('false', /^GitHub starts no job: the `if:` of each job is false\.$/),
    ...[
      { words: '', unmet: /labels\.\*\.name: none/ },
      { words: 'user docs', started: [true] },
    ].map(
      ({ words, ...expected }): Row => [
        on('pull_request', "contains(github.event.pull_request.labels.*.name, 'user docs')"),
        expected,
        { events: [{ cause: 'pull_request', words }] },
      ],
    ),
  ],
  'what never happens is told though another event starts the file': [
    noEvent(
      on('[issues, issue_comment]', "github.event.label == 'docs' || true"),
      /^`github\.event\.label` is an object/,
    ),
    noEvent(
      on('[issues, issue_comment]', "github.event_name == 'issue' || true"),
      /^GitHub has no event `issue`\. `on:` has issues, issue_comment\.$/,
    ),
    noEvent(
      on(
        '[issue_comment, issues]',
        "startsWith(github.event.comment.body, '/write') || github.event.issue && !github.event.comment",
      ),
      /\/write Rewrite the quickstart for v2 is skipped: The text does not begin/,
    ),
    noEvent(
      on('{ push: { branches: "main, next" } }'),
      /^`branches: main, next` is one text\. Write a list: `branches: \[main, next\]`\.$/,
    ),
    noEvent(
      on('{ push: { paths: [./src/**] } }'),
      /^`paths: \.\/src\/\*\*` is never true: write `src\/\*\*`\.$/,
    ),
    isText(
      'uses: acme/docs-agent-action@v1',
      'uses: acme/docs-agent-action/colect@v1',
      /^The action has no part `colect`/,
    ),
    isText(
      'run: make',
      `{ run: make, env: { GH_TOKEN: $GITHUB_TOKEN } }`,
      /^`GH_TOKEN: \$GITHUB_TOKEN` is a text/,
    ),
    [
      workflow({
        on: 'issue_comment',
        job: 'permissions: { issues: write }',
        steps: '      - uses: actions/checkout@v5',
        with: ['trigger-phrase: /write'],
      }).replace(
        'permissions: { contents: read, issues: write, pull-requests: write, actions: read, checks: read }',
        '',
      ),
      { hints: /lacks the permission `contents: read`/ },
    ],
  ],
  'told before it is paid': [
    isText(
      key,
      'api-key: $'.concat('{ secrets.KEY }'),
      /^`api-key: .* is a text\. An expression has two braces: `\$\{\{ secrets\.KEY \}\}`\.$/,
    ),
    isText(
      value('secrets.SIGN'),
      '$SIGN_KEY',
      /^`thread-secret: \$SIGN_KEY` is a text, as no shell reads it\./,
    ),
    isText('@v1', '@latest', 'The action has no version `latest`. Use `@v1`.'),
    isText('@v1', '@v2', 'The action has no version `v2`. Use `@v1`.'),
    isText(
      'run: make',
      `{ uses: actions/create-github-app-token@v3, with: { private-key: "${value('vars.KEY')}" } }`,
      'Everyone who can read the repository can read `private-key`. Store it as a secret.',
    ),
    isText(
      'run: make',
      '{ run: make, env: { LINK: steps.docs.outputs.prLink } }',
      /^`LINK: steps\.docs\.outputs\.prLink` is a text\./,
    ),
    [
      form()
        .replace(key, 'dry-run: false')
        .replace('with:', `env: { DOCS_API_KEY: "${value('secrets.KEY')}" }\n        with:`),
      { hints: 'The action reads no variable `DOCS_API_KEY`. Set its input under `with:`.' },
    ],
    gh('{ run: gh issue list -R a/b }', /^`gh issue list` in the job `docs` needs `env: \{ GH_TOKEN/),
    gh(`{ run: gh issue list, ${token} }`, /knows no repository\. Add `--repo "\$GITHUB_REPOSITORY"`/),
    gh(
      `{ run: gh issue comment 1 -R a/b, ${token} }`,
      '`gh issue comment` in the job `docs` needs `issues: write`.',
      'issues: write, ',
    ),
    gh(
      `{ run: gh workflow run x.yml -R a/b, ${token} }`,
      '`gh workflow run` in the job `docs` needs `actions: write`.',
    ),
    [
      then(
        [
          `{ run: gh issue comment "$URL", ${token} }`,
          `{ run: gh api repos/a/b, ${token} }`,
          '{ run: gh issue list -R a/b && gh auth status }',
          `{ run: "echo $\{GITHUB_REF}", env: { A: "github.com", B: "$\{X}" } }`,
        ].join('\n      - '),
      ),
      {},
    ],
  ],
  'said before the use, as no play shows it': [
    advised(
      { on: FORM, with: ['timeout: 2h'] },
      'GitHub ends the job `docs` after 61 minutes, before the action can report its `timeout` of 2h. Set `timeout-minutes: 125`.',
    ),
    advised(
      { on: 'issue_comment', job: 'concurrency: { group: docs, cancel-in-progress: true }' },
      /^`cancel-in-progress` cancels a running request .* Set `queue: max` instead\.$/,
    ),
    advised({ on: 'workflow_call' }, /^The workflow that calls this one .* `secrets: inherit`/),
    advised({ on: 'pull_request' }, /^`pull_request` runs the workflow file of the branch/),
    advised({ on: FORM, with: ["wait: 'false'"] }, /^Nothing reports the results/),
  ],
};

const like = (one: unknown) => (one instanceof RegExp ? expect.stringMatching(one) : one);

describe.each(Object.entries(RULES))('%s', (_subject, rows) => {
  test.each(rows.entries().toArray())('%i', async (_row, [text, expected, options]) => {
    if (expected instanceof RegExp) return expect(play(text, options)).rejects.toThrow(expected);
    const seen = seenIn(await play(text, options));
    for (const [field, wanted] of Object.entries({ hints: [], ...expected })) {
      const list: readonly unknown[] = seen[field as keyof typeof seen];
      if (wanted instanceof RegExp) expect(list.join('\n')).toMatch(new RegExp(wanted, `${wanted.flags}m`));
      else if (typeof wanted === 'string') expect(list).toContain(wanted);
      else expect([field, list]).toEqual([field, wanted.map(like)]);
    }
    return undefined;
  });
});

test('the name of a private repository is hidden only if the documentation is public', async () => {
  const named = async (published: readonly string[]) => {
    const { conversations } = await play(HANDBOOK, { ...caused('push'), published });
    const entries = conversations.flatMap((one) => (one.repository === 'acme/docs' ? one.entries : []));
    return JSON.stringify(entries.filter((one) => one.kind === 'words' && one.by.login === 'docs-app[bot]'));
  };
  expect(await named([])).toContain('acme/product');
  expect(await named(['docs'])).toMatch(/created this pull request(?!.*acme\/product)/s);
});
