/** What the layer over `@actions/core` promises beyond it, seen from outside: a process, its output and its files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readPairs } from '../../sandbox/runner/file-commands.ts';

const RUNNER = new URL('../../src/runner/runner.ts', import.meta.url).href;
const STEP_STATE = new URL('../../src/runner/step-state.ts', import.meta.url).href;
const PORTS = new URL('../../src/ports.ts', import.meta.url).href;

/** A value as code. */
const js = JSON.stringify;

let folder: string;
const file = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  for (const name of ['output', 'state', 'summary']) writeFileSync(file(name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that runs `code`, with the files that the runner names. */
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

/** What a process prints, and how it ends. */
async function endOf(child: ReturnType<typeof start>) {
  const [[exitCode], printed, problems] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { exitCode, lines: printed.split(/\r?\n/).slice(0, -1), problems };
}

/** Runs `code`, in which `runner` is the open runner, to its end. */
async function run(code: string, env?: Record<string, string>) {
  const end = await endOf(
    start(`import { openRunner } from ${js(RUNNER)}; const runner = openRunner(); ${code}`, env),
  );
  expect(end.problems).toBe('');
  return end;
}

describe('the log', () => {
  test('keeps foreign text on one line, where it is no command', async () => {
    const foreign = [
      '::error::a',
      ' \t::set-output name=b::c',
      'd ##[error]e',
      'f\ng\r\n::warning::h',
      '\u001b[31mi\u0007\u202ej',
    ];
    const { lines } = await run(`for (const text of ${js(foreign)}) runner.log.info(text)`);
    expect(lines).toEqual([
      ': :error::a',
      ': :set-output name=b::c',
      'd # #[error]e',
      'f g ::warning::h',
      '[31mij',
    ]);
  });

  test('keeps foreign text within an annotation', async () => {
    const { lines } = await run(
      "for (const level of ['notice', 'warning', 'debug']) runner.log[level]('a\\n::error::b %0A::error::c')",
    );
    expect(lines).toEqual([
      '::notice::a ::error::b %250A::error::c',
      '::warning::a ::error::b %250A::error::c',
      '::debug::a ::error::b %250A::error::c',
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

  test('are masked before anything else: whole and line by line, once, and nothing that is empty', async () => {
    const { lines } = await run("runner.log.info('first word')", SECRETS);
    expect(lines).toEqual([
      '::add-mask::sk_0123456789%0Asecond_line',
      '::add-mask::sk_0123456789',
      '::add-mask::second_line',
      '::add-mask::ghs_a%25b',
      'first word',
    ]);
  });

  test('are redacted before a line of the log is cut', async () => {
    const { lines } = await run("runner.log.info('x'.repeat(3990) + ' sk_0123456789')", SECRETS);
    expect(lines.at(-1)).toBe(`${'x'.repeat(3990)} ***`);
  });

  test('are redacted in what the runner does not mask: outputs, state, summary, and what leaves by other ways', async () => {
    const said = 'sk_0123456789, second_line, ghs_a%b, ghs_a%25b';
    const { lines } = await run(
      `const said = ${js(said)};
      runner.output('reason', said);
      runner.saveState('lastWord', said);
      await runner.summarize(said);
      runner.print(runner.redact(said));
      runner.log.info(said);
      runner.fail(said);`,
      SECRETS,
    );
    const redacted = '***, ***, ***, ***';
    expect(lines.filter((line) => !line.startsWith('::add-mask::'))).toEqual([
      redacted,
      redacted,
      `::error::${redacted}`,
    ]);
    expect(readPairs(readFileSync(file('output'), 'utf8')).pairs.get('reason')).toBe(redacted);
    expect(readPairs(readFileSync(file('state'), 'utf8')).pairs.get('lastWord')).toBe(redacted);
    expect(readFileSync(file('summary'), 'utf8')).toBe(`${redacted}\n`);
  });
});

describe('values', () => {
  test('an input is what was given, with all its white space', async () => {
    const { lines } = await run("runner.print(JSON.stringify(['prompt', 'none'].map(runner.input)))", {
      INPUT_PROMPT: '  a\n b \n',
    });
    expect(lines).toEqual([js(['  a\n b \n', ''])]);
  });

  test('an output of many lines cannot end itself, or begin another one', async () => {
    const value = 'a\nEOF\nresult=pull-request\nghadelimiter_0\nresult<<x\r\n';
    await run(`runner.output('reason', ${js(value)}); runner.output('result', 'error')`);
    expect(readPairs(readFileSync(file('output'), 'utf8'))).toEqual({
      pairs: new Map([
        // But for a character that nobody sees.
        ['reason', value.replace('\r', '')],
        ['result', 'error'],
      ]),
      error: undefined,
    });
  });

  test('state is saved for the post step', async () => {
    await run("runner.saveState('stage', 'watching'); runner.saveState('jobId', 'job_7')");
    const { pairs } = readPairs(readFileSync(file('state'), 'utf8'));
    expect(Object.fromEntries(pairs)).toEqual({ stage: 'watching', jobId: 'job_7' });
    const { lines } = await run(
      `import { readStepState } from ${js(STEP_STATE)}; runner.print(JSON.stringify(readStepState()))`,
      { STATE_jobId: 'job_7', STATE_comment: '{"id":7,"thread":2}', STATE_batch: '{}' },
    );
    expect(lines).toEqual([js({ jobId: 'job_7', comment: { id: 7, thread: 2 }, lastWord: '' })]);
  });
});

describe('a file that is missing is a warning, and work goes on', () => {
  test.each([
    ['named nowhere', ''],
    ['not there', '/nowhere/at/all'],
    ['a folder', tmpdir()],
  ])('%s', async (_, path) => {
    const names = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];
    const { exitCode, lines } = await run(
      `runner.output('jobId', 'job_7'); runner.saveState('stage', 'watching'); await runner.summarize('x'); runner.log.info('on')`,
      Object.fromEntries(names.map((name) => [name, path])),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^::warning::`jobId` could not be written to the file in GITHUB_OUTPUT: ./),
      expect.stringMatching(/^::warning::`stage` could not be written to the file in GITHUB_STATE: ./),
      expect.stringMatching(/^::warning::The job summary could not be written: ./),
      'on',
    ]);
    expect(exitCode).toBe(0);
  });

  test('a summary that could not be written does not come with the next one', async () => {
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

describe('the end', () => {
  test('loses no line, however slowly they are read', async () => {
    const child = start(
      `import { openPorts } from ${js(PORTS)};
      const { ports, close } = openPorts();
      for (let line = 0; line < 2000; line += 1) ports.runner.log.info('x'.repeat(1000));
      ports.runner.fail('the last word');
      await close();
      // Longer than a process may linger that has nothing to do.
      setTimeout(() => process.stderr.write('late'), 500);`,
    );
    await Promise.race([once(child.stderr, 'readable'), once(child, 'exit')]);
    const { exitCode, lines } = await endOf(child);
    expect(lines).toHaveLength(2001);
    expect(lines.at(-1)).toBe('::error::the last word');
    expect(exitCode).toBe(1);
  });
});
