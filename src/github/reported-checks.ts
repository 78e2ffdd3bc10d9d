import * as z from 'zod/mini';
import { type Client, type PageReader, PER_PAGE, shapes } from './octokit.ts';

/** A check of a commit by an app, or a commit status. All but `by`, the app's slug or the login, is foreign text. */
export type ReportedCheck = Readonly<z.output<typeof checkRun | typeof commitStatus>>;

const text = z.nullish(z.string());

const checkRun = z.pipe(
  z.object({
    id: z.number(),
    name: z.string(),
    status: z.string(),
    conclusion: z.nullable(z.string()),
    html_url: text,
    app: z.nullish(z.object({ slug: text })),
    output: z.object({ title: text, summary: text }),
  }),
  z.transform(({ html_url: url, app, output: { title, summary }, ...rest }) => {
    return { ...rest, kind: 'check_run' as const, by: app?.slug, title, summary, url };
  }),
);

const commitStatus = z.pipe(
  z.object({
    id: z.number(),
    context: z.string(),
    state: z.string(),
    description: text,
    target_url: text,
    creator: z.nullish(z.object({ login: z.string() })),
  }),
  z.transform(({ id, context: name, state, description: title, target_url: url, creator }) => {
    const status = state === 'pending' ? state : 'completed';
    const conclusion = state === 'error' ? 'failure' : state;
    const by = creator?.login;
    return { id, name, status, conclusion, kind: 'status' as const, by, title, summary: '', url };
  }),
);

export function parseReported(event: string, json: unknown): ReportedCheck | undefined {
  return (event === 'status' ? commitStatus : checkRun).safeParse(json).data;
}

/** A status to set. GitHub refuses a longer description than {@link DESCRIPTION_LIMIT}. */
export interface NewStatus {
  readonly state: 'pending' | 'success' | 'error';
  /** The name of the status. GitHub doesn't distinguish its letter case. */
  readonly context: string;
  readonly description: string;
  readonly target_url: string;
}

export const DESCRIPTION_LIMIT = 140;

const push = z.object({ after: z.string(), timestamp: shapes.date });

/** GitHub keeps at most a thousand of each kind. */
const MOST_PAGES = 10;

export function openReportedChecks({ repository, call, list }: Client) {
  const paged = { ...repository, per_page: PER_PAGE };
  const statuses = (ref: string) => {
    const read: PageReader = ({ repos }, page) => repos.listCommitStatusesForRef({ ...paged, ref, page });
    return list(commitStatus, read, MOST_PAGES);
  };
  return {
    setStatus: (sha: string, status: NewStatus) =>
      call<unknown>(({ repos }) => repos.createCommitStatus({ ...repository, sha, ...status })),

    /** All of a commit with this name, the newest first. */
    statuses: async (sha: string, context: string) => {
      const listed = await statuses(sha);
      if (!listed.ok) return listed;
      const isNamed = ({ name }: ReportedCheck) => name.toLowerCase() === context.toLowerCase();
      return { ok: true as const, value: listed.value.items.filter(isNamed) };
    },

    /** Lists the newest push to a branch, by GitHub's clock. */
    lastPush: (ref: string) =>
      list(push, ({ repos }) => repos.listActivities({ ...repository, ref, per_page: 1 }), 1),

    reportedChecks: async (ref: string) => {
      const runs = await list(
        checkRun,
        async ({ checks }, page) => {
          const { data, headers } = await checks.listForRef({ ...paged, ref, page });
          return { data: data.check_runs, headers };
        },
        MOST_PAGES,
      );
      if (!runs.ok) return runs;
      const set = await statuses(ref);
      if (!set.ok) return set;
      return { ok: true as const, value: [...runs.value.items, ...set.value.items] };
    },
  };
}
