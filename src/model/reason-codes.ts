export interface Traits {
  /** The step fails with the code, whatever the result: always, or only if people read of it in no thread. */
  readonly fails?: 'always' | 'without thread';
  /** There is no job that a later request could go to. */
  readonly endsJob?: true;
  /** The request got nothing, so it can be sent again. */
  readonly isLost?: true;
  /** The status of the request's commit is green, and says why the change needs no documentation. */
  readonly green?: string;
  /** That status is red: nothing failed, but there is no documentation either. */
  readonly isRed?: true;
  /** A rule leaves out a merge, which may need documentation otherwise. */
  readonly isRule?: true;
}

type Row = readonly [results: string, meaning: string, traits?: Traits];

const FAILS: Traits = { fails: 'always' };
const LOST: Traits = { isLost: true };
const RED: Traits = { isRed: true };
const UNNEEDED: Traits = { green: 'No change needed' };
const UNOPENED: Traits = { green: 'No pull request was opened' };
const UNSEEN: Traits = { fails: 'without thread' };

/** Every value of the output `reasonCode`, with the results that it comes with and its meaning, for docs/reference.md. */
const CODES = {
  // What came of a job.
  'pull-request-created': ['pull-request', 'The job opened a pull request.'],
  'pull-request-updated': ['pull-request', 'The existing pull request got commits.'],
  'pull-request-found': ['pull-request', 'Whether this request changed it is unknown.'],
  'no-changes': ['pull-request, no-pull-request', 'The agent changed nothing.', UNNEEDED],
  'merged-too-early': ['pull-request', 'It was merged before the agent finished.', { ...UNSEEN, ...LOST }],
  'pull-request-closed': ['pull-request', 'It was closed without a merge.'],
  'outside-paths': ['pull-request', "It changes files that `pr-paths` doesn't allow.", FAILS],
  'paths-unknown': ['pull-request', 'Its files could not be read to check `pr-paths`.', FAILS],
  'label-missing': ['pull-request', 'It has no `pr-labels`, so the next run would not find it.', FAILS],
  'pull-request-elsewhere': [
    'pull-request',
    'It is not in `pr-repository`, so the next run would not find it.',
    FAILS,
  ],
  'no-pull-request': ['no-pull-request', 'The job completed without one.', UNOPENED],
  'branch-without-pull-request': ['no-pull-request', 'The agent only pushed a branch.', UNSEEN],
  'job-archived': ['archived, error', 'The job takes no messages.', LOST],
  'job-failed': ['failed, error', 'The job takes no messages.', LOST],
  'job-unknown': ['error', 'The service returns 404 for the job.', { ...LOST, endsJob: true }],
  'job-started': ['started', '`wait` is `false`.'],
  deadline: ['timeout, error', '`timeout` passed.'],
  interrupted: ['interrupted', 'The run was cut off.'],
  'dry-run': ['dry-run', '`dry-run` is on.'],
  'dry-run-last-success': [
    'dry-run',
    'A green run would be the last success of `range: last-success`.',
    FAILS,
  ],
  'set-up-incomplete': ['dry-run', 'Something of the set-up is missing.', FAILS],
  // What the other actions report.
  collected: ['collected', 'Requests were finished.'],
  'nothing-to-collect': ['nothing', 'No request could be finished.'],
  'release-documented': ['complete', 'Each merge is documented or needs nothing.'],
  'release-undocumented': ['incomplete', 'A merge is not documented, or not everything could be read.'],
  exported: ['exported', 'The visitors were exported.'],
  'export-incomplete': ['incomplete', 'The visitors were exported with gaps.'],
  'file-not-written': ['error', 'The file could not be written.'],
  // Replies without a job.
  'help-shown': ['answered', 'The reply has the help.'],
  'status-shown': ['answered', "The reply has the job's status, if the action can reply."],
  'commit-skipped': ['answered', '`--skip` reported the commit as documented.'],
  'skip-refused': ['answered', '`--skip` set no commit status.'],
  'command-mistake': ['answered', 'The text is no valid command.'],
  // Why nothing was sent.
  'daily-limit': ['denied, error', "`daily-limit` is reached or can't be counted.", RED],
  'not-permitted': ['denied', "The requester isn't allowed."],
  'no-phrase': ['skipped', 'The text does not begin with the phrase.'],
  'event-ignored': ['skipped', 'The event or its activity is no request.'],
  'payload-unreadable': ['skipped', 'The webhook event lacks data.'],
  'own-comment': ['skipped', 'The action or the agent wrote the text.'],
  'part-of-review': ['skipped', 'Another part of the review is the request.'],
  'no-secrets': ['skipped', 'GitHub gives this run no secrets.'],
  'nothing-changed': ['skipped', 'There is nothing new to document.', { green: 'Nothing new to document' }],
  'paths-unmatched': [
    'skipped',
    'No change that counts has a file in `paths`.',
    { green: 'No file in paths changed', isRule: true },
  ],
  'change-ignored': [
    'skipped',
    '`ignore-pulls` leaves out all merges.',
    { green: 'Merged pull requests left out', isRule: true },
  ],
  'own-merge': [
    'skipped',
    "No merged pull request counts, and some are the agent's.",
    { green: 'Only pull requests of the agent were merged', isRule: true },
  ],
  'own-pull-request': [
    'skipped',
    "The event is about the agent's own pull request.",
    { green: 'A pull request of the agent' },
  ],
  'foreign-pull-request': ['skipped', "The pull request may not be the agent's."],
  'commit-outdated': ['skipped', "The commit is not the last one, or not the agent's."],
  'checks-running': ['skipped', 'A check has not ended.'],
  'checks-green': ['skipped', 'No check that counts failed.'],
  'request-deleted': ['skipped', 'The comment was deleted, or the review dismissed, before its turn.'],
  'request-handled': ['skipped', 'Another run or attempt has the request.'],
  'fix-limit': ['skipped', 'The job got two messages about red checks.'],
  'pull-request-open': ['skipped', 'A pull request with all `pr-labels` is open.'],
  'auto-merge-on': ['error', 'Auto-merge of the pull request is on.'],
  're-run-refused': ['error', 'A re-run of a schedule or form would send again.'],
  // What is wrong with the set-up.
  'event-untrusted': ['error', 'People without write access can cause the event.'],
  'input-invalid': ['error', 'An input, or a file that it names, is invalid or missing.'],
  'key-rejected': ['error', '401: the API key is wrong, expired, or of another organization.'],
  'key-not-allowed': ['error', "403: the key's IP allowlist, scope or plan doesn't allow the request."],
  'plan-exhausted': ['error', '402: the plan or balance does not cover the request.'],
  'not-found': ['error', "404: the project doesn't exist, or `base-url` has a wrong path."],
  'request-rejected': ['error', '400 or similar: the service rejected the request.'],
  redirected: ['error', "The service redirects, and the action doesn't follow."],
  // What may pass.
  'usage-limit': ['error', '429: the usage limit resets after the deadline.'],
  'service-failed': ['error', '5xx or 408: the service failed.'],
  'service-unreachable': ['error', 'No connection to the service.'],
  'answer-lost': ['error', 'The connection broke.'],
  'answer-unreadable': ['error', 'The response is not as documented.'],
  'fate-unknown': ['error, timeout, interrupted', 'Whether the service received a request is unknown.'],
  'earlier-attempt-unknown': ['error', 'An earlier attempt may have sent the request.'],
  'github-unreachable': ['error', 'GitHub did not respond, or failed.'],
  'github-refused': ['error', 'Wrong token, missing permission, or deleted resource.'],
  'github-limit': ['error', "GitHub's rate limit resets too late to wait for."],
  'comment-not-written': ['error', 'The status comment could not be written.'],
  unexpected: ['error', 'A defect in the action.'],
} as const satisfies Readonly<Record<string, Row>>;

export type ReasonCode = keyof typeof CODES;

export const REASON_CODES: Readonly<Record<ReasonCode, Row>> = CODES;

/** Whether a rule leaves a merge out, and not because nothing is left of it. Without a code, it counts. */
export function isRule(code: ReasonCode | undefined): boolean {
  return code !== undefined && REASON_CODES[code][2]?.isRule === true;
}
