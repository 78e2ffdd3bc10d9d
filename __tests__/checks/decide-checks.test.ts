/** What happens with a checked commit, decided from data alone. Times are minutes. */
import { expect, test } from '@jest/globals';
import { type ChecksView, decideChecks } from '../../src/checks/decide-checks.ts';
import type { GitHubPullRequest } from '../../src/github/pull-requests.ts';
import type { ReportedCheck } from '../../src/github/reported-checks.ts';
import type { GitHubRun } from '../../src/github/workflow-runs.ts';
import type { Note } from '../../src/thread/note.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const minutes = (count: number) => count * 60_000;
const NOW = minutes(100);

/** The newest run of a workflow, which is red. */
function run(id: number, more: Partial<GitHubRun> = {}): GitHubRun {
  const known = { id, run_attempt: 1, workflow_id: id, name: `Workflow ${id}`, event: 'pull_request' };
  const state = { status: 'completed', conclusion: 'failure', html_url: 'https://github.com/run' };
  const head = { head_repository: { full_name: 'acme/docs' }, head_branch: 'docs', head_sha: SHA };
  return { ...known, ...state, ...head, created_at: NOW, ...more };
}
const GREEN = { conclusion: 'success' };
const OPEN = { status: 'in_progress', conclusion: null };
const FORK = { head_repository: { full_name: 'mallory/docs' } };

/** The newest check by an app, which is red. */
function report(id: number, more: Partial<ReportedCheck> = {}): ReportedCheck {
  const known = { id, by: 'mintlify', name: `Check ${id}`, status: 'completed', conclusion: 'failure' };
  const texts = { title: '', summary: '', url: '' };
  return { kind: 'check_run', ...known, ...texts, ...more } as ReportedCheck;
}
const counts: ChecksView['counts'] = ({ by, name }) => by === 'mintlify' && name !== 'Check 9';
const BY_STRANGER = { by: 'mallory', name: 'Check 7' };
/** The event of a check by an app, in a repository without workflows. */
const EVENT = { run: undefined, check: report(7), runs: [], reported: [report(7)] };

/** The action's own status, which is red. */
const STATUS = report(7, { kind: 'status', name: 'docs' });
const OWN = { check: STATUS, reported: [STATUS] };

function pull(more: object = {}): GitHubPullRequest {
  const at = (sha: string) => ({ sha, repo: { full_name: 'acme/docs' } });
  const user = { login: 'agent[bot]', id: 1, type: 'Bot' };
  const known = { number: 2, state: 'open', user, created_at: NOW, head: at(SHA), base: at(OTHER) };
  return { ...known, ...more } as unknown as GitHubPullRequest;
}
const PERSON = { user: { login: 'octocat', id: 2, type: 'User' } };

/** Who sent what to the agent's job, in order. */
function notes(...sends: readonly Partial<Note>[]) {
  const service = { baseUrl: new URL('https://api.example.com'), projectId: 'p' };
  const place = { service, repositoryId: 7, number: 2 };
  const known = { attempt: 1, state: 'ended', until: NOW, jobId: 'job_1' } as const;
  return sends.map((more, index) => {
    const note = {
      request: `${index}`,
      requester: { run: 'https://a.b' },
      sentAt: index + 1,
      ...known,
      ...more,
    };
    return { id: index + 1, note, thread: place };
  });
}
const BY_PERSON = { requester: { run: 'https://a.b', person: true } };
const fixes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ checks: String(index).repeat(40) }));

const thread = (marker: object | undefined, ...sends: readonly Partial<Note>[]) => ({
  notes: notes(...sends),
  marker: marker && { jobId: 'job_1', at: 0, pullRequest: '', head: SHA, ...marker },
});

/** A red run of workflow 1, and everything read. */
function view(more: Partial<ChecksView> = {}): ChecksView {
  const own = { request: 'own', attempt: 1, shared: 'checks', checks: SHA };
  const read = { pulls: [pull()], thread: thread({}), runs: [run(1)], names: ['Workflow 2'] };
  return { sha: SHA, run: run(1), own, now: NOW, ...read, ...more };
}

/** Like `send 1`, `wait for job_1` or `checks-green`. */
function decided(more: Partial<ChecksView>): string {
  const next = decideChecks(view(more));
  if (next.kind === 'read') return `read ${next.what}`;
  if (next.kind === 'wait') return next.jobId === undefined ? 'wait' : `wait for ${next.jobId}`;
  return next.kind === 'stop'
    ? next.result.reasonCode
    : `send ${[...next.red.runs, ...next.red.reported].map(({ id }) => id)}`;
}

const UNMARKED = thread(undefined);
const NOT_YET = thread({ head: OTHER }, {});
const CONTINUED = thread({ head: OTHER }, { jobId: 'job_2' });

test.each<[string, string, Partial<ChecksView>]>([
  ['reads the pull requests first', 'read pulls', { pulls: undefined, thread: undefined }],
  ['reads the thread of the own pull request', 'read thread', { thread: undefined, runs: undefined }],
  ['reads the runs', 'read runs', { runs: undefined }],
  ['reads the names if another workflow is red', 'read names', { runs: [run(2)], names: undefined }],
  ['reads no names otherwise', 'send 1', { runs: [run(2, GREEN)], names: undefined }],

  ['sends the red runs of all named workflows', 'send 1,2', { runs: [run(1), run(2), run(3)] }],
  ['counts the event if the list lacks its run', 'send 1', { runs: [] }],
  ['counts the event if the list shows it as unfinished', 'send 1', { runs: [run(1, OPEN)] }],
  ['counts it over an earlier attempt', 'send 1', { run: run(1, { run_attempt: 2 }), runs: [run(1, GREEN)] }],
  ['not if it shows a later attempt', 'checks-running', { runs: [run(1, { run_attempt: 2, ...OPEN })] }],
  ['waits for other named workflows', 'checks-running', { runs: [run(1), run(2, OPEN)] }],
  ['not for workflows without a name', 'send 1', { runs: [run(1), run(3, OPEN)] }],
  ['skips green checks', 'checks-green', { run: run(1, GREEN), runs: [run(3), run(2, GREEN)] }],
  ['skips red checks of a fork', 'checks-green', { run: run(1, GREEN), runs: [run(2, FORK)] }],
  [
    'counts the newest run of a workflow',
    'checks-green',
    { run: run(1, GREEN), runs: [run(4, { workflow_id: 2, name: 'Workflow 2', ...GREEN }), run(2)] },
  ],

  ['reads checks by others if the event is one', 'read reported', { ...EVENT, reported: undefined }],
  ['reads them if the workflow names some', 'read reported', { counts }],
  ['sends the check of the event', 'send 7', EVENT],
  ['sends it if the list lacks it', 'send 7', { ...EVENT, reported: [] }],
  ['sends named checks with the runs', 'send 1,7', { counts, reported: [report(7)] }],
  ['skips what nothing names', 'send 7', { ...EVENT, counts, reported: [report(9), report(7)] }],
  [
    'skips a check of that name by another app',
    'send 1',
    { counts, reported: [report(8, BY_STRANGER), report(7, { conclusion: 'success' })] },
  ],
  [
    'counts the newest one of a name',
    'checks-green',
    { ...EVENT, reported: [report(8, { name: 'Check 7', ...GREEN }), report(7)] },
  ],
  [
    'counts a status by another account that replaced it',
    'checks-green',
    { ...EVENT, ...OWN, reported: [{ ...STATUS, id: 8, by: 'octocat', name: 'Docs', ...GREEN }, STATUS] },
  ],
  ['skips the own status that an input names', 'checks-green', { ...EVENT, ...OWN, commitStatus: 'Docs' }],
  [
    'skips the own status of another workflow, which a note names',
    'checks-green',
    { ...EVENT, ...OWN, thread: thread({}, { commit: { sha: SHA, status: 'docs' } }) },
  ],
  [
    'counts a status of that name on another commit',
    'send 7',
    { ...EVENT, ...OWN, thread: thread({}, { commit: { sha: OTHER, status: 'docs' } }) },
  ],
  ['waits for a named check', 'wait', { counts, reported: [report(7, OPEN)] }],
  ['waits after green runs', 'wait', { run: run(1, GREEN), runs: [], counts, reported: [report(7, OPEN)] }],
  ['waits 15 minutes', 'wait', { counts, reported: [report(7, OPEN)], waitsSince: NOW - minutes(15) + 1 }],
  ['not longer', 'send 1', { counts, reported: [report(7, OPEN)], waitsSince: NOW - minutes(15) }],
  ['leaves a named check to a workflow', 'checks-running', { ...EVENT, counts, runs: [run(2, OPEN)] }],
  ['waits for a workflow whose event would not count it', 'wait', { ...EVENT, runs: [run(2, OPEN)] }],
  [
    'skips a handled commit before it reads or waits',
    'request-handled',
    { ...EVENT, runs: undefined, reported: undefined, thread: thread({}, { shared: 'checks' }) },
  ],

  ['waits a minute for the pull request', 'wait', { pulls: [], waitsSince: NOW - minutes(1) + 1 }],
  ['also if a status is red', 'wait', { ...EVENT, ...OWN, pulls: [] }],
  ['not longer', 'foreign-pull-request', { pulls: [], waitsSince: NOW - minutes(1) }],
  ['not if the check is green', 'foreign-pull-request', { pulls: [], run: run(1, GREEN) }],
  ['skips a closed pull request', 'foreign-pull-request', { pulls: [pull({ state: 'closed' })] }],
  [
    'skips a pull request from a fork',
    'foreign-pull-request',
    { pulls: [pull({ head: { sha: SHA, repo: { full_name: 'mallory/docs' } } })] },
  ],
  ['skips two with the same head', 'foreign-pull-request', { pulls: [pull(), pull({ number: 3 })] }],
  ['skips an older commit', 'commit-outdated', { sha: OTHER }],
  [
    'skips a person without a marker, before it reads the runs',
    'foreign-pull-request',
    { pulls: [pull(PERSON)], thread: UNMARKED, runs: undefined },
  ],
  [
    'skips an old pull request without a marker, before it reads the runs',
    'foreign-pull-request',
    { pulls: [pull({ created_at: 0 })], thread: UNMARKED, runs: undefined },
  ],
  ['counts a marker, whoever opened it', 'send 1', { pulls: [pull({ ...PERSON, created_at: 0 })] }],

  ['waits for the marker of a new pull request', 'wait', { thread: UNMARKED }],
  ['waits for the job of the marker', 'wait for job_1', { thread: NOT_YET }],
  ['waits for another job that continues it', 'wait for job_2', { thread: CONTINUED }],
  ['waits two minutes after the end', 'wait', { thread: NOT_YET, endedAt: NOW - minutes(2) + 1 }],
  [
    'skips a commit that no run marked, two minutes after the job',
    'commit-outdated',
    { thread: NOT_YET, endedAt: NOW - minutes(2) },
  ],
  ['counts a marker without a head', 'send 1', { thread: thread({ head: undefined }) }],

  ['skips what another run has sent', 'request-handled', { thread: thread({}, { shared: 'checks' }) }],
  ['sends a second message', 'send 1', { thread: thread({}, ...fixes(1)) }],
  ['sends no third message', 'fix-limit', { thread: thread({}, BY_PERSON, ...fixes(2)) }],
  ['counts again after a person', 'send 1', { thread: thread({}, ...fixes(2), BY_PERSON) }],
  ['also after a person elsewhere', 'send 1', { thread: thread({ personAt: 5 }, ...fixes(2)) }],
  ['does not count its own message', 'send 1', { thread: thread({}, ...fixes(1), { checks: SHA }) }],
])('%s', (_, expected, more) => {
  expect(decided(more)).toBe(expected);
});

test('names both pull requests with the same head', () => {
  const next = decideChecks(view({ pulls: [pull(), pull({ number: 3 })] }));
  const reason = expect.stringContaining('The pull requests 2 and 3 are open');
  expect(next).toMatchObject({ kind: 'stop', result: { reason } });
});
