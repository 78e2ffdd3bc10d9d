import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const PAGE = 'sandbox-page/index.html';

/** The events that can start a workflow, and the roles that can cause them on GitHub. */
const CAUSES = {
  comment: ['writer', 'triager', 'reader'],
  label: ['writer', 'triager'],
  schedule: ['writer'],
  push: ['writer'],
  dispatch: ['writer'],
  merge: ['writer'],
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
  npm start -- --merge                       a run after a merge, and one after the merge of its pull request

  --verbose                                  with any of these: logs, details, links, and all lines

With --workflow:
  --event NAME[=words]            what happens; default: comment. Several happen one after the other
    comment                       a comment on an issue. The words are its text
    label                         an issue gets a label. The words are its name
    schedule                      the first schedule of the file
    push                          a pull request is merged
    dispatch                      the form is sent. The words are its prompt
    merge                         the agent's pull request is merged
  --overlap                       each event happens while the run before works
  --as writer|triager|reader      the role of the person behind the events; default: writer
  --secret NAME[=value], --var NAME[=value]
                                  a secret or variable of your repository; can be repeated.
                                  DOCS_API_KEY, DOCS_API_URL and DOCS_PROJECT_ID are set

The play runs the steps with this action. It can't show what a real agent writes, other actions and scripts, when GitHub
starts a schedule, or the service's own limits.`;

/** An event, as `--event` names it. */
export interface EventChoice {
  readonly cause: Cause;
  /** The comment, the label's name or the form's prompt. Default: some. */
  readonly words?: string;
}

/** A workflow file, and its events. */
export interface WorkflowCommand {
  readonly kind: 'workflow';
  readonly file: string;
  readonly events: readonly EventChoice[];
  readonly overlap: boolean;
  readonly by: Person;
  /** `NAME` or `NAME=value`. */
  readonly secrets: readonly string[];
  readonly variables: readonly string[];
}

/** What to play. */
export type Play =
  | { readonly kind: 'thread'; readonly page?: string }
  | { readonly kind: 'no waiting' }
  | WorkflowCommand
  | { readonly kind: 'run'; readonly prompt: string }
  | { readonly kind: 'merge' };
export type Command = { readonly kind: 'help' } | (Play & { readonly verbose: boolean });

interface WorkflowOptions {
  readonly event?: readonly string[];
  readonly overlap?: boolean;
  readonly as?: string;
  readonly secret?: readonly string[];
  readonly var?: readonly string[];
}

/** Reads the file and the words after `--workflow`. */
function readFileCommand([file, ...words]: readonly string[], options: WorkflowOptions): WorkflowCommand {
  const {
    event = ['comment'],
    overlap = false,
    as: by = 'writer',
    secret = [],
    var: variables = [],
  } = options;
  if (file === undefined) throw new Error('--workflow needs a file.');
  if (!existsSync(file)) throw new Error(`${file} doesn't exist.`);
  const person = oneOf(by, '--as', CAUSES.comment);
  const [first, ...later] = event.map((text) => readEvent(text, person));
  const own = words.length === 0 ? undefined : readEvent(`${event[0]}=${words.join(' ')}`, person);
  const events = [own ?? first ?? { cause: 'comment' as const }, ...later];
  return {
    kind: 'workflow',
    file: path.resolve(file),
    events,
    overlap,
    by: person,
    secrets: secret,
    variables,
  };
}

function readEvent(text: string, by: Person): EventChoice {
  const [, name = '', words] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const cause = oneOf(name, '--event', Object.keys(CAUSES) as Cause[]);
  if (!(CAUSES[cause] as readonly Person[]).includes(by))
    throw new Error(`On GitHub, a ${by} can't cause a ${cause}.`);
  if (words === undefined) return { cause };
  if (cause === 'schedule' || cause === 'push' || cause === 'merge')
    throw new Error(`--event ${cause} takes no words.`);
  return { cause, words };
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
      event: list,
      overlap: { type: 'boolean' },
      as: { type: 'string' },
      secret: list,
      var: list,
    } as const;
    const options = { ...modes, ...ofWorkflow, verbose: flag, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { merge, page, help, verbose, workflow, 'no-waiting': unwatched, ...more } = values;
    if (help) return { kind: 'help' };
    const given = Object.keys(modes).filter((name) => values[name as keyof typeof modes]);
    if (given.length > 1) {
      throw new Error(`${given.map((name) => `--${name}`).join(' and ')} can't be used together.`);
    }
    if (workflow) return { ...readFileCommand(positionals, more), verbose };
    const [stray] = Object.keys(more);
    if (stray !== undefined) throw new Error(`--${stray} needs --workflow.`);
    const takesNone = merge ? '--merge' : '--no-waiting';
    if ((merge || unwatched) && positionals.length > 0) throw new Error(`${takesNone} takes no prompt.`);
    if (merge) return { kind: 'merge', verbose };
    if (unwatched) return { kind: 'no waiting', verbose };
    if (page) return { kind: 'thread', page: path.resolve(positionals[0] ?? PAGE), verbose };
    if (positionals.length === 0) return { kind: 'thread', verbose };
    return { kind: 'run', prompt: positionals.join(' '), verbose };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return undefined;
  }
}
