import * as core from '@actions/core';
import { cut, LONGEST_LINE, logLine, withoutUnseen } from '../text/line.ts';
import { createRedactor, SECRET_INPUTS, SHORTEST_UNIQUE } from './secrets.ts';
import type { StepState } from './step-state.ts';

/** Every method redacts secrets and defuses workflow commands. */
export type Log = Readonly<Record<'info' | 'notice' | 'warning' | 'debug', (text: string) => void>>;

export type Runner = ReturnType<typeof openRunner>;

/** Masks the secrets among the inputs first, and redacts all that it writes: GitHub's runner masks only the log. */
export function openRunner() {
  const input = (name: string) => core.getInput(name, { trimWhitespace: false });
  // The runner masks the log line by line, and servers quote a secret whole.
  const values = SECRET_INPUTS.map(input).flatMap((value) => [value, ...value.split(/[\r\n]+/)]);
  const secrets = [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
  for (const secret of secrets) core.setSecret(secret);
  const redact = createRedactor(secrets);

  // `core` prints any text, also a workflow command.
  const safe = (text: string, limit = 4000) => cut(redact(logLine(text, Number.POSITIVE_INFINITY)), limit);
  const log: Log = {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    debug: (text) => core.debug(safe(text)),
  };

  // A failure is only a warning: the job's id is in the log as well.
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
    /** Begins a group of lines in the log, and ends the one before; without a name it only ends that. */
    group(name?: string) {
      if (grouped) core.endGroup();
      if (name !== undefined) core.startGroup(name);
      grouped = name !== undefined;
    },
    /** Logs a line for another run to read, up to {@link LONGEST_LINE}. */
    print: (text: string) => core.info(safe(text, LONGEST_LINE)),
    /** Not trimmed; empty when the workflow doesn't set the input. */
    input,
    /** The names of all inputs that aren't blank, also of those that the action doesn't have. */
    givenInputs: (): string[] =>
      Object.entries(process.env)
        .filter(([name, value]) => /^INPUT_./i.test(name) && value?.trim() !== '')
        .map(([name]) => name.slice('INPUT_'.length).toLowerCase()),
    /** For text that leaves the process in other ways. */
    redact,
    /** For a server's answer, in which the letters of a very short secret have a meaning of their own. */
    redactAnswer: createRedactor(secrets.filter(({ length }) => length >= SHORTEST_UNIQUE)),
    output: (name: string, value: string) => handOver('GITHUB_OUTPUT', name, value),
    /** For the post step. */
    saveState<Name extends keyof StepState>(name: Name, value: StepState[Name]) {
      handOver('GITHUB_STATE', name, typeof value === 'string' ? value : JSON.stringify(value));
    },
    async summarize(markdown: string) {
      try {
        await core.summary.addRaw(redact(markdown), true).write();
      } catch (error) {
        // The result doesn't depend on the summary. `core` would write this one again with the next.
        core.summary.emptyBuffer();
        log.warning(`The job summary could not be written: ${(error as Error).message}`);
      }
    },
    /** Adds an error annotation to the workflow's run and sets exit code 1. */
    fail: (reason: string) => core.setFailed(safe(reason)),
  };
}
