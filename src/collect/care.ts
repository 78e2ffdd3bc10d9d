import type { Failure } from '../answer.ts';
import { REMINDER_NOTICE } from '../intervals.ts';
import type { RequestResult } from '../job/request-result.ts';
import {
  describeFailure,
  openRepository,
  PULL_REQUESTS,
  type RepositoryAccess,
} from '../pull-request/access.ts';
import type { GitHubRepository } from '../pull-request/link.ts';
import {
  type AgentPull,
  chooseCare,
  findReminded,
  type QuietRules,
  readAgentPull,
  signReminder,
} from '../pull-request/quiet-pull-requests.ts';
import { renderClosing, renderReminder } from '../report/reminder-text.ts';
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
  failure: Pick<RequestResult, 'reasonCode' | 'reason'> | undefined;
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
  for (const repository of byName.values()) {
    const access = openRepository(repository, context);
    const { owner, repo } = repository;
    const failure =
      typeof access === 'string'
        ? { code: 'token-missing' as const, message: `${access}.` }
        : await careForAll(access, context, report);
    const what = `The open pull requests of ${owner}/${repo} could not be read`;
    if (failure) report.failure ??= { reasonCode: failure.code, reason: `${what}: ${failure.message}` };
  }
  for (const gap of report.gaps) tools.log.notice(gap);
  return report;
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
    const read = await readAgentPull(pull, access, context);
    if (!read.ok && ENDING.has(read.failure.kind)) return read.failure;
    if (!read.ok) warn(read.failure, link, PULL_REQUESTS);
    if (!read.ok || read.value === undefined) continue;
    const { unreadChecks } = read.value;
    if (unreadChecks !== undefined) warn(unreadChecks, `The checks of ${link}`, '`checks: read`');
    const care = await careForOne(read.value, link, access, context, warn);
    pulls.push({ known: read.value, link, mayShow: access.isHere || !pull.base.repo.private, care });
  }
  return undefined;
}

/** The step ends, or a limit holds up everything else, too. */
const ENDING: ReadonlySet<Failure['kind']> = new Set(['stopped', 'limited']);

type Warn = (failure: Failure, what: string, permission: string) => void;

/** Warns of a missing permission once. */
function openWarner(access: RepositoryAccess): Warn {
  const warned = new Set<string>();
  return (failure, what, permission) => {
    const key = failure.status === 403 ? permission : what;
    if (!warned.has(key)) access.log.warning(describeFailure(what, failure, permission, access));
    warned.add(key);
  };
}

/** Reminds of a pull request, or closes it, if that is due. Returns what was done. */
async function careForOne(
  known: AgentPull,
  link: string,
  access: RepositoryAccess,
  context: CareContext,
  warn: Warn,
): Promise<CaredPull['care']> {
  const { closeAfter, dryRun, key, phrase, tools } = context;
  const { isKept, lastActivity: since, place, pull } = known;
  const { github } = access;
  const now = tools.time.now();
  const care = chooseCare(known, context, now);
  if (care === undefined || dryRun) return care;
  // Whatever happened since the list was read is for the next run.
  const current = await github.pullRequest(pull.number);
  if (tools.deadline.stop.aborted || (current.ok && current.value.updated_at !== pull.updated_at))
    return undefined;
  const mayClose = closeAfter !== undefined && !isKept;
  const closesAt = mayClose ? Math.max(since + closeAfter, now + REMINDER_NOTICE) : undefined;
  const text =
    care === 'close'
      ? renderClosing(since, phrase)
      : renderReminder(findReminded(known, access), since, closesAt, phrase);
  const note = signReminder({ at: now, closes: care === 'close' }, place, key);
  const posted = current.ok ? await github.createComment(pull.number, `${text}\n${note}`) : current;
  const done = posted.ok && care === 'close' ? await github.closePull(pull.number) : posted;
  if (!done.ok)
    warn(done.failure, `${link} could not be ${care === 'close' ? 'closed' : 'reminded of'}`, PULL_REQUESTS);
  return done.ok ? care : undefined;
}
