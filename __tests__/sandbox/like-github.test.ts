/** The play confirms nothing that GitHub would refuse: `npm start -- --workflow`. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { adviceFor } from '../../sandbox/play/findings.ts';
import { type PlayedWorkflow, playWorkflow, type WorkflowOptions } from '../../sandbox/play/workflow.ts';
import { namesOf } from '../../sandbox/play/workflow-names.ts';
import { settingsOf } from '../../sandbox/play/workflow-settings.ts';
import { parseWorkflow } from '../../sandbox/workflow/file.ts';

const recipe = (name: string) =>
  readFileSync(new URL(`../../examples/${name}.yml`, import.meta.url), 'utf8').replaceAll(
    'OWNER/REPO',
    'acme/docs-agent-action',
  );

const value = (name: string) => `\${{ ${name} }}`;

interface File {
  readonly on: string;
  readonly if?: string;
  readonly job?: string;
  readonly runner?: string;
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
  runner,
  uses = '',
  bare = false,
}: File): string {
  return `
on: ${on}
permissions: {}
jobs:
  docs:
    if: ${condition}
    runs-on: ${runner ?? 'ubuntu-latest'}
    timeout-minutes: 61
    permissions: { contents: read, issues: write, pull-requests: write, actions: read, checks: read }
    ${job}
    steps:
${steps}
      - ${bare ? 'run: make' : action(inputs, uses)}`;
}

const action = (inputs: readonly string[], uses: string) => `uses: acme/docs-agent-action${uses}@v1
        with:
          base-url: ${value('vars.DOCS_API_URL')}
          api-key: ${value('secrets.DOCS_API_KEY')}
          project-id: ${value('vars.DOCS_PROJECT_ID')}
${uses === '' ? '          prompt: Bring the pages up to date\n' : ''}${inputs.map((input) => `          ${input}\n`).join('')}`;

const play = (text: string, options: Partial<WorkflowOptions> = {}) =>
  playWorkflow({ workSeconds: 5, text, ...options });
const ends = ({ steps }: PlayedWorkflow) =>
  steps.map(({ result: { outputs } }) => outputs['reasonCode'] ?? outputs['result']);
const started = ({ runs }: PlayedWorkflow) => runs.map(({ play: { started: jobs } }) => jobs.length > 0);
const descriptions = ({ runs }: PlayedWorkflow) => runs.map(({ description }) => description);
const COMMENT = { cause: 'issue_comment' } as const;
const PUSH = { cause: 'push' } as const;
const FORM = '{ workflow_dispatch: }';

test.each([
  ['write', 'MEMBER'],
  ['collaborator', 'COLLABORATOR'],
  ['stranger', 'NONE'],
])('`author_association` of %s is %s', async (as, association) => {
  const subjects = ['comment', 'issue', 'review', 'pull_request'];
  const events = ['issue_comment', 'issues', 'pull_request_review', 'pull_request'];
  const jobs = subjects.map(
    (subject) => `${subject}: { if: github.event.${subject}.author_association == '${association}' }`,
  );
  const text = `on: [${events}]\njobs: { ${jobs.join(', ')} }`;
  const { runs } = await play(text, { as: [as], events: events.map((cause) => ({ cause })) });
  expect(runs.map(({ play: { started: passed } }, index) => passed.includes(subjects[index] ?? ''))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

describe('the syntax of GitHub', () => {
  const merged = value('github.event.pull_request.merged');
  test.each([
    ['|', `|\n      ${merged}`],
    ['>', `>\n      ${merged}`],
    ['text', `${merged} && ${merged}`],
  ])('a condition with text around its expression is always true: %s', async (_name, condition) => {
    const on = '{ pull_request: { types: [closed] } }';
    const file = { on, job: 'environment: docs', bare: true };
    const options = { events: [{ cause: 'pull_request', type: 'closed' }], allowed: ['docs'] } as const;
    const played = await play(workflow({ ...file, if: condition }), options);
    expect(started(played)).toEqual([true]);
    const right = await play(workflow({ ...file, if: `|-\n      ${merged}` }), options);
    expect([started(right), right.advice]).toEqual([[false], []]);
  });

  test.each([
    ['a tag', { on: 'issues', if: '!github.event.issue.locked' }, /in line 6, `!` begins a tag of YAML\./],
    ['a bare tag', { on: 'issues', if: '! cancelled()' }, /in line 6, `!` begins a tag of YAML\./],
    [
      'both filters',
      { on: '{ push: { paths: [a], paths-ignore: [b] } }' },
      /`paths` or `paths-ignore`, not both/,
    ],
  ])('refuses %s', async (_name, file, message) => {
    await expect(play(workflow(file))).rejects.toThrow(message);
  });

  test.each(['secrets.GITHUB_KEY', 'secrets.DOCS-KEY', 'vars.GITHUB_URL'])('has no %s', async (name) => {
    const { hints } = await play(workflow({ on: FORM, job: `env: { A: "${value(name)}" }`, bare: true }));
    expect(hints).toEqual([expect.stringContaining(`\`${name.replace(/.*\./, '')}\` can't exist`)]);
  });

  test('a job ends at its `timeout-minutes`', async () => {
    const text = workflow({ on: FORM }).replace('timeout-minutes: 61', 'timeout-minutes: 2');
    const played = await play(text, { workSeconds: 150 });
    expect(played.runs[0]?.play.results).toEqual({ docs: 'cancelled' });
    expect(played.hints).toContain('GitHub cancels the job `docs` after 2 minutes.');
    expect(Math.round(played.figures.held / 60_000)).toBe(2);
  });

  test('a job waits for no group of its own workflow', async () => {
    const text = workflow({ on: FORM, job: 'concurrency: docs', bare: true });
    const played = await play(`concurrency: DOCS\n${text}`);
    expect(played.hints).toEqual([expect.stringMatching(/^GitHub cancels the run: .*`docs`.* group, docs,/)]);
  });
});

describe('an environment for the default branch', () => {
  const job = 'environment: { name: docs, deployment: false }';

  const PULL = { cause: 'pull_request', type: 'merged' } as const;

  test('refuses the refs of pull requests and tags', async () => {
    const events = [{ cause: 'pull_request' }, { cause: 'pull_request_review' }, { cause: 'release' }];
    const on = '{ pull_request: , pull_request_review: , release: { types: [published] } }';
    const text = workflow({ on, job, bare: true });
    const refused = await play(text, { events });
    const refs = ['refs/pull/5/merge', 'refs/pull/5/merge', 'refs/tags/v1.1.0'];
    expect(refused.runs.map(({ play: { refusals, results } }) => ({ refusals, results }))).toEqual(
      refs.map((ref) => ({
        refusals: [expect.stringContaining(`${ref} is not allowed to deploy to docs`)],
        results: { docs: 'failure' },
      })),
    );
    expect(refused.hints).toHaveLength(2);
    expect(started(refused)).toEqual([false, false, false]);
    expect(started(await play(text, { events, allowed: ['docs'] }))).toEqual([true, true, true]);
  });

  test('allows pushes and merges', async () => {
    const on = '{ push: , pull_request: { types: [closed] } }';
    const played = await play(workflow({ on, job, bare: true }), { events: [PUSH, PULL] });
    expect([started(played), played.hints]).toEqual([[true, true], []]);
    expect(played.setup).toContain('environment `docs`');
  });
});

test('`pull_request_target` fails in a public repository, unless a policy allows it', async () => {
  const text = workflow({ on: 'pull_request_target', bare: true });
  const events = [{ cause: 'pull_request_target' }] as const;
  const refused = await play(text, { events, published: ['code'] });
  expect(refused.hints).toEqual([
    expect.stringMatching(
      /^Event 'pull_request_target' is not allowed to trigger Actions workflows\. .*--allow/,
    ),
  ]);
  expect(started(refused)).toEqual([false]);
  const allowed = await play(text, { events, published: ['code'], allowed: ['pull_request_target'] });
  expect([started(allowed), started(await play(text, { events }))]).toEqual([[true], [true]]);
});

test('a merge by `GITHUB_TOKEN` starts no run', async () => {
  const text = workflow({ on: '{ push: , pull_request: { types: [closed] } }', bare: true });
  const events = [PUSH, { cause: 'pull_request', type: 'merged' }];
  const played = await play(text, { as: ['github-actions[bot]'], events });
  expect(started(played)).toEqual([false, false]);
  for (const { note } of played.runs) expect(note).toMatch(/: a `GITHUB_TOKEN` caused it\.$/);
});

test("merges the agent's pull request, also after another one was opened, and then finds something new to write", async () => {
  const text = workflow({ on: '[push, pull_request]' });
  const events = [PUSH, { cause: 'pull_request' }, { cause: 'merge' }, PUSH] as const;
  const played = await play(text, { events });
  expect(descriptions(played)[2]).toMatch(/the agent's pull request #6 is merged$/);
  const agents = played.conversations.filter(({ by }) => by.login === 'mintlify[bot]');
  expect(agents[0]).toMatchObject({ number: 6, state: 'merged' });
  expect(ends(played).at(-1)).toBe('pull-request-created');
});

test('open-pull-requests.yml plays, and nothing goes wrong', async () => {
  const played = await play(recipe('open-pull-requests'));
  expect([started(played), played.hints, played.problems]).toEqual([[true], [], []]);
});

test.each([
  ['good.conclusion=failure', 0],
  ['good.outcome=failure', 0],
  ['good.outcome=success', 1],
])('a step that is not run can fail: %s', async (output, count) => {
  const steps = '      - { id: good, run: make check, continue-on-error: true }';
  const text = workflow({ on: FORM, steps }).replace(
    '- uses: acme',
    "- if: steps.good.outcome == 'success'\n        uses: acme",
  );
  expect(ends(await play(text, { outputs: [output] }))).toHaveLength(count);
});

describe('what the file names exists', () => {
  test('with a value that fits, in one list', async () => {
    const inputs = [
      `issue-number: ${value('vars.REPORT')}`,
      `timeout: ${value('vars.LONGEST')}`,
      'pr-labels: from-code',
    ];
    const text = workflow({ on: FORM, if: "vars.ENABLED == 'yes'", with: inputs });
    const played = await play(text.replace('DOCS_API_KEY', 'WRITER_KEY'));
    expect(ends(played)).toEqual(['pull-request-created']);
    expect(played.hints).toEqual([]);
    expect(played.setup.filter((name) => !name.includes('DOCS'))).toEqual([
      'secret `WRITER_KEY`',
      'variable `ENABLED`',
      'variable `REPORT`',
      'variable `LONGEST`',
      'label `from-code`',
    ]);
    expect(played.created).toEqual(['from-code in acme/docs']);
  });

  test('unless it is nearly a known name', async () => {
    const played = await play(workflow({ on: FORM }).replace('DOCS_API_KEY', 'DOCS_API_KYE'));
    expect(played.hints).toEqual([
      'The secret `DOCS_API_KYE` is empty here. Is it `DOCS_API_KEY`? If not, add `--secret DOCS_API_KYE=VALUE`.',
      expect.stringContaining('`api-key`'),
    ]);
  });

  test('except a label that nobody has created', async () => {
    const text = workflow({ on: FORM, with: ['pr-labels: from-code'] }).replace(
      'issues: write',
      'issues: read',
    );
    expect((await play(text)).hints.join()).toMatch(/You do not have permission to create labels/);
    expect((await play(text, { labels: ['from-code'] })).hints).toEqual([]);
  });

  test('and the issue of a literal number', async () => {
    const played = await play(workflow({ on: FORM, with: ['issue-number: 42'] }));
    expect(ends(played)).toEqual(['pull-request-created']);
    expect(played.steps[0]?.result.outputs['commentUrl']).toContain('/issues/42#');
  });

  test.each(['v1.2.0...main', 'v1.2.0...v1.3.0', `${value('steps.last.outputs.tag')}...main`])(
    'and the tags of the range %s',
    async (range) => {
      const steps = '      - { id: last, run: make tag }';
      const played = await play(workflow({ on: FORM, steps, with: [`range: ${range}`] }));
      expect([ends(played), played.hints]).toEqual([['pull-request-created'], []]);
      expect(played.undecided.join()).toMatch(/whether the repository has `v1\.\d\.0`/);
    },
  );

  test.each(['ignore-pulls', 'daily-limit', 'pr-reviewers', 'issue-number', 'timeout', 'checks'])(
    'and a variable has a value that `%s` takes',
    async (input) => {
      const text = workflow({ on: COMMENT.cause, with: [`${input}: ${value('vars.CHOSEN')}`] });
      const played = await play(text);
      expect(played.hints.filter((hint) => hint.includes('must be'))).toEqual([]);
    },
  );
});

describe('merged code', () => {
  const text = workflow({ on: 'push', if: "github.event.sender.login != 'renovate[bot]'", bare: true });

  test.each([
    ['write', '#5 by kim is merged', 'by ann, with the role write'],
    ['stranger', '#5 by eve is merged', 'by ann'],
    ['dependabot[bot]', '#5 by dependabot[bot] is merged', 'by ann'],
  ])('has an author and a merger: %s', async (as, merged, merger) => {
    const played = await play(text, { as: [as] });
    expect(descriptions(played)).toEqual([`push to main ${merger}: ${merged}`]);
    expect(started(played)).toEqual([true]);
  });
});

test('Dependabot gets no secrets for code', async () => {
  const text = workflow({ on: 'pull_request' });
  const played = await play(text, { as: ['dependabot[bot]'] });
  expect(ends(played)).toEqual(['no-secrets']);
});

test('a label on a pull request is an event', async () => {
  const condition = "github.event.label.name == 'needs-docs'";
  const text = workflow({ on: '{ pull_request: { types: [labeled] } }', if: condition, bare: true });
  const label = (words: string) => ({ cause: 'label', words }) as const;
  expect(started(await play(text, { events: [{ cause: 'label' }, label('bug')] }))).toEqual([true, false]);
});

test('a choice is one of its options, and the first one by default', async () => {
  const on = '{ workflow_dispatch: { inputs: { what: { type: choice, options: [a, b] } } } }';
  const text = workflow({ on, bare: true });
  expect(descriptions(await play(text))[0]).toMatch(/\nwhat: a$/);
  await expect(play(text, { inputs: ['what=z'] })).rejects.toThrow('`what` must be one of a, b.');
});

test('a called workflow is handed on', async () => {
  const text = 'on: push\njobs: { docs: { uses: ./.github/workflows/docs.yml } }';
  expect((await play(text)).handedOn).toEqual([expect.stringMatching(/docs\.yml`; play that file with/)]);
});

describe('the agent', () => {
  test.each([
    ['fails', ['job-failed']],
    ['slow', ['deadline']],
    ['nothing', ['no-pull-request']],
    ['outside', ['outside-paths']],
    ['works', ['pull-request-created']],
  ])('%s', async (agent, expected) => {
    const played = await play(workflow({ on: FORM, with: ['pr-paths: "**/*.md"'] }), { agent: [agent] });
    expect(ends(played)).toEqual(expected);
  });

  test('changes as many pages as it is told to, for each event in turn', async () => {
    const events = [{}, {}];
    const played = await play(workflow({ on: FORM }), { agent: ['nothing', 'pages=6'], events });
    expect(ends(played)).toEqual(['no-pull-request', 'pull-request-created']);
    const pages = JSON.parse(played.steps[1]?.result.outputs['changedPages'] ?? '[]');
    expect(pages).toHaveLength(7);
  });
});

// https://docs.github.com/en/pull-requests: GitHub merges, or doesn't, by settings that no file has.
test.each([
  'run: if [ "$OUTSIDE" = \'[]\' ]; then gh pr merge -R a/b --auto --squash 5; fi',
  'run: gh pr merge -R a/b --squash 5',
])('a step that is not run gets its values, and nothing is said about its end: %s', async (script) => {
  const lines = [
    "if: steps.docs.outputs.result != 'failed'",
    'env:',
    `  OUTSIDE: ${value('steps.docs.outputs.outsideFiles')}`,
    `  GH_TOKEN: ${value('github.token')}`,
    script,
  ];
  const text = workflow({ on: FORM }).replace('- uses', '- id: docs\n        uses');
  const played = await play(`${text}      - ${lines.join('\n        ')}\n`);
  expect(played.handedOn).toEqual([
    expect.stringMatching(/^docs: `run: .*`; `if: .*` → true; OUTSIDE="", GH_TOKEN="\*\*\*"$/),
  ]);
  expect(played.undecided).toEqual([
    'what these steps do, and whether they succeed',
    'whether and when GitHub merges a pull request',
  ]);
  expect(played.hints).toEqual([
    'Without `pr-paths`, the output `outsideFiles` is empty.',
    '`gh pr merge` in the job `docs` needs `contents: write`.',
  ]);
  expect(played.setup).toContain('ruleset with required checks');
});

// https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#release
test('a release without `types` is three runs', async () => {
  const played = await play(workflow({ on: 'release' }));
  expect(played.runs.map(({ description }) => description.split(' ')[3])).toEqual([
    'created',
    'published',
    'released',
  ]);
  expect(played.figures.created).toBe(3);
  expect(played.hints.join()).toContain('Add `types: [published]`.');
});

// https://docs.github.com/en/actions/reference/workflows-and-actions/deployments-and-environments
test('the rules of an environment are not decided', async () => {
  const played = await play(workflow({ on: FORM, job: 'environment: wait-an-hour' }));
  expect(played.undecided).toEqual([
    'whether the environment `wait-an-hour` allows the branch or tag, or waits for a time or a reviewer',
  ]);
});

test.each([
  [{ cause: 'push', type: 'opened' }, /can play push as one event without types/],
  [
    { cause: 'schedule', words: '1 2 * * *' },
    /has no schedule "1 2 \* \* \*", only "17 5 \* \* 1", "10 2 \* \* \*"/,
  ],
])('refuses an event that the file or GitHub lacks: %j', async (event, message) => {
  const on = '{ schedule: [{ cron: 17 5 * * 1 }, { cron: 10 2 * * * }], push: }';
  await expect(play(workflow({ on, bare: true }), { events: [event] })).rejects.toThrow(message);
});

// https://github.com/github/docs/issues/35057: reviews by teams need `members: read`.
test.each([
  ['permission-pull-requests: write', /the organization permission `members: read`\.$/],
  ['permission-pull-requests: write, permission-members: read', undefined],
  ['', undefined],
])('an app with the permissions "%s" requests a review by a team', async (permissions, hint) => {
  const steps = `      - id: app
        uses: actions/create-github-app-token@v3
        with: { client-id: any, private-key: "${value('secrets.DOCS_APP_KEY')}", ${permissions} }`;
  const inputs = ['pr-reviewers: acme/writers', `pr-token: ${value('steps.app.outputs.token')}`];
  const text = workflow({ on: FORM, steps, with: inputs }).replace('DOCS_API_KEY', 'WRITER_KEY');
  expect((await play(text)).hints).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
});

test('a variable of a script is made up, and named', async () => {
  const steps = '      - run: make version';
  const text = workflow({ on: FORM, steps, with: [`range: ${value('env.LAST')}...main`] });
  const played = await play(text);
  expect([ends(played), played.hints]).toEqual([['pull-request-created'], []]);
  expect(played.handedOn).toEqual([expect.stringContaining('made up: `--output env.LAST=v1.0.0`')]);
});

test('each part of a false condition has its value', async () => {
  const condition = "contains(github.event.issue.labels.*.name, 'docs') && github.actor != 'rob'";
  const text = workflow({ on: '[issues, issue_comment]', if: condition, bare: true });
  const { runs } = await play(text, { events: [COMMENT, { cause: 'label', words: 'docs' }, COMMENT] });
  expect(runs.map(({ play: { unmet } }) => unmet)).toEqual([
    [
      "docs: `contains(github.event.issue.labels.*.name, 'docs')` → false (github.event.issue.labels.*.name: none); `github.actor != 'rob'` → true (github.actor: \"ann\")",
    ],
    [],
    [],
  ]);
  expect(runs[0]?.note).toContain('add `--event "label=docs"` before');
});

test('shows which merges are documented, and which are left out', async () => {
  const on = '{ schedule: [{ cron: 17 5 * * 1 }] }';
  const inputs = ['range: 40d', "ignore-pulls: 'title:Limit'", 'context: full'];
  const { runs } = await play(workflow({ on, with: inputs }));
  expect(runs).toMatchObject([{ merges: { documented: [1, 2, 3], leftOut: [4] } }]);
});

test.each([
  ['outputs.pr-link }}', 'The action has no output `pr-link`, so it is empty.'],
  [
    "outputs.result == 'pull_request' }}",
    '`result` is never `pull_request`: docs/reference.md lists its values.',
  ],
  [
    "outputs.reasonCode == 'merged' }}",
    '`reasonCode` is never `merged`: docs/reference.md lists its values.',
  ],
])('names what the action never sets: %s', async (reference, hint) => {
  const text = workflow({ on: FORM }).replace('- uses', '- id: docs\n        uses');
  const played = await play(`${text}      - run: echo "${'$'}{{ steps.docs.${reference}"\n`);
  expect(played.hints).toEqual([hint]);
});

// https://docs.github.com/en/actions/reference/workflows-and-actions/contexts
test.each([
  ["runner.os == 'Linux'", true],
  ["hashFiles('**/package.json') != ''", true],
  ["strategy.job-index == 0 && job.status == 'success'", true],
  ["github.workspace == ''", false],
  ["github.repository == 'octo/product'", true],
  ["fromJSON(vars.RUNNERS)[0] == 'set'", true],
])('%s has a value that fits', async (condition, runs) => {
  const steps = `      - if: ${condition}\n        run: make`;
  expect((await play(workflow({ on: FORM, steps }))).handedOn).toHaveLength(runs ? 1 : 0);
});

// https://docs.github.com/en/webhooks/webhook-events-and-payloads
describe('the payload of an event is about what happened', () => {
  const event = 'github.event';
  test.each([
    ['pull_request', 'opened', `${event}.number == ${event}.pull_request.number && ${event}.number == 5`],
    [
      'pull_request',
      'opened',
      `${event}.pull_request.diff_url == format('{0}.diff', ${event}.pull_request.html_url)`,
    ],
    [
      'pull_request',
      'opened',
      `${event}.pull_request.head.repo.clone_url == 'https://github.com/octo/product.git'`,
    ],
    ['pull_request', 'opened', `${event}.pull_request.base.repo.owner.login == github.repository_owner`],
    [
      'pull_request',
      'opened',
      `${event}.pull_request.changed_files == 1 && ${event}.pull_request.additions == 1`,
    ],
    ['pull_request', 'merged', `${event}.pull_request.merged_by.login == github.actor`],
    ['pull_request', 'merged', `${event}.pull_request.merge_commit_sha == github.sha`],
    [
      'push',
      undefined,
      `contains(${event}.head_commit.message, '(#5)') && ${event}.head_commit.id == github.sha`,
    ],
    ['push', undefined, `contains(${event}.commits.*.author.username, 'kim')`],
    ['push', undefined, `${event}.commits[0].modified[0] == 'src/webhooks.ts'`],
    ['release', 'published', `${event}.release.author.login == github.actor`],
    ['release', 'published', `${event}.release.target_commitish == 'main'`],
    ['release', 'published', `contains(${event}.release.upload_url, github.repository)`],
    ['issue_comment', 'created', `contains(${event}.issue.url, github.repository)`],
    ['issue_comment', 'created', `${event}.issue.comments == 1 && !${event}.issue.assignee`],
    ['workflow_run', 'completed', `contains(${event}.workflow_run.html_url, github.repository)`],
    ['workflow_run', 'completed', `${event}.workflow_run.head_repository.full_name == github.repository`],
    ['issues', 'opened', `${event}.repository.html_url == 'https://github.com/octo/product'`],
    ['issues', 'opened', `${event}.organization.login == github.repository_owner`],
  ])('%s: %s, %s', async (cause, type, condition) => {
    const types = `types: [${type === 'merged' ? 'closed' : type}], workflows: [CI]`;
    const on = type === undefined ? cause : `{ ${cause}: { ${types} } }`;
    const text = workflow({ on, if: `|-\n      ${condition}`, bare: true });
    const played = await play(text, {
      events: [{ cause, ...(type && { type }) }],
      repository: 'octo/product',
    });
    expect([played.runs[0]?.play.unmet, played.undecided]).toEqual([
      [],
      ['what these steps do, and whether they succeed'],
    ]);
  });

  test('except what nobody can know, which is listed', async () => {
    const text = workflow({ on: 'issue_comment', if: `${event}.comment.node_id != ''`, bare: true });
    expect((await play(text)).undecided).toContain('`github.event.comment.node_id`, which is made up here');
  });

  test('and a tag has the commit that it names', async () => {
    const condition = `${event}.head_commit.id == github.sha && !${event}.commits[0]`;
    const on = "{ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } }";
    const played = await play(workflow({ on, if: `|-\n      ${condition}`, bare: true }));
    expect([started(played), descriptions(played)]).toEqual([
      [true],
      [expect.stringContaining('tag v1.1.1 by ann')],
    ]);
  });
});

describe('made up is only what a step or the event can set', () => {
  const output = (script: string, uses = 'run') =>
    `      - { id: writers, ${uses}: '${script}' }\n      - { run: make, env: { A: "${value('steps.writers.outputs.members')}" } }`;
  const empty = '`steps.writers.outputs.members` is empty: the script of the step writes no `members`.';
  test.each([
    [output('echo "logins=a" >> "$GITHUB_OUTPUT"'), [empty]],
    [output('echo "members=a" >> "$GITHUB_OUTPUT"'), []],
    [output('make list'), []],
    [output('x/y@v1', 'uses'), []],
  ])('%s', async (steps, hints) => {
    expect((await play(workflow({ on: FORM, steps, bare: true }))).hints).toEqual(hints);
  });

  test('what another repository sends is listed', async () => {
    const text = workflow({
      on: 'repository_dispatch',
      if: "github.event.client_payload.part == 'api'",
      bare: true,
    });
    const played = await play(
      `${text}\n        env: { A: "${value('github.event.client_payload.pull.url')}" }`,
    );
    expect(started(played)).toEqual([true]);
    expect(descriptions(played)[0]).toMatch(
      /client_payload\.part: api .*\nclient_payload\.pull\.url: set \(made up/,
    );
  });

  test.each([`${value('github.workspace')}/diff.txt`, 'diff.txt', value('steps.diff.outputs.file')])(
    'a step reads the file that one before it can have written: %s',
    async (file) => {
      const steps = '      - { id: diff, run: make diff }';
      const played = await play(workflow({ on: FORM, steps, with: [`context-file: ${file}`] }));
      expect([ends(played), played.hints]).toEqual([['pull-request-created'], []]);
    },
  );
});

describe('a called workflow', () => {
  const CALLED = 'workflow_call';
  test.each([
    ['', 'call for comment by ann, with the role write: /docs Rewrite the quickstart for v2'],
    [
      `prompt: ${value('github.event.release.body')}`,
      'call for release v1.1.0 is published by ann, with the role write',
    ],
    ['prompt: Check', 'call by ann, with the role write'],
  ])('has the event of its caller: %s', async (prompt, description) => {
    const text = workflow({ on: CALLED }).replace(
      '          prompt: Bring the pages up to date\n',
      `          ${prompt}\n`,
    );
    const played = await play(text);
    expect([descriptions(played), played.hints]).toEqual([[description], []]);
    expect(ends(played)).toEqual(['pull-request-created']);
  });
});

describe('a run of another workflow', () => {
  const RUN = '{ workflow_run: { workflows: [Deploy], types: [completed] } }';
  test('is a success on the default branch if the file has an instruction', async () => {
    const file = { on: RUN, if: "github.event.workflow_run.conclusion == 'success'" };
    const played = await play(workflow(file));
    expect([descriptions(played), ends(played)]).toEqual([
      ['the workflow "Deploy": success on main'],
      ['pull-request-created'],
    ]);
  });

  test.each(['workflow_run', 'check_run', 'status'])(
    '%s of a pull request in another repository starts nothing here',
    async (cause) => {
      const with_ = ['pr-repository: acme/docs', `pr-token: ${value('secrets.DOCS_APP')}`];
      const text = workflow({ on: cause === 'workflow_run' ? RUN : cause, with: with_ });
      const played = await play(text.replace('          prompt: Bring the pages up to date\n', ''));
      expect(played.runs[0]?.note).toBe('GitHub starts no run of this file: its repository is another one.');
    },
  );

  test('is found by its name, not by its file', async () => {
    const text = workflow({ on: RUN.replace('Deploy', 'deploy.yml'), bare: true });
    expect((await play(text)).hints).toContain(
      '`workflows` under `workflow_run` has names, the `name:` of a file, not `deploy.yml`.',
    );
  });
});

test('a job hands on no secret', async () => {
  const text = `on: workflow_dispatch
jobs:
  one: { outputs: { key: "${value('secrets.KEY')}-1", open: a }, steps: [{ run: make }] }
  two: { needs: one, if: needs.one.outputs.key == '' && needs.one.outputs.open == 'a', steps: [{ run: make }] }`;
  const played = await play(text);
  expect(played.runs[0]?.play.started).toEqual(['one', 'two']);
  expect(played.hints).toEqual(['The output `key` of the job `one` is empty: it would contain a secret.']);
});

test('an expression in what the repository needs has its value', async () => {
  const steps = `      - uses: actions/create-github-app-token@v3
        with: { private-key: "${value('secrets.KEY')}", owner: "${value('github.repository_owner')}", repositories: handbook }`;
  const text = workflow({ on: FORM, steps, bare: true });
  expect((await play(text, { repository: 'nimbus/platform' })).setup).toContain('app in nimbus/handbook');
});

test('who a list in a condition names can cause the event', async () => {
  const condition = `contains(fromJSON('["mira"]'), github.actor)`;
  const text = workflow({ on: 'issue_comment', if: `|-\n      ${condition}`, bare: true });
  expect(started(await play(text, { as: ['mira'] }))).toEqual([true]);
});

describe('without a chosen event, the play takes one with which the file can start', () => {
  test.each([
    ['issue_comment', 'github.event.issue.pull_request', /^comment by ann/],
    [
      'issue_comment',
      "startsWith(github.event.comment.body, '/docs write:')",
      /^comment by ann.*: \/docs write: Rewrite/,
    ],
    ['{ pull_request: { types: [opened, closed] } }', 'github.event.pull_request.merged', /is merged by ann/],
    [
      '{ pull_request: { types: [labeled] } }',
      "github.event.label.name == 'user docs'",
      /labeled user docs,/,
    ],
    ['pull_request', "startsWith(github.head_ref, 'release/')", /is opened by ann/],
    ['push', "contains(github.event.head_commit.message, '[docs]')", /^push to main/],
    ['[push, pull_request]', "github.event_name == 'pull_request'", /is opened by ann/],
    ['issue_comment', "github.event.comment.user.login == 'mira'", /^comment by mira/],
    ['issue_comment', "github.event.comment.author_association == 'COLLABORATOR'", /^comment by cal/],
    ['{ workflow_dispatch: { inputs: { full: { type: boolean } } } }', 'inputs.full', /full: true$/],
    ['{ push: { branches: [renovate/**] } }', 'true', /^push to renovate\/next by ann/],
    ["{ push: { branches: ['**'], tags: ['!**'] } }", 'true', /^push to main/],
    ['push', "github.repository_owner == 'astro'", /^push to main/],
    ['pull_request', "github.event.pull_request.head.repo.full_name == 'astro/docs'", /is opened by ann/],
    ['issues', "contains(github.event.issue.labels.*.name, 'A-Docs')", /^new issue by ann/],
    [
      'issue_comment',
      "github.event.issue.pull_request && startsWith(github.event.comment.body, '/docs run')",
      /\/docs run/,
    ],
    [
      '{ workflow_run: { workflows: [CI], types: [completed] } }',
      "github.event.workflow_run.event == 'pull_request' && github.event.workflow_run.conclusion == 'success'",
      /success for #5$/,
    ],
  ])('%s, %s', async (on, condition, description) => {
    const played = await play(workflow({ on, if: `|-\n      ${condition}` }));
    expect(descriptions(played).at(-1)).toMatch(description);
    expect(ends(played)).toEqual(['pull-request-created']);
  });
});

test('steps in parallel run, and their ids are known', async () => {
  const steps = '      - parallel: [{ id: one, run: make }, { id: two, run: make }]';
  const text = workflow({ on: FORM, steps, with: [`issue-number: ${value('steps.two.outputs.number')}`] });
  const played = await play(text);
  expect([ends(played), played.hints]).toEqual([['pull-request-created'], []]);
});

test('what is right in public files is no mistake', async () => {
  const text = `${workflow({ on: 'push' })}
  other: { permissions: {}, runs-on: ubuntu-latest, steps: [{ uses: actions/checkout@v6 }] }`;
  const { hints, undecided } = await play(text);
  expect([hints, undecided[0]]).toEqual([
    [],
    expect.stringMatching(/^whether `other` can check out the repository:/),
  ]);
  const failing = workflow({ on: FORM }).replace('- uses: acme', '- if: failure()\n        uses: acme');
  expect((await play(failing)).hints).toEqual([]);
  const release = await play(workflow({ on: "{ push: { tags: ['v*'] } }", job: 'environment: Release' }));
  expect([ends(release), release.hints]).toEqual([['pull-request-created'], []]);
});

describe('if no event can start it, the cause is named', () => {
  test.each([
    [
      { on: '{ push: { branches: [refs/heads/main] } }' },
      /^`branches: refs\/heads\/main` is never true: .*, like `main`\.$/,
    ],
    [{ on: '{ push: { paths: [src] } }' }, '`paths: src` is no file. Write `src/**` for a folder.'],
    [{ on: '{ push: { paths: ["!docs/**"] } }' }, /^`paths` has only patterns with `!`/],
    [
      { on: '{ push: { paths: [src/**] } }', with: ['paths: app/**'] },
      /It is skipped: No file in 'paths' was changed\.$/,
    ],
    [
      {
        on: 'issue_comment',
        with: ['trigger-phrase: /write'],
        if: "startsWith(github.event.comment.body, '/docs')",
      },
      /^No event starts a request here\./,
    ],
    [{ on: 'issues', if: "github.event.issue.user == 'ben'" }, /^`github\.event\.issue\.user` is an object/],
    [{ on: 'push', if: "github.ref == 'main'" }, /Compare `github\.ref_name`\.$/],
    [{ on: 'pull_request', if: 'github.event.pull_request.merged == true' }, /Add `types: \[closed\]`\.$/],
    [
      { on: 'issue_comment', if: 'github.event.comment.body == github.event.issue.node_id' },
      /^No event starts a request .*node_id` is false\.$/,
    ],
  ] as [File, string | RegExp][])('%j', async ({ if: condition = 'true', ...file }, line) => {
    const { hints } = await play(workflow({ ...file, if: `|-\n      ${condition}` }));
    expect(hints.filter((hint) => (typeof line === 'string' ? hint === line : line.test(hint)))).toHaveLength(
      1,
    );
  });

  test.each([
    ["needs.docs.result == 'pull-request'", /That of the action is its output `result`\.$/],
    ["steps.docs.outcome == 'pull-request'", /That of the action is its output `result`\.$/],
    ["steps.docs.outputs.outsideFiles == ''", /^`outsideFiles` is `\[\]`/],
  ])('also of a later step: %s', async (condition, line) => {
    const text = workflow({ on: FORM, with: ['pr-paths: "**"'] }).replace(
      '- uses',
      '- id: docs\n        uses',
    );
    const { hints } = await play(`${text}      - { if: "${condition}", run: make }\n`);
    expect(hints).toEqual([expect.stringMatching(line)]);
  });

  test.each([
    ["contains(github.event.issue.labels.*.name, 'user docs')", 'add `--event "label=user docs"` before.'],
    ["github.actor == 'mira'", 'It needs mira: add `--as "mira"`.'],
    ["github.event.comment.author_association == 'NONE'", '`stranger` is `NONE`.'],
  ])('for a chosen event, it is only a note, with a hint: %s', async (condition, hint) => {
    const text = workflow({ on: 'issue_comment', if: `|-\n      ${condition}` });
    const { hints, runs } = await play(text, { events: [COMMENT] });
    expect([hints, runs[0]?.note]).toEqual([[], expect.stringContaining(hint)]);
  });

  test('the hint for a label of a pull request works', async () => {
    const condition = "contains(github.event.pull_request.labels.*.name, 'user docs')";
    const text = workflow({ on: 'pull_request', if: `|-\n      ${condition}` });
    const [refused] = (await play(text, { events: [{ cause: 'pull_request' }] })).runs;
    expect(refused?.note).toContain('Add `--event "pull_request=user docs"`.');
    expect(started(await play(text, { events: [{ cause: 'pull_request', words: 'user docs' }] }))).toEqual([
      true,
    ]);
  });
});

describe('told before it is paid', () => {
  const dollar = '$';
  const last = (text: string, step: string) => `${text}      - ${step}\n`;
  const app = (key: string) =>
    `{ uses: actions/create-github-app-token@v3, with: { private-key: "${key}" } }`;
  const token = `env: { GH_TOKEN: "${value('github.token')}" }`;
  const key = `api-key: ${value('secrets.DOCS_API_KEY')}`;
  const usual = workflow({ on: FORM, with: [`thread-secret: ${value('secrets.SIGN')}`] });
  const docs = usual.replace('- uses', '- id: docs\n        uses');

  test.each([
    [
      usual.replace(key, `api-key: ${dollar}{ secrets.KEY }`),
      /^`api-key: .* is a text\. An expression has two braces: `\$\{\{ secrets\.KEY \}\}`\.$/,
    ],
    [
      usual.replace(value('secrets.SIGN'), `${dollar}SIGN_KEY`),
      /^`thread-secret: \$SIGN_KEY` is a text, as no shell reads it\./,
    ],
    [
      last(usual, app(value('vars.KEY'))),
      'Everyone who can read the repository can read `private-key`. Store it as a secret.',
    ],
    [
      last(docs, '{ run: make, env: { LINK: steps.docs.outputs.prLink } }'),
      /^`LINK: steps\.docs\.outputs\.prLink` is a text\./,
    ],
    [usual.replace('@v1', '@latest'), 'The action has no version `latest`. Use `@v1`.'],
    [usual.replace('@v1', '@v2'), 'The action has no version `v2`. Use `@v1`.'],
    [
      usual
        .replace(key, 'dry-run: false')
        .replace('with:', `env: { DOCS_API_KEY: "${value('secrets.KEY')}" }\n        with:`),
      "The action doesn't read `env:`. Put `api-key` under `with:`.",
    ],
    [
      last(usual, '{ run: gh issue list -R a/b }'),
      /^`gh issue list` in the job `docs` needs `env: \{ GH_TOKEN/,
    ],
    [
      last(usual, `{ run: gh issue list, ${token} }`),
      /knows no repository\. Add `--repo "\$GITHUB_REPOSITORY"`/,
    ],
    [
      last(usual, `{ run: gh issue comment 1 -R a/b, ${token} }`).replace('issues: write, ', ''),
      '`gh issue comment` in the job `docs` needs `issues: write`.',
    ],
    [
      last(usual, `{ run: gh workflow run x.yml -R a/b, ${token} }`),
      '`gh workflow run` in the job `docs` needs `actions: write`.',
    ],
  ])('%#', async (text, line) => {
    const { hints } = await play(text);
    expect(hints.filter((hint) => (typeof line === 'string' ? hint === line : line.test(hint)))).toHaveLength(
      1,
    );
  });

  test.each([
    `{ run: gh issue comment "$URL", ${token} }`,
    `{ run: gh api repos/a/b, ${token} }`,
    '{ run: gh issue list -R a/b && gh auth status }',
    `{ run: "echo ${dollar}{GITHUB_REF}", env: { A: "github.com", B: "${dollar}{X}" } }`,
  ])('and this is right: %s', async (step) => {
    expect((await play(last(usual, step))).hints).toEqual([]);
  });
});

test.each([
  ['if: fromJSON(vars.DEBUG || false)', ''],
  ['if: fromJSON(steps.details.outputs.result).url', ''],
  [`timeout-minutes: ${value('fromJSON(vars.MINUTES)')}`, ''],
  ['', `strategy: { matrix: "${value('fromJSON(vars.ALL)')}" }\n    name: ${value('matrix.page')}`],
])('a value for `fromJSON` fits: %s %s', async (line, job) => {
  const steps = `      - { id: details, uses: x/y@v1 }\n      - run: make\n        ${line}`;
  const { hints, runs } = await play(workflow({ on: FORM, steps, job }));
  expect([hints, runs[0]?.play.results]).toEqual([[], { docs: 'success' }]);
});

describe('documentation in another repository', () => {
  const steps = `      - id: app
        uses: actions/create-github-app-token@v3
        with: { client-id: any, private-key: any, owner: acme, repositories: docs }`;
  const token = `pr-token: ${value('steps.app.outputs.token')}`;
  const text = workflow({ on: 'push', steps, with: ['pr-repository: acme/docs', token] });

  test('is merged there, which starts no run here', async () => {
    const played = await play(text, { events: [PUSH, { cause: 'merge' }, PUSH] });
    expect(played.runs[1]).toMatchObject({
      description: expect.stringMatching(/the agent's pull request #1 is merged$/),
      note: 'GitHub starts no run of this file: its repository is another one.',
    });
    expect(ends(played)).toEqual(['pull-request-created', 'pull-request-created']);
  });

  test('hides the names of private code only if it is public', async () => {
    const named = async (published: readonly string[]) => {
      const { conversations } = await play(text, { events: [PUSH], published });
      const entries = conversations.flatMap((one) => (one.repository === 'acme/docs' ? one.entries : []));
      return JSON.stringify(
        entries.filter((one) => one.kind === 'words' && one.by.login === 'docs-app[bot]'),
      );
    };
    expect(await named([])).toContain('acme/product');
    expect(await named(['docs'])).toMatch(/created this pull request(?!.*acme\/product)/s);
  });
});

test.each<[string, File, string | RegExp]>([
  [
    'the hour of a token',
    {
      on: FORM,
      steps: '      - { id: app, uses: actions/create-github-app-token@v3 }',
      with: ['timeout: 60m', `pr-token: ${value('steps.app.outputs.token')}`],
    },
    /expires after an hour/,
  ],
  [
    'a job that ends before the action can',
    { on: FORM, with: ['timeout: 2h'] },
    'GitHub ends the job `docs` after 61 minutes, before the action can report its `timeout` of 2h. Set `timeout-minutes: 125`.',
  ],
  [
    'a runner that ends before the action can',
    { on: FORM, runner: 'ubuntu-slim' },
    'GitHub ends the job `docs` after 15 minutes, before the action can report its `timeout` of 30m. Use another runner.',
  ],
  [
    'a request that the next event cancels',
    { on: 'issue_comment', job: 'concurrency: { group: docs, cancel-in-progress: true }' },
    /^`cancel-in-progress` cancels a running request .* Set `queue: max` instead\.$/,
  ],
  ['the caller', { on: 'workflow_call' }, /^The workflow that calls this one .* `secrets: inherit`/],
  ['secrets for branches', { on: 'pull_request' }, /^`pull_request` runs the workflow file of the branch/],
  [
    'requests without a collect action',
    { on: FORM, with: ["wait: 'false'"] },
    /^Nothing reports the results/,
  ],
])('says before the use what no play shows: %s', (_name, file, line) => {
  const parsed = parseWorkflow(workflow(file));
  const given = { secrets: [], variables: [], outputs: [], inputs: [], usual: {}, token: '' };
  const advice = adviceFor(parsed, namesOf(parsed, settingsOf(parsed, given)));
  expect(advice.at(-1)).toMatch(line);
  expect(advice).toHaveLength(1);
});
