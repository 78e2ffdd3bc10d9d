import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const MERGE_PROMPT = 'Bring the documentation up to date with this change.';
const PAGE = 'sandbox-page/index.html';

/** The events that can start a workflow, and the roles that can cause them on GitHub. */
const CAUSES = {
  comment: ['writer', 'triager', 'reader'],
  label: ['writer', 'triager'],
  schedule: ['writer'],
  push: ['writer'],
  dispatch: ['writer'],
} as const;

export type Cause = keyof typeof CAUSES;
export type Person = (typeof CAUSES)['comment'][number];

/** The help of `npm start`. */
export const USAGE = `Usage:
  npm start                                  a thread
  npm start -- --page [file]                 a thread, also as a page for a browser
  npm start -- --no-waiting                  a request without a waiting run, and its runner time
  npm start -- --workflow file [words]       your own workflow file
  npm start -- "your own prompt"             one run
  npm start -- --merge ["your own prompt"]   a run after a merge

With --workflow:
  --event comment|label|schedule|push|dispatch   the event that starts it; default: comment. The words are the
                                                 comment, the label's name or the prompt of the form
  --as writer|triager|reader                     the role of the person behind the event; default: writer
  --secret NAME[=value], --var NAME[=value]      a secret or variable of your repository; can be repeated.
                                                 DOCS_API_KEY, DOCS_API_URL and DOCS_PROJECT_ID are set`;

/** A workflow file, and its event. */
export interface WorkflowCommand {
  readonly kind: 'workflow';
  readonly file: string;
  readonly cause: Cause;
  readonly by: Person;
  /** The comment, the label's name or the form's prompt. Empty for a default. */
  readonly words: string;
  /** `NAME` or `NAME=value`. */
  readonly secrets: readonly string[];
  readonly variables: readonly string[];
}

/** What to play. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'thread'; readonly page?: string }
  | { readonly kind: 'no waiting' }
  | WorkflowCommand
  | { readonly kind: 'run'; readonly prompt: string; readonly merge: boolean };

interface WorkflowOptions {
  readonly event?: string;
  readonly as?: string;
  readonly secret?: readonly string[];
  readonly var?: readonly string[];
}

/** Reads the file and the words after `--workflow`. */
function readFileCommand([file, ...words]: readonly string[], options: WorkflowOptions): WorkflowCommand {
  const { event = 'comment', as: by = 'writer', secret = [], var: variables = [] } = options;
  if (file === undefined) throw new Error('--workflow needs a file.');
  if (!existsSync(file)) throw new Error(`${file} doesn't exist.`);
  const cause = oneOf(event, '--event', Object.keys(CAUSES) as Cause[]);
  const person = oneOf(by, '--as', CAUSES.comment);
  if (!(CAUSES[cause] as readonly Person[]).includes(person))
    throw new Error(`On GitHub, a ${person} can't cause a ${cause}.`);
  if (words.length > 0 && (cause === 'schedule' || cause === 'push'))
    throw new Error(`--event ${cause} takes no words.`);
  const given = { cause, by: person, words: words.join(' '), secrets: secret, variables };
  return { kind: 'workflow', file: path.resolve(file), ...given };
}

function oneOf<Name extends string>(text: string, flag: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Error(`${flag} must be one of ${names.join(', ')}.`);
  return found;
}

/** Reads the command line. Returns `undefined` for a wrong one, after printing why. */
export function readCommand(): Command | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const list = { type: 'string', multiple: true } as const;
    const modes = { merge: flag, page: flag, 'no-waiting': flag, workflow: flag };
    const ofWorkflow = {
      event: { type: 'string' },
      as: { type: 'string' },
      secret: list,
      var: list,
    } as const;
    const options = { ...modes, ...ofWorkflow, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { merge, page, help, workflow, 'no-waiting': unwatched, ...more } = values;
    if (help) return { kind: 'help' };
    const given = Object.keys(modes).filter((name) => values[name as keyof typeof modes]);
    if (given.length > 1) {
      throw new Error(`${given.map((name) => `--${name}`).join(' and ')} can't be used together.`);
    }
    if (workflow) return readFileCommand(positionals, more);
    const [stray] = Object.keys(more);
    if (stray !== undefined) throw new Error(`--${stray} needs --workflow.`);
    if (unwatched && positionals.length > 0) throw new Error('--no-waiting takes no prompt.');
    if (unwatched) return { kind: 'no waiting' };
    if (page) return { kind: 'thread', page: path.resolve(positionals[0] ?? PAGE) };
    if (!merge && positionals.length === 0) return { kind: 'thread' };
    return { kind: 'run', prompt: positionals.join(' ') || MERGE_PROMPT, merge };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}
