import type { Answer, Failure } from '../answer.ts';
import { isOwnBranch } from '../github/pull-requests.ts';
import { isResult, type RequestResult, skipped, unsent, unsentByRead } from '../job/request-result.ts';
import { type AccessContext, openAccess } from './access.ts';
import { readGitHubPull } from './link.ts';
import { type Marker, type MarkerContext, readMarker } from './marker.ts';

export interface OpenRule {
  readonly search: string;
  /** How many open pull requests are enough. */
  readonly most: number;
}

/** A rule, and how to check it. */
export interface OpenLimit extends OpenRule, AccessContext, MarkerContext {}

/** Each pull request from a fork costs two requests, and strangers can open many. */
const MOST_FORKS = 30;

/**
 * Ends the request if a search finds enough open pull requests, with their links, newest first, or if the search fails.
 * Strangers can open one from a fork, with any branch name, so those count only with our marker.
 *
 * @param opened pull requests of this run. The open ones count even if the search doesn't list them yet, and others are removed
 */
export async function checkOpen(
  { search, most }: OpenRule,
  context: AccessContext & MarkerContext,
  opened = new Set<string>(),
): Promise<RequestResult | undefined> {
  // During the search, other jobs may open more, which the caller counts as jobs in progress.
  const own = [...opened];
  const answer = await context.github.search(search);
  if (!answer.ok) return failedSearch(answer.failure);
  const { total_count: listed, incomplete_results: incomplete, items } = answer.value;
  const unlisted = await findUnlisted(own, opened, items, context);
  if (isResult(unlisted)) return unlisted;
  const urls = [...unlisted];
  const total = listed + unlisted.length;
  const forks = new Set<string>();
  for (const { html_url: url } of items) {
    // The search lists at most a hundred. The others count without a check.
    if (urls.length >= most || total - forks.size < most) break;
    const unmarkedFork = await isUnmarkedFork(url, context);
    if (!unmarkedFork.ok) return unsentByRead(`Whether ${url} counts`, unmarkedFork.failure);
    if (!unmarkedFork.value) urls.push(url);
    else if (forks.add(url).size > MOST_FORKS) return TOO_MANY_FORKS;
  }
  if (total - forks.size >= most) {
    const counted = items.map(({ html_url: url }) => url).filter((url) => !forks.has(url));
    const reason = `Enough pull requests are open already: ${urls.join(' ')}`;
    return skipped('enough-open', reason, [...unlisted, ...counted]);
  }
  return incomplete ? INCOMPLETE : undefined;
}

function failedSearch({ code, message, status }: Failure): RequestResult {
  const advice = status === 422 ? ADVICE : '';
  return unsent(code, `The search for open pull requests failed: ${message}${advice}`);
}

/** Those of our own pull requests that are open, and not in the search's index yet. */
async function findUnlisted(
  own: readonly string[],
  opened: Set<string>,
  items: readonly { readonly html_url: string }[],
  context: AccessContext & MarkerContext,
): Promise<string[] | RequestResult> {
  const listed = new Set(items.map(({ html_url: url }) => url.toLowerCase()));
  const lacking = own.filter((url) => !listed.has(url.toLowerCase()));
  for (const url of lacking) {
    const pull = await readPullRequest(url, context);
    if (!pull.ok) return unsentByRead(`Whether ${url} is open`, pull.failure);
    if (pull.value.state !== 'open') opened.delete(url);
  }
  return lacking.filter((url) => opened.has(url));
}

async function isUnmarkedFork(url: string, context: MarkerContext): Promise<Answer<boolean>> {
  const place = readGitHubPull(url, context.workflowRun.serverUrl);
  if (place === undefined) return { ok: true, value: false };
  const pull = await context.github.elsewhere(place).pullRequest(place.number);
  if (!pull.ok) return pull;
  if (isOwnBranch(pull.value)) return { ok: true, value: false };
  const marker = await readMarker(place, context, async () => pull);
  return marker.ok ? { ok: true, value: marker.value === undefined } : marker;
}

const TOO_MANY_FORKS = unsent(
  'input-invalid',
  `\`skip-if-open\` finds more than ${MOST_FORKS} pull requests from forks. Narrow the search, for example by \`author:\`.`,
);

const INCOMPLETE = unsent(
  'github-unreachable',
  "GitHub's search for open pull requests timed out before it was complete.",
);

const ADVICE =
  ' Check the search in `skip-if-open`, and that `pr-token`, or otherwise `github-token`, has access to its repositories.';

/** An open pull request, and what its marker says. */
export interface OpenPull extends Pick<Marker, 'jobId' | 'entry'> {
  readonly url: string;
}

/** Those of the pull requests that have our marker, at most `most`. */
export async function findMarked(
  urls: readonly string[],
  context: MarkerContext,
  most = urls.length,
): Promise<OpenPull[] | RequestResult> {
  const marked: OpenPull[] = [];
  for (const url of urls) {
    const pull = readGitHubPull(url, context.workflowRun.serverUrl);
    const marker = pull && (await readMarker(pull, context));
    if (marker?.ok === false) return unsentByRead(`Which job created ${url}`, marker.failure);
    if (marker?.value !== undefined) marked.push({ ...marker.value, url });
    if (marked.length >= most) break;
  }
  return marked;
}

/** The pull requests with our marker among the first hundred results of a search. */
export async function searchMarked(
  search: string,
  context: MarkerContext,
): Promise<OpenPull[] | RequestResult> {
  const answer = await context.github.search(search);
  if (!answer.ok) return failedSearch(answer.failure);
  const urls = answer.value.items.map(({ html_url: url }) => url);
  return answer.value.incomplete_results ? INCOMPLETE : findMarked(urls, context);
}

export interface PullRequestState {
  /** `unknown` if it isn't on this server, or the token has no access. */
  readonly state: 'open' | 'closed' | 'unknown';
  /** The head commit; undefined if only the state is known. */
  readonly head?: string | undefined;
}

export async function readPullRequest(
  link: string,
  context: AccessContext,
): Promise<Answer<PullRequestState>> {
  const access = openAccess(link, context);
  if (typeof access === 'string') return { ok: true, value: { state: 'unknown' } };
  const answer = await access.read(access.github);
  if (answer.ok) return { ok: true, value: { state: answer.value.state, head: answer.value.head.sha } };
  if (!isBeyond(answer.failure)) return answer;
  context.tools.log.info(`The pull request ${link} could not be read: ${answer.failure.message}`);
  return { ok: true, value: { state: 'unknown' } };
}

function isBeyond({ kind, status }: Failure): boolean {
  return kind === 'refused' && BEYOND.has(status);
}

/** GitHub's statuses for a pull request without access; 301 if its repository was renamed. */
const BEYOND: ReadonlySet<number | undefined> = new Set([301, 403, 404, 410]);
