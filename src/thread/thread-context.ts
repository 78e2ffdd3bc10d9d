import type { GitHub } from '../github/github.ts';
import type { JobTools } from '../job/watch.ts';
import type { PullRequestContext } from '../pull-request/finish-pull-request.ts';
import type { CommentContext } from '../report/own-comment.ts';
import type { Job } from '../service/job.ts';
import type { NotePlace } from '../text/signed-note.ts';

/** What requests are finished with. */
export interface FinishContext extends Omit<PullRequestContext, 'people'> {
  /** GitHub for the repository of this run. */
  readonly github: GitHub;
  readonly tools: JobTools;
  /** Whether a reply notifies the requester of the end of a long job. GitHub sends no notification for an edit. */
  readonly notify: boolean;
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Whether to watch a job that is at work until it ends. */
  readonly waitsFor?: ((job: Job) => boolean) | undefined;
}

/** A conversation as the place of a request: what its notes are bound to, and who is answered there. */
export interface ThreadContext extends FinishContext {
  readonly place: NotePlace;
  /** Written to only if the agent changed something. */
  readonly onlyWhenChanged: boolean;
  readonly requester: CommentContext;
}
