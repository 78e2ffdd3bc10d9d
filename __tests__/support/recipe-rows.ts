/** What each recipe plays to, with each event that it names. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { PlayedWorkflow, WorkflowOptions } from '../../sandbox/play/workflow.ts';
import type { EventChoice } from '../../sandbox/play/workflow-event.ts';
import { parseWorkflow, type Workflow } from '../../sandbox/workflow/file.ts';
import { VARIATIONS } from './variations.ts';

export const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** A file of `examples/`, or one of those with other lines on the page. */
const textOf = (recipe: string) => VARIATIONS[recipe] ?? readFileSync(`${EXAMPLES}/${recipe}.yml`, 'utf8');
export const workflowOf = (recipe: string): Workflow => parseWorkflow(textOf(recipe));

/** They have no step with this action. */
export const NOT_PLAYED = ['open-pull-requests.yml'];

export interface Row {
  readonly recipe: string;
  readonly events: readonly EventChoice[];
  /** How the steps with an action end, in order. */
  readonly ends: readonly string[];
  readonly holds?: (played: PlayedWorkflow) => void;
}

const CREATED = 'pull-request-created';
const UPDATED = 'pull-request-updated';
const comment = { cause: 'issue_comment' } as const;
const push = { cause: 'push' } as const;
const release = { cause: 'release' } as const;
const schedule = { cause: 'schedule' } as const;
const form = { cause: 'workflow_dispatch' } as const;

const draftsOf = ({ conversations }: PlayedWorkflow) =>
  conversations.filter(({ by, pull }) => pull !== undefined && by.type === 'Bot');
/** The action's comments in the thread of the first event. */
const repliesOf = ({ conversations: [thread] }: PlayedWorkflow) =>
  (thread?.entries ?? []).flatMap((entry) =>
    entry.kind === 'words' && entry.by.type === 'Bot' ? [entry.body] : [],
  );
const isAnswered = (played: PlayedWorkflow) =>
  expect(repliesOf(played).at(-1)).toMatch(/\*\*(?:Pull request ready|Updated):\*\*/);
const changesOne = (played: PlayedWorkflow) => expect(draftsOf(played)).toHaveLength(1);

/** A recipe of a schedule that can also be started by hand. */
const scheduled = (recipe: string, ends: readonly string[], more: Partial<Row> = {}): Row[] =>
  [schedule, form].map((event) => ({ recipe, events: [event], ends, ...more }));
const asked = (...causes: (typeof comment.cause | 'issues' | 'pull_request_review_comment')[]): Row[] =>
  causes.map((cause) => ({
    recipe: 'asked-in-a-comment',
    events: [{ cause }],
    ends: [CREATED],
    holds: isAnswered,
  }));

export const ROWS: readonly Row[] = [
  { recipe: 'first', events: [comment, comment], ends: [CREATED, UPDATED], holds: isAnswered },
  {
    recipe: 'comments-elsewhere',
    events: [comment, comment],
    ends: [CREATED, UPDATED],
    holds: (played) => {
      isAnswered(played);
      expect(draftsOf(played)).toMatchObject([
        { repository: 'acme/docs', column: { labels: ['docs-comments-elsewhere'] } },
      ]);
    },
  },
  ...asked('issue_comment', 'issues', 'pull_request_review_comment'),
  {
    recipe: 'no-waiting',
    events: [comment, { cause: 'pull_request' }],
    ends: ['job-started', 'collected'],
    holds: isAnswered,
  },
  {
    recipe: 'no-waiting',
    events: [comment, { ...comment, words: '/docs --status' }],
    ends: ['job-started', 'status-shown'],
    holds: (played) => expect(draftsOf(played)).toMatchObject([{ column: { labels: ['docs-no-waiting'] } }]),
  },
  ...scheduled('no-waiting', ['collected']),
  {
    recipe: 'asked-in-a-comment',
    events: [{ cause: 'pull_request_review' }],
    ends: [UPDATED],
    holds: (played) => expect(draftsOf(played)).toMatchObject([{ column: { reviewers: ['ann'] } }]),
  },
  {
    recipe: 'fix-checks',
    events: [{ cause: 'workflow_run' }],
    ends: [UPDATED],
    holds: (played) => expect(draftsOf(played)[0]?.pull?.diff).not.toContain('upgrade.md'),
  },
  { recipe: 'by-label', events: [{ cause: 'issues', type: 'labeled' }], ends: [CREATED], holds: isAnswered },
  { recipe: 'ask', events: [form], ends: [CREATED] },

  { recipe: 'on-merge', events: [push, push], ends: [CREATED, UPDATED], holds: changesOne },
  { recipe: 'on-approval', events: [{ cause: 'pull_request_review' }], ends: [CREATED], holds: changesOne },
  { recipe: 'on-release', events: [release, release], ends: [CREATED, CREATED] },
  { recipe: 'on-release', events: [{ cause: 'workflow_call' }], ends: [CREATED] },
  { recipe: 'monorepo-to-docs', events: [form], ends: [CREATED] },
  {
    recipe: 'monorepo-to-docs',
    events: [schedule, schedule],
    ends: [CREATED, UPDATED],
    holds: (played) =>
      expect(draftsOf(played)).toMatchObject([
        {
          repository: 'acme/docs',
          column: { labels: [expect.stringMatching(/^docs-from-\d+$/)], reviewers: ['kim'] },
        },
      ]),
  },
  ...scheduled('auto-merge-elsewhere', [CREATED], {
    // GitHub lets an app merge only with this permission.
    holds: ({ runs: [run] }) =>
      expect(run?.play.others).toMatchObject([
        { env: { GH_TOKEN: expect.stringContaining('contents_write'), SMALL: 'true' } },
      ]),
  }),
  { recipe: 'daily-digest', events: [schedule, schedule], ends: [CREATED, UPDATED], holds: changesOne },
  { recipe: 'daily-digest', events: [schedule, form], ends: [CREATED, 'nothing-changed'] },
  {
    recipe: 'daily-digest',
    events: [schedule, { ...push, words: 'docs/guide.md' }, form],
    ends: [CREATED, 'change-ignored'],
  },
  ...scheduled('check-set-up', ['dry-run']),
  ...scheduled('broken-links', [CREATED]),
  {
    recipe: 'broken-links',
    events: [schedule, form],
    ends: [CREATED, 'pull-request-open'],
    holds: changesOne,
  },

  {
    recipe: 'auto-merge',
    events: [push],
    ends: [CREATED],
    holds: (played) => {
      expect(played.runs[0]?.play.others).toHaveLength(1);
      // No comment was the request, so no comment invites people: GitHub would merge unread what they request.
      expect(JSON.stringify(played.conversations)).not.toContain('To request changes');
    },
  },
  { recipe: 'before-merge', events: [{ cause: 'pull_request' }], ends: [CREATED], holds: changesOne },
  { recipe: 'translations', events: [push, push], ends: [CREATED, UPDATED], holds: changesOne },
  { recipe: 'api-reference', events: [push], ends: [CREATED], holds: changesOne },
  { recipe: 'release-gate', events: [form], ends: ['release-undocumented'] },
  ...scheduled('each-page', [CREATED], { holds: changesOne }),
  ...scheduled('visitors-most-read', ['exported', CREATED]),
  ...scheduled('visitors-report', ['exported']),
];

export function optionsOf({ recipe, events }: Row): WorkflowOptions {
  const text = textOf(recipe).replaceAll('OWNER/REPO', 'acme/docs-agent-action');
  // A short turn needs few polls.
  return { text, events, workSeconds: 5 };
}

export const endsOf = ({ steps }: PlayedWorkflow) =>
  steps.map(({ result: { outputs } }) => outputs['reasonCode'] ?? outputs['result']);
