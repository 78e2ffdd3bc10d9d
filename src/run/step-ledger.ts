import type { Origin } from '../thread/origin.ts';
import type { SettlingLedger } from '../thread/run-in-thread.ts';
import { type Settling, settlePullRequest } from '../thread/settle-pull-request.ts';
import type { Informed, StepContext } from './step-context.ts';

/**
 * What every run writes down, thread or not: state for the post step, and outputs. What must survive a kill is written the
 * moment it is known.
 */
export function openStepLedger(step: StepContext, informed: Informed): SettlingLedger {
  const { runner } = step.ports;
  /** Where no thread knows more. */
  let own: Origin = {};
  let named = '';
  const name = (jobId: string) => {
    if (jobId === named) return;
    named = jobId;
    runner.output('jobId', jobId);
    runner.saveState('jobId', jobId);
  };
  return {
    found(jobId) {
      name(jobId);
      runner.saveState('stage', 'claimed');
    },
    async beforeSend(send) {
      // A create may take the place of a message: the job that takes none is not the one that may come of it.
      name(send.kind === 'message' ? send.jobId : '');
      runner.saveState('stage', 'sending');
      return { kind: 'go' };
    },
    async notTaken() {
      runner.saveState('stage', 'claimed');
    },
    async sent(job, sent) {
      name(job.id);
      runner.saveState('stage', 'watching');
      if (sent === undefined) return;
      own = { since: sent.at, goesOnWith: sent.kind === 'create' ? sent.goesOnWith : undefined };
    },
    async ended(result, origin = own) {
      const { pullRequest } = result;
      // What is known is an output before anything is done with it.
      if (pullRequest !== undefined) runner.output('prLink', pullRequest.link);
      await settlePullRequest(result, origin, settlingOf(step, informed));
    },
  };
}

/** What the pull request of this step's job gets. */
export function settlingOf(
  { ports, request, inputs, deadline }: StepContext,
  { author }: Informed,
): Settling {
  const { phrase, githubToken, prToken } = inputs;
  return {
    openGitHub: (token, tokenInput) => ports.openGitHub(token, deadline, tokenInput),
    githubToken,
    prToken,
    phrase,
    service: inputs,
    key: inputs.key,
    workflowRun: ports.workflowRun,
    marks: inputs.comment !== 'never',
    wishes: inputs,
    people: { asker: request.sender, author },
    log: ports.runner.log,
  };
}
