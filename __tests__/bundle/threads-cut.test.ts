/** A run that is cut off, at each stage and by each signal: nothing is lost, and nothing is sent twice. */
import { describe, expect, test } from '@jest/globals';
import { type Barrier, barrier } from '../../sandbox/faults/connections.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import { type AskedScene, openAsked } from '../support/asked.ts';
import { LINK } from '../support/bundle.ts';

const DONE = { status: 'completed', prLink: LINK };
const COMMENTS = /\/issues\/1\/comments$/;

interface Stage {
  readonly name: string;
  /** Holds the request with which the stage begins. */
  readonly hold: (scene: AskedScene) => Barrier;
  /** What a re-run of the same request does. */
  readonly rerun: 'asks' | 'picks up' | 'is in doubt';
  /** Whether the service has a job when the run is gone. */
  readonly jobs: 0 | 1;
}

const atGitHub =
  (method: string, nth: number, where?: 'after') =>
  ({ sandbox }: AskedScene) => {
    const held = barrier(where);
    const path = method === 'PATCH' ? /\/issues\/comments\/\d+$/ : COMMENTS;
    sandbox.github.faults.next({ method, nth, path }, held);
    return held;
  };
const atService =
  (method: string, nth: number, where?: 'after') =>
  ({ sandbox }: AskedScene) => {
    const held = barrier(where);
    sandbox.service.faults.next({ method, nth }, held);
    return held;
  };

const STAGES: readonly Stage[] = [
  { name: 'before the claim', hold: atGitHub('GET', 1), rerun: 'asks', jobs: 0 },
  { name: 'between claim and create', hold: atGitHub('PATCH', 2), rerun: 'asks', jobs: 0 },
  { name: 'after the create', hold: atGitHub('PATCH', 3), rerun: 'picks up', jobs: 1 },
  { name: 'while waiting', hold: atService('GET', 2), rerun: 'picks up', jobs: 1 },
  { name: 'while reporting', hold: atGitHub('PATCH', 4), rerun: 'picks up', jobs: 1 },
];

/** Stages that are over in a moment, where only a kill leaves anything behind. */
const MOMENTS: readonly Stage[] = [
  { name: 'while the claim is written', hold: atGitHub('POST', 1), rerun: 'asks', jobs: 0 },
  {
    name: 'when the claim was written, and its id is not known',
    hold: atGitHub('POST', 1, 'after'),
    rerun: 'asks',
    jobs: 0,
  },
  { name: 'while the claim is bound to its comment', hold: atGitHub('PATCH', 1), rerun: 'asks', jobs: 0 },
  {
    name: 'when the claim says sending, and nobody read it so far',
    hold: atGitHub('GET', 3),
    rerun: 'asks',
    jobs: 0,
  },
  { name: 'while the create is on its way', hold: atService('POST', 1), rerun: 'is in doubt', jobs: 0 },
  {
    name: 'when the job was created, and its id is not known',
    hold: atService('POST', 1, 'after'),
    rerun: 'is in doubt',
    jobs: 1,
  },
];

const SIGNALS: Readonly<Record<string, (running: Step) => unknown>> = {
  SIGINT: (running) => running.cancel(),
  SIGTERM: (running) => running.terminate(),
  SIGKILL: (running) => running.kill(),
};

const figures = { asked: 0, created: 0, duplicates: 0, lost: 0 };

/** Every job's id is known to somebody, or somebody was told that there may be a job. */
function countUp(scene: AskedScene, steps: readonly StepResult[]) {
  const { jobs } = scene.sandbox.service;
  const known = [...scene.said(), ...steps.map(({ outputs }) => outputs['jobId'] ?? '')].join('\n');
  const doubt = /may exist|may have (been )?created|whether a job exists/;
  const told = steps.some(({ outputs }) => doubt.test(outputs['reason'] ?? ''));
  figures.asked += 1;
  figures.created += jobs.length;
  figures.duplicates += Math.max(0, jobs.length - 1);
  figures.lost += jobs.filter(({ id }) => !known.includes(id) && !told).length;
}

async function cutOff({ hold, rerun, jobs }: Stage, end: (running: Step) => unknown) {
  await using scene = await openAsked();
  scene.sandbox.service.scriptAll({ timeline: [{ status: 'active' }, { at: 9, ...DONE }] });
  const held = hold(scene);
  const asking = scene.comment('/docs Rewrite');
  const running = scene.start(asking.event);
  await held.reached;
  const ended = end(running);
  held.stall();
  await ended;
  const cut = await running.ended;
  expect(cut.post?.exitCode).toBe(0);
  expect(scene.sandbox.service.jobs).toHaveLength(jobs);
  // Whatever it says, it says that nobody is at it any more.
  for (const text of scene.said())
    expect(text).toMatch(/^\*\*Documentation agent: (interrupted|error|pull request ready)\*\*/);

  const again = await scene.run(asking.event, {}, { context: { runAttempt: '2' } });
  countUp(scene, [cut, again]);
  const all = scene.sandbox.service.jobs.map(({ turns }) => turns.length);
  if (rerun === 'is in doubt') {
    expect(again).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
    expect(again.outputs['reason']).toMatch(/^not sent: .* may have created a job/);
    return expect(all).toEqual(jobs === 0 ? [] : [1]);
  }
  expect(again.outputs['result']).toBe('pull-request');
  if (rerun === 'picks up') expect(again.outputs['jobId']).toBe(cut.outputs['jobId']);
  expect(all).toEqual([1]);
}

describe.each(Object.entries(SIGNALS))('%s', (_, end) => {
  test.each(STAGES)('$name', (stage) => cutOff(stage, end));
});

describe('SIGKILL', () => {
  test.each(MOMENTS)('$name', (stage) => cutOff(stage, (running) => running.kill()));
});

test('figures, as docs/threads.md quotes them', () => {
  expect(figures).toEqual({ asked: 21, created: 20, duplicates: 0, lost: 0 });
});
