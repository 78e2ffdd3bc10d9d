import * as z from 'zod/mini';
import { changeFields, readCount } from '../inputs/change-fields.ts';
import {
  boolean,
  CONTEXTS,
  Complaint,
  comment,
  field,
  gateFields,
  id,
  issueNumber,
  LONGEST_TIMEOUT,
  list,
  notify,
  oneOf,
  optional,
  parseFields,
  phrase,
  readTextFile,
  serviceFields,
  threadSecret,
  timeout,
} from '../inputs/fields.ts';
import { findIdleInputs } from '../inputs/idle-inputs.ts';
import type { Ports } from '../ports.ts';
import { type Files, INPUT_LIMIT } from '../runner/workspace-files.ts';
import { signingKey } from '../text/signed-note.ts';
import { parseDuration } from '../text/time.ts';

/** Spans are milliseconds. */
export type Inputs = Readonly<NonNullable<Awaited<ReturnType<typeof readInputs>>['inputs']>>;

const LEAST_POLL_INTERVAL = 1_000;

/** Undefined when the input is empty: then there is no limit. */
const dailyLimit = field((text) => (text === '' ? undefined : readCount(text)));

/** Defaults are in action.yml only. */
export const inputSchema = {
  ...serviceFields,
  // Passed on unchanged, so it isn't trimmed; `checkSources` decides whether it may be blank.
  prompt: z.string(),
  'prompt-file': optional,
  'rules-file': optional,
  'job-id': id,
  wait: boolean,
  timeout,
  'poll-interval': field((text) => {
    if (text === 'auto') return 'auto' as const;
    const span = parseDuration(text);
    const fits = span !== undefined && span >= LEAST_POLL_INTERVAL && span <= LONGEST_TIMEOUT;
    return fits ? span : new Complaint('must be `auto` or a duration of at least `1s`');
  }),
  'dry-run': boolean,
  'github-token': optional,
  'trigger-phrase': phrase,
  ...gateFields,
  comment,
  'issue-number': issueNumber,
  notify,
  context: oneOf(CONTEXTS),
  'daily-limit': dailyLimit,
  'context-file': optional,
  'thread-secret': threadSecret,
  ...changeFields,
} as const;

/** What a reply needs that reports another wrong input. */
const replySchema = {
  'github-token': optional,
  'trigger-phrase': phrase,
  ...gateFields,
  comment,
  'issue-number': issueNumber,
  'dry-run': boolean,
} as const;

/** Undefined when one of these is wrong itself. */
export function readReplyInputs(runner: Ports['runner']) {
  const { fields } = parseFields(replySchema, runner);
  return fields && { ...fields, phrase: fields.triggerPhrase };
}

const postSchema = {
  ...serviceFields,
  'github-token': optional,
  'thread-secret': threadSecret,
  'trigger-phrase': phrase,
} as const;

/** Only what the post step needs: files that other inputs name may be gone by then. */
export function readPostInputs(runner: Ports['runner']) {
  return parseFields(postSchema, runner).fields;
}

/**
 * Reads all inputs and the files that they name, and names every wrong one at once. `asks` says that the event brings
 * an instruction of its own.
 */
export async function readInputs({ runner, files }: Pick<Ports, 'runner' | 'files'>, asks: boolean) {
  const given = (name: keyof typeof inputSchema) => runner.input(name);
  const { fields, problems: wrong } = parseFields(inputSchema, runner);
  const prompt = await readTextFile(files, 'prompt-file', given('prompt-file'));
  const rules = await readTextFile(files, 'rules-file', given('rules-file'));
  const context = await readContextFiles(files, given('context-file'));
  const problems = [
    ...wrong,
    ...checkSources(given('prompt'), given('prompt-file').trim(), asks || given('job-id').trim() !== ''),
    ...[prompt, rules].flatMap(({ problem }) => problem ?? []),
    ...context.problems,
    ...findIdleInputs(inputSchema, runner),
  ];
  if (fields === undefined || problems.length > 0) return { problems };
  const { skipIfOpen: search, maxOpen: most } = fields;
  const inputs = {
    ...fields,
    /** The instruction, untouched; undefined when only a job is waited for. */
    prompt: fields.prompt === '' ? prompt.text : fields.prompt,
    /** Standing rules that go in front of the instruction. */
    rules: rules.text,
    phrase: fields.triggerPhrase,
    /** Files that the agent gets as data. */
    contextFiles: context.read,
    /** What the notes in threads are signed with. */
    key: signingKey(fields),
    openRule: search === '' ? undefined : { search, most },
  };
  return { inputs };
}

/** The files that the lines name, at most {@link INPUT_LIMIT} together: all of them go into one prompt. */
async function readContextFiles(files: Files, lines: string) {
  const paths = list(lines, '\n');
  const found = await Promise.all(
    paths.map(async (path) => ({ path, ...(await readTextFile(files, 'context-file', path)) })),
  );
  const problems = found.flatMap(({ problem }) => problem ?? []);
  const read = found.map(({ path, text = '' }) => ({ path, text }));
  const size = read.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (size <= INPUT_LIMIT) return { read, problems };
  const large = `\`context-file\`: the files are larger than ${INPUT_LIMIT / 1024} KiB together.`;
  return { read, problems: [...problems, large] };
}

function checkSources(prompt: string, promptFile: string, otherwise: boolean): string[] {
  if (prompt !== '' && promptFile !== '') return ['`prompt` and `prompt-file` are both given. Give one.'];
  if (prompt !== '' && prompt.trim() === '') return ['`prompt` is blank.'];
  if (prompt === '' && promptFile === '' && !otherwise) {
    return ['`prompt`, `prompt-file` and `job-id` are all empty. Give an instruction, or a job to wait for.'];
  }
  return [];
}
