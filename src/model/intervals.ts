/** The values of all intervals, pauses and grace periods, in milliseconds. `job/watch.ts` decides when to poll. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The span of `daily-limit`. */
export const DAY = 24 * 60 * MINUTE;

/** With `poll-interval: auto`, the pause between polls, by the time waited so far. Most jobs take 5 to 10 minutes. */
export const POLL_SHORT = { pause: 10 * SECOND, until: 10 * MINUTE };
export const POLL_LONG = 30 * SECOND;
/** The last poll comes this long before the deadline, so that the response still arrives. */
export const LAST_POLL = SECOND;
/** A run that waits logs a line this often. */
export const SIGN_OF_LIFE = MINUTE;

/** How long the service may return 404 for a new job: what was just written may not be readable yet. */
export const CREATE_LAG = MINUTE;
/** How long a terminal status may be that of the previous turn: a job has no number of its turn, and no time of its change. */
export const MESSAGE_GRACE = 90 * SECOND;
/** A completed job without a link is polled again for this long, at this pause: the link may come after the status. */
export const LINK_LAG = 30 * SECOND;
export const LINK_PAUSE = 10 * SECOND;
/** The service can refuse a poll for a moment, for example while it is deployed. After this, the job is given up. */
export const REFUSED_SPAN = MINUTE;
/** A pull request may seem this much older than its job, because two clocks differ. */
export const AGE_TOLERANCE = 5 * MINUTE;

/** The pause between polls of several jobs: at most two a second. */
export const POLL_SPACING = SECOND / 2;

/** A note counts this long after its run's deadline: clocks differ, and the run may still be closing. */
export const NOTE_GRACE = 3 * MINUTE;
/** Other runs wait this long for a run that is about to send. */
export const SENDING_SPAN = 5 * MINUTE;
/** A run starts sooner than this after its comment, unless GitHub's queue or a thread held it up. */
export const WAITED = MINUTE;
/** The action repeats a request that the service certainly didn't process for this long. */
export const SEND_SPAN = 90 * SECOND;
/** The run that watched a job has this long after the job's end to report it, before other runs continue. */
export const TURN_GRACE = 2 * MINUTE;
/** A bot's pull request may be the agent's, and get its marker, this long after it was opened. */
export const MARKER_SPAN = 15 * MINUTE;
/** The agent opens its pull request this long after it pushed the branch, whose checks may have ended before. */
export const PULL_SPAN = MINUTE;
/** No event reports the end of every check, so a run waits this long for those of apps and for statuses. */
export const CHECKS_SPAN = 15 * MINUTE;
/** A waiting run reads its thread again after this pause, which doubles each time. */
export const READ_PAUSE_LEAST = 10 * SECOND;
const READ_PAUSE_MOST = 2 * MINUTE;
/** The pause before a thread is read again; 0 before the first one. */
export function longerPause(pause: number): number {
  return Math.min(Math.max(2 * pause, READ_PAUSE_LEAST), READ_PAUSE_MOST);
}
/** GitHub allows 80 writes a minute, and others write, too. */
export const STATUS_PAUSE = SECOND;
/** GitHub's list of comments may lag this long behind an edit. */
export const LIST_LAG = MINUTE;
/** After this, a lost edit can't overwrite a later one, because GitHub gives up on a request after 10 s. */
export const SETTLE = 15 * SECOND;
/** After a longer request, the action replies to the requester, because GitHub doesn't notify people of edits. */
export const LONG_REQUEST = 2 * MINUTE;

/** Requests that create or change something may take this long after the deadline or an interrupt: the runner kills after 10 s. */
export const CLOSING = 5 * SECOND;
/** The last edit of a status comment waits this long for a limit of GitHub's. After that, a later run makes it. */
export const LAST_EDIT_WAIT = 5 * MINUTE;
/** For the whole post step. */
export const POST_SPAN = MINUTE;

/** GitHub can reject a new token with 401 for some seconds. */
export const TOKEN_LAG = 10 * SECOND;
/** Limits of one try of a request, by phase. Connections take a second or two, also through a proxy. */
export const CONNECT_TIMEOUT = 10 * SECOND;
/** For each of several addresses of a host but the last. Node's own 250 ms are too short for a distant host. */
export const ADDRESS_TIMEOUT = 3 * SECOND;
export const RESPONSE_TIMEOUT = 30 * SECOND;
/** A repeated send could be paid twice, so it waits longer. */
export const SEND_RESPONSE_TIMEOUT = 2 * MINUTE;
export const BODY_TIMEOUT = 30 * SECOND;
/** The pause before a request is repeated is between these. Its upper bound doubles. */
export const RETRY_LEAST = SECOND;
export const RETRY_MOST = 30 * SECOND;
/** The pause after a usage limit without a reset time doubles up to the second value: short limits pass soon. */
export const LIMIT_GUESS_LEAST = 30 * SECOND;
export const LIMIT_GUESS_MOST = 5 * MINUTE;
/** If a limit reports a reset in the past, the pauses double up to this, because clocks differ. */
export const LIMIT_DOUBT_MOST = 30 * SECOND;
/** A later reset is a mistake, like milliseconds for seconds, or a clock that was never set. */
export const LIMIT_BELIEVED = 366 * DAY;
/** The action repeats a request to GitHub for this long. The job doesn't wait for it. */
export const GITHUB_TRYING = MINUTE;
/** The limit for reading the facts about a pull request, and for its preview, because the result waits for them. */
export const FACTS_SPAN = 5 * SECOND;
/** The limit for the check of a set-up, for each host. It doesn't wait for usage limits. */
export const SET_UP_SPAN = 15 * SECOND;
/** For all reads of a release check, which GitHub's limits can delay. */
export const RELEASE_CHECK_SPAN = 30 * MINUTE;
/** How long GitHub can show the old head of a pull request after a push. */
export const HEAD_LAG = 4 * SECOND;
/** How long, and how often, the action checks a deployment in progress. Previews take about a minute. */
export const PREVIEW_SPAN = MINUTE;
export const PREVIEW_PAUSE = 10 * SECOND;
/** A secondary limit of GitHub's passes within a minute. Only the permission check waits for the hourly limit. */
export const GITHUB_LIMIT_WAIT = 2 * MINUTE;
