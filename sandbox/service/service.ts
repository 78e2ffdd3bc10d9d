import { createHmac } from 'node:crypto';
import { openServer, type ServerOptions } from '../http/server.ts';
import type { Time } from '../time.ts';
import { blankJob, type Job, type JobView, type Life, type Turn } from './job.ts';
import { type ServiceRules, serviceRoutes } from './routes.ts';
import { scriptedLife, type TurnScript, usualTurn } from './scripted-life.ts';
import { seedVisitors, type Visitors } from './visitors.ts';

/** Makes the life of a working job. Without a worker, jobs follow scripts. */
export type Worker = (job: { readonly blank: JobView; readonly projectId: string }) => Life;

export interface ServiceOptions {
  readonly time: Time;
  /** Makes ids and keys. Default: random, so that they can't be guessed. */
  readonly seed: string;
  readonly projectId?: string;
  readonly key?: string;
  /** A prefix of all paths: `/docs-api`. */
  readonly prefix?: string;
  readonly worker?: Worker;
  readonly tls?: ServerOptions['tls'];
  /** The repository in the field `source` of jobs. */
  readonly repository?: string;
}

type PutJob = { id: string; ago?: number; prompt?: string; turns: TurnScript[] };

/** The documentation service. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** Starts the documentation service on loopback. */
export async function openService(options: ServiceOptions) {
  const { time, seed, worker, projectId = 'acme-docs', prefix = '' } = options;
  const secret = (name: string) => createHmac('sha256', seed).update(name).digest('hex').slice(0, 24);
  const key = options.key ?? `mint_${secret('key')}`;
  const keys = new Set([key]);
  const projects = new Set([projectId]);
  const jobs: Job[] = [];
  const planned: TurnScript[][] = [];
  let usual: TurnScript[] | undefined;
  const rules: ServiceRules = { usesPerHour: 100, exportsPerHour: 100, hint: 'retry-after', usualSeconds: 5 };
  const visitors: Visitors = { rows: seedVisitors(3), totals: undefined, beforePage: undefined };

  function begin(job: Job, prompt: string, at: number): void {
    const turn: Turn = { prompt, at };
    job.turns.push(turn);
    job.life.begin(turn, job.turns.length);
  }

  function add(id: string, ofProject: string, at: number, turns: TurnScript[] | undefined): Job {
    const blank = blankJob(id, options.repository ?? 'acme/docs', at);
    const number = jobs.length + 1;
    const parts = turns ??
      usual ?? [usualTurn(rules.usualSeconds, `https://github.com/acme/docs/pull/${number}`)];
    const works = worker && !turns && !usual;
    const life = works ? worker({ blank, projectId: ofProject }) : scriptedLife(time, blank, parts);
    const job: Job = { id, projectId: ofProject, turns: [], life };
    jobs.push(job);
    return job;
  }

  const app = serviceRoutes(
    {
      time,
      rules,
      visitors,
      keys,
      projects,
      create(ofProject, prompt) {
        const job = add(secret(`job ${jobs.length + 1}`), ofProject, time.now(), planned.shift());
        begin(job, prompt, time.now());
        return job;
      },
      message: (job, prompt) => begin(job, prompt, time.now()),
      find: (ofProject, id) => jobs.find((job) => job.projectId === ofProject && job.id === id),
    },
    prefix,
  );
  const server = await openServer({ app, time, tls: options.tls });
  return {
    projectId,
    key,
    rules,
    visitors,
    /** All jobs, in the order of their creation. */
    jobs,
    /** The base URL, with the prefix. */
    url: server.origin + prefix,
    requests: server.requests,
    faults: server.faults,
    /** The script of the next job, turn by turn. Another call is for the job after that. */
    script: (...turns: TurnScript[]) => planned.push(turns),
    /** The script of all jobs without their own. */
    scriptAll(...turns: TurnScript[]) {
      usual = turns;
    },
    /** Adds a job whose first turn started `ago` seconds ago. */
    putJob({ id, ago = 0, prompt = 'Something from before', turns }: PutJob) {
      const at = time.now() - ago * 1000;
      const job = add(id, projectId, at, turns);
      begin(job, prompt, at);
      return job;
    },
    /** Adds a key of the organization. The service answers 401 to other keys. */
    addKey: (other: string) => keys.add(other),
    /** Adds a project of the organization. The service answers 404 for other projects. */
    addProject: (other: string) => projects.add(other),
    close: server.close,
  };
}
