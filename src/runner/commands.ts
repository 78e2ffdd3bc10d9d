import { appendFileSync } from 'node:fs';

/**
 * How an action talks to the runner: lines on standard output, and files. It is written here because the toolkit's
 * `@actions/core` brings two HTTP clients and a process runner along, which more than half of a short run would be
 * spent on loading.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */

/** Prints `text` as a workflow command. A command has one line, so line ends are escaped. */
export function printCommand(
  name: 'add-mask' | 'notice' | 'warning' | 'error' | 'debug',
  text: string,
): void {
  const data = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${name}::${data}\n`);
}

/** Hands a value of any number of lines over to the runner. */
export function appendValue(file: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string): void {
  // Whoever wrote a part of the value could have put an end into it; this one is not in it.
  let delimiter = 'end';
  for (let number = 0; value.includes(delimiter); number += 1) delimiter = `end_${number}`;
  appendText(file, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}

/** Appends to the file that the runner named in an environment variable. */
export function appendText(
  file: 'GITHUB_OUTPUT' | 'GITHUB_STATE' | 'GITHUB_STEP_SUMMARY',
  text: string,
): void {
  const path = process.env[file];
  if (path === undefined || path === '') throw new Error(`the runner names no file in ${file}`);
  appendFileSync(path, text);
}
