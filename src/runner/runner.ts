import type { Log, Runner } from '../ports.ts';
import { LONGEST_LINE, logLine } from '../text/line.ts';
import { appendText, appendValue, printCommand } from './commands.ts';
import type { Secrets } from './secrets.ts';
import { readState } from './step-state.ts';

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
