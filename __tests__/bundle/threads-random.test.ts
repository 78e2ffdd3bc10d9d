/**
 * Random requests in one thread, of which some are cut off or run again, while GitHub and the service fail at random.
 * `SCHEDULES=200 npm test -- threads-random` plays more of them.
 */
import { expect, test } from '@jest/globals';
import { answer, tooMany } from '../../sandbox/faults/answers.ts';
import { barrier, halfOpen, resetAfter, resetBefore } from '../../sandbox/faults/connections.ts';
import type { Fault, Match } from '../../sandbox/faults/script.ts';
import type { StepResult } from '../../sandbox/runner/step.ts';
import { type Chance, chanceOf } from '../../sandbox/soak/chance.ts';
import type { Event } from '../../src/request/trigger.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const WORDS = ['Rewrite the guide', 'Shorter, please', 'Longer, please'] as const;
const AT_WORK = /^\*\*(Working on it|Waiting for its turn)\b/;

function randomFault(chance: Chance): Fault {
  const limit = () => tooMany({ hint: 'retry-after', seconds: chance.pick([5, 60, 400]) });
  const refuse = () => answer({ status: chance.pick([500, 502, 503]) });
  const hang = () => halfOpen({ handled: chance.happens(0.5) });
  return chance.pick([resetBefore, resetAfter, refuse, limit, hang])();
}

/** Plans faults for a random part of the next requests to a host. */
function spoil(scene: Scene, host: 'github' | 'service', share: number, chance: Chance): void {
  for (let nth = 1; nth <= 30; nth += 1) {
    if (chance.happens(share)) scene.sandbox[host].faults.next({ nth, optional: true }, randomFault(chance));
  }
}

/** Runs a request. Some runs are cut off at a random HTTP request, and some of those lose their runner, too. */
async function attempt(scene: Scene, event: Event, number: number, chance: Chance): Promise<StepResult> {
  const { sandbox } = scene;
  const held = barrier(chance.pick(['before', 'after']));
  const isCut = chance.happens(0.5);
  const { host, ...match } = chance.pick<{ host: 'github' | 'service' } & Match>([
    { host: 'github', nth: chance.whole(1, 8) },
    { host: 'service', method: 'POST' },
    { host: 'service', method: 'GET', nth: chance.whole(1, 3) },
  ]);
  if (isCut) sandbox[host].faults.next({ ...match, optional: true }, held);
  const how = chance.pick(['cancel', 'kill', 'lose']);
  spoil(scene, 'github', chance.pick([0, 0.05, 0.2]), chance);
  spoil(scene, 'service', chance.pick([0, 0.2]), chance);
  const inputs = { context: 'none', wait: chance.pick(['true', 'true', 'false']), timeout: '20m' };
  const running = scene.start(inputs, { event, context: { runAttempt: String(number) } });
  const isReached = await Promise.race([held.reached.then(() => true), running.ended.then(() => false)]);
  if (isReached) {
    if (how === 'lose') sandbox.github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
    const over = how === 'cancel' ? running.cancel() : running.kill();
    held.stall();
    await over;
  }
  const step = await running.ended;
  sandbox.github.faults.clear();
  sandbox.service.faults.clear();
  return step;
}

const count = Number(process.env['SCHEDULES'] ?? 0);
/** By default four schedules that noticed broken rules: a second send, and a lost ID. */
const seeds = count > 0 ? Array.from({ length: count }, (_, index) => index + 1) : [2, 5, 11, 13];

test.each(seeds)('schedule %i sends each request once, and loses no job', async (seed) => {
  const chance = chanceOf(`threads ${seed}`);
  await using scene = await openScene();
  const { github, service, time } = scene.sandbox;
  github.store.lag = chance.pick([0, 5 * SECOND]);
  const seconds = chance.pick([5, 60, 600]);
  service.scriptAll({
    timeline: [{ status: 'active' }, { at: seconds, status: 'completed', prLink: LINK }],
  });
  const events = WORDS.map((words) => scene.comment(`/docs ${words}`).event);
  const steps: StepResult[] = [];
  // The recipe's queue starts one run after the other.
  for (const event of events) {
    for (let number = 1; number === 1 || (number < 4 && chance.happens(0.4)); number += 1) {
      steps.push(await attempt(scene, event, number, chance));
      await time.sleep(chance.whole(10, 300) * SECOND);
    }
  }
  await time.sleep(HOUR);
  const last: StepResult[] = [];
  for (const event of events)
    last.push(await scene.run({ context: 'none' }, { event, context: { runAttempt: '9' } }));

  const arrived = WORDS.map((words) => scene.prompts().filter((prompt) => prompt === words).length);
  const isInDoubt = last.map(({ outputs }) => outputs['reasonCode'] === 'earlier-attempt-unknown');
  const doubts = isInDoubt.filter(Boolean).length;
  for (const [index, { outputs }] of last.entries()) {
    if (isInDoubt[index]) expect(arrived[index]).toBeLessThanOrEqual(1);
    else expect([outputs['result'], arrived[index]]).toEqual(['pull-request', 1]);
  }
  for (const comment of scene.comments()) expect(comment).not.toMatch(AT_WORK);
  const reports = [...scene.comments(), ...steps.map(({ outputs }) => outputs['jobId'])].join('\n');
  const unnamed = service.jobs.filter(({ id }) => !reports.includes(id));
  expect(unnamed.length).toBeLessThanOrEqual(doubts);
  expect(service.jobs.length).toBeLessThanOrEqual(1 + doubts);
});
