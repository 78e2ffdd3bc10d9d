import { changeContext } from '../change/change-context.ts';
import { type Change, readChange } from '../change/load-change.ts';
import { countOpen } from '../change/open-pull-requests.ts';
import { judgePaths, type PathRules } from '../change/path-filter.ts';
import type { GitHub } from '../github/github.ts';
import type { Account } from '../github/payload.ts';
import { readGitHubPull } from '../job/pull-request-link.ts';
import type { Outcome } from '../job/request-result.ts';
import type { Ports } from '../ports.ts';
import { giveOwner, wishesAnything } from '../report/labels-and-reviewers.ts';
import type { Asked, Thread } from '../request/request.ts';
import { findOpenJob, isOwn, mergedOnlyOurs } from './agent-pull-requests.ts';
import type { StepContext } from './step-context.ts';

/** Whether the run goes on, with what it knows of the change by then. */
export type Followed = GoingOn | { readonly kind: 'over'; readonly outcome: Outcome };

export interface GoingOn {
  readonly kind: 'on';
  /** What the agent is told about the change. */
  readonly told?: string;
  /** The conversation of a push: that of the pull request that it merged last. */
  readonly thread?: Thread;
  /** Who wrote the pull request that was merged last. */
  readonly author?: Account;
  /** The job that gets the instruction as a message, since enough pull requests are open. */
  readonly jobId?: string;
}

/** What following a change needs of a step. */
type Following = Pick<StepContext, 'ports' | 'asked' | 'inputs' | 'deadline'>;

/** Finds out what changed, and whether an instruction about it is to be sent at all. */
export async function followChange(following: Following): Promise<Followed> {
  const { ports, asked, inputs, deadline } = following;
  const lacking = lackingToken(following);
  if (lacking !== undefined) return failed(`\`${lacking}\` needs \`github-token\`, which is empty.`);
  const { range, ...rules } = inputs.change;
  const about = asked.happening !== undefined || range !== undefined;
  const token = inputs.githubToken;
  const github = about && token !== undefined ? ports.openGitHub(token, deadline) : undefined;
  const read = await readChange(asked.happening, range, github);
  if (read.kind === 'over') return skipped(read.reason);
  if (read.kind === 'unreadable') return failed(read.reason);
  if (read.kind === 'change') {
    for (const note of read.change.notes) ports.runner.log.info(note);
    const over = await judgeChange(following, read.change, rules, github);
    if (over !== undefined) return over;
  }
  const room = await findRoom(following);
  if (room.kind === 'over' || read.kind === 'none') return room;
  return { ...room, ...goOn(following, read.change) };
}

/** Ends the run when the change does not count, or is our own doing. */
async function judgeChange(
  following: Following,
  change: Change,
  rules: PathRules,
  github: GitHub | undefined,
): Promise<Followed | undefined> {
  const relevance = judgePaths(change, rules);
  if (!relevance.counts) return skipped(relevance.reason);
  return github && findLoop(following, change, github);
}

/** Ends the run when the push merged what our own jobs made: documentation of documentation has no end. */
async function findLoop(
  following: Following,
  { merged }: Change,
  github: GitHub,
): Promise<Followed | undefined> {
  const { asked, inputs, ports } = following;
  const { githubToken } = inputs;
  if (asked.happening?.kind !== 'push' || githubToken === undefined) return undefined;
  // The input `range` may be about more than the push.
  const alone = inputs.change.range && (await readChange(asked.happening, undefined, github));
  const pushed = alone === undefined ? merged : alone.kind === 'change' ? alone.change.merged : undefined;
  if (pushed === undefined || !(await mergedOnlyOurs(following, pushed, githubToken))) return undefined;
  const links = pushed.pulls.map(({ number }) => pullUrl(number, ports));
  const reason = `The push merged nothing but pull requests that our own jobs made: ${links.join(' ')}`;
  return { kind: 'over', outcome: { result: 'skipped', reason, links } };
}

function goOn({ ports, asked, inputs }: Following, change: Change): GoingOn {
  const { place } = ports;
  const told = changeContext(change, inputs.context, { ...asked, place, token: ports.randomToken() });
  const author = change.merged.pulls.at(-1)?.author;
  const thread = inputs.change.range === undefined ? threadOf(asked, change, ports) : undefined;
  return {
    kind: 'on',
    ...(told !== undefined && { told }),
    ...(thread && { thread }),
    ...(author && { author }),
  };
}

/**
 * Ends the run when enough pull requests are open already, or nobody can tell; or finds the job to follow up on. A job that
 * is named by its id needs no room where messages are welcome.
 */
async function findRoom(following: Following): Promise<Followed> {
  const { ports, inputs, deadline } = following;
  const { openRule, prToken, githubToken, jobId } = inputs;
  const token = prToken ?? githubToken;
  if (openRule === undefined || token === undefined) return { kind: 'on' };
  const follows = openRule.whenOpen === 'message';
  if (follows && jobId !== undefined) return { kind: 'on' };
  const open = await countOpen(openRule, ports.openGitHub(token, deadline));
  if (open.kind === 'room') return { kind: 'on' };
  if (open.kind === 'unknown') return failed(open.reason);
  const { reason, urls: links } = open;
  if (!follows) return { kind: 'over', outcome: { result: 'skipped', reason, links } };
  const job = await findOpenJob(following, links, token);
  if (job.kind === 'unreadable') return failed(job.reason);
  if (job.kind === 'none') {
    const none = `No open pull request carries a note of our jobs, so there is none to follow up on. ${reason}`;
    return { kind: 'over', outcome: { result: 'skipped', reason: none, links } };
  }
  ports.runner.log.info(
    `Enough pull requests are open: this becomes a message to the job that made ${job.url}`,
  );
  return { kind: 'on', jobId: job.jobId };
}

/** The first input that asks GitHub for something without a token to ask with. */
function lackingToken({ asked, inputs }: Following): string | undefined {
  const { change, openRule, context, githubToken, prToken } = inputs;
  if (githubToken !== undefined) return undefined;
  if (change.range !== undefined) return 'range';
  if (change.paths !== undefined) return 'paths';
  if (change.ignored !== undefined) return 'ignore-paths';
  if (openRule !== undefined && prToken === undefined) return 'skip-if-open';
  return context === 'full' && asked.happening !== undefined ? 'context: full' : undefined;
}

function threadOf({ happening }: Asked, { merged }: Change, ports: Ports): Thread | undefined {
  const last = merged.pulls.at(-1);
  if (happening?.kind !== 'push' || last === undefined) return undefined;
  const { number, title, description, locked, author } = last;
  const url = pullUrl(number, ports);
  return {
    ...{ kind: 'pull-request', number, url, locked, title, description },
    ...(author && { openedBy: author }),
  };
}

function pullUrl(number: number, { place }: Ports): string {
  return `${place.serverUrl}/${place.repository}/pull/${number}`;
}

/** Gives the job's pull request labels, reviewers and assignees. Nothing of it changes the outcome. */
export async function settleOwner(
  { ports, asked, inputs, deadline }: Following,
  { author }: GoingOn,
  { result, pullRequest }: Outcome,
): Promise<void> {
  const { log } = ports.runner;
  if (!wishesAnything(inputs.owner) || result !== 'pull-request' || pullRequest === undefined) return;
  const pull = readGitHubPull(pullRequest.link, ports.place.serverUrl);
  if (pull === undefined) {
    return log.warning(
      `The pull request gets no labels, reviewers or assignees: it is not one on ${ports.place.serverUrl}.`,
    );
  }
  const own = isOwn(pull, ports.place.repository);
  const { githubToken, prToken } = inputs;
  const takesOther = prToken !== undefined && (!own || githubToken === undefined);
  const input = takesOther ? 'pr-token' : 'github-token';
  const token = takesOther ? prToken : githubToken;
  if (token === undefined) {
    return log.warning(`The pull request gets no labels, reviewers or assignees: \`${input}\` is empty.`);
  }
  const people = { ...(asked.sender && { asker: asked.sender }), ...(author && { author }) };
  const github = ports.openGitHub(token, deadline).elsewhere(`${pull.owner}/${pull.repo}`);
  await giveOwner(pull.number, inputs.owner, people, { github, token: input, own, log });
}

function skipped(reason: string): Followed {
  return { kind: 'over', outcome: { result: 'skipped', reason } };
}

function failed(reason: string): Followed {
  return { kind: 'over', outcome: { result: 'error', reason: `not sent: ${reason}` } };
}
