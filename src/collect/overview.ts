import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { isPerson } from '../github/account.ts';
import { warnOfComment } from '../github/edit-comment.ts';
import { type GitHubPullRequest, isOwnBranch } from '../github/pull-requests.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import { DAY } from '../model/intervals.ts';
import { RESULTS } from '../model/request-result.ts';
import { openRepository, type RepositoryAccess } from '../pull-request/access.ts';
import { pullUrl, readGitHubPull } from '../pull-request/link.ts';
import { openMarker, readMarkerAt } from '../pull-request/marker.ts';
import { finishComment } from '../report/own-comment.ts';
import { namePullRequest } from '../report/pull-request-text.ts';
import { nameRequester } from '../report/status-text.ts';
import type { GitHubRepository } from '../text/identifiers.ts';
import { code, grid, link } from '../text/markdown.ts';
import { signNote, verifyNote } from '../text/signed-note.ts';
import { clockTime } from '../text/time.ts';
import { isUnfinished, type Note, type NoteComment } from '../thread/note.ts';
import type { RepositoryNotes } from '../thread/read-notes.ts';
import type { FinishContext } from '../thread/thread-context.ts';

export const OVERVIEW_SPAN = 30 * DAY;

/** Each repository with pull requests of the agent needs some requests to GitHub, and each marker in an old comment one. */
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
  const pulls = comments.ok ? await readPulls(read, context) : comments;
  if (!comments.ok || !pulls.ok) return warnOfComment(pulls, UNWRITTEN, tools.log);
  const text = finishComment([...pulls.value, ...describeRequests(read.notes, context), LIMITS], {});
  const digest = hash('sha256', text);
  const [first, ...others] = comments.value.items.flatMap(({ id, body }) => {
    const known = verifyNote('overview:v1', content, body, { ...place, commentId: id }, key);
    return typeof known === 'object' ? [{ id, text: known.text }] : [];
  });
  // Two runs at once post two comments.
  for (const { id } of others) await github.deleteComment(id);
  if (first?.text === digest) return;
  const posted = first === undefined ? await github.createComment(thread, text) : undefined;
  if (posted?.ok === false) return warnOfComment(posted, UNWRITTEN, tools.log);
  const commentId = first?.id ?? posted?.value.id ?? 0;
  const signed = signNote('overview:v1', { text: digest }, { ...place, commentId }, key);
  const body = `${text}\n\nChanged at ${clockTime(tools.time.now())}.\n${signed}`;
  warnOfComment(await github.editComment(commentId, body), UNWRITTEN, tools.log);
}

const UNWRITTEN = 'The overview could not be written';
const LIMITS = `Not counted: pull requests that no comment of the last 30 days names (of those by apps, the newest ${MOST_MARKERS} are looked up), runs without a thread that changed nothing, like those of a schedule, and how many commits people added. Pages and previews are those of the last request. Checks are by GitHub's search, which can be late.`;

/** A pull request of the agent, as its last request left it. */
type KnownPull = Partial<Pick<Note['requester'], 'by' | 'at'>> &
  Pick<Note, 'pages' | 'preview'> & { readonly head?: string | undefined };

/** The agent's pull requests, by URL: those that a request changed, and those with a marker. */
function knownPulls({ notes, comments }: RepositoryNotes, { key, workflowRun }: FinishContext) {
  const known = new Map<string, KnownPull>();
  for (const { comment, place } of comments) {
    const marker = openMarker(comment, place, key);
    if (marker !== undefined) known.set(pullUrl(place.thread, workflowRun), marker);
  }
  for (const { note } of notes) {
    const { pullRequest: url = '', headAfter, pages, preview, requester } = note;
    const { by, at } = requester;
    if (url !== '') known.set(url, { by, at, pages, preview, head: headAfter ?? known.get(url)?.head });
  }
  return known;
}

const HEADS = ['Pull request', 'Opened', 'Requested', 'Pages', 'Preview', 'Checks', 'Reviewers'];

/** The paragraphs about pull requests. */
async function readPulls(read: RepositoryNotes, context: FinishContext): Promise<Answer<string[]>> {
  const { workflowRun } = context;
  const known = knownPulls(read, context);
  const links = [...known.keys()].flatMap((url) => readGitHubPull(url, workflowRun.serverUrl) ?? []);
  const all: GitHubRepository[] = [workflowRun, ...links];
  const names = new Map(all.map((one) => [`${one.owner}/${one.repo}`.toLowerCase(), one]));
  const rows: string[][] = [];
  const ended: { readonly pull: GitHubPullRequest; readonly isChanged: boolean }[] = [];
  for (const { owner, repo } of [...names.values()].slice(0, MOST_REPOSITORIES)) {
    const access = openRepository({ owner, repo }, context);
    const knownAs: KnownAs = ({ number }) => known.get(pullUrl(number, { ...workflowRun, owner, repo }));
    const open = await readOpen(access, knownAs, context);
    const closed = await access.github.closedPulls(context.tools.time.now() - OVERVIEW_SPAN);
    if (!open.ok) return open;
    if (!closed.ok) return closed;
    rows.push(...open.value);
    for (const pull of closed.value.items) {
      const own = knownAs(pull);
      if (own !== undefined) ended.push({ pull, isChanged: (own.head ?? pull.head.sha) !== pull.head.sha });
    }
  }
  const merged = ended.filter(({ pull }) => pull.merged_at);
  const changed = merged.filter(({ isChanged }) => isChanged);
  const counts = `${merged.length} merged, ${changed.length} of them with commits that people added. ${ended.length - merged.length} declined.`;
  const [title, results] = ['Open pull requests of the agent', 'Pull requests of the last 30 days'];
  return {
    ok: true,
    value: [`**${title}: ${rows.length}**`, grid(HEADS, rows), `**${results}:** ${counts}`],
  };
}

type KnownAs = (pull: GitHubPullRequest) => KnownPull | undefined;

/** The rows of the agent's open pull requests. */
async function readOpen(
  access: RepositoryAccess,
  knownAs: KnownAs,
  { key, service, workflowRun }: FinishContext,
): Promise<Answer<string[][]>> {
  const { github, isHere } = access;
  const listed = await github.openPulls();
  if (!listed.ok) return listed;
  const [red, green] = [await github.openWith('failure'), await github.openWith('success')];
  const toRow = (pull: GitHubPullRequest, { pages, preview, by, at }: KnownPull): string[] => {
    const { serverUrl: home } = workflowRun;
    // Readers of this repository may not know another private one.
    const shown = isHere || !pull.base.repo.private ? pull : undefined;
    const has = (found: typeof red) =>
      found.ok && found.value.items.some(({ number }) => number === pull.number);
    return [
      namePullRequest(pullUrl(pull.number, { ...workflowRun, ...access }), shown, home),
      clockTime(pull.created_at).replace(/ .*/, ''),
      nameRequester({ by, at, run: home }),
      `${pages ?? ''}`,
      preview === undefined ? '' : link(preview),
      has(red) ? 'red' : has(green) ? 'green' : '',
      shown?.requested_reviewers.map(({ login }) => code(login)).join(', ') ?? '',
    ];
  };
  const rows: string[][] = [];
  let markers = 0;
  for (const pull of listed.value.items.filter(isOwnBranch)) {
    const known = knownAs(pull);
    const mayBeOwn = known === undefined && !isPerson(pull.user) && ++markers <= MOST_MARKERS;
    const place = { service, repositoryId: pull.base.repo.id, thread: pull.number };
    const marker = mayBeOwn ? await readMarkerAt(place, github, key) : undefined;
    const origin = known ?? (marker?.ok ? marker.value : undefined);
    if (origin !== undefined) rows.push(toRow(pull, origin));
  }
  return { ok: true, value: rows };
}

const AT_WORK: Readonly<Record<string, string>> = {
  waiting: 'waits',
  sending: 'is being sent',
  job: 'at work',
};

/** The paragraphs about requests. */
function describeRequests(notes: readonly NoteComment[], { workflowRun }: FinishContext): string[] {
  const home = `${workflowRun.serverUrl}/${workflowRun.repository}`;
  const open = notes.filter(({ note }) => isUnfinished(note));
  const lines = open.map(({ id, note, place: { thread } }) => {
    const where = link(`${home}/issues/${thread}#issuecomment-${id}`, `#${thread}`);
    const since = note.sentAt === undefined ? '' : `, sent at ${clockTime(note.sentAt)}`;
    const how = note.left ? 'not finished, no run watches it' : AT_WORK[note.state];
    return `- ${where}: ${how}${since}, requested by ${nameRequester(note.requester)}`;
  });
  const ended = notes.filter((one) => !open.includes(one)).map(({ note }) => note);
  const titles = Map.groupBy(ended, ({ result, state }) => (result ? RESULTS[result].title : state));
  const counts = [...titles].map(([title, some]) => `${title}: ${some.length}`);
  return [
    `**Requests at work or not finished: ${open.length}**`,
    lines.join('\n'),
    `**Requests of the last 30 days:** ${[ended.length, ...counts].join(', ')}.`,
  ];
}
