import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import type { Audience } from '../report/conversation.ts';
import type { Occasion } from '../report/status.ts';
import { loginToLookUp } from '../request/gate.ts';
import { type Asked, reactionTarget, type Thread } from '../request/request.ts';
import type { Deadline } from '../runner/deadline.ts';
import type { Inputs } from './inputs.ts';

/** What a step works with once its inputs are read. */
export interface StepContext {
  readonly ports: Ports;
  readonly asked: Asked;
  readonly inputs: Inputs;
  readonly deadline: Deadline;
  readonly github?: GitHub;
  readonly audience?: Audience;
  /** What the agent is told about a change. */
  readonly told?: string;
  /** The job that gets the instruction as a message, where a search found it. */
  readonly foundJob?: string;
}

/** Starts the deadline, and opens GitHub where the run asks or reports anything there. */
export function openStep(ports: Ports, asked: Asked, inputs: Inputs): StepContext {
  return openGitHub({ ports, asked, inputs, deadline: ports.startDeadline(inputs.timeout) });
}

/** The step, with its conversation in a thread that only became known on the way. */
export function moveTo(thread: Thread, { ports, asked, inputs, deadline }: StepContext): StepContext {
  return openGitHub({ ports, asked: { ...asked, thread }, inputs, deadline });
}

function openGitHub(step: StepContext): StepContext {
  const { ports, asked, inputs, deadline } = step;
  const thread = inputs.issueNumber ?? asked.thread?.number;
  const asksGitHub = thread !== undefined || loginToLookUp(asked, inputs.gate) !== undefined;
  if (inputs.githubToken === undefined && thread !== undefined && inputs.comment === 'auto') {
    ports.runner.log.warning('`github-token` is empty: nothing is reported in the conversation.');
  }
  if (inputs.githubToken === undefined || !asksGitHub) return step;
  const github = ports.openGitHub(inputs.githubToken, deadline);
  if (thread === undefined || inputs.comment === 'never') return { ...step, github };
  return { ...step, github, audience: toAudience(ports, asked, inputs, github, thread) };
}

function toAudience(ports: Ports, asked: Asked, inputs: Inputs, github: GitHub, thread: number): Audience {
  const { sender, source } = asked;
  const reactTo = reactionTarget(source);
  const tells = inputs.notify === 'auto' && sender?.type === 'User';
  return {
    ...{ github, thread, clock: ports.clock, log: ports.runner.log, startedAt: ports.startedAt },
    occasion: occasionOf(ports, asked, inputs),
    ...(reactTo && { reactTo }),
    ...(tells && { notify: sender.login }),
  };
}

/** Who asked, and where: what every comment about the request needs to know. */
export function occasionOf(
  { place }: Ports,
  { sender, source, thread }: Asked,
  { phrase }: Inputs,
): Occasion {
  const askedAt = ('url' in source ? source.url : undefined) ?? thread?.url;
  return {
    ...(sender && { asker: sender.login }),
    ...(askedAt !== undefined && { askedAt }),
    ...{ runUrl: place.url, phrase },
  };
}
