import * as core from '@actions/core';
import { LONGEST_LINE, logLine } from '../text/line.ts';
import type { Secrets } from './secrets.ts';
import { readState } from './state.ts';
import type { Log, Runner } from './world.ts';

/** The runner that executes the step. Nothing leaves through it without passing `secrets`. */
export function actionsRunner(secrets: Secrets): Runner {
  return {
    log: actionsLog(secrets),
    print: (text) => core.info(secrets.hide(logLine(text, LONGEST_LINE))),
    input: (name) => core.getInput(name, { trimWhitespace: false }),
    mask(secret) {
      secrets.add(secret);
      core.setSecret(secret);
    },
    output: (name, value) => core.setOutput(name, secrets.hide(value)),
    saveStage: (stage) => core.saveState('stage', stage),
    saveState: (name, value) => core.saveState(name, secrets.hide(value)),
    state: readState,
    async summarize(markdown) {
      await core.summary.addRaw(secrets.hide(markdown), true).write();
    },
  };
}

function actionsLog(secrets: Secrets): Log {
  const safe = (text: string) => secrets.hide(logLine(text, 4000));
  return {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    error: (text) => core.error(safe(text)),
    debug: (text) => core.debug(safe(text)),
  };
}
