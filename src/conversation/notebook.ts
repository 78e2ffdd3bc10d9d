import type { Failure } from '../http/failure.ts';
import type { Sent } from '../job/completion.ts';
import type { RequestResult } from '../job/request-result.ts';
import type { MessageLedger } from '../job/send.ts';
import type { Watching } from '../job/watch.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/conversation.ts';
import type { Occasion } from '../report/status.ts';
import type { Inputs } from '../run/inputs.ts';
import type { Job } from '../service/job.ts';
import type { Conversation, Repository } from '../thread/conversations.ts';
import type { GitHubTime, Own } from '../thread/driver.ts';
import type { Plan, Saved } from '../thread/effects.ts';
import type { SigningKey } from '../thread/key.ts';

/** A request whose turn is claimed in conversations. */
export interface Threaded {
  readonly ports: Ports;
  readonly inputs: Inputs;
  readonly occasion: Occasion;
  readonly repository: Repository;
  /** The number of the request's own issue or pull request; without one only the job's pull request holds a claim. */
  readonly thread?: number;
  readonly key: SigningKey;
  readonly plan: Omit<Plan, 'thread' | 'nonce' | 'patience'>;
  /** What is sent; empty when a job is only watched. */
  readonly text: string;
  readonly watching: Watching;
  readonly ledger: MessageLedger;
}

/** What a run finds out on its way through the protocol. */
export interface Notebook {
  readonly notes: Set<string>;
  job?: Job;
  sent?: Sent;
  /** How the job was when it was looked at before a message. */
  before?: Job;
  failure?: Failure;
  outcome?: RequestResult;
  saved?: Saved;
  own?: Own;
  distrusted: boolean;
  /** Conversations whose comments of lost runs were repaired. */
  readonly repaired: Set<string>;
  /** What GitHub refused, and people were told of. */
  readonly told: Set<string>;
  shown: string;
  shownAt: number;
}

/** A run of the protocol, with all that it needs. */
export interface Run {
  readonly threaded: Threaded;
  readonly home?: Conversation;
  readonly conversations: Map<string, Conversation>;
  readonly time: GitHubTime;
  readonly book: Notebook;
}

/** Says what GitHub did not do, once for each way in which it did not. */
export function complain({ threaded, book }: Run, what: string, failure: Failure): void {
  const trouble = `${what} ${failure.status ?? failure.kind}`;
  if (book.told.has(trouble)) return;
  book.told.add(trouble);
  warn({ ok: false, failure }, what, threaded.ports.runner.log);
}
