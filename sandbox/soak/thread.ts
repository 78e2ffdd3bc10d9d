import type { Match } from '../faults/script.ts';
import { addComment, addThread } from '../github/threads.ts';
import { type TurnScript, usualTurn } from '../service/scripted-life.ts';
import { type Chance, chanceOf } from './chance.ts';
import { passingFault } from './faults.ts';
import { type Finding, find, openHarness, type RunOptions } from './harness.ts';
import { type Cut, type Host, someFaults, type Trouble } from './trouble.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const LINK = 'https://github.com/acme/docs/pull/1';
const WORDS = ['Rewrite the guide', 'Shorter, please', 'Longer, please'];
const AT_WORK = /^\*\*(?:Working on it|Waiting for its turn)\b/;
/** The states of a note whose request has no end. */
const OPEN: ReadonlySet<unknown> = new Set(['waiting', 'sending', 'job']);

/**
 * Plays random requests of one thread: one after the other as in the recipe's queue, or `atOnce`, without the queue. Runs are cut
 * off and repeated, GitHub and the service fail, and GitHub's lists lag. Then checks that each request was sent once, has its
 * own end, and that no job was lost. The same seed gives the same thread.
 */
export async function soakThread(seed: string, { atOnce = false } = {}): Promise<Finding[]> {
  const chance = chanceOf(seed);
  await using thread = await openThread(seed, chance);
  const { sandbox, notes } = thread;
  await (atOnce ? playAtOnce(thread, chance) : playInQueue(thread, chance));
  await sandbox.time.sleep(HOUR);
  await (chance.happens(0.5) ? thread.collect() : thread.ask('Again, please'));
  const open = notes().filter(({ note }) => OPEN.has(note.state));
  const findings = [
    ...thread.findings,
    ...open.map(({ body }) => find('no end', body)),
    ...thread.foreignEnds().map((body) => find('wrong words', body)),
  ];
  // A re-run of a request whose job failed sends it again.
  const all = thread.fails ? findings : [...findings, ...(await checkSends(thread))];
  return all.map((finding) => ({ ...finding, prompt: `${seed} ${finding.prompt}`.trimEnd() }));
}

async function playInQueue({ sandbox, requests, run }: Thread, chance: Chance): Promise<void> {
  for (const { event } of requests) {
    for (let attempt = 1; attempt === 1 || (attempt < 4 && chance.happens(0.4)); attempt += 1) {
      const inputs = { wait: chance.pick(['true', 'true', 'false']), timeout: '20m' };
      await run({ event, attempt, trouble: planTrouble(chance), inputs });
      await sandbox.time.sleep(chance.whole(1, chance.pick([10, 300])) * SECOND);
    }
  }
}

/** More than ten seconds apart, because closer requests may create two jobs. */
async function playAtOnce({ sandbox, requests, run }: Thread, chance: Chance): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const { event } of requests) {
    running.push(run({ event, trouble: planTrouble(chance), inputs: { timeout: '40m' } }));
    await sandbox.time.sleep(chance.whole(11, chance.pick([30, 300])) * SECOND);
  }
  await Promise.all(running);
}

type Thread = Awaited<ReturnType<typeof openThread>>;

async function openThread(seed: string, chance: Chance) {
  const harness = await openHarness({ seed });
  const { sandbox, repository, events, user } = harness;
  const { service } = sandbox;
  const { store } = sandbox.github;
  const issue = addThread(store, repository, { user, title: 'The quickstart is old', body: '' });
  store.lag = chance.pick([0, 5 * SECOND]);
  const done = usualTurn(chance.pick([5, 60, 600]), LINK);
  const fails = chance.happens(0.2);
  const failed: TurnScript = { timeline: [{ status: 'active' }, { at: 60, status: 'failed', prLink: LINK }] };
  // The last turn of a job may fail.
  service.scriptAll(...(fails ? [done, done, failed] : [done]));
  const request = (words: string) => {
    const comment = addComment(store, repository, { thread: issue.number, user, body: `/docs ${words}` });
    return { words, id: comment.id, event: events.comment(issue, comment, 'created') };
  };
  const requests = WORDS.map(request);
  const outputs: Readonly<Record<string, string>>[] = [];

  async function run({ inputs, ...options }: RunOptions) {
    const own = options.action === undefined ? { context: 'none', ...inputs } : {};
    const result = await harness.run({ ...options, inputs: own });
    outputs.push(result.outputs);
    return result;
  }

  /** The status comments with notes. */
  const notes = () =>
    repository.comments.flatMap(({ text: { body } }) => {
      const [, payload] = /docs-agent-action:note:v2 \S+ (\S+) /.exec(body) ?? [];
      if (payload === undefined) return [];
      return [{ body, note: JSON.parse(Buffer.from(payload, 'base64').toString()) }];
    });

  return {
    ...harness,
    requests,
    outputs,
    fails,
    notes,
    run,
    ask: (words: string) => run({ event: request(words).event }),
    collect: () => run({ event: events.dispatch(user), action: 'collect' }),

    /** The status comments that report a failure although the turn of their request ended well. */
    foreignEnds(): string[] {
      const failing = new Set(
        service.jobs.flatMap(({ turns }) => turns.slice(2).map(({ prompt }) => prompt)),
      );
      return requests
        .filter(({ words }) => !failing.has(words))
        .flatMap(({ id }) => notes().filter(({ note }) => note.requester.reactTo?.id === id))
        .flatMap(({ body }) => (/^\*\*Failed:\*\* Job \S+ failed/.test(body) ? [body] : []));
    },
  };
}

/** Runs each request again, and compares its report with what arrived at the service. */
async function checkSends({
  sandbox,
  repository,
  requests,
  outputs,
  run,
  arrivals,
}: Thread): Promise<Finding[]> {
  const { service } = sandbox;
  const findings: Finding[] = [];
  let doubts = 0;
  for (const { words, event } of requests) {
    const { result, reasonCode } = (await run({ event, attempt: 9 })).outputs;
    const arrived = arrivals(words);
    const isInDoubt = reasonCode === 'earlier-attempt-unknown';
    if (isInDoubt) doubts += 1;
    if (arrived > 1) findings.push(find('duplicate', `arrived ${arrived} times`, words));
    else if (!isInDoubt && (result !== 'pull-request' || arrived === 0))
      findings.push(find('wrong words', `${result}, and arrived ${arrived} times`, words));
  }
  const own = repository.comments.filter(({ user }) => user.login === 'github-actions[bot]');
  const bodies = own.map(({ text }) => text.body);
  for (const body of bodies) if (AT_WORK.test(body)) findings.push(find('no end', body));
  const reports = [...bodies, ...outputs.map(({ jobId = '' }) => jobId)].join('\n');
  const unnamed = service.jobs.filter(({ id }) => !reports.includes(id));
  if (unnamed.length > doubts) findings.push(find('lost job', unnamed.map(({ id }) => id).join(', ')));
  if (service.jobs.length > 1 + doubts) findings.push(find('duplicate', `${service.jobs.length} jobs`));
  return findings;
}

function planTrouble(chance: Chance): Trouble {
  const ofHosts = [
    { host: 'github', most: 30, share: chance.pick([0, 0.05, 0.2]) },
    { host: 'service', most: 30, share: chance.pick([0, 0.2]) },
  ] as const;
  const { host, ...match } = chance.pick<{ host: Host } & Match>([
    { host: 'github', nth: chance.whole(1, 8) },
    { host: 'service', method: 'POST' },
    { host: 'service', method: 'GET', nth: chance.whole(1, 3) },
  ]);
  const cut: Cut = {
    host,
    match,
    by: chance.pick(['cancel', 'kill', 'lose']),
    where: chance.pick(['before', 'after']),
    answered: false,
  };
  return {
    faults: ofHosts.flatMap((share) => someFaults(chance, passingFault, share)),
    cut: chance.happens(0.5) ? cut : undefined,
  };
}
