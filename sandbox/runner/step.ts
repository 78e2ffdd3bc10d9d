import type { Time } from '../time.ts';
import { holds, statusOf } from '../workflow/expressions.ts';
import { createStepLog, type StepLog } from './log.ts';
import { entryFile, readManifest } from './manifest.ts';
import type { Mask } from './mask.ts';
import { type PhaseEnd, runPhase } from './phase.ts';
import type { Script } from './script.ts';
import { laterVariables, prepare, type SettingOptions } from './setting.ts';

/** One step of a workflow with `uses:`. */
export interface StepOptions extends SettingOptions {
  /** The path of an `action.yml`. */
  readonly actionFile: string;
  readonly time: Time;
  /** For the jitter of a step that is called. Default: `Math.random`. */
  readonly random?: () => number;
  /** `timeout-minutes:` */
  readonly timeoutMinutes?: number;
  /** Cancels the step like `cancel` when it is aborted. */
  readonly signal?: AbortSignal;
  /** Runs it as a process, like a runner. By default, a step of an action in virtual time is a call. */
  readonly process?: boolean;
  /** Kills main before it runs anything. */
  readonly killBefore?: 'first word';
}

type Outcome = 'success' | 'failure' | 'cancelled';

/** What one process of a step (main or post) did. */
export type PhaseResult = ReturnType<typeof phaseResult>;

/** What main and post did. */
export interface StepResult extends PhaseResult {
  /** `undefined` if the action has no post step, or its condition was false. */
  readonly post: PhaseResult | undefined;
}

/** A step that runs. */
export type Step = ReturnType<typeof startStep>;

/** The most bytes of a variable on Linux: its name, `=`, its value, and a NUL. */
const VARIABLE_LIMIT = 131_072;

/** Starts a step. Throws for what GitHub refuses before anything runs. */
export function startStep(options: StepOptions) {
  const { time, random, debug, timeoutMinutes, process = false } = options;
  const manifest = readManifest(options.actionFile);
  const setting = prepare(options, manifest);
  const { mask, cwd, folder } = setting;
  let stopped: 'cancelled' | 'timed out' | undefined;
  let current: { script: Script; condition: string } | undefined;

  async function phase(entry: string, condition: string, env: Record<string, string>, heading: string[]) {
    const log = createStepLog(mask, debug);
    if (entry === manifest.main && setting.warning !== undefined) log.warning(setting.warning);
    for (const line of heading) log.note(line);
    const file = entryFile(manifest, entry);
    const isTooLarge = Object.entries(env).some(
      ([name, value]) => Buffer.byteLength(`${name}=${value}\0`) > VARIABLE_LIMIT,
    );
    if (isTooLarge) log.error(`An error occurred trying to start process '${file}'. Argument list too long`);
    const killAtOnce = isTooLarge || (entry === manifest.main && options.killBefore !== undefined);
    const running = runPhase({
      file,
      env: isTooLarge ? {} : env,
      cwd,
      time,
      random,
      log,
      mask,
      folder,
      killAtOnce,
      process,
    });
    current = { script: running.script, condition };
    const end = await running.ended;
    current = undefined;
    return { end, log };
  }

  async function timeOut(minutes: number, signal: AbortSignal) {
    await time.sleep(minutes * 60_000, { signal, ref: false });
    stopped = 'timed out';
    await current?.script.cancel();
  }

  async function main() {
    const over = new AbortController();
    if (timeoutMinutes !== undefined) timeOut(timeoutMinutes, over.signal).catch(() => {});
    const { end, log } = await phase(manifest.main, 'success()', setting.env, setting.heading);
    over.abort();
    if (stopped === 'cancelled') log.error('The operation was canceled.');
    if (stopped === 'timed out') log.error(`The action has timed out after ${timeoutMinutes} minutes.`);
    const outcome = stopped === 'timed out' ? 'failure' : (stopped ?? outcomeOf(end));
    return { end, result: phaseResult(end, log, mask, outcome) };
  }

  async function run(): Promise<StepResult> {
    try {
      const { end, result } = await main();
      const { post, postIf } = manifest;
      if (!post || !holds(postIf, {}, statusOf(result.outcome))) return { ...result, post: undefined };
      const last = await phase(post, postIf, laterVariables(setting, end), ['Post job cleanup.']);
      return { ...result, post: phaseResult(last.end, last.log, mask, outcomeOf(last.end)) };
    } finally {
      setting.remove();
    }
  }

  async function cancel(): Promise<void> {
    stopped ??= 'cancelled';
    // A process with a condition that is still true (`always()`) goes on.
    if (current && !holds(current.condition, {}, statusOf('cancelled'))) await current.script.cancel();
  }

  options.signal?.addEventListener('abort', () => void cancel());
  return {
    ended: run(),
    /** Cancels the step, like "Cancel workflow" on GitHub. Resolves when its process has ended. */
    cancel,
    /** Kills the running process at once. Post still follows main. */
    kill: () => current?.script.kill(),
    /** Sends SIGTERM to the running process, like a machine that shuts down. */
    terminate: () => current?.script.terminate(),
  };
}

function outcomeOf(end: PhaseEnd): Outcome {
  return end.exitCode === 0 && !end.malformed ? 'success' : 'failure';
}

function phaseResult(end: PhaseEnd, log: StepLog, mask: Mask, outcome: Outcome) {
  const { outputs } = end;
  return {
    ...end,
    outcome,
    /** Outputs with a secret, which GitHub doesn't pass to other jobs. */
    withheldOutputs: Object.keys(outputs).filter((name) => mask.apply(outputs[name] ?? '') !== outputs[name]),
    /** As a person sees it. */
    log: log.text(),
    /** As it was printed, with secrets. */
    rawLog: log.raw(),
    annotations: log.annotations,
  };
}
