import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { runProcess } from '../../sandbox/runner/process.ts';
import { controls, type ScriptEnd } from '../../sandbox/runner/script.ts';
import { type StepOptions, startStep } from '../../sandbox/runner/step.ts';
import { realTime } from '../../sandbox/time.ts';
import { virtualTime } from '../../sandbox/virtual-time.ts';
import { onLinux } from '../support/on-linux.ts';

const actionFile = fileURLToPath(new URL('./fixtures/code/action.yml', import.meta.url));

interface Codes {
  main: string;
  post?: string;
}

function run({ main, post = '' }: Codes, options: Partial<StepOptions> = {}) {
  const inputs = { main, post, ...options.inputs };
  return startStep({ actionFile, time: virtualTime(), ...options, inputs }).ended;
}

test('the environment of a step has each declared input, and nothing of this process', async () => {
  process.env['SANDBOX_TEST_LEAK'] = 'x';
  const { outputs, log } = await run(
    { main: `output('env<<END\\n' + JSON.stringify(process.env) + '\\nEND')` },
    {
      token: 'ghs_secret_token',
      debug: true,
      env: { EXTRA: '1' },
      inputs: { 'Two Words': 'given', surprise: '!' },
      context: { runId: '42', runAttempt: '3', repository: 'acme/other' },
      event: { name: 'issues', payload: { action: 'opened' } },
    },
  );
  const env = JSON.parse(outputs['env'] ?? '');
  expect(env).toMatchObject({
    INPUT_TOKEN: 'ghs_secret_token',
    INPUT_TWO_WORDS: 'given',
    'INPUT_WITH-DASH': 'true',
    INPUT_POST: '',
    INPUT_SURPRISE: '!',
    EXTRA: '1',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_JOB: 'docs',
    GITHUB_REF_NAME: 'main',
    GITHUB_REPOSITORY: 'acme/other',
    GITHUB_REPOSITORY_ID: '7001',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '3',
    RUNNER_DEBUG: '1',
  });
  expect(env).not.toHaveProperty('SANDBOX_TEST_LEAK');
  expect(env).not.toHaveProperty('NODE_OPTIONS');
  expect(log).toContain("Unexpected input(s) 'surprise', valid inputs are ['main', 'post'");
  expect(log).not.toContain('ghs_secret_token');
});

// The variable has its name, `=` and a NUL as well.
const most = 131_072 - 'INPUT_BIG=\0'.length;

test('an input of more than 128 KiB starts neither main nor post', async () => {
  const codes = { main: `output('started=yes')`, post: `output('started=yes')` };
  const fits = await run(codes, { inputs: { big: 'x'.repeat(most) } });
  expect([fits.outputs, fits.post?.outputs]).toEqual([{ started: 'yes' }, { started: 'yes' }]);
  const inputs = { big: 'x'.repeat(most + 1) };
  const { outcome, outputs, annotations, post } = await run(codes, { inputs });
  expect({ outcome, outputs }).toEqual({ outcome: 'failure', outputs: {} });
  expect(annotations.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Unexpected input\(s\) 'big'/),
    expect.stringMatching(/^An error occurred trying to start process '.*'\. Argument list too long$/),
  ]);
  expect(post).toMatchObject({ outcome: 'failure', outputs: {} });
});

test('a malformed file fails the step, and the pairs before the error count', async () => {
  const { outcome, exitCode, outputs, annotations } = await run({
    main: `write('GITHUB_OUTPUT', 'a=1\\nno pair\\nb=2\\n')`,
  });
  expect([outcome, exitCode, outputs]).toEqual(['failure', 0, { a: '1' }]);
  expect(annotations.map(({ message }) => message)).toEqual([
    "Unable to process file command 'output' successfully.",
    "Invalid format 'no pair'",
  ]);
});

test('the log turns commands into annotations, and hides secrets', async () => {
  const result = await run(
    {
      main: `console.log('::add-mask::hunter2');
               console.log('the key is hunter2, ' + Buffer.from('hunter2').toString('base64'));
               console.log('::error title=Bad%3A thing,file=a.ts::It broke%0Atwice, hunter2');
               console.log('  ::notice::fine');
               console.log('text ##[warning]old style');
               console.log('::debug::hidden');
               console.log('::unknown::shown');
               console.log('::group::More');
               console.log('::endgroup::');
               output('id=job-hunter2');
               output('ok=yes');`,
    },
    { secrets: ['other-secret'] },
  );
  expect(result.log.split('##[endgroup]\n').slice(1).join('')).toBe(
    [
      'the key is ***, ***',
      '##[error]It broke',
      'twice, ***',
      '##[notice]fine',
      '##[warning]old style',
      '::unknown::shown',
      '##[group]More',
      '##[endgroup]',
    ].join('\n'),
  );
  expect(result.annotations).toEqual([
    { level: 'error', message: 'It broke\ntwice, ***' },
    { level: 'notice', message: 'fine' },
    { level: 'warning', message: 'old style' },
  ]);
  expect(result.rawLog).toContain('the key is hunter2');
  expect(result.outputs).toEqual({ id: 'job-hunter2', ok: 'yes' });
  expect(result.withheldOutputs).toEqual(['id']);
});

test('a cancelled script that ignores SIGINT gets SIGTERM after 7.5 s, and is killed after another 2.5 s', async () => {
  const time = virtualTime();
  const start = time.now();
  const { promise: ended, resolve } = Promise.withResolvers<ScriptEnd>();
  const signals: string[] = [];
  const signal = (name: NodeJS.Signals) => {
    signals.push(`${name} ${time.now() - start}`);
    if (name === 'SIGKILL') resolve({ exitCode: null, signal: name });
  };
  await controls({ ended, signal, isOver: () => false, time }).cancel();
  expect(signals).toEqual(['SIGINT 0', 'SIGTERM 7500', 'SIGKILL 10000']);
});

onLinux.test('`timeout-minutes` cancels main, fails the step, and post follows', async () => {
  const codes = { main: `await wait(60_000)`, post: `output('ended=yes')` };
  const { outcome, annotations, post } = await run(codes, {
    timeoutMinutes: 0.01,
    time: realTime(),
    process: true,
  });
  expect([outcome, post?.outputs]).toEqual(['failure', { ended: 'yes' }]);
  expect(annotations).toEqual([{ level: 'error', message: 'The action has timed out after 0.01 minutes.' }]);
});

onLinux.test('a process gets the signals', async () => {
  const code = `process.on('SIGTERM', () => console.log('heard')); console.log('ready'); await wait(60_000);`;
  const script = runProcess({
    file: fileURLToPath(new URL('./fixtures/code/main.mjs', import.meta.url)),
    env: { INPUT_MAIN: code },
    cwd: tmpdir(),
    time: realTime(),
    onLine: (line) => (line === 'ready' ? script.terminate() : script.kill()),
  });
  expect(await script.ended).toEqual({ exitCode: null, signal: 'SIGKILL' });
});
