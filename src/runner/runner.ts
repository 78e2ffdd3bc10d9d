import { LONGEST_LINE, logLine } from '../text/line.ts';
import { appendText, appendValue, printCommand } from './commands.ts';
import type { Secrets } from './secrets.ts';
import type { Stage, StateName } from './step-state.ts';
import { readState } from './step-state.ts';

/** The log that people read. Every method masks secrets and defuses workflow commands. */
export interface Log {
  info(text: string): void;
  notice(text: string): void;
  warning(text: string): void;
  error(text: string): void;
  debug(text: string): void;
}

/** The runner that executes the step: inputs, outputs, state, log and summary. */
export interface Runner {
  readonly log: Log;
  /** Logs a line for another run to read, whole up to {@link LONGEST_LINE}; masked and defused as all others. */
  print(text: string): void;
  /** An input as it was given, without any trimming; empty when it was not given. */
  input(name: string): string;
  /** Keeps `secret` out of everything that is written from now on. */
  mask(secret: string): void;
  output(name: string, value: string): void;
  saveStage(stage: Stage): void;
  saveState(name: Exclude<StateName, 'stage'>, value: string): void;
  state(name: StateName): string;
  /** Appends Markdown to the job summary. */
  summarize(markdown: string): void;
}

/** The runner that executes the step. Nothing leaves through it without passing `secrets`. */
export function actionsRunner(secrets: Secrets): Runner {
  const log = actionsLog(secrets);
  // What is under way goes on: a job's id that can't be handed over still stands in the log.
  const handOver = (file: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string) => {
    try {
      appendValue(file, name, secrets.hide(value));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.warning(`\`${name}\` could not be written to the file in ${file}: ${why}`);
    }
  };
  return {
    log,
    print: (text) => process.stdout.write(`${secrets.hide(logLine(text, LONGEST_LINE))}\n`),
    input: (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '',
    mask(secret) {
      secrets.add(secret);
      printCommand('add-mask', secret);
    },
    output: (name, value) => handOver('GITHUB_OUTPUT', name, value),
    saveStage: (stage) => handOver('GITHUB_STATE', 'stage', stage),
    saveState: (name, value) => handOver('GITHUB_STATE', name, value),
    state: readState,
    summarize: (markdown) => appendText('GITHUB_STEP_SUMMARY', `${secrets.hide(markdown)}\n`),
  };
}

function actionsLog(secrets: Secrets): Log {
  const safe = (text: string) => secrets.hide(logLine(text, 4000));
  return {
    info: (text) => process.stdout.write(`${safe(text)}\n`),
    notice: (text) => printCommand('notice', safe(text)),
    warning: (text) => printCommand('warning', safe(text)),
    error: (text) => printCommand('error', safe(text)),
    debug: (text) => printCommand('debug', safe(text)),
  };
}
