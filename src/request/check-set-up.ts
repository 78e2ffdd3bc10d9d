import { hasTrait } from '../event/events.ts';
import type { Request } from '../event/request.ts';
import type { GitHub } from '../github/github.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { DAY, SET_UP_SPAN } from '../model/intervals.ts';
import { isFailure, type RequestResult } from '../model/request-result.ts';
import { namingTexts } from '../pull-request/link.ts';
import { shortenDeadline } from '../runner/deadline.ts';
import { code, grid, plain } from '../text/markdown.ts';
import { judgeRequester } from './gate.ts';
import type { Step } from './step.ts';

/** What was checked, what that found, and what to do about it. */
type Row = readonly [what: string, state: 'fine' | 'missing' | "can't be known", advice: string];

/** Checks the set-up, only by reads, and adds what it found to the result of a dry run. */
export async function checkSetUp(end: RequestResult, request: Request, step: Step): Promise<RequestResult> {
  step.ports.runner.group('Set-up');
  const rows: Row[] = [];
  for await (const row of findRows(request, step)) {
    const [what, state, advice] = row;
    step.access.log[state === 'missing' ? 'warning' : 'info'](`${what}: ${state}. ${advice}`.trimEnd());
    rows.push(row);
  }
  const setUp = grid(
    ['Set-up', 'State', 'What to do'],
    rows.map((row) => row.map(plain)),
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
  if (isMissing) return [what, 'missing', `${advice} ${message}`.trimStart()];
  return [what, "can't be known", kind === 'stopped' ? 'No answer came in time.' : message];
}

/** A check whose refusal may have another cause than that something is missing. */
function doubt(...[what, state, advice]: Row): Row {
  return [what, state === 'missing' ? "can't be known" : state, advice];
}

async function* findRows(request: Request, step: Step): AsyncGenerator<Row> {
  const { access, inputs } = step;
  const { clock, openGitHub, workflowRun } = access;
  const { comment, prLabels, prRepository, prReviewers } = inputs;
  yield* checkService(step);
  const here = openGitHub('github-token', SET_UP_SPAN);
  const { event, sender } = request;
  if (sender !== undefined && hasTrait(event, 'by-hand')) {
    const commenter = { event: 'issue_comment', sender };
    const { allowed, failed, reason } = await judgeRequester(commenter, inputs, here);
    const denied = failed === undefined ? 'missing' : "can't be known";
    yield [`Permission of ${code(sender.login)}`, allowed ? 'fine' : denied, reason];
  }
  if (comment !== 'never') yield judge('Access to comments', await here.repositoryComments(clock.now()), JOB);
  const target = openGitHub('pr-token', SET_UP_SPAN).elsewhere(prRepository ?? workflowRun);
  if (prRepository !== undefined) {
    const what = `Access of \`pr-token\` to ${code(`${prRepository.owner}/${prRepository.repo}`)}`;
    yield judge(what, await target.openPullsOf('-'), APP);
    yield* checkNames(target, step);
  } else if (comment !== 'never' || prLabels.length > 0)
    yield judge('Access to pull requests', await here.openPullsOf('-'), JOB);
  for (const label of prLabels)
    yield doubt(...judge(`Label ${code(label)}`, await target.label(label), LABEL));
  for (const name of prReviewers.filter((reviewer) => reviewer.includes('/'))) {
    const [org = '', slug = ''] = name.split('/');
    yield judge(`Team ${code(name)}`, await target.teamAccess(org, slug), TEAM);
  }
  yield ['Write permissions of the token', "can't be known", WRITES];
  // The environment has the name of the recipes' one. No read shows where the secrets are.
  const { ok } = await here.environment('docs');
  const found = ok ? '`docs` exists. Let only the default branch use it.' : 'The token sees no `docs`.';
  yield ['Environment for the key', "can't be known", `${found} ${BRANCHES}`];
}

/** Everyone can read what a public pull request says of a private repository. */
async function* checkNames(
  target: GitHub,
  { inputs: { context, prLabels }, access: { workflowRun } }: Step,
): AsyncGenerator<Row> {
  const docs = workflowRun.isPublic ? undefined : await target.settings();
  if (!docs?.ok || docs.value.private !== false) return;
  for (const label of namingTexts(prLabels, workflowRun))
    yield [NAME, 'missing', `The label ${code(label)} tells it. Set another one.`];
  if (context !== 'none') yield [NAME, "can't be known", REPEATED];
}

const JOB = 'Set `issues` and `pull-requests` in the `permissions` of the workflow job.';
const APP = 'Install the app of the token there, with `pull-requests: write`.';
const LABEL = "If it doesn't exist, create it, or set `issues: write`, with which the action creates it.";
const TEAM =
  'Give the team access to the repository, and `pr-token` the permission `members: read` of the organization.';
const WRITES =
  "GitHub shows a token's permissions only when it writes. Compare the `permissions` of the workflow job with SECURITY.md.";
const NAME = 'Name of this private repository in the public one';
const REPEATED =
  'The agent gets URLs with the name, and may repeat them in the pull request. Set `context: none`, or forbid that in `prompt`.';
const BRANCHES = 'Without one, people who can push a branch can read the key: see SECURITY.md.';

const NO_JOB = '00000000-0000-4000-8000-000000000000';
const [KEY, PROJECT] = ['`api-key`', '`project-id`'];

/** A 404 for a job doesn't show whether the project exists, so this also reads visitors. */
async function* checkService({ access, inputs, ports }: Step): AsyncGenerator<Row> {
  const { clock, deadline } = access;
  const service = ports.openService(inputs.credentials, shortenDeadline(deadline, SET_UP_SPAN, clock));
  const job = await service.getJob(NO_JOB, 'read');
  if (!job.ok && job.failure.status !== 404) {
    yield judge(KEY, job);
    return yield [PROJECT, "can't be known", 'The key comes first.'];
  }
  const [dateFrom = '', dateTo = ''] = [DAY, 0].map((ago) => new Date(clock.now() - ago).toISOString());
  const cost = { pages: 0, requests: 0, uses: 0, mostUses: 1 };
  const page = await service.getVisitors({ dateFrom, dateTo, limit: 1, offset: 0 }, cost);
  const isLost = !page.ok && page.failure.status === 404;
  if (isLost) yield [KEY, "can't be known", 'The project comes first.'];
  else yield [KEY, 'fine', 'Whether it may also send requests, only a request shows.'];
  // The scope of the key, or the plan, may leave out the visitors.
  yield isLost ? judge(PROJECT, page) : doubt(...judge(PROJECT, page));
}
