/**
 * The closed list of causes that the output `reasonCode` tells, so that a workflow branches on them and not on a
 * sentence; each with its meaning, for the table in docs/errors.md. Only the names get into the bundle's types.
 */
export const REASON_CODES = {
  // What came of a job.
  'pull-request-created': 'The job opened a pull request.',
  'pull-request-updated': 'The message changed the existing pull request.',
  'pull-request-found': 'The job has a pull request. Whether this request changed it is unknown.',
  'no-pull-request': 'The job completed without a pull request.',
  'branch-without-pull-request': 'The job completed. The agent pushed a branch, but opened no pull request.',
  'no-changes':
    'The job completed. The agent changed nothing, or pushed nothing to the existing pull request.',
  'outside-paths': 'The pull request changes files that `pr-paths` does not allow.',
  'paths-unknown': 'Whether the pull request changes only files in `pr-paths` is unknown.',
  'job-archived': 'The job is archived, so it takes no messages.',
  'job-failed': 'The agent failed, so the job takes no messages.',
  'job-unknown': 'The service returns 404 for the job.',
  'job-started': 'The job has started, and `wait` is `false`.',
  deadline: 'The deadline of the step passed.',
  interrupted: 'The run was cancelled, or its runner shut down.',
  'dry-run': '`dry-run` is on, so nothing was sent.',
  collected: 'The collect action finished requests.',
  'nothing-to-collect': 'The collect action found no request to finish.',
  'batch-completed': 'All entries of the batch succeeded.',
  'batch-incomplete': 'Entries of the batch were not sent.',
  'batch-failed': 'An entry of the batch failed, or its outcome is unknown.',
  exported: 'The visitors were exported.',
  'export-incomplete': 'The visitors were exported with gaps.',
  // What a request asked for besides a job.
  'help-shown': 'The action replied with the help.',
  'status-shown': "The action replied with the job's status.",
  'command-mistake': 'The text after the phrase is not a valid command.',
  // Why nothing was asked.
  'no-phrase': 'The text does not begin with the trigger phrase.',
  'event-ignored': 'The event, or its action, is not a request.',
  'payload-unreadable': 'The webhook event lacks data that a request needs.',
  'own-comment': 'The action wrote the text itself.',
  'part-of-review': 'The line comment belongs to a review, and the review is the request.',
  'daily-limit': '`daily-limit` is reached.',
  'no-secrets': 'GitHub gives this run no secrets.',
  'not-permitted': "The requester isn't allowed to request, or GitHub didn't confirm the permission.",
  'nothing-changed': 'No change needs documentation.',
  'paths-unmatched': 'No changed file matches `paths` and `ignore-paths`.',
  'own-merge': 'Only pull requests that this action created were merged.',
  'own-pull-request': 'The event is about a pull request that this action created.',
  'foreign-pull-request': 'The review is of a pull request that this action did not create.',
  'enough-open': '`skip-if-open` found `max-open` or more pull requests.',
  // What is wrong with the set-up.
  'input-invalid': 'An input, or a file that it names, is invalid or missing.',
  'file-not-written': 'The file of the export could not be written.',
  'variable-missing': 'The runner did not set a variable that the action needs.',
  'token-missing': '`github-token` is empty, but a feature needs it.',
  'key-rejected': '401: the API key is wrong, expired, or of another organization.',
  'key-not-allowed': '403: the API key is valid but not authorized (IP allowlist, scope, or plan).',
  'plan-exhausted': '402: the plan or balance does not cover the request.',
  'not-found': '404: the service does not know the project or the path.',
  'request-rejected': '400 or similar: the service rejected the request.',
  redirected: 'The service redirects, and the action never follows redirects.',
  // What may pass.
  'usage-limit': '429: the usage limit is reached and resets after the deadline.',
  'service-failed': '5xx: the service failed.',
  'service-unreachable': 'No connection to the service.',
  'answer-lost': 'The connection broke before the response was complete.',
  'answer-unreadable': 'The response is not what the service documents.',
  'fate-unknown': 'A request was sent, but its outcome is unknown. It is not sent again.',
  'earlier-attempt-unknown': 'An earlier attempt of the run may have created a job.',
  'github-unreachable': 'GitHub did not respond, or failed.',
  'github-refused': 'GitHub refused: a missing permission, a locked conversation, or a deleted resource.',
  'github-limit': "GitHub's rate limit is reached and resets after the deadline.",
  'comment-not-written': 'The status comment could not be written, so nothing was sent.',
  'review-edited':
    'A line comment of the review was edited after the review was submitted, or GitHub did not list all of them.',
  unexpected: 'A defect in the action. Please report it.',
} as const;

export type ReasonCode = keyof typeof REASON_CODES;
