import type { Patience } from '../github/edit-comment.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import type { CommentContext } from '../report/own-comment.ts';
import type { Job } from '../service/job.ts';
import type { NotePlace } from '../text/signed-note.ts';

/** What finishing requests and their pull requests needs. */
export interface FinishContext extends PullRequestContext {
  readonly dryRun?: boolean | undefined;
  /** How long an edit is repeated; {@link LAST_EDIT} by default. */
  readonly patience?: Patience | undefined;
  /** The only commit status that notes may set: someone with a leaked key can write notes. */
  readonly statusName: string | undefined;
  /** Whether to poll a job until its turn ends. */
  readonly waitsFor?: ((job: Job) => boolean) | undefined;
}

/** A request's conversation, with what its notes are bound to. */
export interface ThreadContext extends FinishContext {
  readonly place: NotePlace;
  /** The URL of the pull request that the request is on. */
  readonly pullRequest?: string | undefined;
  /** Comment only if the agent changed something. */
  readonly onlyWhenChanged?: boolean | undefined;
  readonly requester: CommentContext;
}
