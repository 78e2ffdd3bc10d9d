import type { Ports } from '../ports.ts';
import type { Access } from '../pull-request/access.ts';
import type { FinishRules } from '../thread/finish-requests.ts';
import type { Inputs } from './inputs.ts';

/** What is made once for a step, without what is requested. */
export interface Step {
  readonly inputs: Inputs;
  /** What happens to the pull request of the job, and of other jobs that the step finishes. */
  readonly rules: FinishRules;
  readonly access: Access;
  readonly ports: Ports;
}

/** Starts the deadline, and opens GitHub and the service. Sends nothing yet. */
export function openStep(inputs: Inputs, ports: Ports): Step {
  ports.runner.group('Request');
  const { comment, commitStatus, credentials, dryRun, openRule, prLabels, prPaths, prReviewers } = inputs;
  const tools = ports.openJobTools(credentials, ports.startDeadline(inputs.timeout), inputs.pollInterval);
  const access = ports.openAccess(inputs, tools);
  const given = { prLabels, prPaths, prReviewers, openRule, commitStatus, dryRun };
  const rules = { ...given, phrase: inputs.triggerPhrase, marks: comment !== 'never' };
  return { inputs, rules, access, ports };
}
