import type { Action, ActionName, ActionResult } from './action.ts';
import type { Request } from './event/request.ts';
import { failsStep } from './model/request-result.ts';
import { openPorts, type Ports } from './ports.ts';
import { runAction } from './request/run.ts';
import type { Host } from './runner/host.ts';
import type { Runner } from './runner/runner.ts';
import { cut } from './text/line.ts';
import { shellSafeText } from './text/shell-safe.ts';

/**
 * The longest output, in bytes. A later step gets it in an environment variable of at most 128 KiB, including its name.
 * GitHub accepts 1 MB, counted in UTF-16, for all outputs of a job.
 */
const OUTPUT_LIMIT = 120 * 1024;

/** In characters: some outputs are long JSON for other steps. */
const LONGEST_OUTPUT_SHOWN = 200;

/** Loads an action. Most runs are of the first one, so it is part of the bundle's main file. */
const ACTIONS: Readonly<Record<ActionName, () => Promise<Action>>> = {
  run: async () => runAction,
  visitors: async () => (await import('./visitors/visitors.ts')).visitorsAction,
  collect: async () => (await import('./collect/collect.ts')).collectAction,
  'release-check': async () => (await import('./release-check/release-check.ts')).releaseCheckAction,
};

/** Runs the main phase, and turns its result into outputs and the exit code. */
export function runMain(name: ActionName, request: Request, host: Host): Promise<void> {
  return withPorts(host, async (ports) => {
    const { main } = await ACTIONS[name]();
    return finish(ports.runner, await main(ports, request));
  });
}

/** Runs the post phase, which sets no outputs. */
export function runPost(name: ActionName, host: Host): Promise<void> {
  return withPorts(host, async (ports) => (await ACTIONS[name]()).post?.(ports));
}

async function withPorts(host: Host, work: (ports: Ports) => Promise<void>): Promise<void> {
  const { ports, close } = openPorts(host);
  const { runner } = ports;
  try {
    await work(ports);
  } catch (error) {
    // A bug in this action. Only debug logging shows the stack.
    if (error instanceof Error) runner.log.debug(error.stack ?? '');
    const what = error instanceof Error ? error.message : String(error);
    const reason = `Unexpected: ${what}. Please report this with the log of a run with debug logging.`;
    writeOutputs(runner, { result: 'error', reason: shellSafeText(reason), reasonCode: 'unexpected' });
    runner.group();
    runner.fail(reason);
  } finally {
    close();
  }
}

/** Writes outputs and state first, then what people read. The conclusion is below the groups, where people see it at once. */
async function finish(
  runner: Runner,
  { outputs, hidden = [], unwritten, warnings, reason, level, summary }: ActionResult,
): Promise<void> {
  const written = writeOutputs(runner, outputs);
  if (unwritten !== undefined) runner.saveState('unwritten', unwritten);
  runner.saveState('stage', unwritten === undefined ? 'ended' : 'unwritten');

  runner.group('Result');
  for (const [name, value] of written) {
    if (value !== '' && !hidden.includes(name))
      runner.log.info(`${name}: ${cut(runner.redact(value), LONGEST_OUTPUT_SHOWN)}`);
  }
  runner.group();
  for (const warning of warnings) runner.log.warning(warning);
  await runner.summarize(summary);
  const last = level ?? (failsStep(outputs['result'] ?? '') ? 'error' : 'info');
  if (last === 'error') runner.fail(reason);
  else runner.log[last](reason);
}

/** Leaves out an output that is too long, because a part of JSON is useless. Returns the written outputs. */
function writeOutputs(
  runner: Runner,
  outputs: ActionResult['outputs'],
): readonly (readonly [string, string])[] {
  return Object.entries(outputs).map(([name, value]) => {
    const size = Buffer.byteLength(value);
    const written = size > OUTPUT_LIMIT ? '' : value;
    if (written === value) runner.output(name, value);
    else {
      const [needed, limit] = [size, OUTPUT_LIMIT].map((bytes) => Math.ceil(bytes / 1024));
      const instead = outputs['file'] ? ` Read ${outputs['file']} instead, which has all of it.` : '';
      const message = `The output \`${name}\` is left out: its ${needed} KiB exceed the limit of ${limit} KiB.`;
      runner.log.notice(`${message}${instead}`);
    }
    return [name, written];
  });
}
