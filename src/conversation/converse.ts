import type { Inputs } from '../inputs.ts';
import type { Sent } from '../job/judge.ts';
import type { Ledger } from '../job/start.ts';
import type { Watching } from '../job/wait.ts';
import type { Outcome } from '../outcome.ts';
import { warn } from '../report/conversation.ts';
import type { Occasion } from '../report/status.ts';
import { type Conversation, conversationIn, type Repository } from '../thread/conversations.ts';
import { drive, type GitHubTime, githubTime, type Own } from '../thread/driver.ts';
import type { Ending, Plan, Saved } from '../thread/effects.ts';
import type { SigningKey } from '../thread/key.ts';
import type { Reached } from '../thread/memory.ts';
import type { Failure, Job, World } from '../world/world.ts';
import { toOutcome } from './ending.ts';
import { saveClaims } from './memory.ts';
import { repairComments } from './repair.ts';
import { look, send } from './sending.ts';
import { textFor, watchJob } from './watching.ts';

/** A request whose turn is claimed in conversations. */
export interface Threaded {
  readonly world: World;
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
  readonly ledger: Ledger;
}

/** Writes of unknown fate, and reads that don't show the last write, that are borne in a row. */
const PATIENCE = 5;

/** What a run finds out on its way through the protocol. */
export interface Notebook {
  readonly notes: Set<string>;
  job?: Job;
  sent?: Sent;
  /** How the job was when it was looked at before a message. */
  before?: Job;
  failure?: Failure;
  outcome?: Outcome;
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

/** One thread, one job: claims the turn, sends, watches, and keeps the status comment current. */
export async function converse(threaded: Threaded): Promise<Outcome> {
  const { world, repository, thread, plan } = threaded;
  const home = thread === undefined ? undefined : conversationIn(repository, thread);
  const conversations = new Map(home && [[home.name, home]]);
  const time = githubTime(world.clock);
  const book: Notebook = {
    ...{ notes: new Set<string>(), told: new Set<string>(), repaired: new Set<string>() },
    ...{ distrusted: false, shown: '', shownAt: 0 },
  };
  const run: Run = { threaded, conversations, time, book, ...(home && { home }) };
  const ending = await drive(
    {
      plan: { ...plan, ...(home && { thread: home.name }), nonce: world.randomToken(), patience: PATIENCE },
      conversations,
      key: threaded.key,
      clock: world.clock,
      deadline: threaded.watching.deadline,
      save(state) {
        book.saved = state;
        saveClaims(world, state);
      },
      text: (conversation, ending) => textFor(run, conversation, ending),
      wrote(conversation, comment) {
        if (conversation !== home) return;
        if (book.own === undefined) world.runner.output('commentUrl', comment.url);
        book.own = comment;
      },
      async saw(conversation, listing) {
        if (book.repaired.has(conversation.name)) return;
        book.repaired.add(conversation.name);
        const { key, occasion } = threaded;
        await repairComments(conversation, listing, { key, occasion, log: world.runner.log });
      },
      distrusted() {
        if (!book.distrusted)
          book.notes.add(
            'A note in this conversation does not verify (it was altered, or written with another key) and was not used.',
          );
        book.distrusted = true;
      },
      failed(what, failure) {
        book.failure = failure;
        complain(run, what, failure);
      },
      look: (effect) => look(run, effect),
      send: (effect) => send(run, effect),
      watch: (effect) => watchJob(run, effect),
    },
    time,
  );
  const outcome = toOutcome(ending, run);
  const url = book.own?.url;
  // The post step closes what is open by what is known now, not by what was feared on the way.
  if (!ending.closed && book.saved !== undefined) {
    saveClaims(world, { ...book.saved, reached: reachedAt(ending) });
  }
  return {
    ...outcome,
    ...(url !== undefined && { commentUrl: url }),
    ...(!ending.closed && { commentOpen: true }),
  };
}

function reachedAt(ending: Ending): Reached {
  switch (ending.kind) {
    case 'ended':
    case 'left':
      return { kind: 'job', jobId: ending.jobId };
    case 'unknown':
      return {
        kind: 'sending',
        ...(ending.errand.kind === 'message' && { jobId: ending.errand.jobId }),
      };
    default:
      return { kind: 'claimed' };
  }
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
  warn({ ok: false, failure }, what, threaded.world.runner.log);
}
