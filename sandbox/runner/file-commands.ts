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

export interface Pairs {
  /** The pairs up to the first error. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Why the runner fails the step, if it does. */
  readonly error: string | undefined;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** The start of the next line. The last line might not have a line end. */
  readonly next: number;
  readonly ended: boolean;
}

function* lines(text: string, platform: NodeJS.Platform): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const next = feed < 0 ? text.length : feed + 1;
    const withReturn = platform === 'win32' && feed > start && text[feed - 1] === '\r';
    const end = feed < 0 ? undefined : withReturn ? feed - 1 : feed;
    yield { text: text.slice(start, end), start, next, ended: feed >= 0 };
    start = next;
  }
}

/** Reads a value of several lines, up to the delimiter. */
function heredoc(text: string, rest: Iterator<Line>, delimiter: string, start: number): string {
  let end = start;
  for (;;) {
    const { value: line, done } = rest.next();
    if (done) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
    if (line.text === delimiter) return text.slice(start, Math.max(start, end));
    if (!line.ended) throw new Error('Invalid value. EOF marker missing new line.');
    end = line.start + line.text.length;
  }
}

function readPair(text: string, line: Line, rest: Iterator<Line>): [string, string] {
  const equals = line.text.indexOf('=');
  const marker = line.text.indexOf('<<');
  if (equals >= 0 && (marker < 0 || equals < marker)) {
    if (equals === 0) throw new Error(`Invalid format '${line.text}'. Name must not be empty`);
    return [line.text.slice(0, equals), line.text.slice(equals + 1)];
  }
  if (marker < 0) throw new Error(`Invalid format '${line.text}'`);
  const delimiter = line.text.slice(marker + 2);
  if (marker === 0 || delimiter === '') {
    throw new Error(`Invalid format '${line.text}'. Name must not be empty and delimiter must not be empty`);
  }
  return [line.text.slice(0, marker), heredoc(text, rest, delimiter, line.next)];
}

/** Reads `name=value` and `name<<delimiter` lines like the runner of a platform. */
export function readPairs(text: string, platform = process.platform): Pairs {
  const pairs = new Map<string, string>();
  const rest = lines(text, platform);
  try {
    for (let line = rest.next(); !line.done; line = rest.next()) {
      if (line.value.text === '') continue;
      const [name, value] = readPair(text, line.value, rest);
      pairs.set(name, value);
    }
  } catch (error) {
    return { pairs, error: (error as Error).message };
  }
  return { pairs, error: undefined };
}
