import { actionFile } from '../archive.ts';
import { documentationIn, USUAL_LAYOUT } from '../documentation.ts';
import { addDeployment } from '../github/deployment-routes.ts';
import { eventsOf } from '../github/events.ts';
import type { Files } from '../github/git-repository.ts';
import { type Thread, userOf } from '../github/store.ts';
import { addComment, addThread } from '../github/threads.ts';
import { openSandbox, type SandboxOptions, type SandboxRunOptions } from '../sandbox.ts';

/** The repository of the plays, with URLs as on GitHub. */

const REPOSITORY = 'acme/docs';
/** A turn takes over two minutes, so that the action notifies the requester. */
export const WORK_SECONDS = 150;
/** The time until the preview of a commit is ready. */
const PREVIEW_SECONDS = 20;
/** The URL of GitHub in links. The sandbox's GitHub listens on loopback. */
export const GITHUB = 'https://github.com';

export interface StageOptions extends SandboxOptions {
  /** The first files of the workflow's repository, in addition to the documentation. */
  readonly files?: Files;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Opens a repository with documentation. ann and ben have write access. */
export async function openStage({ files = {}, ...options }: StageOptions) {
  const { repository: own = REPOSITORY, documentation: docs = own, layout = USUAL_LAYOUT } = options;
  const sandbox = await openSandbox({
    jobs: 'working',
    pages: GITHUB,
    ...options,
    repository: own,
    documentation: docs,
  });
  const { github, service } = sandbox;
  const pages = documentationIn(layout);
  const repository = await github.withFiles(own, own === docs ? { ...pages, ...files } : files);
  const documentation = own === docs ? repository : await github.withFiles(docs, pages);
  for (const name of new Set([own, docs]))
    for (const login of ['ann', 'ben']) github.addMember(name, login, 'write');
  documentation.onPush = (sha) => {
    const url = `https://${sha.slice(0, 7)}.preview.example`;
    addDeployment(github.store, documentation, { sha, url, seconds: PREVIEW_SECONDS });
  };
  /** Posts a comment, and returns its event. */
  const comment = (by: string, thread: Thread, body: string) => {
    const user = userOf(github.store, by);
    const written = addComment(github.store, repository, { thread: thread.number, user, body });
    return {
      event: eventsOf({ github, repository: own }).comment(thread, written, 'created'),
      context: { actor: by, triggeringActor: by, runId: String(written.id) },
    };
  };
  return {
    sandbox,
    repository,
    /** The repository with the documentation, by default the same. */
    documentation,
    comment,
    issue: (title = 'The quickstart still shows version 1') =>
      addThread(github.store, repository, {
        user: userOf(github.store, 'ben'),
        title,
        body: 'Since v2, `init` is gone and the key comes from the environment. People stumble over step 2.',
      }),
    /** Posts a comment, and runs the action. */
    async ask(by: string, thread: Thread, body: string, inputs: SandboxRunOptions['inputs'] = {}) {
      const started = comment(by, thread, body);
      return sandbox.run({ actionFile: actionFile(), ...started, inputs, secrets: [service.key] }).ended;
    },
    pull() {
      const found = [...documentation.threads.values()].findLast((thread) => thread.pull !== undefined);
      if (found === undefined) throw new Error(`No pull request was opened. ${sandbox.problems.join(' ')}`);
      return found;
    },
    [Symbol.asyncDispose]: sandbox.close,
  };
}
