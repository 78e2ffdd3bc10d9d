import type { GitHub } from '../github/github.ts';
import type { Outcome } from '../job/request-result.ts';
import type { MessageLedger, Request } from '../job/send.ts';
import type { Watching } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import type { Occasion } from '../report/status.ts';
import type { Command } from '../request/command.ts';
import type { Asked } from '../request/request.ts';
import type { Inputs } from '../run/inputs.ts';
import { threadKey } from '../thread/key.ts';
import { converse } from './converse.ts';
import { identify, ownRepository } from './memory.ts';

type Ask = Command & { kind: 'ask' };

/** A request, with where it is worked on and how it came about. */
export interface Conversing {
  readonly ports: Ports;
  readonly asked: Asked;
  readonly inputs: Inputs;
  readonly occasion: Occasion;
  readonly github: GitHub;
  /** The number of the request's own issue or pull request, where it has one. */
  readonly thread?: number;
  readonly request: Request;
  /** What the request's flags said. */
  readonly manner: Ask['manner'] | undefined;
  readonly watching: Watching;
  readonly ledger: MessageLedger;
}

/** Works on a request in conversations: one thread, one job. */
export function converseOn({
  ports,
  asked,
  inputs,
  github,
  request,
  manner,
  ...rest
}: Conversing): Promise<Outcome> {
  const key = threadKey(inputs);
  return converse({
    ...{ ...rest, ports, inputs, key },
    text: request.kind === 'watch' ? '' : request.text,
    repository: ownRepository(ports.place, github, inputs),
    plan: {
      request: identify(asked, inputs, ports.place, key),
      rerun: ports.place.attempt > 1,
      fresh: manner === 'new',
      interrupt: manner === 'interrupt',
      watchOnly: request.kind === 'watch',
      ...(request.kind !== 'create' && { jobId: request.jobId }),
    },
  });
}
