import { fileURLToPath } from 'node:url';
import type { Agent } from '../agent/agent.ts';
import { DOCUMENTATION } from '../documentation.ts';
import { eventsOf } from '../github/events.ts';
import { type Repository, type Thread, userOf } from '../github/store.ts';
import { addComment, addThread } from '../github/threads.ts';
import type { StepResult } from '../runner/step.ts';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import { type Conversation, readConversation } from './conversation.ts';

/** A thread from its first request to its last, in virtual time: the built action runs on each comment of it. */

const ACTION = fileURLToPath(new URL('../../action.yml', import.meta.url));
const REPOSITORY = 'acme/docs';
/** A turn takes over two minutes, so that who asked is told of its end. */
const WORK_SECONDS = 150;
const MINUTE = 60_000;

/** Somebody writes a comment, and the action has run on it. */
export interface Act {
  readonly by: string;
  readonly on: 'issue' | 'pull request';
  readonly body: string;
  readonly result: StepResult;
}

/** What a thread came to, in numbers. */
export interface Figures {
  readonly created: number;
  readonly messages: number;
  /** Instructions that the service got more than once. */
  readonly duplicates: number;
  readonly requests: { readonly service: number; readonly github: number };
}

export interface PlayedThread {
  /** The address of the sandbox's GitHub, which is gone when the play is over. */
  readonly server: string;
  readonly issue: Conversation;
  readonly pull: Conversation;
  readonly figures: Figures;
  /** Why jobs failed. */
  readonly problems: readonly string[];
}

export interface PlayOptions {
  readonly seed?: string;
  /** Default: the sandbox's usual one. */
  readonly agent?: Agent;
  readonly onAct?: (act: Act) => void;
}

export async function playThread({ seed, agent, onAct }: PlayOptions = {}): Promise<PlayedThread> {
  await using sandbox = await openSandbox({
    ...{ jobs: 'working', workSeconds: WORK_SECONDS, repository: REPOSITORY, documentation: REPOSITORY },
    ...(seed !== undefined && { seed }),
    ...(agent && { agent }),
  });
  const { github } = sandbox;
  const repository = await github.withFiles(REPOSITORY, DOCUMENTATION);
  for (const login of ['ann', 'ben']) github.addMember(REPOSITORY, login, 'write');
  const issue = addThread(github.store, repository, {
    user: userOf(github.store, 'ben'),
    title: 'The quickstart still shows version 1',
    body: 'Since v2, `init` is gone and the key comes from the environment. People stumble over step 2.',
  });

  async function act(by: string, thread: Thread, body: string): Promise<void> {
    await sandbox.time.sleep(MINUTE);
    const result = await runOn(sandbox, repository, thread, { by, body });
    onAct?.({ by, on: thread.pull ? 'pull request' : 'issue', body, result });
  }

  await act('ann', issue, '/docs Rewrite the quickstart for v2');
  await act('ann', issue, '/docs Shorter, please');
  const pull = [...repository.threads.values()].find((thread) => thread.pull !== undefined);
  if (pull === undefined) throw new Error(`No pull request was opened. ${sandbox.problems.join(' ')}`);
  await act('ben', pull, '/docs Mention that the key is read from `DOCS_API_KEY`');
  await act('ann', issue, '/docs --status');
  return {
    server: github.server,
    issue: await readConversation(repository, issue.number),
    pull: await readConversation(repository, pull.number),
    figures: countUp(sandbox),
    problems: sandbox.problems,
  };
}

/** Puts a comment into the conversation and runs the action on GitHub's event about it. */
async function runOn(
  sandbox: Sandbox,
  repository: Repository,
  thread: Thread,
  { by, body }: { readonly by: string; readonly body: string },
): Promise<StepResult> {
  const { github, service } = sandbox;
  const user = userOf(github.store, by);
  const comment = addComment(github.store, repository, { thread: thread.number, user, body });
  const event = eventsOf({ github, repository: repository.fullName }).comment(thread, comment, 'created');
  const context = { actor: by, triggeringActor: by, runId: String(comment.id) };
  return sandbox.run({ actionFile: ACTION, event, context, secrets: [service.key] }).ended;
}

function countUp({ service, github }: Sandbox): Figures {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  // Each instruction names the comment that asked.
  const asked = prompts.map((prompt) => /#issuecomment-\d+/.exec(prompt)?.[0]);
  return {
    created: service.jobs.length,
    messages: prompts.length - service.jobs.length,
    duplicates: prompts.length - new Set(asked).size,
    requests: { service: service.requests.length, github: github.requests.length },
  };
}
