import { type Chance, chanceOf } from '../../sandbox/chance.ts';
import { answer } from '../../sandbox/faults/answers.ts';
import { barrier } from '../../sandbox/faults/connections.ts';
import { passingFault } from '../../sandbox/faults/random.ts';
import type { Match } from '../../sandbox/faults/script.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { type TurnScript, usualTurn } from '../../sandbox/service/scripted-life.ts';
import type { Event } from '../../src/event/trigger.ts';
import { type Inputs, LINK, openScene, type Scene } from './scene.ts';

const SECOND = 1_000;
const PLAIN = { inputs: { context: 'none' } };
const WORDS = ['Rewrite the guide', 'Shorter, please', 'Longer, please'];
const AT_WORK = /^\*\*(?:Working on it|Waiting for its turn)\b/;
/** The states of a note whose request has no end. */
const OPEN: ReadonlySet<unknown> = new Set(['waiting', 'sending', 'job']);

/**
 * Plays random requests of one thread: one after the other as in the recipe's queue, or `atOnce`, without the queue. Runs are cut
 * off and repeated, GitHub and the service fail, and GitHub's lists lag. Then checks that each request was sent once, has its
 * own end, and that no job was lost. Returns what is wrong. The same seed plays the same thread.
 */
export async function playRandomThread(seed: string, { atOnce = false } = {}): Promise<string[]> {
  const chance = chanceOf(seed);
  await using thread = await openThread(seed, chance);
  const { scene } = thread;
  await (atOnce ? playAtOnce(thread, chance) : playInQueue(thread, chance));
  await scene.minutes(60);
  thread.results.push(
    await (chance.happens(0.5) ? scene.collect() : scene.ask('/docs Again, please', PLAIN)),
  );
  const open = thread.notes().flatMap(({ note, body }) => (OPEN.has(note.state) ? [`no end: ${body}`] : []));
  const findings = [...open, ...thread.foreignEnds()];
  // A re-run of a request whose job failed sends it again.
  if (!thread.fails) findings.push(...(await checkSends(thread)));
  return [
    ...findings,
    ...thread.results.filter((step) => isReadable(scene, step)).map(() => 'a readable key'),
  ];
}

async function playInQueue({ scene, requests, run }: Thread, chance: Chance): Promise<void> {
  for (const { event } of requests) {
    for (let attempt = 1; attempt === 1 || (attempt < 4 && chance.happens(0.4)); attempt += 1) {
      const cutOff = planTrouble(scene, chance);
      await run(event, attempt, { wait: chance.pick(['true', 'true', 'false']), timeout: '20m' }, cutOff);
      await scene.sandbox.time.sleep(chance.whole(1, chance.pick([10, 300])) * SECOND);
    }
  }
}

/** More than ten seconds apart, because closer requests may create two jobs. */
async function playAtOnce({ scene, requests, run }: Thread, chance: Chance): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const { event } of requests) {
    running.push(run(event, 1, { timeout: '40m' }, planTrouble(scene, chance)));
    await scene.sandbox.time.sleep(chance.whole(11, chance.pick([30, 300])) * SECOND);
  }
  await Promise.all(running);
}

type Thread = Awaited<ReturnType<typeof openThread>>;

async function openThread(seed: string, chance: Chance) {
  const scene = await openScene({ seed });
  const { service, github } = scene.sandbox;
  github.store.lag = chance.pick([0, 5 * SECOND]);
  const done = usualTurn(chance.pick([5, 60, 600]), LINK);
  const fails = chance.happens(0.2);
  const failed: TurnScript = { timeline: [{ status: 'active' }, { at: 60, status: 'failed', prLink: LINK }] };
  // The last turn of a job may fail.
  service.scriptAll(...(fails ? [done, done, failed] : [done]));
  const requests = WORDS.map((words) => ({ words, ...scene.comment(`/docs ${words}`) }));
  const results: StepResult[] = [];

  async function run(event: Event, attempt: number, inputs?: Inputs, cutOff?: (step: Step) => void) {
    const context = { runAttempt: String(attempt) };
    const step = scene.start({ ...PLAIN.inputs, ...inputs }, { event, context });
    cutOff?.(step);
    const result = await step.ended;
    github.faults.clear();
    service.faults.clear();
    results.push(result);
    return result;
  }

  const notes = () =>
    scene.comments().flatMap((body) => {
      const [, payload] = /docs-agent-action:note:v2 \S+ (\S+) /.exec(body) ?? [];
      return payload === undefined
        ? []
        : [{ body, note: JSON.parse(Buffer.from(payload, 'base64').toString()) }];
    });

  return {
    scene,
    requests,
    results,
    fails,
    run,
    notes,

    /** The status comments that report a failure although the turn of their request ended well. */
    foreignEnds(): string[] {
      const failing = new Set(
        service.jobs.flatMap(({ turns }) => turns.slice(2).map(({ prompt }) => prompt)),
      );
      const well = new Set(requests.filter(({ words }) => !failing.has(words)).map(({ id }) => id));
      return notes()
        .filter(
          ({ note, body }) =>
            well.has(note.requester.reactTo?.id) && /^\*\*Failed:\*\* Job \S+ failed/.test(body),
        )
        .map(({ body }) => `another turn's failure: ${body}`);
    },
    [Symbol.asyncDispose]: scene[Symbol.asyncDispose],
  };
}

/** Runs each request again, and compares its report with what arrived at the service. */
async function checkSends({ scene, requests, results, run }: Thread): Promise<string[]> {
  const { jobs } = scene.sandbox.service;
  const findings: string[] = [];
  let doubts = 0;
  for (const { words, event } of requests) {
    const { result, reasonCode } = (await run(event, 9)).outputs;
    const arrived = scene.prompts().filter((prompt) => prompt === words).length;
    const isInDoubt = reasonCode === 'earlier-attempt-unknown';
    if (isInDoubt) doubts += 1;
    if (arrived > 1 || (!isInDoubt && (result !== 'pull-request' || arrived === 0)))
      findings.push(`${words}: ${result}, and arrived ${arrived} times`);
  }
  const bodies = scene.comments();
  for (const body of bodies) if (AT_WORK.test(body)) findings.push(`no end: ${body}`);
  const reports = [...bodies, ...results.map(({ outputs }) => outputs['jobId'] ?? '')].join('\n');
  const unnamed = jobs.filter(({ id }) => !reports.includes(id));
  if (unnamed.length > doubts) findings.push(`lost: ${unnamed.map(({ id }) => id).join(', ')}`);
  if (jobs.length > 1 + doubts) findings.push(`${jobs.length} jobs`);
  return findings;
}

/** Whether people or later steps can read the key. */
function isReadable({ sandbox: { service } }: Scene, { outputs, summary, log }: StepResult): boolean {
  const shown = [outputs, summary, log.replaceAll(`  api-key: ${service.key}`, '')];
  return JSON.stringify(shown).includes(service.key);
}

/** Plans faults for a random part of the next requests. Returns what cuts the run off during one of them, or does nothing. */
function planTrouble({ sandbox }: Scene, chance: Chance): (step: Step) => void {
  const shares = { github: chance.pick([0, 0.05, 0.2]), service: chance.pick([0, 0.2]) };
  const { host, ...match } = chance.pick<{ host: 'github' | 'service' } & Match>([
    { host: 'github', nth: chance.whole(1, 8) },
    { host: 'service', method: 'POST' },
    { host: 'service', method: 'GET', nth: chance.whole(1, 3) },
  ]);
  const by = chance.pick(['cancel', 'kill', 'lose']);
  const gate = barrier(chance.pick(['before', 'after']));
  const isCut = chance.happens(0.5);
  // Planned first, so that it precedes the faults.
  if (isCut) sandbox[host].faults.next({ ...match, optional: true }, gate);
  for (const name of ['github', 'service'] as const)
    for (let nth = 1; nth <= 30; nth += 1)
      if (chance.happens(shares[name]))
        sandbox[name].faults.next({ nth, optional: true }, passingFault(chance));

  async function cutOff(step: Step): Promise<void> {
    const reached = await Promise.race([gate.reached.then(() => true), step.ended.then(() => false)]);
    if (!reached) return;
    // The post step of a lost run can't reach GitHub.
    if (by === 'lose') sandbox.github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
    if (by === 'cancel') void step.cancel();
    else step.kill();
    gate.stall();
  }
  return (step) => void (isCut && cutOff(step));
}
