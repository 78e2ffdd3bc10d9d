import { readGitHubPull } from './job/link.ts';
import type { OpenedStep } from './opened-step.ts';
import type { Outcome } from './outcome.ts';
import { giveOwner, wishesAnything } from './report/owner.ts';
import type { Asked, Thread } from './request/asked.ts';
import { type Change, readChange } from './request/change.ts';
import { changeContext } from './request/change-context.ts';
import { judgePaths } from './request/globs.ts';
import { countOpen } from './request/open-pulls.ts';
import type { Account } from './request/payload.ts';
import type { World } from './world/world.ts';

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
}

/** What following a change needs of a step. */
type Following = Pick<OpenedStep, 'world' | 'asked' | 'inputs' | 'deadline'>;

/** Finds out what changed, and whether an instruction about it is to be sent at all. */
export async function followChange(following: Following): Promise<Followed> {
  const { world, asked, inputs, deadline } = following;
  const lacking = lackingToken(following);
  if (lacking !== undefined) return failed(`\`${lacking}\` needs \`github-token\`, which is empty.`);
  const { range, ...rules } = inputs.change;
  const about = asked.happening !== undefined || range !== undefined;
  const token = inputs.githubToken;
  const changes = about && token !== undefined ? await world.openChanges(token, deadline) : undefined;
  const read = await readChange(asked.happening, range, changes);
  if (read.kind === 'over') return skipped(read.reason);
  if (read.kind === 'unreadable') return failed(read.reason);
  if (read.kind === 'change') {
    for (const note of read.change.notes) world.runner.log.info(note);
    const relevance = judgePaths(read.change, rules);
    if (!relevance.counts) return skipped(relevance.reason);
  }
  const full = await findFull(following);
  if (full !== undefined) return full;
  return read.kind === 'none' ? { kind: 'on' } : goOn(following, read.change);
}

function goOn({ world, asked, inputs }: Following, change: Change): GoingOn {
  const { place } = world;
  const told = changeContext(change, inputs.context, { ...asked, place, token: world.randomToken() });
  const author = change.merged.pulls.at(-1)?.author;
  const thread = inputs.change.range === undefined ? threadOf(asked, change, world) : undefined;
  return {
    kind: 'on',
    ...(told !== undefined && { told }),
    ...(thread && { thread }),
    ...(author && { author }),
  };
}

/** Ends the run when enough pull requests are open already, or nobody can tell. */
async function findFull({ world, inputs, deadline }: Following): Promise<Followed | undefined> {
  const { openRule, prToken, githubToken } = inputs;
  const token = prToken ?? githubToken;
  if (openRule === undefined || token === undefined) return undefined;
  const open = await countOpen(openRule, await world.openChanges(token, deadline));
  if (open.kind === 'room') return undefined;
  if (open.kind === 'unknown') return failed(open.reason);
  return { kind: 'over', outcome: { result: 'skipped', reason: open.reason, links: open.urls } };
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

function threadOf({ happening }: Asked, { merged }: Change, { place }: World): Thread | undefined {
  const last = merged.pulls.at(-1);
  if (happening?.kind !== 'push' || last === undefined) return undefined;
  const { number, title, description, locked, author } = last;
  const url = `${place.serverUrl}/${place.repository}/pull/${number}`;
  return {
    ...{ kind: 'pull-request', number, url, locked, title, description },
    ...(author && { openedBy: author }),
  };
}

/** Gives the job's pull request labels, reviewers and assignees. Nothing of it changes the outcome. */
export async function settleOwner(
  { world, asked, inputs, deadline }: Following,
  { author }: GoingOn,
  { result, pullRequest }: Outcome,
): Promise<void> {
  const { log } = world.runner;
  if (!wishesAnything(inputs.owner) || result !== 'pull-request' || pullRequest === undefined) return;
  const pull = readGitHubPull(pullRequest.link, world.place.serverUrl);
  if (pull === undefined) {
    return log.warning(
      `The pull request gets no labels, reviewers or assignees: it is not one on ${world.place.serverUrl}.`,
    );
  }
  const own = `${pull.owner}/${pull.repo}`.toLowerCase() === world.place.repository.toLowerCase();
  const { githubToken, prToken } = inputs;
  const takesOther = prToken !== undefined && (!own || githubToken === undefined);
  const input = takesOther ? 'pr-token' : 'github-token';
  const token = takesOther ? prToken : githubToken;
  if (token === undefined) {
    return log.warning(`The pull request gets no labels, reviewers or assignees: \`${input}\` is empty.`);
  }
  const people = { ...(asked.sender && { asker: asked.sender }), ...(author && { author }) };
  const changes = await world.openChanges(token, deadline);
  await giveOwner(pull, inputs.owner, people, { changes, token: input, own, log });
}

function skipped(reason: string): Followed {
  return { kind: 'over', outcome: { result: 'skipped', reason } };
}

function failed(reason: string): Followed {
  return { kind: 'over', outcome: { result: 'error', reason: `not sent: ${reason}` } };
}
