import { hash } from 'node:crypto';
import { firstParents } from '../github/commits-and-releases.ts';
import type { GitHub } from '../github/github.ts';
import type { GitHubPullRequest } from '../github/pull-requests.ts';
import type { Answer } from '../model/answer-or-failure.ts';
import type { PullRequest, PullRequestFacts, PullRequestFile } from '../model/pull-request-facts.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { type Access, logUnread, openPullRequest, type PullRequestAccess } from './access.ts';
import type { JobOrigin } from './belongs-to-job.ts';

const PAGE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$/i;

/**
 * Reads the changes of a pull request and the commits of this request. Five seconds after the pull request was read, the rest is
 * missing. Only the files can take longer, if `needsFiles`.
 */
export async function readFacts(
  { link, operation }: PullRequest,
  { headBefore, headAfter }: JobOrigin,
  needsFiles: boolean,
  target: PullRequestAccess,
  workflowRun: WorkflowRun,
): Promise<PullRequestFacts | undefined> {
  const answer = await target.read(target.github);
  if (!answer.ok) return logUnread('The pull request', answer.failure, target);
  const hurried = target.hurried();
  const patient = needsFiles ? target.github : hurried;
  const { title, draft, head, base, additions, deletions, commits } = answer.value;
  const isNew = operation === 'created';
  const before = isNew ? base.sha : headBefore;
  const after = headAfter ?? head.sha;
  const isWhole = before === undefined || (isNew && after === head.sha);
  const reading = readFiles(link, patient, target);
  const [files, pushed] = await Promise.all([
    reading,
    isWhole ? undefined : compareHeads(before, after, reading, hurried, target, workflowRun),
  ]);
  const update = isNew ? undefined : pushed?.update;
  // Otherwise, the end of the request was reported before, or its begin is unknown.
  const isDue = headAfter === undefined && before !== undefined;
  const closedAs = isDue ? await readClosing(answer.value, hurried) : undefined;
  return {
    title,
    draft,
    openedBy: answer.value.user?.id,
    mayShow: !base.repo.private || base.repo.id === workflowRun.repositoryId,
    headSha: head.sha,
    fileCount: answer.value.changed_files,
    additions,
    deletions,
    files,
    commits: isNew && isWhole ? commits : pushed?.commits,
    update: closedAs ? undefined : update,
    closedAs,
  };
}

/** GitHub freezes the head of a pull request at its end. Commits that came later are on its branch only, which may be deleted. */
async function readClosing(
  { state, merged_at, head }: GitHubPullRequest,
  github: GitHub,
): Promise<PullRequestFacts['closedAs']> {
  if (state === 'open') return undefined;
  if (!merged_at) return 'closed';
  const since = await github.compare(head.sha, head.ref);
  return since.ok && since.value.total_commits > 0 ? 'merged' : undefined;
}

export interface PullRequestState {
  /** `unknown` if it isn't on this server, or the token has no access. */
  readonly state: 'open' | 'closed' | 'unknown';
  /** The head commit; undefined if only the state is known, like the following. */
  readonly head?: string | undefined;
  /** In lower case. */
  readonly labels?: readonly string[] | undefined;
  /** GitHub would also merge what is pushed now, as soon as checks allow it. */
  readonly mergesItself?: boolean | undefined;
}

export async function readPullRequestState(link: string, access: Access): Promise<Answer<PullRequestState>> {
  const target = openPullRequest(link, access);
  if (typeof target === 'string') return { ok: true, value: { state: 'unknown' } };
  const answer = await target.read(target.github);
  if (answer.ok) {
    const { state, head, labels, auto_merge: auto } = answer.value;
    const names = labels.map(({ name }) => name.toLowerCase());
    return { ok: true, value: { state, head: head.sha, labels: names, mergesItself: auto !== null } };
  }
  if (answer.failure.kind !== 'refused' || !BEYOND.has(answer.failure.status)) return answer;
  access.log.info(`The pull request ${link} could not be read: ${answer.failure.message}`);
  return { ok: true, value: { state: 'unknown' } };
}

/** GitHub's statuses for a pull request without access. */
const BEYOND: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

async function readFiles(
  link: string,
  github: GitHub,
  target: PullRequestAccess,
): Promise<PullRequestFile[] | undefined> {
  const listed = await github.changedFiles(target.number);
  if (!listed.ok) return logUnread('The files of the pull request', listed.failure, target);
  const files = listed.value.items.map(
    ({ filename: path, previous_filename: from, status, additions, deletions }): PullRequestFile => ({
      path,
      status,
      additions,
      deletions,
      isPage: PAGE.test(path),
      movedFrom: status === 'renamed' ? from : undefined,
      // GitHub's anchor of a file in a diff.
      diffUrl: `${link}/files#diff-${hash('sha256', path)}`,
    }),
  );
  files.sort((one, other) => Number(other.isPage) - Number(one.isPage));
  return files;
}

/** Merges of the base that leave the pull request's own files as they were push nothing. */
async function compareHeads(
  before: string,
  after: string,
  reading: ReturnType<typeof readFiles>,
  github: GitHub,
  target: PullRequestAccess,
  { serverUrl }: WorkflowRun,
): Promise<Pick<PullRequestFacts, 'commits' | 'update'>> {
  const { owner, repo } = target;
  const compareUrl = `${serverUrl}/${owner}/${repo}/compare/${before}...${after}`;
  if (before === after) return { commits: 0, update: { pushed: false, head: after, compareUrl } };
  const compared = await github.compare(before, after);
  if (!compared.ok) logUnread('What was pushed', compared.failure, target);
  const { commits: all = [], files = [], filesCut = true } = compared.ok ? compared.value : {};
  const line = firstParents(all, after);
  const commits = line.filter(({ parents }) => parents.length < 2).length;
  const own = line.length === 0 || commits > 0 || filesCut ? undefined : await reading;
  const pushed = own?.some(({ path }) => files.some(({ filename }) => filename === path)) ?? true;
  const counted = pushed ? commits || line.length : 0;
  return { commits: compared.ok ? counted : undefined, update: { pushed, head: after, compareUrl } };
}
