import type { Answer } from '../answer-or-failure.ts';
import type { GitHub } from '../github/github.ts';
import { DAY, SET_UP_SPAN } from '../intervals.ts';
import { judgeRequester } from '../request/gate.ts';
import type { Request } from '../request/request.ts';
import { isFailure, type RequestResult } from '../request-result.ts';
import { shortenDeadline } from '../runner/deadline.ts';
import { code, grid, plain } from '../text/markdown.ts';
import type { Step } from './step.ts';

type State = 'fine' | 'missing' | "can't be known";

/** What was checked, what that found, and what to do about it. */
type Row = readonly [what: string, state: State, advice: string];

/** Checks the set-up, only by reads, and adds what it found to the result of a dry run. */
export async function checkSetUp(end: RequestResult, request: Request, step: Step): Promise<RequestResult> {
  const { inputs, openGitHub, ports, tools, workflowRun } = step;
  const here = openGitHub('github-token', SET_UP_SPAN);
  const target = openGitHub('pr-token', SET_UP_SPAN).elsewhere(inputs.prRepository ?? workflowRun);
  ports.runner.group('Set-up');
  const rows = [
    ...(await checkService(step)),
    ...(await checkRequester(request, step, here)),
    ...(await checkAccess(step, here, target)),
    ...(step.phrase === false ? await checkMerges(target) : []),
    await checkEnvironment(here),
  ];
  for (const [what, state, advice] of rows)
    tools.log[state === 'missing' ? 'warning' : 'info'](`${what}: ${state}. ${advice}`.trimEnd());
  const columns = ['Set-up', 'State', 'What to do'].map((head) => ({ head }));
  const setUp = grid(
    columns,
    rows.map(([what, state, advice]) => [plain(what), state, plain(advice)]),
  );
  const missing = rows.filter(([, state]) => state === 'missing').map(([what]) => what);
  if (missing.length === 0 || isFailure(end)) return { ...end, setUp };
  const reason = `${end.reason} Missing: ${missing.join(', ')}. The summary says what to do.`;
  return { ...end, result: 'dry-run', reasonCode: 'set-up-incomplete', reason, setUp };
}

/** A read that is refused for lack of access shows that something is missing. Other failures show nothing. */
function judge(what: string, answer: Answer<unknown>, advice = ''): Row {
  if (answer.ok) return [what, 'fine', ''];
  const { kind, message, status = 0 } = answer.failure;
  const isMissing = kind === 'refused' && [401, 403, 404].includes(status);
  if (isMissing) return [what, 'missing', `${message} ${advice}`.trimEnd()];
  return [what, "can't be known", kind === 'stopped' ? 'No answer came in time.' : message];
}

const NO_JOB = '00000000-0000-4000-8000-000000000000';
const KEY = '`api-key`';
const PROJECT = '`project-id`';

/** A 404 for a job doesn't show whether the project exists, so this also reads visitors. */
async function checkService({ inputs, ports, tools: { deadline } }: Step): Promise<readonly Row[]> {
  const { clock } = ports;
  const service = ports.openService(inputs.credentials, shortenDeadline(deadline, SET_UP_SPAN, clock));
  const job = await service.getJob(NO_JOB, 'read');
  if (!job.ok && job.failure.status !== 404)
    return [judge(KEY, job), [PROJECT, "can't be known", 'The key comes first.']];
  const iso = (time: number) => new Date(time).toISOString();
  const query = { dateFrom: iso(clock.now() - DAY), dateTo: iso(clock.now()), limit: 1, offset: 0 };
  const page = await service.getVisitors(query, { pages: 0, requests: 0, uses: 0, mostUses: 1 });
  const [, state, advice] = judge(PROJECT, page);
  if (!page.ok && page.failure.status === 404)
    return [
      [KEY, "can't be known", 'The project comes first.'],
      [PROJECT, state, advice],
    ];
  return [
    [KEY, 'fine', 'Whether it may also send requests, only a request shows.'],
    // The scope of the key, or the plan, may leave out the visitors.
    [PROJECT, page.ok ? 'fine' : "can't be known", advice],
  ];
}

/** Whether the person who started the run may request in comments. A schedule has no such person. */
async function checkRequester(request: Request, { inputs }: Step, github: GitHub): Promise<readonly Row[]> {
  const { event, sender } = request;
  if (sender === undefined || event === 'schedule') return [];
  const commenter = { event: 'issue_comment', sender, cause: { kind: 'run' } } as const;
  const { allowed, failed, reason } = await judgeRequester(commenter, inputs, github);
  const denied = failed === undefined ? 'missing' : "can't be known";
  return [[`Permission of ${code(sender.login)}`, allowed ? 'fine' : denied, reason]];
}

/** What the inputs need to be read. No read shows what a token may write. */
async function checkAccess({ inputs, ports }: Step, here: GitHub, target: GitHub): Promise<readonly Row[]> {
  const { comment, prLabels, prRepository, prReviewers } = inputs;
  const rows: Row[] = [];
  const writes = comment !== 'never' || prLabels.length > 0;
  if (comment !== 'never')
    rows.push(judge('Access to comments', await here.repositoryComments(ports.clock.now()), JOB));
  if (prRepository !== undefined) {
    const what = `Access of \`pr-token\` to ${code(`${prRepository.owner}/${prRepository.repo}`)}`;
    rows.push(judge(what, await target.openPullsOf('-'), APP));
  } else if (writes) rows.push(judge('Access to pull requests', await here.openPullsOf('-'), JOB));
  for (const label of prLabels) {
    const [what, state, advice] = judge(`Label ${code(label)}`, await target.label(label));
    rows.push(state === 'missing' ? [what, "can't be known", LABEL] : [what, state, advice]);
  }
  for (const name of prReviewers.filter((reviewer) => reviewer.includes('/'))) {
    const [org = '', slug = ''] = name.split('/');
    rows.push(judge(`Team ${code(name)}`, await target.teamAccess(org, slug), TEAM));
  }
  if (writes) rows.push(['Write permissions of the token', "can't be known", WRITES]);
  return rows;
}

const JOB = 'Set `issues` and `pull-requests` in the `permissions` of the workflow job.';
const APP = 'Install the app of the token there, with `pull-requests: write`.';
const LABEL =
  "It doesn't exist, or the token can't read it. Create it, or set `issues: write`, with which the action creates it.";
const TEAM =
  'Give the team access to the repository, and `pr-token` the permission `members: read` of the organization.';
const WRITES =
  "GitHub shows a token's permissions only when it writes. Compare the `permissions` of the workflow job with SECURITY.md.";

/** Settings that a label for auto-merge needs. GitHub shows the first two only with `contents: write`. */
async function checkMerges(target: GitHub): Promise<readonly Row[]> {
  const settings = await target.settings();
  if (!settings.ok) return [[MERGES, "can't be known", settings.failure.message]];
  const { allow_auto_merge: auto, allow_squash_merge: squash, default_branch: branch } = settings.value;
  const state = auto === undefined ? "can't be known" : auto && squash ? 'fine' : 'missing';
  const rules = await target.branchRules(branch);
  const isRequired = !rules.ok || rules.value.items.some(({ type }) => type === 'required_status_checks');
  return [
    [MERGES, state, state === 'fine' ? '' : 'Select both in the settings of the repository, under General.'],
    isRequired
      ? judge(RULESET, rules)
      : [RULESET, 'missing', 'No ruleset requires checks, so GitHub merges at once.'],
  ];
}

const MERGES = 'Auto-merge and squash merging';
const RULESET = 'Required checks';

/** The environment has the name of the recipes' one. No read shows where the secrets are. */
async function checkEnvironment(here: GitHub): Promise<Row> {
  const { ok } = await here.environment('docs');
  const found = ok ? '`docs` exists. Let only the default branch use it.' : 'The token sees no `docs`.';
  return ['Environment for the key', "can't be known", `${found} ${OTHERS}`];
}

const OTHERS = 'Without one, people who can push a branch can read the key: see SECURITY.md.';
