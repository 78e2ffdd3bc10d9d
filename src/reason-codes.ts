/**
 * Every value of the output `reasonCode`, with the results that it comes with and its meaning, for docs/reference.md. Only the
 * names get into the types.
 */
export const REASON_CODES = {
  // What came of a job.
  'pull-request-created': ['pull-request', 'The job opened a pull request.'],
  'pull-request-updated': ['pull-request', 'The existing pull request got commits.'],
  'pull-request-found': [
    'pull-request',
    'The job has a pull request. Whether this request changed it is unknown.',
  ],
  'no-changes': ['pull-request, no-pull-request', 'The agent changed nothing for this request.'],
  'merged-too-early': [
    'pull-request',
    'The pull request was merged before the agent finished, and lacks what it wrote since. The step fails, unless a person requested it.',
  ],
  'pull-request-closed': [
    'pull-request',
    'The pull request was closed without a merge. The request is not sent again.',
  ],
  'outside-paths': [
    'pull-request',
    "The pull request changes files that `pr-paths` doesn't allow. The step fails.",
  ],
  'paths-unknown': [
    'pull-request',
    'The action could not read all files of the pull request to check `pr-paths`. The step fails.',
  ],
  'label-missing': [
    'pull-request',
    'The pull request has no `pr-labels`, so the next run would not find it. The step fails.',
  ],
  'pull-request-elsewhere': [
    'pull-request',
    'The pull request is not in `pr-repository`, so the next run would not find it. The step fails.',
  ],
  'no-pull-request': ['no-pull-request', 'The job completed without a pull request, for an unknown reason.'],
  'branch-without-pull-request': [
    'no-pull-request, failed',
    'The agent pushed a branch, but opened no pull request.',
  ],
  'job-archived': ['archived, error', 'The job is archived, so it takes no messages.'],
  'job-failed': ['failed, error', 'The agent failed, so the job takes no messages.'],
  'job-unknown': ['error', 'The service returns 404 for the job.'],
  'job-started': ['started', 'The job, or those of a batch, have started, and `wait` is `false`.'],
  deadline: ['timeout, error', 'The deadline of the step passed.'],
  interrupted: ['interrupted', 'The run was cancelled, or its runner shut down.'],
  'dry-run': ['dry-run', '`dry-run` is on.'],
  'dry-run-last-success': [
    'dry-run',
    '`dry-run` with `range: last-success`. The step fails, because a green run would be the last success.',
  ],
  'set-up-incomplete': [
    'dry-run',
    'The check of the set-up found that something is missing. The step fails.',
  ],
  // What the other actions report.
  collected: ['collected', 'The collect action finished requests.'],
  'nothing-to-collect': ['nothing', 'The collect action found no request to finish.'],
  'batch-completed': ['completed', 'No entry of the batch failed or remains.'],
  'batch-incomplete': ['incomplete', 'Some entries of the batch were not sent.'],
  'batch-failed': ['failed', 'An entry of the batch failed, or its outcome is unknown.'],
  exported: ['exported', 'The visitors were exported.'],
  'export-incomplete': ['incomplete', 'The visitors were exported with gaps.'],
  'file-not-written': ['error', 'The file of an export could not be written.'],
  // Replies without a job.
  'help-shown': ['answered', 'The action replied with the help.'],
  'status-shown': ['answered', "The action replied with the job's status."],
  'command-mistake': ['answered', 'The text after the phrase is not a valid command.'],
  // Why nothing was sent.
  'daily-limit': ['denied, error', "`daily-limit` is reached or can't be counted."],
  'not-permitted': ['denied', "The requester isn't allowed to request."],
  'no-phrase': ['skipped', 'The text does not begin with the trigger phrase.'],
  'event-ignored': ['skipped', 'The event, or its activity type, is not a request.'],
  'payload-unreadable': ['skipped', 'The webhook event lacks data.'],
  'own-comment': ['skipped', 'The action or the agent wrote the text.'],
  'part-of-review': [
    'skipped',
    'The review is the request, not its line comment, or only its line comments are.',
  ],
  'no-secrets': ['skipped', 'GitHub gives this run no secrets.'],
  'nothing-changed': ['skipped', 'There is nothing new to document.'],
  'paths-unmatched': ['skipped', 'No changed file is in `paths`.'],
  'change-ignored': ['skipped', '`ignore-pulls` leaves out everything that was merged.'],
  'own-merge': ['skipped', 'Only pull requests by the agent were merged.'],
  'own-pull-request': ['skipped', "The event is about the agent's own pull request."],
  'foreign-pull-request': [
    'skipped',
    "The review or the check is not certainly of the agent's pull request.",
  ],
  'commit-outdated': ['skipped', 'The checked commit is not the one that the agent pushed last.'],
  'checks-running': ['skipped', 'A named check of the commit has not ended.'],
  'checks-green': ['skipped', 'No named check of the commit failed.'],
  'request-deleted': ['skipped', 'The comment was deleted, or the review dismissed, before its turn.'],
  'request-handled': ['skipped', 'Another run or attempt has the request.'],
  'fix-limit': ['skipped', 'The job got two messages about red checks since the last request of a person.'],
  'pull-request-open': ['skipped', 'A pull request with all `pr-labels` is open.'],
  'auto-merge-on': ['error', 'Auto-merge is on for the pull request of the job, so it takes no messages.'],
  're-run-refused': [
    'error',
    'A re-run of a batch, or of a schedule or form without a thread, would send again.',
  ],
  // What is wrong with the set-up.
  'event-untrusted': ['error', 'People without write access can cause the event of a batch or an export.'],
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
  'answer-lost': ['error', 'The connection broke before the response was complete.'],
  'answer-unreadable': ['error', 'The response is not what the service documents, or a gateway gave it.'],
  'fate-unknown': [
    'error, timeout, interrupted',
    'The action could not confirm that the service received a request.',
  ],
  'earlier-attempt-unknown': ['error', 'An earlier attempt of the run may have sent the request.'],
  'github-unreachable': ['error', 'GitHub did not respond, or failed.'],
  'github-refused': [
    'error',
    'GitHub refused: wrong token, missing permission, locked conversation, or deleted resource.',
  ],
  'github-limit': ['error', "GitHub's rate limit resets too late to wait for."],
  'comment-not-written': ['error', 'The status comment could not be written, so nothing was sent.'],
  unexpected: ['error', 'A defect in the action. Please report it.'],
} as const;

export type ReasonCode = keyof typeof REASON_CODES;
