import type { Thread } from '../github/store.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { type Act, openStage } from './stage.ts';

/** A thread from its first request to its last, in virtual time. The built action runs on each comment. */

/** A turn takes over two minutes, so that the action notifies the requester. */
const WORK_SECONDS = 150;
const MINUTE = 60_000;

/** The figures of a thread. */
export interface Figures {
  readonly created: number;
  readonly messages: number;
  /** Instructions that the service got more than once. */
  readonly duplicates: number;
  readonly requests: { readonly service: number; readonly github: number };
}

export interface PlayedThread {
  /** The URL of GitHub in links. The sandbox's GitHub ends with the play. */
  readonly server: string;
  readonly issue: Conversation;
  readonly pull: Conversation;
  readonly figures: Figures;
  /** Why jobs failed. */
  readonly problems: readonly string[];
}

export interface PlayOptions {
  readonly seed?: string;
  readonly onAct?: (act: Act) => void;
}

export async function playThread({ seed, onAct }: PlayOptions = {}): Promise<PlayedThread> {
  await using stage = await openStage({
    workSeconds: WORK_SECONDS,
    ...(seed !== undefined && { seed }),
  });
  const { sandbox, repository } = stage;
  const issue = stage.issue();

  async function act(by: string, thread: Thread, body: string): Promise<void> {
    await sandbox.time.sleep(MINUTE);
    const played = await stage.ask(by, thread, body);
    onAct?.(played);
  }

  await act('ann', issue, '/docs Rewrite the quickstart for v2');
  await act('ann', issue, '/docs Shorter, please');
  const pull = stage.pull();
  await act('ben', pull, '/docs Mention that the key is read from `DOCS_API_KEY`');
  await act('ann', issue, '/docs --status');
  return {
    server: sandbox.github.server,
    issue: await readConversation(repository, issue.number),
    pull: await readConversation(repository, pull.number),
    figures: countUp(sandbox),
    problems: sandbox.problems,
  };
}

function countUp({ service, github }: Sandbox): Figures {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  // Each instruction names its comment.
  const comments = prompts.map((prompt) => /#issuecomment-\d+/.exec(prompt)?.[0]);
  return {
    created: service.jobs.length,
    messages: prompts.length - service.jobs.length,
    duplicates: prompts.length - new Set(comments).size,
    requests: { service: service.requests.length, github: github.requests.length },
  };
}
