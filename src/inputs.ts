import * as z from 'zod/mini';
import {
  boolean,
  Complaint,
  type FieldsOf,
  field,
  id,
  LONGEST_TIMEOUT,
  optional,
  parseFields,
  serviceFields,
  timeout,
} from './inputs/fields.ts';
import { parseDuration } from './text/time.ts';
import type { Files, World } from './world/world.ts';

/** What the step was asked to do, checked. Spans are milliseconds. */
export interface Inputs {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly projectId: string;
  /** The instruction, untouched; undefined when only a job is waited for. */
  readonly prompt?: string;
  /** Standing rules that go in front of the instruction. */
  readonly rules?: string;
  readonly jobId?: string;
  readonly wait: boolean;
  readonly timeout: number;
  readonly pollInterval: number | 'auto';
  readonly dryRun: boolean;
}

export type ReadInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  | { readonly ok: false; readonly problems: readonly string[] };

const LEAST_POLL_INTERVAL = 1_000;

/** Every input of action.yml. There are no defaults here: action.yml is their only home. */
export const inputSchema = {
  ...serviceFields,
  // Passed on untouched, so it is not trimmed; whether it may be blank depends on the others.
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
} as const;
type InputName = keyof typeof inputSchema;

/** Reads all inputs and the files that they name, and names every wrong one at once. */
export async function readInputs({ runner, files }: World): Promise<ReadInputs> {
  const given = (name: InputName) => runner.input(name);
  const parsed = parseFields(inputSchema, runner);
  const prompt = await readText(files, 'prompt-file', given('prompt-file'));
  const rules = await readText(files, 'rules-file', given('rules-file'));
  const problems = [
    ...parsed.problems,
    ...checkSources(given('prompt'), given('prompt-file').trim(), given('job-id').trim()),
    ...[prompt, rules].flatMap(({ problem }) => problem ?? []),
  ];
  if (parsed.fields === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, inputs: toInputs(parsed.fields, prompt.text, rules.text) };
}

type Fields = FieldsOf<typeof inputSchema>;

function toInputs(fields: Fields, promptFile: string | undefined, rules: string | undefined): Inputs {
  const prompt = fields.prompt === '' ? promptFile : fields.prompt;
  const jobId = fields['job-id'];
  return {
    baseUrl: fields['base-url'],
    apiKey: fields['api-key'],
    projectId: fields['project-id'],
    ...(prompt !== undefined && { prompt }),
    ...(rules !== undefined && { rules }),
    ...(jobId !== undefined && { jobId }),
    wait: fields.wait,
    timeout: fields.timeout,
    pollInterval: fields['poll-interval'],
    dryRun: fields['dry-run'],
  };
}

/** The text of a file input, nothing when it was not given. */
async function readText(
  files: Files,
  name: InputName,
  given: string,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  const path = given.trim();
  if (path === '') return {};
  const file = await files.readInput(path);
  if (!file.ok) return { problem: `\`${name}\`: ${path} ${file.problem}.` };
  return file.text.trim() === '' ? { problem: `\`${name}\`: ${path} is empty.` } : { text: file.text };
}

function checkSources(prompt: string, promptFile: string, jobId: string): string[] {
  if (prompt !== '' && promptFile !== '') return ['`prompt` and `prompt-file` are both given; give one.'];
  if (prompt !== '' && prompt.trim() === '') return ['`prompt` is blank.'];
  if (prompt === '' && promptFile === '' && jobId === '') {
    return ['`prompt`, `prompt-file` and `job-id` are all empty; give an instruction, or a job to wait for.'];
  }
  return [];
}
