import { RESULTS, type Result } from '../request-result.ts';
import type { WorkflowRun } from '../runner/workflow-run.ts';
import { code, grid, link } from '../text/markdown.ts';
import { clockTime } from '../text/time.ts';
import { finishComment } from './own-comment.ts';
import { namePullRequest } from './pull-request-text.ts';
import { nameRequester } from './status-text.ts';

/** A pull request of the agent, as its last request left it. */
export interface KnownPull {
  readonly by?: string | undefined;
  /** The URL of the request, or of the merge. */
  readonly at?: string | undefined;
  readonly head?: string | undefined;
  /** The number of changed pages. */
  readonly pages?: number | undefined;
  readonly preview?: string | undefined;
}

/** The title is foreign text. Reviewers are logins. */
export interface OpenRow extends KnownPull {
  readonly url: string;
  readonly title: string;
  readonly openedAt: number;
  readonly checks: string;
  readonly reviewers: readonly string[];
}

export interface ClosedPull {
  readonly merged: boolean;
  /** Whether people pushed to it after the agent. */
  readonly isChanged: boolean;
}

interface Overview {
  readonly open: readonly OpenRow[];
  readonly closed: readonly ClosedPull[];
  readonly requests: readonly {
    readonly id: number;
    readonly thread: number;
    readonly state: string;
    readonly result?: Result | undefined;
    readonly sentAt?: number | undefined;
    readonly left?: boolean | undefined;
    readonly requester: { readonly run: string };
  }[];
}

const COLUMNS = ['Pull request', 'Opened', 'Requested', 'Pages', 'Preview', 'Checks', 'Reviewers'];
const OPEN: Readonly<Record<string, string>> = { waiting: 'waits', sending: 'is being sent', job: 'at work' };

/** What is open, and what became of the requests of the last 30 days. */
export function renderOverview(
  { open, closed, requests }: Overview,
  { serverUrl, repository }: WorkflowRun,
): string {
  const rows = open.map(({ url, title, openedAt, pages, preview, checks, reviewers, ...requester }) => [
    namePullRequest(url, { title }, serverUrl),
    clockTime(openedAt).slice(0, 10),
    nameRequester({ ...requester, run: serverUrl }),
    pages?.toString() ?? '',
    preview === undefined ? '' : link(preview),
    checks,
    reviewers.map((login) => code(login)).join(', '),
  ]);
  const work = requests.flatMap(({ id, thread, state, sentAt, left, requester }) => {
    const where = link(`${serverUrl}/${repository}/issues/${thread}#issuecomment-${id}`, `#${thread}`);
    const since = sentAt === undefined ? '' : `, sent at ${clockTime(sentAt)}`;
    const how = left ? 'not finished, no run watches it' : OPEN[state];
    return how === undefined ? [] : `- ${where}: ${how}${since}, requested by ${nameRequester(requester)}`;
  });
  const ended = requests.filter(({ state }) => OPEN[state] === undefined);
  const counts = [...Map.groupBy(ended, ({ state, result }) => (result && RESULTS[result].title) ?? state)];
  const merged = closed.filter((pull) => pull.merged);
  return finishComment(
    [
      `**Open pull requests of the agent: ${open.length}**`,
      rows.length === 0
        ? ''
        : grid(
            COLUMNS.map((head) => ({ head })),
            rows,
          ),
      `**Requests at work or not finished: ${work.length}**`,
      work.join('\n'),
      `**Last 30 days**`,
      [
        `- Requests: ${ended.length}${counts.map(([title, some]) => `, ${title}: ${some.length}`).join('')}`,
        `- Pull requests: ${merged.length} merged, ${merged.filter(({ isChanged }) => isChanged).length} of them with commits that people added; ${closed.length - merged.length} declined`,
      ].join('\n'),
      LIMITS,
    ],
    {},
  );
}

const LIMITS =
  "Not counted: runs without a thread that changed nothing, like those of a schedule, and how many commits people added. Pages and previews are those of the last request. Checks are by GitHub's search, which can be late.";
