/** Steps that share processes behave as if each had its own. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { processPool } from '../../sandbox/runner/process-pool.ts';
import { type StepOptions, startStep } from '../../sandbox/runner/step.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';

const actionFile = fileURLToPath(new URL('./fixtures/code/action.yml', import.meta.url));
const COUNTER = new URL('./fixtures/code/counter.mjs', import.meta.url).href;
const PID = `output('pid=' + process.pid);`;
const processes = processPool();
afterAll(() => processes.close());

function start(main: string, options: Partial<StepOptions> = {}) {
  const time = options.time ?? virtualTime();
  return { time, step: startStep({ actionFile, processes, ...options, time, inputs: { main } }) };
}
const run = (main: string, options?: Partial<StepOptions>) => start(main, options).step.ended;
const pidOf = async (options?: Partial<StepOptions>) => (await run(PID, options)).outputs['pid'];

test('runs steps one after the other in one process, and two at a time in two', async () => {
  const first = await pidOf();
  expect(await pidOf()).toBe(first);
  const pids = await Promise.all([pidOf(), pidOf()]);
  expect(new Set(pids).size).toBe(2);
  expect(pids).toContain(first);
});

describe('the next step', () => {
  test('has new modules, variables and folders', async () => {
    const code = `const { counted } = await import('${COUNTER}');
                  counted.times += 1;
                  output('times=' + counted.times);
                  output('env=' + process.env.LEFT + ',' + process.env.GIVEN);
                  output('cwd=' + (process.cwd() === process.env.GITHUB_WORKSPACE));
                  process.env.LEFT = 'behind'; process.exitCode = 1;`;
    const before = await run(code, { env: { GIVEN: 'one' } });
    const after = await run(code, { env: { GIVEN: 'two' } });
    expect(before).toMatchObject({ exitCode: 1, outputs: { times: '1', env: 'undefined,one', cwd: 'true' } });
    expect(after).toMatchObject({ exitCode: 1, outputs: { times: '1', env: 'undefined,two', cwd: 'true' } });
    expect(await run('')).toMatchObject({ exitCode: 0, outputs: {} });
  });

  test('has no handlers, sleeps or connections of the step before', async () => {
    const { outputs } = await run(
      `${PID} process.on('SIGTERM', () => console.log('heard'));
       wait(1000).then(() => console.log('woken'));
       const { connect } = await import('node:net');
       connect(1, '192.0.2.1').on('error', () => console.log('failed'));
       process.exit(0);`,
    );
    const { time, step } = start(
      `${PID} output('handlers=' + process.listenerCount('SIGTERM')); await wait(5000);`,
    );
    expect(await step.ended).toMatchObject({
      outputs: { pid: outputs['pid'], handlers: '0' },
      rawLog: '',
      duration: 5000,
    });
    expect(time.explain()).toContain('no process waits');
  });

  test.each([
    [
      'a file',
      `const { writeFile } = await import('node:fs/promises');
       writeFile(process.env.GITHUB_OUTPUT, 'late=1\\n'.repeat(1e6));`,
    ],
    ['a timer', `setTimeout(() => output('late=1'), 1);`],
    ['a sleep', `wait(1).then(() => output('late=1'));`],
  ])('gets nothing of %s that the step before started', async (_, code) => {
    const time = virtualTime();
    expect(await run(`${code} process.exit(0);`, { time })).toMatchObject({
      exitCode: 0,
      outputs: {},
      rawLog: '',
    });
    const next = `await new Promise((resolve) => setTimeout(resolve, 20)); output('mine=1');`;
    expect(await run(next, { time })).toMatchObject({ exitCode: 0, outputs: { mine: '1' }, rawLog: '' });
  });
});

describe('a step ends like a process', () => {
  test.each(['cancel', 'terminate'] as const)('at a %s, and the next step goes on', async (way) => {
    const handling = `for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(0));`;
    const used = new Set<string | undefined>();
    const endAt = async (moment: number) => {
      const { time, step } = start(`${PID} ${handling} await wait(1000)`);
      await time.sleep(moment);
      void step[way]();
      used.add((await step.ended).outputs['pid']);
      const next = await run(PID);
      expect(next.exitCode).toBe(0);
      used.add(next.outputs['pid']);
    };
    for (let round = 0; round < 10; round += 1) await endAt(500);
    // Another process can take a step while one is checked after a signal. All are used again.
    expect(used.size).toBeLessThanOrEqual(3);
    // Some of these signals arrive when the step has just ended.
    for (let round = 0; round < 20; round += 1) await endAt(1000);
  });

  test('when it is killed, and the next step gets another process', async () => {
    const before = await pidOf();
    const { time, step } = start(`${PID} await wait(1e9)`);
    await time.sleep(1000);
    step.kill();
    expect(await step.ended).toMatchObject({ exitCode: null, outputs: { pid: before } });
    expect(await pidOf()).not.toBe(before);
  });
});
