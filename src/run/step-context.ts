import type { GitHub } from '../github/github.ts';
import type { Account } from '../github/payload.ts';
import type { Ports } from '../ports.ts';
import type { Asker, Audience } from '../report/audience.ts';
import { loginToLookUp } from '../request/gate.ts';
import { type Thread as EventThread, type Request, reactionTarget } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import { type Thread, threadIn } from '../thread/history.ts';
import { toOccasion } from '../thread/note.ts';
import { signingKey } from '../thread/signing-key.ts';
import type { Inputs } from './inputs.ts';

/** What a step works with once its inputs are read. */
export interface StepContext {
  readonly ports: Ports;
  readonly request: Request;
  readonly inputs: Inputs;
  readonly deadline: Deadline;
  /** Where the run asks or reports anything on GitHub. */
  readonly github: GitHub | undefined;
  /** Where the request is answered, with the memory of that thread. */
  readonly audience: (Audience & { readonly memory: Thread }) | undefined;
}

/** What is known of a request once it was found out what changed, and what is open. */
export interface Informed {
  /** What the agent is told about the change. */
  readonly told?: string | undefined;
  /** Who wrote the pull request that was merged last. */
  readonly author?: Account | undefined;
  /** The open pull request whose job gets the instruction as a message. */
  readonly open?: { readonly jobId: string; readonly url: string } | undefined;
}

/** Starts the deadline, and opens GitHub where the run asks or reports anything there. */
export function openStep(ports: Ports, request: Request, inputs: Inputs): StepContext {
  return openGitHub(ports, request, inputs, ports.startDeadline(inputs.timeout));
}

/** The step, with its conversation in a thread that only became known on the way. */
export function moveTo(thread: EventThread, { ports, request, inputs, deadline }: StepContext): StepContext {
  return openGitHub(ports, { ...request, thread }, inputs, deadline);
}

function openGitHub(ports: Ports, request: Request, inputs: Inputs, deadline: Deadline): StepContext {
  const { githubToken } = inputs;
  const number = inputs.issueNumber ?? request.thread?.number;
  const asksGitHub = number !== undefined || loginToLookUp(request, inputs.gate) !== undefined;
  if (githubToken === undefined && number !== undefined && inputs.comment === 'auto') {
    ports.runner.log.warning('`github-token` is empty: nothing is reported in the conversation.');
  }
  const github =
    githubToken !== undefined && asksGitHub ? ports.openGitHub(githubToken, deadline) : undefined;
  const step = { ports, request, inputs, deadline, github };
  if (github === undefined || number === undefined || inputs.comment === 'never')
    return { ...step, audience: undefined };
  const asker = askerOf(ports, request);
  const audience = {
    github,
    thread: number,
    asker,
    occasion: toOccasion(asker, inputs.phrase),
    log: ports.runner.log,
    notify: inputs.notify === 'auto',
    memory: threadIn(ports.workflowRun, number, { github, service: inputs, key: signingKey(inputs) }),
  };
  return { ...step, audience };
}

/** Who asked, and where. */
function askerOf({ workflowRun }: Ports, { sender, source, thread }: Request): Asker {
  return {
    by: sender?.login,
    person: sender?.type === 'User',
    at: ('url' in source ? source.url : undefined) ?? thread?.url,
    reactTo: reactionTarget(source),
    run: workflowRun.url,
  };
}
