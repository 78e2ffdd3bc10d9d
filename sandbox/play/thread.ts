import type { Thread } from '../github/store.ts';
import type { StepResult } from '../runner/step.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countUp, type Figures } from './figures.ts';
import { openStage, WORK_SECONDS } from './stage.ts';

/** A thread from its first request to its last, in virtual time. The built action runs on each comment. */

const MINUTE = 60_000;

export interface PlayedThread {
  readonly issue: Conversation;
  readonly pull: Conversation;
  readonly figures: Figures;
  readonly steps: readonly StepResult[];
  readonly problems: readonly string[];
}

export async function playThread({ seed }: { readonly seed?: string } = {}): Promise<PlayedThread> {
  await using stage = await openStage({ workSeconds: WORK_SECONDS, ...(seed !== undefined && { seed }) });
  const { sandbox, repository } = stage;
  const issue = stage.issue();

  const steps: StepResult[] = [];
  async function act(by: string, thread: Thread, body: string): Promise<void> {
    await sandbox.time.sleep(MINUTE);
    steps.push(await stage.ask(by, thread, body));
  }

  await act('ann', issue, '/docs Rewrite the quickstart for v2');
  await act('ann', issue, '/docs Shorter, please');
  const pull = stage.pull();
  await act('ben', pull, '/docs Mention that the key is read from `DOCS_API_KEY`');
  await act('ann', issue, '/docs --status');
  return {
    issue: await readConversation(repository, issue.number),
    pull: await readConversation(repository, pull.number),
    steps,
    figures: countUp(
      sandbox,
      steps.map(({ duration, post }) => ({ held: duration + (post?.duration ?? 0), queued: 0 })),
    ),
    problems: sandbox.problems,
  };
}
