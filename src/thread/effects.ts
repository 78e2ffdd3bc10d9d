import type { Claim, Comment, Standing } from './claim.ts';
import type { Reached } from './memory.ts';
import type { Pause } from './seat.ts';

/** What a run wants from its thread. Threads are named by any text that is the same for the same thread. */
export interface Plan {
  /** The request's own thread; without one there is no memory, and each run creates. */
  readonly thread?: string;
  /** The identity of the request. */
  readonly request: string;
  /** Random, new in each run. */
  readonly nonce: string;
  /** Whether this is a re-run: then a job of the request that failed is no reason to stop. */
  readonly rerun: boolean;
  /** The job that is asked for by its id. */
  readonly jobId?: string;
  /** Nothing is sent: the job that is asked for by its id is only watched. */
  readonly watchOnly?: boolean;
  /** `--new`: a fresh job although the thread has one. */
  readonly fresh: boolean;
  /** `--interrupt`: send although the job is at work. */
  readonly interrupt: boolean;
  /** How many writes of unknown fate, or reads that don't show the last write, in a row are borne. */
  readonly patience: number;
}

/** What the run is to do next. Every effect but `finish` is answered by one reply. */
export type Effect =
  /** Make this state for the post step. */
  | { readonly kind: 'save'; readonly state: Saved }
  /** Read all comments of the thread. */
  | { readonly kind: 'read'; readonly thread: string }
  /** Write a comment that holds this claim. */
  | { readonly kind: 'write'; readonly thread: string; readonly claim: Claim }
  /** Edit the run's own comment so that it holds this claim. */
  | { readonly kind: 'edit'; readonly thread: string; readonly commentId: number; readonly claim: Claim }
  /** Wait. */
  | { readonly kind: 'sleep'; readonly why: Pause | 'turn' | 'job'; readonly ms: number }
  /** Look at the job. `sentAt` is when it was last sent to, unless that turn was seen to end: for the rule on stale states. */
  | { readonly kind: 'look'; readonly jobId: string; readonly sentAt?: number }
  /** Send the instruction, now. `doubts` are sends of others that nobody knows the fate of. */
  | { readonly kind: 'send'; readonly errand: Errand; readonly doubts: readonly Standing[] }
  /** Watch the job until it ends or the run has to; nothing was sent when `pickedUp`. `sentAt` as in a look. */
  | { readonly kind: 'watch'; readonly jobId: string; readonly sentAt?: number; readonly pickedUp: boolean }
  /** The end. `closed` is false when a comment could not be brought to say so: the post step tries again. */
  | { readonly kind: 'finish'; readonly ending: Ending; readonly closed: boolean };

/** What the post step needs to close what a run left open. */
export interface Saved {
  readonly claims: readonly { readonly thread: string; readonly nonce: string }[];
  readonly reached: Reached;
}

/** What is sent: a message, or an instruction for a new job and why there is no message. */
export type Errand =
  | { readonly kind: 'message'; readonly jobId: string }
  | { readonly kind: 'create'; readonly because: Because; readonly jobId?: string };

/** Why a new job is created; `jobId` names the old one where there is one. */
export type Because =
  | 'the thread has none'
  | 'asked for'
  /** The first comment was refused, so there is no memory. */
  | 'no memory'
  | Exclude<Found, 'active' | 'completed'>;

/** What a look at a job found; `closed`: its pull request was merged or closed. */
export type Found = 'active' | 'completed' | 'failed' | 'archived' | 'missing' | 'closed';

export type Stop = 'deadline' | 'interrupt';

/** The answer to an effect. `stopped` is told once; what is closed afterwards gets its usual answers. */
export type Reply =
  /** To `save`. */
  | { readonly kind: 'saved' }
  /** To `read`. `date` is GitHub's time, `left` the time to the run's own deadline. */
  | {
      readonly kind: 'comments';
      readonly comments: readonly Comment[];
      readonly date: number;
      readonly left: number;
    }
  | { readonly kind: 'unreadable' }
  /** To `write`. */
  | { readonly kind: 'written'; readonly commentId: number }
  /** To `edit`. */
  | { readonly kind: 'edited' }
  /** To `write` and `edit`: it may have arrived. */
  | { readonly kind: 'unsure' }
  /** To `write` and `edit`: it did not arrive, and won't. `forbidden` is a 403. */
  | { readonly kind: 'refused'; readonly forbidden: boolean }
  /** To `sleep`. */
  | { readonly kind: 'woke' }
  /** To `look`. `conversation` is that of the job's pull request, marked as ours, where the run can write. */
  | { readonly kind: 'looked'; readonly found: Found; readonly conversation?: string }
  | { readonly kind: 'unseen' }
  /** To `send`; `date` is now, by GitHub's clock. */
  | { readonly kind: 'sent'; readonly jobId: string; readonly date: number }
  | { readonly kind: 'not sent' }
  | { readonly kind: 'lost' }
  /** To `watch`. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'left'; readonly date: number }
  /** To `sleep`, `look` and `read`. */
  | { readonly kind: 'stopped'; readonly by: Stop };

/** What came of the run, as far as the thread is concerned. */
export type Ending =
  | { readonly kind: 'not sent'; readonly why: NotSent }
  /** The same request may have a job that nobody knows: nothing was sent. */
  | { readonly kind: 'in doubt'; readonly standing: Standing }
  /** Something was sent, and nobody knows whether it arrived. */
  | { readonly kind: 'unknown'; readonly errand: Errand }
  /** The job's turn is over. */
  | { readonly kind: 'ended'; readonly jobId: string }
  /** Watching stopped, the job goes on. */
  | { readonly kind: 'left'; readonly jobId: string };

/** Why nothing was sent. */
export type NotSent =
  | Stop
  /** A thread can't be read. */
  | 'unreadable'
  /** A claim, or its edit to sending, can't be written or isn't seen. */
  | 'unconfirmed'
  /** The job can't be looked at. */
  | 'unseen'
  /** The job that was asked for by its id takes no message. */
  | 'job over'
  /** The service didn't take it. */
  | 'refused';
