/**
 * A run that is cut off, at each stage and in each way, and then the same request again: nothing is lost, nothing is sent
 * twice, and no comment says for good that somebody is at it.
 */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Barrier, barrier } from '../../sandbox/faults/connections.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/request/trigger.ts';
import { LINK, openScene, type Scene } from '../support/scene.ts';

type Cut = (scene: Scene, running: Step) => unknown;

/** What a re-run of the same request does. */
type Rerun = 'asks' | 'picks up' | 'is in doubt';

interface Stage {
  readonly name: string;
  /** Holds the request with which the stage begins. */
  readonly hold: (scene: Scene) => Barrier;
  /** Whether the service has a job when the run is gone. */
  readonly jobs: 0 | 1;
  readonly rerun: Rerun;
  /** The same where the post step could not write either, when that is another one. */
  readonly lost?: Rerun;
}

function atGitHub(method: string, path: RegExp, nth = 1, where?: 'after') {
  return ({ sandbox }: Scene) => {
    const held = barrier(where);
    sandbox.github.faults.next({ method, nth, path }, held);
    return held;
  };
}
const posting = (thread: number, where?: 'after') =>
  atGitHub('POST', new RegExp(`/issues/${thread}/comments$`), 1, where);
const reading = (nth: number) => atGitHub('GET', /\/issues\/1\/comments$/, nth);
const editing = (nth: number, where?: 'after') => atGitHub('PATCH', /\/issues\/comments\/\d+$/, nth, where);
const atService =
  (method: string, nth: number, where?: 'after') =>
  ({ sandbox }: Scene) => {
    const held = barrier(where);
    sandbox.service.faults.next({ method, nth }, held);
    return held;
  };

const STAGES: readonly Stage[] = [
  { name: 'while its comment is posted', hold: posting(1), jobs: 0, rerun: 'asks' },
  {
    name: 'when its comment stands, and nobody knows its id',
    hold: posting(1, 'after'),
    jobs: 0,
    rerun: 'asks',
  },
  { name: 'before its note says "waiting"', hold: editing(1), jobs: 0, rerun: 'asks' },
  { name: 'before it read the thread', hold: reading(1), jobs: 0, rerun: 'asks' },
  { name: 'before its note says "sending"', hold: editing(2), jobs: 0, rerun: 'asks' },
  {
    name: 'when its note says "sending", and it was not told so',
    hold: editing(2, 'after'),
    jobs: 0,
    rerun: 'asks',
    lost: 'is in doubt',
  },
  { name: 'while the create is on its way', hold: atService('POST', 1), jobs: 0, rerun: 'is in doubt' },
  {
    name: 'when the job was created, and nobody knows its id',
    hold: atService('POST', 1, 'after'),
    jobs: 1,
    rerun: 'is in doubt',
  },
  {
    name: 'before its note says "job"',
    hold: editing(3),
    jobs: 1,
    rerun: 'picks up',
    lost: 'is in doubt',
  },
  { name: 'while it watches', hold: atService('GET', 2), jobs: 1, rerun: 'picks up' },
  { name: 'while it marks the pull request', hold: posting(2), jobs: 1, rerun: 'picks up' },
  { name: 'before its note says "ended"', hold: editing(5), jobs: 1, rerun: 'picks up' },
];

const CUTS: Readonly<Record<string, Cut>> = {
  SIGINT: (_, running) => running.cancel(),
  SIGTERM: (_, running) => running.terminate(),
  SIGKILL: (_, running) => running.kill(),
  'SIGKILL, and its runner is lost': ({ sandbox }, running) => {
    // Before it knows of its comment, the post step asks for nothing.
    sandbox.github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
    running.kill();
  },
};

const SECOND = { context: { runAttempt: '2' } };
const AT_WORK = /^\*\*(Working on it|Waiting for its turn)\b/;

describe.each(Object.entries(CUTS))('%s', (name, cutBy) => {
  const lost = name.endsWith('lost');
  // Both are one interrupt to the action.
  const stages = name === 'SIGTERM' ? STAGES.filter(({ jobs }) => jobs === 1).slice(0, 2) : STAGES;

  test.each(stages)('$name', async (stage) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    const prLink = `${github.server}/acme/product/pull/2`;
    service.scriptAll({ timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink }] });
    const held = stage.hold(scene);
    const { event } = scene.comment('/docs Rewrite');
    const running = scene.start({}, { event });
    await held.reached;
    const ended = cutBy(scene, running);
    held.stall();
    await ended;
    const cut = await running.ended;
    github.faults.clear();
    expect(cut.post?.exitCode).toBe(0);
    expect(service.jobs).toHaveLength(stage.jobs);
    if (!lost) for (const text of scene.comments()) expect(text).not.toMatch(AT_WORK);

    const again = await scene.run({}, { event, ...SECOND });
    for (const text of scene.comments()) expect(text).not.toMatch(AT_WORK);
    expectNothingLost(scene, [cut, again]);
    const rerun = (lost && stage.lost) || stage.rerun;
    if (rerun === 'is in doubt') {
      expect(again).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
      expect(again.outputs['reason']).toMatch(/^Not sent: .* may have created a job/);
      expect(service.jobs).toHaveLength(stage.jobs);
      return;
    }
    expect(again.outputs).toMatchObject({ result: 'pull-request', prLink, jobId: service.jobs[0]?.id });
    expect(service.jobs.map(({ turns }) => turns.length)).toEqual([1]);
    expect(scene.comments(scene.pull)).toEqual([
      expect.stringContaining('The documentation agent created this pull request'),
    ]);
  });
});

/** Starts a second attempt, which is killed when it checks the job for the `nth` time. */
async function killPickUp({ sandbox, start }: Scene, event: Event, nth: number): Promise<void> {
  const check = barrier();
  sandbox.service.faults.next({ method: 'GET', nth }, check);
  const running = start({}, { event, ...SECOND });
  await check.reached;
  running.kill();
  check.stall();
  await running.ended;
}

describe('a re-run that picks a job up, and is killed too', () => {
  test.each(['create', 'message'])('the third attempt still knows of the %s just now', async (kind) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    const prLink = `${LINK}9`;
    const work = [
      { at: 60, status: 'active' },
      { at: 120, status: 'completed', prLink },
    ];
    if (kind === 'message') {
      const before = { timeline: [{ status: 'active' }, { at: 9, status: 'completed', prLink: LINK }] };
      service.script(before, { timeline: [{ previous: true }, ...work] });
      await scene.ask('/docs First');
    } else service.script({ timeline: work });
    const { event } = scene.comment('/docs Rewrite');
    await scene.run({ wait: 'false' }, { event });
    await killPickUp(scene, event, 4);
    // What was created may be unknown for a minute.
    if (kind === 'create') service.faults.next({ method: 'GET' }, answer({ status: 404 }));
    const third = await scene.run({}, { event, context: { runAttempt: '3' } });
    expect(third.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(service.jobs.map(({ turns }) => turns.length)).toEqual([kind === 'create' ? 1 : 2]);
  });

  test("its older job doesn't become the thread's job", async () => {
    await using scene = await openScene();
    const { event } = scene.comment('/docs Rewrite');
    await scene.run({}, { event });
    await scene.ask('/docs --new Another');
    await scene.sandbox.time.sleep(60_000);
    await killPickUp(scene, event, 1);
    const next = await scene.ask('/docs Shorter');
    expect(next.outputs['jobId']).toBe(scene.sandbox.service.jobs[1]?.id);
  });
});

/** There is one job at most, and somebody knows its id, or was told that there may be one. */
function expectNothingLost(scene: Scene, steps: readonly StepResult[]) {
  const { jobs } = scene.sandbox.service;
  expect(jobs.length).toBeLessThanOrEqual(1);
  const told = [
    ...scene.comments(),
    ...steps.flatMap(({ outputs }) => [outputs['jobId'], outputs['reason']]),
  ];
  for (const { id } of jobs)
    expect(told.join('\n')).toMatch(new RegExp(`${id}|may have created a job|whether a job exists`));
}
