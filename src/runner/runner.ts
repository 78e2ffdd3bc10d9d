import { cut, LONGEST_LINE, logLine, withoutUnseen } from '../text/line.ts';
import { type Host, PROCESS } from './host.ts';
import { type Core, openMachine } from './machine.ts';
import { createRedactor, SECRET_INPUTS, SHORTEST_UNIQUE } from './secrets.ts';
import type { StepState } from './step-state.ts';

/** Redacts secrets and escapes workflow commands. */
export type Log = Readonly<Record<'info' | 'notice' | 'warning' | 'debug', (text: string) => void>>;

export type Runner = ReturnType<typeof openRunner>;

/** Redacts secrets everywhere, because GitHub's runner masks only the log. */
export function openRunner({ env }: Host = PROCESS, core: Core = openMachine().core) {
  const input = (name: string) => core.getInput(name, { trimWhitespace: false });
  // The runner masks the log line by line, but servers quote the whole secret.
  const values = SECRET_INPUTS.map(input).flatMap((value) => [value, ...value.split(/[\r\n]+/)]);
  const secrets = [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
  for (const secret of secrets) core.setSecret(secret);
  const redact = createRedactor(secrets);

  // `core` prints any text, including workflow commands.
  const safe = (text: string, limit = 4000) => cut(redact(logLine(text, Number.POSITIVE_INFINITY)), limit);
  const log: Log = {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    debug: (text) => core.debug(safe(text)),
  };

  // A failure is only a warning, because the log also contains the job's ID.
  const writeTo = (file: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string) => {
    try {
      // Without a file, `core` prints deprecated commands.
      if (!env[file]) throw new Error('the variable is not set');
      (file === 'GITHUB_OUTPUT' ? core.setOutput : core.saveState)(name, redact(withoutUnseen(value)));
    } catch (error) {
      log.warning(`\`${name}\` could not be written to the file in ${file}: ${(error as Error).message}`);
    }
  };

  let grouped = false;
  return {
    log,
    /** Ends the current group in the log, and starts another one if `name` is set. */
    group(name?: string) {
      if (grouped) core.endGroup();
      if (name !== undefined) core.startGroup(name);
      grouped = name !== undefined;
    },
    /** Logs a line of up to {@link LONGEST_LINE}, for people to copy into another run. */
    print: (text: string) => core.info(safe(text, LONGEST_LINE)),
    /** Not trimmed. Empty if it isn't set. */
    input,
    /** The names of all inputs that aren't blank, including unknown ones. */
    givenInputs: (): string[] =>
      Object.entries(env)
        .filter(([name, value]) => /^INPUT_./i.test(name) && value?.trim() !== '')
        .map(([name]) => name.slice('INPUT_'.length).toLowerCase()),
    redact,
    /** For responses of servers, which contain the letters of a very short secret by chance. */
    redactResponse: createRedactor(secrets.filter(({ length }) => length >= SHORTEST_UNIQUE)),
    output: (name: string, value: string) => writeTo('GITHUB_OUTPUT', name, value),
    saveState<Name extends keyof StepState>(name: Name, value: StepState[Name]) {
      writeTo('GITHUB_STATE', name, typeof value === 'string' ? value : JSON.stringify(value));
    },
    async summarize(markdown: string) {
      try {
        await core.summary.addRaw(redact(markdown), true).write();
      } catch (error) {
        // Otherwise, `core` would write this summary again with the next one.
        core.summary.emptyBuffer();
        log.warning(`The job summary could not be written: ${(error as Error).message}`);
      }
    },
    /** Adds an error annotation and sets exit code 1. */
    fail: (reason: string) => core.setFailed(safe(reason)),
  };
}
