import * as z from 'zod/mini';
import type { Runner } from '../runner/runner.ts';
import { cut, logLine } from '../text/line.ts';
import { type ServiceScope, type SigningKey, signingKey } from '../text/signed-note.ts';

type Given = Pick<Runner, 'input' | 'givenInputs'>;

export type FieldsOf<Shape extends z.core.$ZodShape> = Readonly<z.infer<z.ZodMiniObject<Shape>>>;

/** Like `job-id` for `jobId`. */
export function inputName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads the inputs of `shape`. `problems` has sentences about all that are wrong, and about unknown ones. `removed` has
 * the advice for inputs that earlier versions had.
 */
export async function parseInputs<Shape extends z.core.$ZodShape>(
  shape: Shape,
  runner: Given,
  removed: Readonly<Record<string, string>> = {},
) {
  const values = Object.keys(shape).map((field) => [field, runner.input(inputName(field))]);
  const { data, error } = await z.safeParseAsync(z.object(shape), Object.fromEntries(values));
  const known = Object.keys(shape).map(inputName);
  return { data, problems: [...describeIssues(error), ...findUnknown(known, removed, runner)] };
}

/** The inputs that open the service and sign notes. */
interface Secrets extends ServiceScope {
  readonly apiKey: string;
  readonly threadSecret?: string | undefined;
}

/** Inputs in which only what opens the service has the API key. */
export type Sealed<Data> = Omit<Data, keyof Secrets> & {
  /** For `openService` only. */
  readonly credentials: Omit<Secrets, 'threadSecret'>;
  readonly service: ServiceScope;
  readonly key: SigningKey;
};

export function seal<Data extends Secrets>(data: Data): Sealed<Data> {
  const { baseUrl, apiKey, projectId, threadSecret, ...others } = data;
  const service = { baseUrl, projectId };
  const key = signingKey(apiKey, threadSecret);
  return { ...others, service, credentials: { ...service, apiKey }, key };
}

/** A text in an issue's path is its subject, like a file. */
function describeIssues(error: z.core.$ZodError | undefined): string[] {
  const issues = error?.issues ?? [];
  return issues.map(({ path: [field, part], message }) => {
    const about = typeof part === 'string' ? `: ${part}` : '';
    return `\`${inputName(String(field))}\`${about} ${message}.`;
  });
}

/**
 * Sentences about inputs that don't exist. The runner only warns of them, and passes them on. An environment variable like
 * `INPUT_PATH` looks the same, so only a name with a dash, or one like an input with a dash, is an error.
 */
function findUnknown(
  known: readonly string[],
  removed: Readonly<Record<string, string>>,
  runner: Given,
): string[] {
  const dashed = known.filter((name) => name.includes('-'));
  const unknown = runner.givenInputs().filter((name) => !known.includes(name));
  return unknown.flatMap((name) => {
    const similar = dashed.find((input) => isSimilar(name.replaceAll('_', '-'), input));
    if (similar === undefined && !name.includes('-')) return [];
    const shown = cut(logLine(name), 100);
    const advice = removed[name] ?? (similar === undefined ? 'Check its name.' : `Use \`${similar}\`.`);
    return `\`${shown}\` is not an input of this action. ${advice} A variable \`INPUT_${shown.toUpperCase()}\` in \`env:\` counts as an input, too.`;
  });
}

/** At most two letters next to each other differ, like in `allowed-bots`. */
function isSimilar(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end <= 2;
}
