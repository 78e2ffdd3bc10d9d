/** The events of the sandbox's GitHub: GitHub's example payloads, with data of the sandbox's store. */

import { releaseJson } from './change-routes.ts';
import { compareCommits } from './comparison.ts';
import type { GitCommit } from './git-objects.ts';
import type { GitHub } from './github.ts';
import { date, repositoryJson } from './json.ts';
import { account, event, everyExample, example, type Json, type WebhookEvent } from './payloads.ts';
import { pullSides } from './pull-facts.ts';
import { checkRunJson, runJson, statusFields } from './run-routes.ts';
import {
  type CheckRun,
  type Comment,
  headRepository,
  type Release,
  type ReportedCheck,
  type Repository,
  type Review,
  type Thread,
  type User,
  userOf,
} from './store.ts';
import { optionalDate, simplePullJson, threadJson, threadPage } from './thread-json.ts';

type Change = (payload: Json) => void;

const LABEL = example('issues', 'labeled').label;
const TEAM = everyExample.findLast(({ payload }) => payload.team)?.payload.team;
const COMMIT = everyExample.findLast(({ payload }) => payload.head_commit)?.payload.head_commit;
const NO_COMMIT = '0'.repeat(40);

/** A push to a branch or tag. */
export interface Moved {
  /** Like `refs/heads/main`. */
  readonly ref: string;
  readonly before?: string;
  readonly after?: string;
  readonly forced?: boolean;
  /** The account that pushed. A person unless the name ends in `[bot]`. */
  readonly by: string;
  /** The new commits, oldest first. */
  readonly commits?: readonly PushedCommit[];
  /** The commit that a tag names. Default: the last one. */
  readonly head?: PushedCommit | undefined;
}

/** A commit with the paths of its files. */
export interface PushedCommit extends GitCommit {
  readonly added?: readonly string[];
  readonly modified?: readonly string[];
  readonly removed?: readonly string[];
}

export type PullAction = 'opened' | 'labeled' | 'synchronize' | 'closed' | 'ready_for_review' | 'reopened';
export type IssueAction = 'opened' | 'labeled' | 'assigned' | 'closed' | 'reopened' | 'edited';

/** Makes events of one repository, as GitHub could send them. `change` edits a payload before it is checked. */
export function eventsOf({ github, repository: name }: { github: GitHub; repository: string }) {
  const repository = github.repository(name);
  const pageOf = (thread: Thread) => threadPage(github, repository, thread.number);
  const api = `${github.api}/repos/${repository.fullName}`;

  function make(fill: Change, sender: User, kind: string, action?: string, change?: Change): WebhookEvent {
    return event(kind, action, (payload) => {
      Object.assign(payload, inRepository(payload));
      payload.repository = { ...payload.repository, ...repositoryFields(repository) };
      payload.sender = accountOf(sender);
      const { login, id } = repository.owner;
      if (payload.organization) Object.assign(payload.organization, { login, id });
      fill(payload);
      change?.(payload);
    });
  }

  function repositoryFields(of: Repository): Json {
    const page = `${github.server}/${of.fullName}`;
    return {
      ...repositoryJson(of),
      owner: accountOf(of.owner),
      url: `${github.api}/repos/${of.fullName}`,
      html_url: page,
      visibility: of.private ? 'private' : 'public',
      clone_url: `${page}.git`,
      git_url: page.replace(/^https?/, 'git'),
      ssh_url: `git@github.com:${of.fullName}.git`,
    };
  }

  /** The example with the URLs of this repository. */
  function inRepository(payload: Json): Json {
    const { full_name: name = '' } = payload.repository ?? {};
    const text = JSON.stringify(payload)
      .replaceAll(`https://api.github.com/repos/${name}`, api)
      .replaceAll(`https://github.com/${name}`, `${github.server}/${repository.fullName}`)
      .replaceAll(name, repository.fullName);
    return JSON.parse(text);
  }

  /** What an issue and a pull request share, as the REST API shows it. */
  function threadFields(thread: Thread): Json {
    const { labels: _, ...fields } = threadJson(github, repository, thread);
    const comments = repository.comments.filter((comment) => comment.thread === thread.number).length;
    return {
      ...fields,
      ...associationOf(repository, thread.user),
      user: accountOf(thread.user),
      labels: [...thread.labels].map((label) => ({ ...LABEL, name: label })),
      assignee: null,
      milestone: null,
      comments,
      comments_url: `${api}/issues/${thread.number}/comments`,
    };
  }

  function issueFields(thread: Thread): Json {
    const page = pageOf(thread);
    const url = `${api}/pulls/${thread.number}`;
    const links = { url, html_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch` };
    const own = { ...threadFields(thread), url: `${api}/issues/${thread.number}` };
    return { ...own, ...(thread.pull && { pull_request: links }) };
  }

  function fillPull(payload: Json, thread: Thread): void {
    const { pull_request: example } = payload;
    const { number, pull } = thread;
    const page = pageOf(thread);
    const url = `${api}/pulls/${number}`;
    const sides = pullSides(repository, thread);
    const from = headRepository(repository, thread);
    const sideOf = (side: 'head' | 'base', of: Repository) => ({
      ...example[side],
      ...sides[side],
      label: `${of.owner.login}:${sides[side].ref}`,
      user: accountOf(of.owner),
      repo: { ...example[side].repo, ...repositoryFields(of), fork: of !== repository },
    });
    const { draft, merge_commit_sha, requested_teams } = simplePullJson(github, repository, thread);
    if ('number' in payload) payload.number = number;
    payload.pull_request = {
      ...example,
      ...threadFields(thread),
      draft,
      merge_commit_sha,
      requested_reviewers: [...(pull?.reviewers ?? [])].map(accountOf),
      requested_teams: requested_teams.map((team) => ({ ...TEAM, ...team })),
      url,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      issue_url: `${api}/issues/${number}`,
      commits_url: `${url}/commits`,
      review_comments_url: `${url}/comments`,
      statuses_url: `${api}/statuses/${sides.head.sha}`,
      _links: { ...example._links, self: { href: url }, html: { href: page } },
      head: sideOf('head', from),
      base: sideOf('base', repository),
    };
    // Payloads of reviews lack it.
    if (!('comments' in example)) delete payload.pull_request.comments;
  }

  /** The label that was added last. */
  function fillLabel({ label }: Json, { labels }: Thread): void {
    const name = [...labels].at(-1);
    if (label && name !== undefined) Object.assign(label, { name });
  }

  /** Events of reviews don't have these fields. */
  const fillMerge = (thread: Thread, sender: User) => (payload: Json) => {
    fillPull(payload, thread);
    const merged = thread.pull?.mergedAt !== undefined;
    const ends = { merged_at: optionalDate(thread.pull?.mergedAt), closed_at: optionalDate(thread.closedAt) };
    Object.assign(payload.pull_request, { merged, ...ends, merged_by: merged ? accountOf(sender) : null });
  };

  /** In GitHub's examples, each event of an issue or pull request has its own time. */
  const changedNow = () => ({ updated_at: date(github.store.time.now()) });

  /** The short form of a pull request. */
  function pullOf(thread: Thread): Json {
    const { head, base } = pullSides(repository, thread);
    const url = `${github.api}/repos/${repository.fullName}`;
    const repo = { id: repository.id, name: repository.name, url };
    const { id, number } = thread;
    const sides = { head: { ...head, repo }, base: { ...base, repo } };
    return { id, number, url: `${url}/pulls/${number}`, ...sides };
  }

  const dispatch = (sender: User, inputs: Readonly<Record<string, string>> = {}) => {
    const fill: Change = (payload) => Object.assign(payload, { ref: 'refs/heads/main', inputs });
    return make(fill, sender, 'workflow_dispatch');
  };

  return {
    comment(thread: Thread, comment: Comment, action: 'created' | 'edited', change?: Change) {
      const fill: Change = (payload) => {
        payload.issue = { ...payload.issue, ...issueFields(thread) };
        if (!thread.pull) delete payload.issue.pull_request;
        const fields = commentOf(comment, `${pageOf(thread)}#issuecomment-`);
        Object.assign(payload.comment, fields, associationOf(repository, comment.user));
      };
      return make(fill, comment.user, 'issue_comment', action, change);
    },
    line(thread: Thread, comment: Comment, change?: Change) {
      const { user, line } = comment;
      const fill: Change = (payload) => {
        fillPull(payload, thread);
        Object.assign(payload.comment, commentOf(comment, `${pageOf(thread)}#discussion_r`), {
          ...associationOf(repository, user),
          path: line?.path,
          line: line?.line,
          diff_hunk: line?.diffHunk,
          pull_request_review_id: line?.reviewId,
          ...(line?.replyTo !== undefined && { in_reply_to_id: line.replyTo }),
        });
      };
      return make(fill, user, 'pull_request_review_comment', 'created', change);
    },
    review(thread: Thread, { id, user, body, ...review }: Review, change?: Change) {
      const fill: Change = (payload) => {
        fillPull(payload, thread);
        const words = wordsOf(id, user, body, `${pageOf(thread)}#pullrequestreview-${id}`);
        const state = review.state.toLowerCase();
        const facts = { ...associationOf(repository, user), submitted_at: date(review.submittedAt), state };
        const { sha: commit_id } = pullSides(repository, thread).head;
        Object.assign(payload.review, words, facts, { commit_id });
      };
      return make(fill, user, 'pull_request_review', 'submitted', change);
    },
    issue(thread: Thread, action: IssueAction, sender: User, change?: Change) {
      const fill: Change = (payload) => {
        Object.assign(payload.issue, issueFields(thread), changedNow());
        fillLabel(payload, thread);
      };
      return make(fill, sender, 'issues', action, change);
    },
    pull(thread: Thread, action: PullAction, sender: User, change?: Change) {
      const fill: Change = (payload) => {
        fillMerge(thread, sender)(payload);
        Object.assign(payload.pull_request, changedNow());
        fillLabel(payload, thread);
      };
      return make(fill, sender, 'pull_request', action, change);
    },
    push({
      ref,
      before = NO_COMMIT,
      after = NO_COMMIT,
      forced = false,
      by,
      commits: pushed = [],
      head,
    }: Moved) {
      const page = `${github.server}/${repository.fullName}`;
      const compare = `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`;
      const state = { created: before === NO_COMMIT, deleted: after === NO_COMMIT, forced };
      const json = (commit: PushedCommit) => pushedJson(commit, `${page}/commit/${commit.sha}`);
      const last = head ?? pushed.at(-1);
      const rest = {
        base_ref: null,
        commits: pushed.map(json),
        head_commit: last ? json(last) : null,
        compare,
      };
      const fill: Change = (payload) => {
        Object.assign(payload, { ref, before, after, ...state, ...rest });
        payload.pusher = { ...payload.pusher, name: by, email: mailOf(by) };
      };
      return make(fill, userOf(github.store, by), 'push');
    },
    release(release: Release, action = 'published') {
      const url = `${api}/releases/${release.id}`;
      const fields = {
        ...releaseJson(github, repository, release),
        author: accountOf(release.author),
        target_commitish: repository.defaultBranch,
        url,
        assets_url: `${url}/assets`,
        upload_url: `https://uploads.github.com/repos/${repository.fullName}/releases/${release.id}/assets{?name,label}`,
        tarball_url: `${api}/tarball/${release.tag}`,
        zipball_url: `${api}/zipball/${release.tag}`,
      };
      const fill: Change = (payload) => Object.assign(payload.release, fields);
      return make(fill, release.author, 'release', action);
    },
    /** A workflow that ran for a commit of a pull request, or of the default branch. */
    workflowRun(thread: Thread | undefined, run: CheckRun, by = thread?.user ?? repository.owner) {
      const { id: runId, name, conclusion, sha } = run;
      const { created_at: at, head_repository: _, ...fields } = runJson(github, repository, run);
      const head = thread ? pullSides(repository, thread).head : { ref: repository.defaultBranch };
      const fill: Change = (payload) => {
        payload.workflow = { ...payload.workflow, name };
        // The short form of a repository.
        const { repository: example } = payload.workflow_run;
        const short = (of: Repository) => {
          const known = Object.entries(repositoryFields(of)).filter(([field]) => field in example);
          return { ...example, ...Object.fromEntries(known) };
        };
        const url = `${api}/actions/runs/${runId}`;
        Object.assign(payload.workflow_run, {
          ...fields,
          display_title: thread?.title ?? name,
          // GitHub's schema of the event lacks this conclusion of the API.
          conclusion: conclusion === 'startup_failure' ? 'failure' : conclusion,
          status: 'completed',
          event: thread ? 'pull_request' : 'push',
          head_branch: head.ref,
          head_commit: {
            ...payload.workflow_run.head_commit,
            id: sha,
            timestamp: at,
            message: thread?.title ?? name,
          },
          actor: accountOf(by),
          triggering_actor: accountOf(by),
          url,
          jobs_url: `${url}/jobs`,
          logs_url: `${url}/logs`,
          artifacts_url: `${url}/artifacts`,
          created_at: at,
          updated_at: at,
          run_started_at: at,
          // GitHub leaves out pull requests from forks.
          pull_requests: thread === undefined || thread.pull?.fork !== undefined ? [] : [pullOf(thread)],
          repository: short(repository),
          head_repository: short(thread ? headRepository(repository, thread) : repository),
        });
      };
      return make(fill, by, 'workflow_run', 'completed');
    },
    /** A check by an app that ended. */
    checkRun(thread: Thread, check: ReportedCheck) {
      const { head } = pullSides(repository, thread);
      const { app, output, ...fields } = checkRunJson(github, repository, check);
      const fill: Change = (payload) => {
        const { check_run: run } = payload;
        const pulls = thread.pull?.fork === undefined ? [pullOf(thread)] : [];
        const suite = { head_sha: check.sha, head_branch: head.ref, pull_requests: pulls };
        Object.assign(run, { ...fields, pull_requests: pulls });
        Object.assign(run.output, output);
        Object.assign(run.app, app);
        Object.assign(run.check_suite, suite);
      };
      return make(fill, userOf(github.store, `${check.by}[bot]`), 'check_run', 'completed');
    },
    /** A status of a commit that is the head of a branch. */
    status(thread: Thread, check: ReportedCheck) {
      const { head } = pullSides(repository, thread);
      const fill: Change = (payload) => {
        const branch = { ...payload.branches[0], name: head.ref };
        branch.commit = { ...branch.commit, sha: head.sha };
        const { sha } = check;
        payload.commit = { ...payload.commit, sha };
        Object.assign(payload, { ...statusFields(check), sha, name, branches: [branch] });
      };
      return make(fill, userOf(github.store, check.by), 'status');
    },
    dispatch,
    /** What another repository's workflow sends. */
    repositoryDispatch(type: string, sender: User, clientPayload: Json = {}) {
      const fields = { action: type, branch: 'main', client_payload: clientPayload };
      const fill: Change = (payload) => Object.assign(payload, fields);
      return make(fill, sender, 'repository_dispatch');
    },
    /** GitHub publishes neither an example nor a schema of this payload. */
    schedule: (cron: string): WebhookEvent => ({
      name: 'schedule',
      payload: { schedule: cron, repository: dispatch(repository.owner).payload.repository },
    }),
  };
}

/**
 * What an author is in the repository. People with a role are members of the organization, unless it invited them from outside.
 *
 * @see https://docs.github.com/en/graphql/reference/enums#commentauthorassociation
 */
function associationOf({ owner, members, threads }: Repository, user: User): Json {
  const { role = 'none', isOutside = false } = members.get(user.login.toLowerCase()) ?? {};
  const isMember = owner.type === 'Organization' && !isOutside;
  const wrote = [...threads.values()].some((one) => one.user === user && one.pull?.mergedAt !== undefined);
  const withRole = isMember ? 'MEMBER' : 'COLLABORATOR';
  const without = wrote ? 'CONTRIBUTOR' : 'NONE';
  return { author_association: user === owner ? 'OWNER' : role === 'none' ? without : withRole };
}

const accountOf = ({ login, id, type }: User): Json => account(login, id, type);

function commentOf({ id, user, text, createdAt }: Comment, url: string): Json {
  const times = { created_at: date(createdAt), updated_at: date(text.updatedAt) };
  return { ...wordsOf(id, user, text.body, `${url}${id}`), ...times };
}

function wordsOf(id: number, user: User, body: string, url: string): Json {
  return { id, user: accountOf(user), body, html_url: url };
}

const mailOf = (login: string) => `${login}@users.noreply.github.com`;

/** As GitHub squashes a pull request. */
const MERGER = { name: 'GitHub', email: 'noreply@github.com', username: 'web-flow' };

function pushedJson({ sha, message, at, ...rest }: PushedCommit, url: string): Json {
  const { author: name, added = [], modified = [], removed = [] } = rest;
  const author = { name, email: mailOf(name), username: name };
  const facts = { id: sha, message, timestamp: date(at), url, author, committer: MERGER };
  return { ...COMMIT, ...facts, distinct: true, added, modified, removed };
}

/** The commits of a push by an author, with all of its files in the last one. */
export async function pushedCommits(
  { gitDir = '' }: Repository,
  { before, after }: { readonly before: string; readonly after: string },
  author: string,
): Promise<PushedCommit[]> {
  const { commits = [], files = [] } = (await compareCommits(gitDir, before, after)) ?? {};
  const named = (...kinds: string[]) =>
    files.flatMap((file) => (kinds.includes(file.status) ? file.filename : []));
  const changes = {
    added: named('added'),
    modified: named('modified', 'renamed'),
    removed: named('removed'),
  };
  return commits.map((commit) => ({ ...commit, author, ...(commit.sha === after && changes) }));
}
