import * as core from '@actions/core';
import { cut, LONGEST_LINE, logLine, withoutUnseen } from '../text/line.ts';
import { createRedactor, SECRET_INPUTS, SHORTEST_UNIQUE } from './secrets.ts';
import type { StepState } from './step-state.ts';

/** The log that people read. Every method masks secrets and defuses workflow commands. */
export type Log = Readonly<Record<'info' | 'notice' | 'warning' | 'debug', (text: string) => void>>;

/** The runner that executes the step: inputs, outputs, state, log and summary. */
export type Runner = ReturnType<typeof openRunner>;

/**
 * The runner that executes the step, by the toolkit's `core`. It masks the secrets among the inputs first of all, and
 * nothing leaves through it without them taken out: the runner itself masks only the log.
 */
export function openRunner() {
  const input = (name: string) => core.getInput(name, { trimWhitespace: false });
  // The log is masked line by line, so a secret of several lines has to be as well.
  const values = SECRET_INPUTS.map(input).flatMap((value) => [value, ...value.split(/[\r\n]+/)]);
  const secrets = [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
  for (const secret of secrets) core.setSecret(secret);
  const redact = createRedactor(secrets);

  // `core` prints whatever it gets, commands too.
  const safe = (text: string, limit = 4000) => cut(redact(logLine(text, Number.POSITIVE_INFINITY)), limit);
  const log: Log = {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    debug: (text) => core.debug(safe(text)),
  };

  // What is under way goes on: a job's id that can't be handed over still stands in the log.
  const handOver = (file: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string) => {
    try {
      // Without a file `core` prints commands that the runner warns of.
      if (!process.env[file]) throw new Error('the runner names none');
      (file === 'GITHUB_OUTPUT' ? core.setOutput : core.saveState)(name, redact(withoutUnseen(value)));
    } catch (error) {
      log.warning(`\`${name}\` could not be written to the file in ${file}: ${(error as Error).message}`);
    }
  };

  let grouped = false;
  return {
    log,
    /** Begins a group of lines in the log. It ends where the next one begins; without a name none does. */
    group(name?: string) {
      if (grouped) core.endGroup();
      if (name !== undefined) core.startGroup(name);
      grouped = name !== undefined;
    },
    /** Logs a line for another run to read, whole up to {@link LONGEST_LINE}; masked and defused as all others. */
    print: (text: string) => core.info(safe(text, LONGEST_LINE)),
    /** An input as it was given, without any trimming; empty when it was not given. */
    input,
    /** The names of all inputs that hold anything, those that the action does not have among them. */
    givenInputs: (): string[] =>
      Object.entries(process.env)
        .filter(([name, value]) => /^INPUT_./i.test(name) && value?.trim() !== '')
        .map(([name]) => name.slice('INPUT_'.length).toLowerCase()),
    /** The text without secrets, for what leaves the process by other ways than this one. */
    redact,
    /** The same for a server's answer, in which the letters of a very short secret have a meaning of their own. */
    redactAnswer: createRedactor(secrets.filter(({ length }) => length >= SHORTEST_UNIQUE)),
    output: (name: string, value: string) => handOver('GITHUB_OUTPUT', name, value),
    /** Saves what the post step has to know. */
    saveState<Name extends keyof StepState>(name: Name, value: StepState[Name]) {
      handOver('GITHUB_STATE', name, typeof value === 'string' ? value : JSON.stringify(value));
    },
    /** Appends Markdown to the job summary. */
    async summarize(markdown: string) {
      try {
        await core.summary.addRaw(redact(markdown), true).write();
      } catch (error) {
        // The summary is for people; the result stands without it. `core` would write it with the next one.
        core.summary.emptyBuffer();
        log.warning(`The job summary could not be written: ${(error as Error).message}`);
      }
    },
    /** The last word of a step that failed: an error beside the workflow's run, and exit code 1. */
    fail: (reason: string) => core.setFailed(safe(reason)),
  };
}
