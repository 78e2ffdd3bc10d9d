import type { RequestResult } from '../job/request-result.ts';
import { conversationIn } from '../thread/conversations.ts';
import { drive, githubTime } from '../thread/driver.ts';
import type { Ending } from '../thread/effects.ts';
import type { Reached } from '../thread/memory.ts';
import { toOutcome } from './ending.ts';
import { saveClaims } from './memory.ts';
import { complain, type Notebook, type Run, type Threaded } from './notebook.ts';
import { repairComments } from './repair.ts';
import { look, send } from './sending.ts';
import { textFor, watchJob } from './watching.ts';

/** Writes of unknown fate, and reads that don't show the last write, that are borne in a row. */
const PATIENCE = 5;

/** One thread, one job: claims the turn, sends, watches, and keeps the status comment current. */
export async function converse(threaded: Threaded): Promise<RequestResult> {
  const { ports, repository, thread, plan } = threaded;
  const home = thread === undefined ? undefined : conversationIn(repository, thread);
  const conversations = new Map(home && [[home.name, home]]);
  const time = githubTime(ports.clock);
  const book: Notebook = {
    ...{ notes: new Set<string>(), told: new Set<string>(), repaired: new Set<string>() },
    ...{ distrusted: false, shown: '', shownAt: 0 },
  };
  const run: Run = { threaded, conversations, time, book, ...(home && { home }) };
  const ending = await drive(
    {
      plan: { ...plan, ...(home && { thread: home.name }), nonce: ports.randomToken(), patience: PATIENCE },
      conversations,
      key: threaded.key,
      clock: ports.clock,
      deadline: threaded.watching.deadline,
      save(state) {
        book.saved = state;
        saveClaims(ports, state);
      },
      text: (conversation, ending) => textFor(run, conversation, ending),
      wrote(conversation, comment) {
        if (conversation !== home) return;
        if (book.own === undefined) ports.runner.output('commentUrl', comment.url);
        book.own = comment;
      },
      async saw(conversation, listing) {
        if (book.repaired.has(conversation.name)) return;
        book.repaired.add(conversation.name);
        const { key, occasion } = threaded;
        await repairComments(conversation, listing, { key, occasion, log: ports.runner.log });
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
    saveClaims(ports, { ...book.saved, reached: reachedAt(ending) });
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
