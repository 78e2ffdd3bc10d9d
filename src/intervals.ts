/** Every poll interval, pause and grace period of the project, in milliseconds, with its reason. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What `daily-limit` counts in. */
export const DAY = 24 * 60 * MINUTE;

/** Looks at a job with `poll-interval: auto`: this share of the time waited so far, between the two bounds. */
export const POLL_LEAST = 3 * SECOND;
export const POLL_MOST = 30 * SECOND;
export const POLL_SHARE = 0.055;
/** So that runs that began together do not look together. */
export const POLL_JITTER = 0.1;
/** The last look comes this long before the deadline, so that its answer still arrives. */
export const LAST_LOOK = SECOND;
/** A run that waits says so in the log this often. */
export const SIGN_OF_LIFE = MINUTE;

/** How long a job may be unknown after its create (open-points.md, "Get-job operation"). */
export const CREATE_LAG = MINUTE;
/** How long a terminal status may be the turn before (open-points.md, "State right after a message"). */
export const MESSAGE_GRACE = 90 * SECOND;
/** A completed job without a link is looked at once more after this: the service promises no order of the two. */
export const LINK_LAG = 5 * SECOND;
/** A pull request may be this much older than its job by two clocks. */
export const AGE_TOLERANCE = 5 * MINUTE;

/** Requests to the service are this far apart where many jobs are watched: in any second at most two. */
export const REQUEST_SPACING = SECOND / 2;

/** A note in a thread lives this long after its run's deadline: clocks differ, and the run may still be closing. */
export const NOTE_GRACE = 3 * MINUTE;
/** A run that is about to send holds others up for this long at most. */
export const SENDING_SPAN = 5 * MINUTE;
/** A request to the service is repeated for this long at most, while it surely was not processed. */
export const SEND_SPAN = 90 * SECOND;
/** Who watched a job gets this long after its end to say so, before others go on. */
export const TURN_GRACE = 2 * MINUTE;
/** A thread that holds a run up is read again after this pause, doubled each time. */
export const READ_PAUSE_LEAST = 10 * SECOND;
export const READ_PAUSE_MOST = 2 * MINUTE;
/** Reads of what changed begin this long before the last one: lists may lag. */
export const READ_OVERLAP = MINUTE;
/** GitHub gives up on a request after 10 s: after this no edit of unknown fate lands on top of a later one. */
export const SETTLE = 15 * SECOND;
/** Progress is shown this often at most; more than about 80 writes a minute meet GitHub's secondary limit. */
export const PROGRESS_SPACING = 20 * SECOND;
/** A job that took longer ends with a reply to who asked; an edit notifies nobody. */
export const LONG_JOB = 2 * MINUTE;

/** A request that creates something may go on this long after an interrupt: the runner kills after 10 s. */
export const LAST_CALL = 5 * SECOND;
/** Closing what people look at may take this long after the deadline. */
export const CLOSING = 10 * SECOND;
/** The post step may take this long, and so may telling a requester of wrong inputs. */
export const POST_SPAN = MINUTE;

/** One try of a request: a connection stands within a second or two, also through a proxy, or nobody is there. */
export const CONNECT_TIMEOUT = 10 * SECOND;
/** Both hosts answer within seconds. What takes this long hangs, and holds up the next look. */
export const ANSWER_TIMEOUT = 30 * SECOND;
/** The same for the rest of an answer that has begun. */
export const BODY_TIMEOUT = 30 * SECOND;
/** Tries of a request are this far apart at least: polls of one job never come closer together. */
export const RETRY_LEAST = SECOND;
/** The wait doubles up to this: what comes back is met soon, and nobody asks it every second until then. */
export const RETRY_MOST = 30 * SECOND;
/** A usage limit that does not say when it resets is tried again after this, doubled up to the next: short ones pass soon. */
export const LIMIT_GUESS_LEAST = 30 * SECOND;
export const LIMIT_GUESS_MOST = 5 * MINUTE;
/** Where a limit says that it has reset already, the waits double up to this: clocks differ, or it was wrong. */
export const LIMIT_DOUBT_MOST = 30 * SECOND;
/** What resets later than this is a mistake: milliseconds for seconds, or a clock that was never set. */
export const LIMIT_BELIEVED = 366 * DAY;
/** Matching globs is synchronous, so neither a cancel nor the deadline ends it. Usual globs take milliseconds. */
export const PATH_MATCHING = SECOND;
/** A request to GitHub is tried for so long: people wait for what it shows, and the job for none of it. */
export const GITHUB_TRYING = MINUTE;
/** What a pull request changes is read for so long in all: people wait for the outcome, and it stands without that. */
export const FACTS_SPAN = 5 * SECOND;
/** A deployment in progress is waited for that long, and checked that often: previews take about a minute. */
export const PREVIEW_SPAN = MINUTE;
export const PREVIEW_PAUSE = 10 * SECOND;
/**
 * A secondary limit of GitHub's passes within a minute. Only the permission check waits for the hourly one: nothing goes on
 * without it.
 */
export const GITHUB_LIMIT_WAIT = 2 * MINUTE;
