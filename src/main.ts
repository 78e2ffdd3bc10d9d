import { isFailure, type RequestResult, toOutputs } from './job/request-result.ts';
import { openPorts, type Ports, type Step, type StepResult } from './ports.ts';
import type { ReasonCode } from './reason-codes.ts';
import { renderSummary } from './report/summary.ts';
import type { Request } from './request/request.ts';
import { closeStep } from './run/post.ts';
import { run } from './run/run.ts';
import { readEvent } from './runner/bootstrap.ts';
import type { Runner } from './runner/runner.ts';
import { missingVariables } from './runner/workflow-run.ts';
import { cut } from './text/line.ts';
import { shellSafeText } from './text/shell-safe.ts';

/**
 * The longest output, in bytes. A later step gets it in an environment variable of at most 128 KiB, including its name.
 * GitHub accepts 1 MB, counted in UTF-16, for all outputs of a job.
 */
const OUTPUT_LIMIT = 120 * 1024;

/** In characters: some outputs are long JSON for other steps. */
const LONGEST_OUTPUT_SHOWN = 200;

/** Opens the ports, runs the action, and turns its result into outputs and the exit code. */
export async function execute(step: Step, request?: Request): Promise<void> {
  const { ports, close } = openPorts();
  const { runner } = ports;
  try {
    // The visitors action needs neither a repository nor a run.
    const missing = step.action === 'visitors' ? [] : missingVariables(ports.workflowRun);
    if (step.phase === 'post') await closePhase(step, ports);
    else if (missing.length > 0) {
      const reason = `Not sent: the runner did not set ${missing.join(', ')}. Add these variables to its environment. An event with \`repository.id\` replaces GITHUB_REPOSITORY_ID.`;
      reportError(runner, 'variable-missing', reason);
    } else await finish(runner, await runAction(step, ports, request));
  } catch (error) {
    // A bug in this action. Only debug logging shows the stack.
    if (error instanceof Error) runner.log.debug(error.stack ?? '');
    const what = error instanceof Error ? error.message : String(error);
    const reason = `Unexpected: ${what}. Please report this with the log of a run with debug logging.`;
    reportError(runner, 'unexpected', reason);
  } finally {
    close();
  }
}

async function runAction({ action }: Step, ports: Ports, request: Request | undefined): Promise<StepResult> {
  if (action === 'visitors') {
    const { runVisitors } = await import('./visitors/visitors.ts');
    return runVisitors(ports, readEvent());
  }
  if (action === 'collect') {
    const { runCollect } = await import('./collect/collect.ts');
    return runCollect(ports);
  }
  if (request === undefined) throw new Error('no request');
  if (action === 'run') return endRun(await run(ports, request), ports);
  const { runBatch } = await import('./batch/batch.ts');
  return runBatch(ports, request);
}

async function closePhase({ action }: Step, ports: Ports): Promise<void> {
  if (action !== 'batch') return closeStep(ports);
  const { closeBatch } = await import('./batch/batch.ts');
  return closeBatch(ports);
}

/** Outputs that a public log must not show if the pull request is in a private repository. */
const FACT_OUTPUTS = ['prTitle', 'changedFiles', 'changedPages', 'outsideFiles', 'previewUrl'];

function endRun(result: RequestResult, { clock, startedAt, workflowRun }: Ports): StepResult {
  const { reason, pullRequest, warning } = result;
  const isError = isFailure(result);
  const done = pullRequest === undefined ? reason : `${reason} ${pullRequest.link}`;
  const level = pullRequest === undefined ? 'info' : 'notice';
  return {
    outputs: toOutputs(result),
    unwritten: result.unwritten,
    hidden: pullRequest?.facts?.mayShow === false ? FACT_OUTPUTS : [],
    // An error that contains the warning is enough.
    warnings: warning === undefined || (isError && reason.endsWith(warning)) ? [] : [warning],
    conclusion: isError ? { level: 'error', text: reason } : { level, text: done },
    summary: renderSummary(result, workflowRun.url, clock.now() - startedAt),
  };
}

/** Writes outputs and state first, then what people read. The conclusion is below the groups, where people see it at once. */
async function finish(
  runner: Runner,
  { outputs, hidden = [], unwritten, warnings, conclusion, summary }: StepResult,
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
  if (conclusion.level === 'error') runner.fail(conclusion.text);
  else runner.log[conclusion.level](conclusion.text);
}

function reportError(runner: Runner, reasonCode: ReasonCode, reason: string): void {
  writeOutputs(runner, { result: 'error', reason: shellSafeText(reason), reasonCode });
  runner.group();
  runner.fail(reason);
}

/** Leaves an output that is too long empty, because a part of JSON is useless. Returns the written outputs. */
function writeOutputs(
  runner: Runner,
  outputs: StepResult['outputs'],
): readonly (readonly [string, string])[] {
  return Object.entries(outputs).map(([name, value]) => {
    const size = Buffer.byteLength(value);
    const written = size > OUTPUT_LIMIT ? '' : value;
    runner.output(name, written);
    if (written !== value) {
      const [needed, limit] = [size, OUTPUT_LIMIT].map((bytes) => Math.ceil(bytes / 1024));
      const instead = outputs['file'] ? ` Read ${outputs['file']} instead, which has all of it.` : '';
      const message = `The output \`${name}\` is empty: its ${needed} KiB exceed the limit of ${limit} KiB.`;
      runner.log.notice(`${message}${instead}`);
    }
    return [name, written];
  });
}
