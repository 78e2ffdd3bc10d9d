import type { Log } from '../runner/runner.ts';
import type { Inputs } from './inputs.ts';

/** Settings that do nothing on this event, though they may on others: who gave them is told what to add. */

/** Globs judge a change; the event is about none. */
export function tellIdlePaths({ paths, ignorePaths }: Inputs, event: string, log: Log): void {
  const why = `on the event \`${event}\`, which changes no files: give \`range\` as well, like \`range: 7d\``;
  tell({ paths, 'ignore-paths': ignorePaths }, why, log);
}

/** There is no instruction, only a job to wait for. */
export function tellIdleInstruction(inputs: Inputs, log: Log): void {
  const { rules, contextFiles, range, paths, ignorePaths, openRule } = inputs;
  const settings = {
    'rules-file': rules,
    'context-file': contextFiles[0],
    range,
    paths,
    'ignore-paths': ignorePaths,
    'skip-if-open': openRule,
  };
  tell(settings, 'where a job is only waited for: give `prompt` as well', log);
}

function tell(settings: Readonly<Record<string, unknown>>, why: string, log: Log): void {
  const names = Object.keys(settings).filter((name) => settings[name] !== undefined);
  if (names.length === 0) return;
  const [verb, them] = names.length > 1 ? ['do', 'them'] : ['does', 'it'];
  const list = names.map((name) => `\`${name}\``).join(' and ');
  log.notice(`${list} ${verb} nothing ${why}, or leave ${them} off there.`);
}
