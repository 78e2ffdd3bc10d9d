import { createHash } from 'node:crypto';
import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import type { Asked } from '../request/request.ts';
import type { Inputs } from '../run/inputs.ts';
import type { RunPlace } from '../runner/workflow-run.ts';
import type { Repository } from '../thread/conversations.ts';
import type { Saved } from '../thread/effects.ts';
import { type Asking, identifyRequest, type Subject } from '../thread/identity.ts';
import type { SigningKey } from '../thread/key.ts';

/** The repository of this run, as threads know it. */
export function ownRepository(
  { repository, repositoryId, serverUrl }: RunPlace,
  github: GitHub,
  service: Repository['service'],
): Repository {
  return { github, name: repository, id: repositoryId, serverUrl, service };
}

/** The identity of a request: what asked; with an instruction from an input, also the step and the instruction. */
export function identify(asked: Asked, inputs: Inputs, place: RunPlace, key: SigningKey): string {
  const asking: Asking | undefined =
    asked.command === undefined
      ? {
          job: place.job,
          step: place.step,
          text: createHash('sha256')
            .update(`${inputs.jobId === undefined ? '' : `${inputs.jobId}\n`}${inputs.prompt ?? ''}`)
            .digest('hex'),
        }
      : undefined;
  return identifyRequest(subjectOf(asked, place), asking, inputs, key);
}

function subjectOf({ source }: Asked, { runId }: RunPlace): Subject {
  switch (source.kind) {
    case 'comment':
      return { kind: 'issue comment', id: source.id };
    case 'line':
      return { kind: 'review comment', id: source.id };
    case 'review':
      return { kind: 'review', id: source.id };
    case 'issue':
      return { kind: 'issue', id: source.number };
    case 'pull-request':
      return { kind: 'pull request', id: source.number };
    case 'commit':
      return { kind: 'commit', sha: source.sha };
    case 'run':
      return { kind: 'run', id: runId };
  }
}

/** Makes state what the post step needs to close the run's claims. */
export function saveClaims({ runner }: Ports, saved: Saved): void {
  runner.saveState('thread', JSON.stringify(saved));
  if (saved.reached.kind === 'claimed') runner.saveStage('claimed');
}

/** What main saved of its claims; undefined when it saved none. */
export function readClaims({ runner }: Pick<Ports, 'runner'>): Saved | undefined {
  const json = runner.state('thread');
  return json === '' ? undefined : (JSON.parse(json) as Saved);
}
