import { actionFile } from '../archive.ts';
import { DOCUMENTATION } from '../documentation.ts';
import { addDeployment } from '../github/deployment-routes.ts';
import { eventsOf } from '../github/events.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { type Repository, type Thread, userOf } from '../github/store.ts';
import { addComment, addThread } from '../github/threads.ts';
import type { RunContext } from '../runner/environment.ts';
import { processPool } from '../runner/process-pool.ts';
import type { StepResult } from '../runner/step.ts';
import { openSandbox, type Sandbox, type SandboxOptions, type SandboxRunOptions } from '../sandbox.ts';

/** A repository in which people ask, for the plays: addresses are those that people know. */

const REPOSITORY = 'acme/docs';
/** How long the preview of a commit takes. */
const PREVIEW_SECONDS = 20;
/** Where people would find it all; the sandbox's GitHub answers on loopback. */
export const GITHUB = 'https://github.com';

/** Somebody writes a comment, or GitHub tells of something, and an action has run on it. */
export interface Act {
  readonly by: string;
  readonly on: 'issue' | 'pull request';
  readonly body: string;
  readonly result: StepResult;
}

/** What a run begins with. */
interface Started {
  readonly event: WebhookEvent;
  readonly context: Partial<RunContext>;
}

export interface Stage extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly repository: Repository;
  /** An issue by ben. */
  issue(title?: string): Thread;
  /** Puts a comment into the conversation; answers GitHub's event about it, and whose run that starts. */
  comment(by: string, thread: Thread, body: string): Started;
  /** Writes a comment and runs the action on it. */
  ask(by: string, thread: Thread, body: string, inputs?: SandboxRunOptions['inputs']): Promise<Act>;
  /** The newest pull request. */
  pull(): Thread;
}

/** Opens a repository with documentation, in which ann and ben may write. */
export async function openStage(options: SandboxOptions): Promise<Stage> {
  const processes = processPool();
  const sandbox = await openSandbox({
    jobs: 'working',
    repository: REPOSITORY,
    documentation: REPOSITORY,
    pages: GITHUB,
    processes,
    ...options,
  });
  const { github, service } = sandbox;
  const repository = await github.withFiles(REPOSITORY, DOCUMENTATION);
  for (const login of ['ann', 'ben']) github.addMember(REPOSITORY, login, 'write');
  repository.onPush = (sha) => {
    const url = `https://${sha.slice(0, 7)}.preview.example`;
    addDeployment(github.store, repository, { sha, url, seconds: PREVIEW_SECONDS });
  };
  const comment: Stage['comment'] = (by, thread, body) => {
    const user = userOf(github.store, by);
    const written = addComment(github.store, repository, { thread: thread.number, user, body });
    return {
      event: eventsOf({ github, repository: REPOSITORY }).comment(thread, written, 'created'),
      context: { actor: by, triggeringActor: by, runId: String(written.id) },
    };
  };
  return {
    sandbox,
    repository,
    comment,
    issue: (title = 'The quickstart still shows version 1') =>
      addThread(github.store, repository, {
        user: userOf(github.store, 'ben'),
        title,
        body: 'Since v2, `init` is gone and the key comes from the environment. People stumble over step 2.',
      }),
    async ask(by, thread, body, inputs = {}) {
      const started = comment(by, thread, body);
      const result = await sandbox.run({
        actionFile: actionFile(),
        ...started,
        inputs,
        secrets: [service.key],
      }).ended;
      return { by, on: thread.pull ? 'pull request' : 'issue', body, result };
    },
    pull() {
      const found = [...repository.threads.values()].findLast((thread) => thread.pull !== undefined);
      if (found === undefined) throw new Error(`No pull request was opened. ${sandbox.problems.join(' ')}`);
      return found;
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await processes.close();
    },
  };
}
