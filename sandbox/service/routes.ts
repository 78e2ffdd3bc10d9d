import { type Context, Hono } from 'hono';
import { type Hint, hintHeaders } from '../faults/answers.ts';
import type { Time } from '../time.ts';
import type { Job } from './job.ts';
import { readVisitorQuery, type Visitors, visitorsPage } from './visitors.ts';

const HOUR = 3_600_000;

/** Limits and times of the service. A test can change them at any time. */
export interface ServiceRules {
  /** Creates and messages per hour and project. */
  usesPerHour: number;
  /** Requests of the visitors export per hour and project. */
  exportsPerHour: number;
  /** The header of a 429 with the time when the limit resets. */
  hint: Hint;
  /** The duration of a job without a script, in seconds. */
  usualSeconds: number;
}

/** The service for the routes. */
export interface ServiceBackend {
  readonly time: Time;
  readonly rules: ServiceRules;
  readonly visitors: Visitors;
  /** The valid keys of the organization. Each works for all its projects. */
  readonly keys: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  create(projectId: string, prompt: string): Job;
  message(job: Job, prompt: string): void;
  find(projectId: string, id: string): Job | undefined;
}

type Variables = { Variables: { projectId: string } };

/**
 * Counts the uses of the last hour. Returns `undefined` if another one is allowed, otherwise when the limit resets (milliseconds
 * since 1970).
 */
function hourlyLimit(time: Time, most: () => number): (key: string) => number | undefined {
  const uses = new Map<string, number[]>();
  return (key) => {
    const now = time.now();
    const recent = (uses.get(key) ?? []).filter((at) => at > now - HOUR);
    uses.set(key, recent);
    if (recent.length >= most()) return (recent[recent.length - most()] ?? now) + HOUR;
    recent.push(now);
    return undefined;
  };
}

/** The service's HTTP interface. */
export function serviceRoutes(backend: ServiceBackend, prefix: string) {
  const { time, rules, keys, projects, visitors } = backend;
  const uses = hourlyLimit(time, () => rules.usesPerHour);
  const exports = hourlyLimit(time, () => rules.exportsPerHour);
  let exportRequests = 0;
  const app = new Hono<Variables>().basePath(prefix);

  function limited(context: Context, resetAt: number) {
    const headers = hintHeaders(rules.hint, resetAt, time.now());
    return context.json({ error: 'Rate limit exceeded' }, 429, headers);
  }

  app.use('/:version/:kind/:projectId/*', async (context, next) => {
    const key = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    const projectId = context.req.param('projectId');
    if (key === undefined || !keys.has(key)) return context.json({ error: 'Unauthorized' }, 401);
    if (!projects.has(projectId)) return context.json({ error: 'Project not found' }, 404);
    context.set('projectId', projectId);
    return next();
  });

  app.post('/v2/agent/:projectId/job', async (context) => {
    const projectId = context.get('projectId');
    const prompt = await readPrompt(context);
    if (prompt === undefined) return context.json(NO_PROMPT, 400);
    const resetAt = uses(projectId);
    if (resetAt !== undefined) return limited(context, resetAt);
    return context.json(await backend.create(projectId, prompt).life.answer(), 201);
  });

  app.post('/v2/agent/:projectId/job/:id/message', async (context) => {
    const projectId = context.get('projectId');
    const job = backend.find(projectId, context.req.param('id'));
    if (!job) return context.json({ error: 'Job not found' }, 404);
    const prompt = await readPrompt(context);
    if (prompt === undefined) return context.json(NO_PROMPT, 400);
    const closed = job.life.closed();
    if (closed !== undefined) return context.json({ error: closed }, 400);
    const resetAt = uses(projectId);
    if (resetAt !== undefined) return limited(context, resetAt);
    backend.message(job, prompt);
    return context.json(await job.life.answer(), 200);
  });

  app.get('/v2/agent/:projectId/job/:id', async (context) => {
    const job = backend.find(context.get('projectId'), context.req.param('id'));
    const answer = await job?.life.get();
    return answer ? context.json(answer, 200) : context.json({ error: 'Job not found' }, 404);
  });

  app.get('/v1/analytics/:projectId/visitors', (context) => {
    const query = readVisitorQuery(new URL(context.req.url).searchParams);
    if (query === undefined) return context.json({ error: 'Invalid query parameters' }, 400);
    const resetAt = exports(context.get('projectId'));
    if (resetAt !== undefined) return limited(context, resetAt);
    exportRequests += 1;
    visitors.beforePage?.(exportRequests);
    return context.json(visitorsPage(visitors, query), 200);
  });

  app.notFound((context) => context.json({ error: 'Not found' }, 404));
  return app;
}

const NO_PROMPT = { error: 'prompt: must be a string of at least 1 character' };

/** The prompt of a request. `undefined` for a wrong body. */
async function readPrompt(context: Context): Promise<string | undefined> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) return undefined;
  try {
    const { prompt } = await context.req.json<{ prompt?: unknown }>();
    return typeof prompt === 'string' && prompt.length > 0 ? prompt : undefined;
  } catch {
    return undefined;
  }
}
