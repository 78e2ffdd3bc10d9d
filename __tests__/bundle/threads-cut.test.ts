/**
 * A run is cut off at each stage and in each way, and the same request runs again. No job is lost, no request is sent twice,
 * and no comment reports work for ever.
 */
import { describe, expect, test } from '@jest/globals';
import { answer } from '../../sandbox/faults/answers.ts';
import { type Barrier, barrier } from '../../sandbox/faults/connections.ts';
import type { Step, StepResult } from '../../sandbox/runner/step.ts';
import type { Event } from '../../src/event/trigger.ts';
import { LINK, openScene, type Scene, worksFor } from '../support/scene.ts';

type Cut = (scene: Scene, running: Step) => unknown;

/** What a re-run does. */
type Rerun = 'sends' | 'watches' | 'stops';

interface Stage {
  readonly name: string;
  /** Holds the HTTP request with which the stage begins. */
  readonly hold: (scene: Scene) => Barrier;
  /** How many jobs the service has when the run is gone. */
  readonly jobs: 0 | 1;
  readonly rerun: Rerun;
  /** What a re-run does if the post step could not write either. Default: the same. */
  readonly lost?: Rerun;
  /** The run knows what it knew at the stage before. Only the notes differ, which a lost runner shows. */
  readonly same?: true;
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
  { name: 'before GitHub has its comment', hold: posting(1), jobs: 0, rerun: 'sends', same: true },
  { name: 'before it knows the ID of its comment', hold: posting(1, 'after'), jobs: 0, rerun: 'sends' },
  { name: 'before its note is `waiting`', hold: editing(1), jobs: 0, rerun: 'sends', same: true },
  { name: 'before it reads the thread', hold: reading(1), jobs: 0, rerun: 'sends', same: true },
  { name: 'before its note is `sending`', hold: editing(2), jobs: 0, rerun: 'sends' },
  {
    name: 'before it knows that its note is `sending`',
    hold: editing(2, 'after'),
    jobs: 0,
    rerun: 'sends',
    lost: 'stops',
  },
  { name: 'before the service has the create', hold: atService('POST', 1), jobs: 0, rerun: 'stops' },
  { name: 'before it knows the ID of the job', hold: atService('POST', 1, 'after'), jobs: 1, rerun: 'stops' },
  { name: 'before its note is `job`', hold: editing(3), jobs: 1, rerun: 'watches', lost: 'stops' },
  { name: 'while it polls', hold: atService('GET', 1), jobs: 1, rerun: 'watches', same: true },
  { name: 'before it marks the pull request', hold: posting(2), jobs: 1, rerun: 'watches', same: true },
  { name: 'before its note is `ended`', hold: editing(5), jobs: 1, rerun: 'watches' },
];

const CUTS: Readonly<Record<string, Cut>> = {
  SIGINT: (_, running) => running.cancel(),
  SIGTERM: (_, running) => running.terminate(),
  SIGKILL: (_, running) => running.kill(),
  'SIGKILL, and its runner is lost': ({ sandbox }, running) => {
    // The post step sends nothing if it knows of no comment.
    sandbox.github.faults.next({ times: 99, optional: true }, answer({ status: 503 }));
    running.kill();
  },
};

const SECOND_ATTEMPT = { context: { runAttempt: '2' } };
const AT_WORK = /^\*\*(Working on it|Waiting for its turn)\b/;

describe.each(Object.entries(CUTS))('a run that is cut off by %s', (name, cutBy) => {
  const lost = name.endsWith('lost');
  // The action handles SIGTERM like SIGINT.
  const stages = name === 'SIGTERM' ? STAGES.slice(7, 9) : STAGES.filter(({ same }) => lost || !same);

  test.each(stages)('$name', async (stage) => {
    await using scene = await openScene();
    const { service, github } = scene.sandbox;
    const prLink = `${github.server}/acme/product/pull/2`;
    service.scriptAll(worksFor(9, { prLink }));
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

    const again = await scene.run({}, { event, ...SECOND_ATTEMPT });
    for (const text of scene.comments()) expect(text).not.toMatch(AT_WORK);
    expectNothingLost(scene, [cut, again]);
    const rerun = (lost && stage.lost) || stage.rerun;
    if (rerun === 'stops') {
      expect(again).toMatchObject({ exitCode: 1, outputs: { result: 'error' } });
      expect(again.outputs['reason']).toMatch(/^Not sent: an earlier attempt may have sent this request/);
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

/** Starts a second attempt, and kills it at its fourth poll. */
async function killSecondAttempt({ sandbox, start }: Scene, event: Event): Promise<void> {
  const poll = barrier();
  sandbox.service.faults.next({ method: 'GET', nth: 4 }, poll);
  const running = start({}, { event, ...SECOND_ATTEMPT });
  await poll.reached;
  running.kill();
  poll.stall();
  await running.ended;
}

test.each(['create', 'message'])(
  'a third attempt watches the job of the %s after the second one was killed',
  async (kind) => {
    await using scene = await openScene();
    const { service } = scene.sandbox;
    const prLink = `${LINK}9`;
    const work = [
      { at: 60, status: 'active' },
      { at: 120, status: 'completed', prLink },
    ];
    if (kind === 'message') {
      const before = worksFor(9, { prLink: LINK });
      service.script(before, { timeline: [{ previous: true }, ...work] });
      await scene.ask('/docs First');
    } else service.script({ timeline: work });
    const { event } = scene.comment('/docs Rewrite');
    await scene.run({ wait: 'false' }, { event });
    await killSecondAttempt(scene, event);
    // The service may return 404 for a new job for a minute.
    if (kind === 'create') service.faults.next({ method: 'GET' }, answer({ status: 404 }));
    const third = await scene.run({}, { event, context: { runAttempt: '3' } });
    expect(third.outputs).toMatchObject({ result: 'pull-request', prLink });
    expect(service.jobs.map(({ turns }) => turns.length)).toEqual([kind === 'create' ? 1 : 2]);
  },
);

/** There is one job at most, and a comment or an output names it, or says that it may exist. */
function expectNothingLost(scene: Scene, steps: readonly StepResult[]) {
  const { jobs } = scene.sandbox.service;
  expect(jobs.length).toBeLessThanOrEqual(1);
  const reports = [
    ...scene.comments(),
    ...steps.flatMap(({ outputs }) => [outputs['jobId'], outputs['reason']]),
  ];
  for (const { id } of jobs)
    expect(reports.join('\n')).toMatch(new RegExp(`${id}|may have sent this request|whether a job exists`));
}
