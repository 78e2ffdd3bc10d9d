/** The events of the sandbox's GitHub: GitHub's example payloads, with data of the sandbox's store. */

import { releaseJson } from './change-routes.ts';
import type { GitHub } from './github.ts';
import { date, repositoryJson } from './json.ts';
import { account, event, example, type Json, type WebhookEvent } from './payloads.ts';
import { pullSides } from './pull-facts.ts';
import { checkRunJson, statusFields } from './run-routes.ts';
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
import { optionalDate, threadPage } from './thread-json.ts';

type Change = (payload: Json) => void;

const LABEL = example('issues', 'labeled').label;
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
}

type PullAction = 'opened' | 'labeled' | 'synchronize' | 'closed';

/** Makes events of one repository, as GitHub could send them. `change` edits a payload before it is checked. */
export function eventsOf({ github, repository: name }: { github: GitHub; repository: string }) {
  const repository = github.repository(name);
  const pageOf = (thread: Thread) => threadPage(github, repository, thread.number);

  function make(fill: Change, sender: User, kind: string, action?: string, change?: Change): WebhookEvent {
    return event(kind, action, (payload) => {
      payload.repository = { ...payload.repository, ...repositoryFields(repository) };
      payload.sender = accountOf(sender);
      fill(payload);
      change?.(payload);
    });
  }

  function issueFields(thread: Thread): Json {
    const url = pageOf(thread);
    const links = { url, html_url: url, diff_url: `${url}.diff`, patch_url: `${url}.patch` };
    const fields = { ...threadFields(thread, url), ...associationOf(repository, thread.user) };
    return { ...fields, ...(thread.pull && { pull_request: links }) };
  }

  function fillPull(payload: Json, thread: Thread): void {
    const { pull_request: example } = payload;
    const sides = pullSides(repository, thread);
    const repo = { ...example.head.repo, ...repositoryFields(headRepository(repository, thread)) };
    const head = { ...example.head, ...sides.head, repo };
    const base = { ...example.base, ...sides.base };
    const fields = { ...threadFields(thread, pageOf(thread)), ...associationOf(repository, thread.user) };
    payload.pull_request = { ...example, ...fields, head, base };
  }

  /** Events of reviews don't have these fields. */
  const fillMerge = (thread: Thread) => (payload: Json) => {
    fillPull(payload, thread);
    const { mergedAt, merge } = thread.pull ?? {};
    const ends = { merged_at: optionalDate(mergedAt), closed_at: optionalDate(thread.closedAt) };
    const merged = mergedAt !== undefined;
    Object.assign(payload.pull_request, { merged, ...ends, ...(merge && { merge_commit_sha: merge.sha }) });
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
        Object.assign(payload.review, words, facts);
      };
      return make(fill, user, 'pull_request_review', 'submitted', change);
    },
    issue(thread: Thread, action: 'opened' | 'labeled' | 'assigned', sender: User, change?: Change) {
      const fill: Change = (payload) => Object.assign(payload.issue, issueFields(thread), changedNow());
      return make(fill, sender, 'issues', action, change);
    },
    pull(thread: Thread, action: PullAction, sender: User, change?: Change) {
      const fill: Change = (payload) => {
        fillMerge(thread)(payload);
        Object.assign(payload.pull_request, changedNow());
      };
      return make(fill, sender, 'pull_request', action, change);
    },
    push({ ref, before = NO_COMMIT, after = NO_COMMIT, forced = false, by }: Moved) {
      const compare = `${github.server}/${name}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`;
      const state = { created: before === NO_COMMIT, deleted: after === NO_COMMIT, forced };
      const rest = { base_ref: null, commits: [], head_commit: null, compare };
      const fill: Change = (payload) => {
        Object.assign(payload, { ref, before, after, ...state, ...rest });
        payload.pusher = { ...payload.pusher, name: by };
      };
      return make(fill, userOf(github.store, by), 'push');
    },
    release(release: Release) {
      const { author: _, ...fields } = releaseJson(github, repository, release);
      const fill: Change = (payload) => Object.assign(payload.release, fields);
      return make(fill, release.author, 'release', 'published');
    },
    /** A workflow that ran for a commit of a pull request. */
    workflowRun(thread: Thread, { id: runId, name, conclusion, sha, workflowId, attempt }: CheckRun) {
      const { head } = pullSides(repository, thread);
      const fill: Change = (payload) => {
        payload.workflow = { ...payload.workflow, name };
        // The short form of a repository.
        const short = (of: Repository) => {
          const { default_branch: _, ...fields } = repositoryFields(of);
          return { ...payload.workflow_run.repository, ...fields };
        };
        Object.assign(payload.workflow_run, {
          id: runId,
          name,
          run_attempt: attempt,
          workflow_id: workflowId,
          // GitHub's schema of the event lacks this conclusion of the API.
          conclusion: conclusion === 'startup_failure' ? 'failure' : conclusion,
          status: 'completed',
          event: 'pull_request',
          head_branch: head.ref,
          head_sha: sha,
          // GitHub leaves out pull requests from forks.
          pull_requests: thread.pull?.fork === undefined ? [pullOf(thread)] : [],
          repository: short(repository),
          head_repository: short(headRepository(repository, thread)),
        });
      };
      return make(fill, thread.user, 'workflow_run', 'completed');
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
    repositoryDispatch(type: string, sender: User) {
      const fill: Change = (payload) => Object.assign(payload, { action: type, branch: 'main' });
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

function repositoryFields(repository: Repository): Json {
  return { ...repositoryJson(repository), owner: accountOf(repository.owner) };
}

function threadFields({ number, title, body, locked, state, user, labels }: Thread, url: string): Json {
  const named = [...labels].map((name) => ({ ...LABEL, name }));
  return { number, title, body, locked, state, labels: named, user: accountOf(user), html_url: url };
}

function commentOf({ id, user, text, createdAt }: Comment, url: string): Json {
  return { ...wordsOf(id, user, text.body, `${url}${id}`), created_at: date(createdAt) };
}

function wordsOf(id: number, user: User, body: string, url: string): Json {
  return { id, user: accountOf(user), body, html_url: url };
}
