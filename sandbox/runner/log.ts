import type { Mask } from './mask.ts';
import { parseCommand, type WorkflowCommand } from './workflow-commands.ts';

/** An annotation of a run. */
export interface Annotation {
  readonly level: 'notice' | 'warning' | 'error';
  readonly message: string;
  readonly title: string | undefined;
}

/** Turns the output of a step into what GitHub shows. */
export interface StepLog {
  /** Adds a line that the action printed on either stream. */
  print(line: string): void;
  /** Adds an error or a warning of the runner, and an annotation. */
  error(message: string): void;
  warning(message: string): void;
  /** Adds a line of the runner. */
  note(line: string): void;
  readonly annotations: readonly Annotation[];
  /** The log as a person sees it: secrets masked, commands as `##[error]...`. */
  text(): string;
  /** What the action printed, unchanged. */
  raw(): string;
  /** Whether a command was refused, which fails the step. */
  readonly refused: boolean;
}

// Like the runner: a step has at most ten annotations of a kind, and long ones are cut.
const MOST_ANNOTATIONS = 10;
const LONGEST_ANNOTATION = 4096;

type Action = (command: WorkflowCommand) => unknown;

/** `debug` shows `::debug::` lines. */
export function createStepLog(mask: Mask, debug: boolean): StepLog {
  const shown: string[] = [];
  const printed: string[] = [];
  const annotations: Annotation[] = [];
  let refused = false;

  function note(text: string): void {
    shown.push(...mask.apply(text).split(/\r\n|\r|\n/));
  }

  function annotate(level: Annotation['level'], text: string, title?: string): void {
    const message = mask.apply(text).slice(0, LONGEST_ANNOTATION);
    if (annotations.filter((other) => other.level === level).length < MOST_ANNOTATIONS) {
      annotations.push({ level, message, title: title === undefined ? undefined : mask.apply(title) });
    }
    note(`##[${level}]${message}`);
  }

  function hide(secret: string): void {
    if (secret.trim() === '') annotate('warning', "Can't add secret mask for empty string.");
    else mask.add(secret);
  }

  // GitHub still accepts the last three. The actions print none of them, so these can only be an attack.
  function refuse({ name }: WorkflowCommand): void {
    annotate('error', `The \`${name}\` command is disabled. Please upgrade to using Environment Files.`);
    refused = true;
  }

  const annotation =
    (level: Annotation['level']): Action =>
    ({ data, properties }) =>
      annotate(level, data, properties.get('title'));

  // Other known commands (echo, problem matchers) change nothing that the sandbox shows.
  const actions: Readonly<Record<string, Action>> = {
    notice: annotation('notice'),
    warning: annotation('warning'),
    error: annotation('error'),
    debug: ({ data }) => debug && note(`##[debug]${data}`),
    group: ({ data }) => note(`##[group]${data}`),
    endgroup: () => note('##[endgroup]'),
    'add-mask': ({ data }) => hide(data),
    'set-env': refuse,
    'add-path': refuse,
    'set-output': refuse,
    'save-state': refuse,
    'stop-commands': refuse,
  };

  return {
    print(line) {
      printed.push(line);
      const command = parseCommand(line);
      if (command) actions[command.name]?.(command);
      else note(line);
    },
    error: (message) => annotate('error', message),
    warning: (message) => annotate('warning', message),
    note,
    annotations,
    text: () => shown.join('\n'),
    raw: () => printed.join('\n'),
    get refused() {
      return refused;
    },
  };
}
