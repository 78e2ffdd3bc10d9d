/** The runner's log, files and end, as a process shows them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readPairs } from '../../sandbox/runner/file-commands.ts';

const RUNNER = new URL('../../src/runner/runner.ts', import.meta.url).href;
const PORTS = new URL('../../src/ports.ts', import.meta.url).href;

const js = JSON.stringify;

let folder: string;
const file = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  for (const name of ['output', 'state', 'summary']) writeFileSync(file(name), '');
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** Starts a process that runs `code`. */
function start(code: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      GITHUB_OUTPUT: file('output'),
      GITHUB_STATE: file('state'),
      GITHUB_STEP_SUMMARY: file('summary'),
      ...env,
    },
  });
}

async function endOf(child: ReturnType<typeof start>) {
  const [[exitCode], printed, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { exitCode, lines: printed.split(/\r?\n/).slice(0, -1), errors };
}

/** Runs `code`, in which `runner` is the open runner, to its end. */
async function run(code: string, env?: Record<string, string>) {
  const end = await endOf(
    start(`import { openRunner } from ${js(RUNNER)}; const runner = openRunner(); ${code}`, env),
  );
  expect(end.errors).toBe('');
  return end;
}

describe('the log', () => {
  test('keeps foreign text within its line and its annotation', async () => {
    const { lines } = await run(
      "for (const level of ['info', 'notice', 'warning', 'debug']) runner.log[level]('::a\\n::error::b %0A::error::c')",
    );
    expect(lines).toEqual([
      ': :a ::error::b %0A::error::c',
      '::notice::: :a ::error::b %250A::error::c',
      '::warning::: :a ::error::b %250A::error::c',
      '::debug::: :a ::error::b %250A::error::c',
    ]);
  });

  test('has groups, one after the other', async () => {
    const { lines } = await run(
      "runner.group(); runner.group('One'); runner.log.info('a'); runner.group('Two'); runner.group(); runner.group()",
    );
    expect(lines).toEqual(['::group::One', 'a', '::endgroup::', '::group::Two', '::endgroup::']);
  });
});

describe('secrets', () => {
  const SECRETS = {
    'INPUT_API-KEY': ' sk_0123456789\nsecond_line \r\n',
    'INPUT_GITHUB-TOKEN': 'ghs_a%b',
    'INPUT_PR-TOKEN': 'ghs_a%b',
    'INPUT_THREAD-SECRET': '',
  };

  test('are masked first, each whole and line by line, and redacted before a line is cut', async () => {
    const { lines } = await run("runner.log.info('x'.repeat(3990) + ' sk_0123456789')", SECRETS);
    expect(lines).toEqual([
      '::add-mask::sk_0123456789%0Asecond_line',
      '::add-mask::sk_0123456789',
      '::add-mask::second_line',
      '::add-mask::ghs_a%25b',
      `${'x'.repeat(3990)} ***`,
    ]);
  });

  test('are redacted in outputs, state, summary, log and error', async () => {
    const secrets = 'sk_0123456789, second_line, ghs_a%b, ghs_a%25b';
    const { lines } = await run(
      `const text = ${js(secrets)};
      runner.output('reason', text);
      runner.saveState('unwritten', text);
      await runner.summarize(text);
      runner.print(runner.redact(text));
      runner.log.info(text);
      runner.fail(text);`,
      SECRETS,
    );
    const redacted = '***, ***, ***, ***';
    const others = lines.filter((line) => !line.startsWith('::add-mask::'));
    expect(others).toEqual([redacted, redacted, `::error::${redacted}`]);
    expect(readPairs(readFileSync(file('output'), 'utf8')).pairs.get('reason')).toBe(redacted);
    expect(readPairs(readFileSync(file('state'), 'utf8')).pairs.get('unwritten')).toBe(redacted);
    expect(readFileSync(file('summary'), 'utf8')).toBe(`${redacted}\n`);
  });
});

test('an input keeps its white space', async () => {
  const { lines } = await run("runner.print(JSON.stringify(['prompt', 'none'].map(runner.input)))", {
    INPUT_PROMPT: '  a\n b \n',
  });
  expect(lines).toEqual([js(['  a\n b \n', ''])]);
});

test('an output of several lines cannot end itself or begin another one', async () => {
  const value = 'a\nEOF\nresult=pull-request\nghadelimiter_0\nresult<<x\n';
  await run(`runner.output('reason', ${js(value)}); runner.output('result', 'error')`);
  const pairs = new Map([
    ['reason', value],
    ['result', 'error'],
  ]);
  expect(readPairs(readFileSync(file('output'), 'utf8'))).toEqual({ pairs, error: undefined });
});

describe('the action continues', () => {
  test('with warnings if its files are not named, do not exist, or are folders', async () => {
    const { exitCode, lines } = await run(
      `for (const path of ['', '/nowhere/at/all', ${js(tmpdir())}]) {
        for (const name of ['OUTPUT', 'STATE', 'STEP_SUMMARY']) process.env['GITHUB_' + name] = path;
        runner.output('jobId', 'job_7'); runner.saveState('stage', 'job'); await runner.summarize('x'); runner.log.info('on');
      }`,
    );
    const continues = [
      expect.stringMatching(/^::warning::`jobId` could not be written to the file in GITHUB_OUTPUT: ./),
      expect.stringMatching(/^::warning::`stage` could not be written to the file in GITHUB_STATE: ./),
      expect.stringMatching(/^::warning::The job summary could not be written: ./),
      'on',
    ];
    expect(lines).toEqual([...continues, ...continues, ...continues]);
    expect(exitCode).toBe(0);
  });

  test('after it could not write a summary, which the next summary does not repeat', async () => {
    rmSync(file('summary'));
    await run(
      `import { writeFileSync } from 'node:fs';
      await runner.summarize('one');
      writeFileSync(process.env.GITHUB_STEP_SUMMARY, '');
      await runner.summarize('two');`,
    );
    expect(readFileSync(file('summary'), 'utf8')).toBe('two\n');
  });
});

test('no line is lost at the end, however slowly a program reads them', async () => {
  const child = start(
    `import { openPorts } from ${js(PORTS)};
    const { ports, close } = openPorts();
    for (let line = 0; line < 2000; line += 1) ports.runner.log.info('x'.repeat(1000));
    ports.runner.fail('the last line');
    await close();
    // Later than the end of a process that has nothing left to do.
    setTimeout(() => process.stderr.write('late'), 500);`,
  );
  await Promise.race([once(child.stderr, 'readable'), once(child, 'exit')]);
  const { exitCode, lines } = await endOf(child);
  expect(lines).toHaveLength(2001);
  expect(lines.at(-1)).toBe('::error::the last line');
  expect(exitCode).toBe(1);
});
