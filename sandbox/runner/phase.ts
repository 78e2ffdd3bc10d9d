import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callAction, readEntry } from './call.ts';
import { FILE_COMMANDS, type FileCommand, readPairs, SUMMARY_LIMIT } from './file-commands.ts';
import type { StepLog } from './log.ts';
import type { Mask } from './mask.ts';
import { runProcess, SPEED } from './process.ts';
import type { ScriptOptions } from './script.ts';

/** The results of one phase (main or post) of a step. */
export type PhaseEnd = Awaited<ReturnType<typeof runPhase>['ended']>;

export interface PhaseOptions extends Omit<ScriptOptions, 'onLine'> {
  readonly log: StepLog;
  readonly mask: Mask;
  /** The folder of the command files, which are removed after reading. */
  readonly folder: string;
  readonly process: boolean;
}

/** Runs one phase with new command files, and reads what it wrote, even if it was killed. */
export function runPhase(options: PhaseOptions) {
  const { time, log, folder } = options;
  mkdirSync(folder, { recursive: true });
  const paths = FILE_COMMANDS.map((name) => [name, path.join(folder, name.toLowerCase())] as const);
  for (const [, target] of paths) writeFileSync(target, '');
  const started = time.now();
  const env = { ...options.env, ...Object.fromEntries(paths) };
  const given = { ...options, env, onLine: log.print };
  const entry = time.virtual ? readEntry(options.file) : undefined;
  const isCall = entry && !options.process && !needsProcess(env);
  const script = isCall ? callAction(entry, given) : runProcess(given, entry && SPEED);
  const ended = script.ended.then((end) => {
    const duration = time.now() - started;
    const files = new Map(paths.map(([name, target]) => [name, readFileSync(target, 'utf8')]));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return { ...end, ...readFiles(files, options), duration };
  });
  return { script, ended };
}

/** Whether Node reads a variable at its start. */
function needsProcess(env: PhaseOptions['env']): boolean {
  return Object.keys(env).some((name) => name.startsWith('NODE_'));
}

type Files = ReadonlyMap<FileCommand, string>;

function readFiles(files: Files, { log, mask }: Pick<PhaseOptions, 'log' | 'mask'>) {
  let malformed = log.refused;
  const pairs = (name: FileCommand) => {
    const { pairs, error } = readPairs(files.get(name) ?? '');
    if (error === undefined) return pairs;
    const context = name.replace('GITHUB_', '').toLowerCase();
    log.error(`Unable to process file command '${context}' successfully.`);
    log.error(error);
    malformed = true;
    return pairs;
  };
  return {
    /** The file of the outputs, with values that were overwritten later. */
    outputFile: files.get('GITHUB_OUTPUT') ?? '',
    outputs: Object.fromEntries(pairs('GITHUB_OUTPUT')),
    state: Object.fromEntries(pairs('GITHUB_STATE')),
    /** The summary with masked secrets. Empty if it was larger than 1 MiB. */
    summary: readSummary(files.get('GITHUB_STEP_SUMMARY') ?? '', log, mask),
    /** Whether a file has an error, which fails the step whatever its exit code. */
    malformed,
  };
}

function readSummary(text: string, log: StepLog, mask: Mask): string {
  const size = Buffer.byteLength(text);
  if (size <= SUMMARY_LIMIT) return mask.apply(text);
  const [limit, got] = [SUMMARY_LIMIT, size].map((bytes) => Math.floor(bytes / 1024));
  log.error(`$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of ${limit}k, got ${got}k.`);
  return '';
}
