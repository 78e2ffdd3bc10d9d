/** The events of the sandbox's GitHub: GitHub's example payloads, with data of the sandbox's store. */

import { releaseJson } from './change-json.ts';
import type { GitHub } from './github.ts';
import type { Moved } from './merging.ts';
import { account, event, type Json, type WebhookEvent } from './payloads.ts';
import { pullSides } from './pull-facts.ts';
import {
  type CheckRun,
  type Comment,
  headRepository,
  type Release,
  type Repository,
  type Review,
  type Thread,
  type User,
  userOf,
} from './store.ts';
import { threadPage } from './thread-json.ts';

type Change = (payload: Json) => void;

const NO_COMMIT = '0'.repeat(40);

/** The run of a workflow that ended. */
type EndedRun = Pick<CheckRun, 'name' | 'conclusion'> & Partial<CheckRun>;

type PullAction = 'opened' | 'labeled' | 'synchronize' | 'closed';

/** Makes events of one repository, as GitHub could send them. `change` edits a payload before it is checked. */
export function eventsOf({ github, repository: name }: { github: GitHub; repository: string }) {
  const repository = github.repository(name);
  const pageOf = (thread: Thread) => threadPage(github, repository, thread.number);

  function make(
    kind: string,
    action: string | undefined,
    sender: User,
    fill: Change,
    change?: Change,
  ): WebhookEvent {
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
    return { ...threadFields(thread, url), ...(thread.pull && { pull_request: links }) };
  }

  function fillPull(payload: Json, thread: Thread): void {
    const { pull_request: example } = payload;
    const sides = pullSides(repository, thread);
    const repo = { ...example.head.repo, ...repositoryFields(headRepository(repository, thread)) };
    const head = { ...example.head, ...sides.head, repo };
    const base = { ...example.base, ...sides.base };
    payload.pull_request = { ...example, ...threadFields(thread, pageOf(thread)), head, base };
  }

  const dispatch = (sender: User, inputs: Readonly<Record<string, string>> = {}) =>
    make('workflow_dispatch', undefined, sender, (payload) =>
      Object.assign(payload, { ref: 'refs/heads/main', inputs }),
    );

  return {
    comment: (thread: Thread, comment: Comment, action: 'created' | 'edited', change?: Change) =>
      make(
        'issue_comment',
        action,
        comment.user,
        (payload) => {
          payload.issue = { ...payload.issue, ...issueFields(thread) };
          if (!thread.pull) delete payload.issue.pull_request;
          const url = `${pageOf(thread)}#issuecomment-${comment.id}`;
          Object.assign(payload.comment, wordsOf(comment.id, comment.user, comment.text.body, url));
        },
        change,
      ),
    line: (thread: Thread, comment: Comment, change?: Change) =>
      make(
        'pull_request_review_comment',
        'created',
        comment.user,
        (payload) => {
          fillPull(payload, thread);
          const url = `${pageOf(thread)}#discussion_r${comment.id}`;
          Object.assign(payload.comment, wordsOf(comment.id, comment.user, comment.text.body, url), {
            path: comment.line?.path,
            line: comment.line?.line,
            diff_hunk: comment.line?.diffHunk,
            pull_request_review_id: comment.line?.reviewId,
          });
        },
        change,
      ),
    review: (thread: Thread, review: Review, change?: Change) =>
      make(
        'pull_request_review',
        'submitted',
        review.user,
        (payload) => {
          fillPull(payload, thread);
          const url = `${pageOf(thread)}#pullrequestreview-${review.id}`;
          const submittedAt = new Date(review.submittedAt).toISOString().replace(/\.\d+/, '');
          const words = wordsOf(review.id, review.user, review.body, url);
          const state = review.state.toLowerCase();
          Object.assign(payload.review, words, { submitted_at: submittedAt, state });
        },
        change,
      ),
    issue: (thread: Thread, action: 'opened' | 'labeled' | 'assigned', sender: User, change?: Change) =>
      make(
        'issues',
        action,
        sender,
        (payload) => {
          payload.issue = { ...payload.issue, ...issueFields(thread) };
        },
        change,
      ),
    pull: (thread: Thread, action: PullAction, sender: User, change?: Change) =>
      make('pull_request', action, sender, (payload) => fillPull(payload, thread), change),
    push: ({ ref, before = NO_COMMIT, after = NO_COMMIT, forced = false, by }: Moved) =>
      make('push', undefined, userOf(github.store, by), (payload) => {
        const compare = `${github.server}/${name}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`;
        const state = { created: before === NO_COMMIT, deleted: after === NO_COMMIT, forced };
        const rest = { base_ref: null, commits: [], head_commit: null, compare };
        Object.assign(payload, { ref, before, after, ...state, ...rest });
        payload.pusher = { ...payload.pusher, name: by };
      }),
    release: (release: Release) =>
      make('release', 'published', release.author, (payload) => {
        const { author: _, ...fields } = releaseJson(github, repository, release);
        Object.assign(payload.release, fields);
      }),
    /** A workflow that ran for a commit of a pull request. */
    workflowRun: (thread: Thread, { name, conclusion, ...run }: EndedRun) =>
      make('workflow_run', 'completed', thread.user, (payload) => {
        payload.workflow = { ...payload.workflow, name };
        const { head, base } = pullSides(repository, thread);
        const repo = {
          id: repository.id,
          name: repository.name,
          url: `${github.api}/repos/${repository.fullName}`,
        };
        const pull = {
          id: thread.id,
          number: thread.number,
          url: `${repo.url}/pulls/${thread.number}`,
          head: { ...head, repo },
          base: { ...base, repo },
        };
        // The short form of a repository.
        const short = (of: Repository) => {
          const { default_branch: _, ...fields } = repositoryFields(of);
          return { ...payload.workflow_run.repository, ...fields };
        };
        Object.assign(payload.workflow_run, {
          name,
          // GitHub's schema of the event lacks this conclusion of the API.
          conclusion: conclusion === 'startup_failure' ? 'failure' : conclusion,
          status: 'completed',
          event: 'pull_request',
          head_branch: head.ref,
          head_sha: run.sha ?? head.sha,
          ...(run.workflowId !== undefined && { workflow_id: run.workflowId }),
          // GitHub leaves out pull requests from forks.
          pull_requests: thread.pull?.fork === undefined ? [pull] : [],
          repository: short(repository),
          head_repository: short(headRepository(repository, thread)),
        });
      }),
    dispatch,
    /** GitHub publishes neither an example nor a schema of this payload. */
    schedule: (cron: string): WebhookEvent => ({
      name: 'schedule',
      payload: { schedule: cron, repository: dispatch(repository.owner).payload.repository },
    }),
  };
}

function accountOf({ login, id, type }: User): Json {
  return account(login, id, type);
}

function repositoryFields({
  id,
  name,
  fullName,
  owner,
  defaultBranch,
  private: isPrivate,
}: Repository): Json {
  const names = { id, name, full_name: fullName, owner: accountOf(owner), default_branch: defaultBranch };
  return { ...names, private: isPrivate };
}

function threadFields({ number, title, body, locked, state, user }: Thread, url: string): Json {
  return { number, title, body, locked, state, user: accountOf(user), html_url: url };
}

function wordsOf(id: number, user: User, body: string, url: string): Json {
  return { id, user: accountOf(user), body, html_url: url };
}
