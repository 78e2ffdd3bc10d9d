/**
 * The closed list of causes that the output `reasonCode` tells, so that a workflow branches on them and not on a
 * sentence; each with its meaning, for the table in docs/errors.md. Only the names get into the bundle's types.
 */
export const REASON_CODES = {
  // What came of a job.
  'pull-request-created': 'The job opened a pull request.',
  'pull-request-updated': 'The message changed the pull request that was there.',
  'pull-request-found': 'The job has a pull request. What happened to it is unknown.',
  'no-pull-request': 'The job completed, and opened no pull request.',
  'job-archived': 'The job is archived: it ended so, or takes no message any more.',
  'job-failed': 'The agent failed: the job ended so, or takes no message any more.',
  'job-unknown': 'The service does not know the job.',
  'job-started': '`wait: false`: the job is at work, and nobody watches it.',
  deadline: "The step's deadline passed.",
  interrupted: 'The run was cancelled, or its machine shut down.',
  'dry-run': '`dry-run`: nothing was sent.',
  collected: 'Requests that nobody watched were brought to their end.',
  'nothing-to-collect': 'No request that nobody watches was brought to its end.',
  'batch-completed': 'All jobs of the batch ended well.',
  'batch-incomplete': 'Entries of the batch remain: they were not asked.',
  'batch-failed': 'An entry of the batch failed, or its fate is not known.',
  exported: 'The visitors were exported.',
  'export-incomplete': 'The visitors were exported, with gaps.',
  // What a request asked for besides a job.
  'help-shown': 'The help was asked for.',
  'status-shown': 'The state of the job was asked for.',
  'command-mistake': 'What stands behind the phrase is no command.',
  // Why nothing was asked.
  'no-phrase': 'The text does not begin with the trigger phrase.',
  'event-ignored': 'The event, or what happened in it, asks for nothing.',
  'payload-unreadable': "The event's payload does not hold what a request needs.",
  'own-comment': 'The text is one of our own.',
  'part-of-review': 'The line comment is part of a review that is the request.',
  'daily-limit': '`daily-limit`: as many requests as may be were sent within 24 hours.',
  'no-secrets': 'GitHub keeps secrets from this run.',
  'not-permitted': 'Who asked may not, or nobody can tell.',
  'nothing-changed': 'Nothing changed that documentation could follow.',
  'paths-unmatched': '`paths` and `ignore-paths` leave no file that counts.',
  'own-merge': 'Nothing was merged but pull requests of our own jobs.',
  'own-pull-request': 'A pull request of our own jobs was opened, pushed to, or closed.',
  'enough-open': '`skip-if-open` found enough open pull requests.',
  // What is wrong with the set-up.
  'input-invalid': 'An input, or a file that it names, is wrong or missing.',
  'file-not-written': 'The file of the export could not be written.',
  'variable-missing': 'The runner did not set a variable of GitHub that the action needs.',
  'token-missing': '`github-token` is empty, and something needs it.',
  'key-rejected': '401: the key is wrong, of another organization, or expired.',
  'key-not-allowed': "403: the key's allowlist, its scope, or the plan.",
  'plan-exhausted': "402: the plan or balance doesn't cover it.",
  'not-found': '404: project or path.',
  'request-rejected': '400 and the like: the service finds the request wrong.',
  redirected: 'The service redirects. The key goes to one host only.',
  // What may pass.
  'usage-limit': '429: the usage limit is reached, and resets too late.',
  'service-failed': '5xx: the service has a problem of its own.',
  'service-unreachable': 'No connection to the service.',
  'answer-lost': 'The connection broke before the whole answer was there.',
  'answer-unreadable': 'The answer is not what the service documents.',
  'fate-unknown': 'Something was sent, and nobody knows whether it arrived: it is never sent again.',
  'earlier-attempt-unknown': 'An earlier attempt of the run may have created a job that nobody knows.',
  'github-unreachable': 'GitHub did not answer, or not as it should.',
  'github-refused': 'GitHub refused: a permission, a locked conversation, or something is gone.',
  'github-limit': "GitHub's usage limit is reached, and resets too late.",
  'comment-not-written': 'The status comment could not be written, so nobody would know of the job.',
  'review-edited':
    'A line comment of the review was edited after it was submitted, or is hidden by thousands of newer ones.',
  unexpected: 'A defect of the action: please report it.',
} as const;

export type ReasonCode = keyof typeof REASON_CODES;
