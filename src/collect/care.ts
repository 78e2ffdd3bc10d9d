import type { Answer, Failure } from '../answer.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import { REMINDER_NOTICE } from '../intervals.ts';
import { logFailure, openRepository, PULL_REQUESTS, type RepositoryAccess } from '../pull-request/access.ts';
import type { GitHubRepository } from '../pull-request/link.ts';
import {
  type AgentPull,
  chooseCare,
  findReminded,
  type QuietRules,
  readAgentPull,
  signReminder,
} from '../pull-request/quiet-pull-requests.ts';
import { renderClosing, renderReminder } from '../report/reply-text.ts';
import type { FinishReport } from '../thread/finish-requests.ts';
import type { FinishContext } from '../thread/thread-context.ts';

/** An open pull request of the agent, and what was done with it. In a dry run, `care` is what would be done. */
export interface CaredPull {
  readonly known: AgentPull;
  readonly link: string;
  /** Whether comments and summaries may show its title. */
  readonly mayShow: boolean;
  readonly care: 'remind' | 'close' | undefined;
}

export interface CareReport {
  readonly pulls: CaredPull[];
  /** Sentences about pull requests that were not read. */
  readonly gaps: string[];
  /** Why a repository could not be read. */
  failure: FinishReport['failure'];
}

interface CareContext extends FinishContext, QuietRules {}

/** Lists the agent's open pull requests, reminds people of quiet ones, and closes those that stay quiet. */
export async function careForOpen(
  repositories: readonly (GitHubRepository | 'here')[],
  context: CareContext,
): Promise<CareReport> {
  const { tools, workflowRun } = context;
  const report: CareReport = { pulls: [], gaps: [], failure: undefined };
  const names = repositories.map((one) => (one === 'here' ? workflowRun : one));
  const byName = new Map(names.map((one) => [`${one.owner}/${one.repo}`.toLowerCase(), one]));
  for (const { owner, repo } of byName.values()) {
    const access = openRepository({ owner, repo }, context);
    // `github-token` is required.
    if (typeof access === 'string') continue;
    const failure = await careForAll(access, context, report);
    const what = `the open pull requests of ${owner}/${repo} (\`${access.tokenInput}\`)`;
    if (failure) report.failure ??= unread(what, failure);
  }
  for (const gap of report.gaps) tools.log.notice(gap);
  return report;
}

/** Why `what` was not read. An interrupt stops reads, too, and is the result of the step. */
export function unread(what: string, { kind, code, message }: Failure): FinishReport['failure'] {
  if (kind !== 'stopped') return { reasonCode: code, reason: `Could not read ${what}: ${message}` };
  return { reasonCode: 'deadline', reason: `The step's deadline passed before ${what} were read.` };
}

/** Adds the pull requests of a repository to the report. Returns why they could not be read. */
async function careForAll(
  access: RepositoryAccess,
  context: CareContext,
  { pulls, gaps }: CareReport,
): Promise<Failure | undefined> {
  const name = `${access.owner}/${access.repo}`;
  const listed = await access.github.openPulls();
  if (!listed.ok) return listed.failure;
  const { items, cut, date } = listed.value;
  context.tools.time.learn(date);
  if (cut) gaps.push(`${name} has more than 100 open pull requests. Only the newest 100 were read.`);
  const warn = openWarner(access);
  for (const pull of items) {
    const link = `${context.workflowRun.serverUrl}/${name}/pull/${pull.number}`;
    const ending = await careForOne(pull, link, access, context, pulls, warn);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** Adds a pull request to `pulls` if it is the agent's. Returns the failure that ends the rest. */
async function careForOne(
  pull: GitHubPullRequest,
  link: string,
  access: RepositoryAccess,
  context: CareContext,
  pulls: CaredPull[],
  warn: ReturnType<typeof openWarner>,
): Promise<Failure | undefined> {
  const read = await readAgentPull(pull, access, context);
  if (!read.ok) return warn(read.failure, link, PULL_REQUESTS);
  const known = read.value;
  if (known === undefined) return undefined;
  const { unreadChecks } = known;
  const ending = unreadChecks && warn(unreadChecks, `The checks of ${link}`, '`checks: read`');
  if (ending !== undefined) return ending;
  const due = chooseCare(known, context, context.tools.time.now());
  const done =
    due && !context.dryRun ? await careFor(known, due, access, context) : { ok: true as const, value: due };
  const mayShow = access.isHere || !pull.base.repo.private;
  pulls.push({ known, link, mayShow, care: done.ok ? done.value : undefined });
  const what = `${link} could not be ${due === 'close' ? 'closed' : 'reminded of'}`;
  return done.ok ? undefined : warn(done.failure, what, PULL_REQUESTS);
}

/** Warns of a missing permission once. Returns a failure that ends the rest: a limit holds up everything else, too. */
function openWarner(access: RepositoryAccess) {
  const warned = new Set<string>();
  return (failure: Failure, what: string, permission: string): Failure | undefined => {
    if (failure.kind === 'stopped' || failure.kind === 'limited') return failure;
    const key = failure.status === 403 ? `${permission} ${failure.message}` : what;
    if (!warned.has(key)) logFailure(what, failure, access, true, permission);
    warned.add(key);
    return undefined;
  };
}

/** Reminds of a pull request, or closes it. Returns what was done: nothing if it changed since it was listed. */
async function careFor(
  known: AgentPull,
  care: 'remind' | 'close',
  access: RepositoryAccess,
  { closeAfter, key, phrase, tools }: CareContext,
): Promise<Answer<CaredPull['care']>> {
  const { isClosing, isKept, lastActivity: since, place, pull } = known;
  const { github } = access;
  const current = await github.pullRequest(pull.number);
  if (!current.ok) return current;
  if (tools.deadline.stop.aborted || current.value.updated_at !== pull.updated_at)
    return { ok: true, value: undefined };
  const now = tools.time.now();
  const mayClose = closeAfter !== undefined && !isKept;
  const closesAt = mayClose ? Math.max(since + closeAfter, now + REMINDER_NOTICE) : undefined;
  const text =
    care === 'close'
      ? renderClosing(since, phrase)
      : renderReminder(findReminded(known, access), since, closesAt, phrase);
  const note = signReminder({ at: now, closes: care === 'close' }, place, key);
  const posted =
    isClosing && care === 'close' ? current : await github.createComment(pull.number, `${text}\n${note}`);
  const done = posted.ok && care === 'close' ? await github.closePull(pull.number) : posted;
  return done.ok ? { ok: true, value: care } : done;
}
