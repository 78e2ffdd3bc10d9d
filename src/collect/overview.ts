import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Answer } from '../answer-or-failure.ts';
import { isPerson } from '../github/account.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import { type GitHubPullRequest, isOwnBranch } from '../github/pull-requests.ts';
import { DAY } from '../intervals.ts';
import { openRepository, type RepositoryAccess } from '../pull-request/access.ts';
import { pullUrl, readGitHubPull } from '../pull-request/link.ts';
import { openMarker, readMarkerAt } from '../pull-request/marker.ts';
import { type ClosedPull, type KnownPull, type OpenRow, renderOverview } from '../report/overview.ts';
import type { GitHubRepository } from '../text/identifiers.ts';
import { signNote, verifyNote } from '../text/signed-note.ts';
import { clockTime } from '../text/time.ts';
import type { RepositoryNotes } from '../thread/read-notes.ts';
import type { FinishContext } from '../thread/thread-context.ts';

/** What the overview counts. */
export const OVERVIEW_SPAN = 30 * DAY;

/** Of each repository with pull requests of the agent, some requests to GitHub are made. So are for markers in old comments. */
const MOST_REPOSITORIES = 2;
const MOST_MARKERS = 6;

const content = z.strictObject({ text: z.string() });

/** Keeps one comment on the issue `thread` up to date. It is edited only if more than its time changed. */
export async function updateOverview(
  thread: number,
  read: RepositoryNotes,
  context: FinishContext,
): Promise<void> {
  const { github, key, service, tools, workflowRun } = context;
  const place = { service, repositoryId: workflowRun.repositoryId, thread };
  const comments = await github.comments(thread);
  const pulls = await readPulls(read, context);
  warnOfComment(comments.ok ? pulls : comments, UNREAD, tools.log);
  if (!comments.ok || !pulls.ok) return;
  const requests = read.notes.map(({ id, note, place }) => ({ ...note, id, thread: place.thread }));
  const text = renderOverview({ ...pulls.value, requests }, workflowRun);
  const digest = hash('sha256', text);
  const own = comments.value.items.flatMap(({ id, body }) => {
    const known = verifyNote('overview:v1', content, body, { ...place, commentId: id }, key);
    return typeof known === 'object' ? [{ id, text: known.text }] : [];
  });
  const [first, ...others] = own;
  // Two runs at once post two comments.
  for (const { id } of others) await github.deleteComment(id);
  if (first?.text === digest) return;
  const posted = first === undefined ? await github.createComment(thread, text) : undefined;
  const id = first?.id ?? (posted?.ok ? posted.value.id : undefined);
  const sign = (commentId: number) => signNote('overview:v1', { text: digest }, { ...place, commentId }, key);
  const now = clockTime(tools.time.now());
  const edited =
    id === undefined ? posted : await github.editComment(id, `${text}\n\nChanged at ${now}.\n${sign(id)}`);
  if (edited !== undefined) warnOfComment(edited, 'The overview could not be written', tools.log);
}

const UNREAD = 'The overview could not be written, because what is open could not be read';

interface Pulls {
  readonly open: readonly OpenRow[];
  readonly closed: readonly ClosedPull[];
}

async function readPulls(read: RepositoryNotes, context: FinishContext): Promise<Answer<Pulls>> {
  const { workflowRun } = context;
  const known = knownPulls(read, context);
  const links = [...known.keys()].flatMap((url) => readGitHubPull(url, workflowRun.serverUrl) ?? []);
  const all: GitHubRepository[] = [workflowRun, ...links];
  const names = new Map(all.map(({ owner, repo }) => [`${owner}/${repo}`.toLowerCase(), { owner, repo }]));
  const found: Pulls[] = [];
  for (const name of [...names.values()].slice(0, MOST_REPOSITORIES)) {
    const pulls = await readRepository(openRepository(name, context), known, context);
    if (!pulls.ok) return pulls;
    found.push(pulls.value);
  }
  const open = found.flatMap((pulls) => pulls.open);
  return { ok: true, value: { open, closed: found.flatMap(({ closed }) => closed) } };
}

async function readRepository(
  { github, isHere, owner, repo }: RepositoryAccess,
  known: ReadonlyMap<string, KnownPull>,
  context: FinishContext,
): Promise<Answer<Pulls>> {
  const { workflowRun, tools } = context;
  const urlOf = ({ number }: GitHubPullRequest) => pullUrl(number, { ...workflowRun, owner, repo });
  const listed = await github.pullsBy('open');
  const ended = await github.closedSince(tools.time.now() - OVERVIEW_SPAN);
  if (!listed.ok) return listed;
  if (!ended.ok) return ended;
  const checks = new Map<number, string>();
  for (const result of ['success', 'failure'] as const) {
    const found = await github.openWith(result);
    for (const { number } of found.ok ? found.value.items : [])
      checks.set(number, result === 'success' ? 'green' : 'red');
  }
  const pulls = listed.value.items.filter(isOwnBranch);
  const unknown = pulls.filter((pull) => !known.has(urlOf(pull)) && !isPerson(pull.user));
  const marked = new Map<string, KnownPull>(known);
  for (const pull of unknown.slice(0, MOST_MARKERS)) {
    const place = { service: context.service, repositoryId: pull.base.repo.id, thread: pull.number };
    const marker = await readMarkerAt(place, github, context.key);
    if (marker.ok && marker.value !== undefined) marked.set(urlOf(pull), marker.value);
  }
  const open = pulls.flatMap((pull): OpenRow[] => {
    const [url, origin] = [urlOf(pull), marked.get(urlOf(pull))];
    const title = isHere || !pull.base.repo.private ? pull.title : '';
    const reviewers = pull.requested_reviewers.map(({ login }) => login);
    const row = { url, title, reviewers, checks: checks.get(pull.number) ?? '', openedAt: pull.created_at };
    return origin === undefined ? [] : [{ ...origin, ...row }];
  });
  const closed = ended.value.items.flatMap((pull): ClosedPull[] => {
    const origin = known.get(urlOf(pull));
    const isChanged = origin?.head !== undefined && origin.head !== pull.head.sha;
    return origin === undefined ? [] : [{ merged: Boolean(pull.merged_at), isChanged }];
  });
  return { ok: true, value: { open, closed } };
}

/** The agent's pull requests, by URL: those that a request changed, and those with a marker. The last request counts. */
function knownPulls({ notes, comments }: RepositoryNotes, { key, workflowRun }: FinishContext) {
  const known = new Map<string, KnownPull>();
  for (const { comment, place } of comments) {
    const marker = openMarker(comment, place, key);
    if (marker !== undefined) known.set(pullUrl(place.thread, workflowRun), marker);
  }
  for (const { note } of notes) {
    const { pullRequest: url, headAfter, pages, preview, requester } = note;
    const before = url === undefined ? undefined : known.get(url);
    const { by, at } = requester;
    if (url !== undefined) known.set(url, { by, at, pages, preview, head: headAfter ?? before?.head });
  }
  return known;
}
