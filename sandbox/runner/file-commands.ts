/**
 * The command files of the runner (`GITHUB_OUTPUT` and others), with the grammar of GitHub's runner: CRLF ends a line on
 * Windows; on other systems, a carriage return belongs to the value.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Worker/FileCommandManager.cs
 */

/** The environment variables that name the files. */
export const FILE_COMMANDS = [
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_STEP_SUMMARY',
] as const;

export type FileCommand = (typeof FILE_COMMANDS)[number];

/** The runner drops a summary that is larger, in bytes. */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Reads `name=value` and `name<<delimiter` lines like the runner of a platform. Returns the pairs up to the first error, and why the
 * runner fails the step, if it does. Lines of a value end with a line feed here.
 */
export function readPairs(text: string, platform = process.platform) {
  const pairs = new Map<string, string>();
  const lines = text.split(platform === 'win32' ? /\r?\n/ : '\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    if (line === '') continue;
    const [, name, sign, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? [];
    const end = sign === '=' ? 0 : lines.indexOf(rest);
    if (!name || end < 0) return { pairs, error: `Invalid format '${line}'` };
    const value = sign === '=' ? [rest] : lines.splice(0, end + 1).slice(0, -1);
    pairs.set(name, value.join('\n'));
  }
  return { pairs, error: undefined };
}
