import type { Mask } from './mask.ts';

/** An annotation of a run. */
export interface Annotation {
  readonly level: 'notice' | 'warning' | 'error';
  readonly message: string;
}

export type StepLog = ReturnType<typeof createStepLog>;

// Like the runner: a step has at most ten annotations of a kind, and long ones are cut.
const MOST_ANNOTATIONS = 10;
const LONGEST_ANNOTATION = 4096;

interface Command {
  /** In lower case. */
  readonly name: string;
  readonly data: string;
}

/** `::warning title=T::text` after white space only, and the older `##[warning]text` anywhere in a line. */
const COMMANDS = [/^\s*::(.*?)::(.*)$/s, /##\[(.*?)\](.*)$/s];

/**
 * What an action's line can be read as.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
function readCommands(line: string): Command[] {
  return COMMANDS.flatMap((form) => {
    const [, info = '', text = ''] = form.exec(line) ?? [];
    const [name = ''] = info.toLowerCase().split(' ');
    // The percent sign comes last: otherwise, `%250A` would become a line feed.
    return { name, data: text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%') };
  });
}

type Action = (command: Command) => unknown;

/** Turns the output of a step into what GitHub shows. `debug` shows lines for debugging. */
export function createStepLog(mask: Mask, debug = false) {
  const shown: string[] = [];
  const printed: string[] = [];
  const annotations: Annotation[] = [];
  let refused = false;

  function note(text: string): void {
    shown.push(...mask.apply(text).split(/\r\n|\r|\n/));
  }

  function annotate(level: Annotation['level'], text: string): void {
    const message = mask.apply(text).slice(0, LONGEST_ANNOTATION);
    if (annotations.filter((other) => other.level === level).length < MOST_ANNOTATIONS)
      annotations.push({ level, message });
    note(`##[${level}]${message}`);
  }

  function hide(secret: string): void {
    if (secret.trim() === '') annotate('warning', "Can't add secret mask for empty string.");
    else mask.add(secret);
  }

  // GitHub still accepts the last three. The actions print none of them, so these can only be an attack.
  function refuse({ name }: Command): void {
    annotate('error', `The \`${name}\` command is disabled. Please upgrade to using Environment Files.`);
    refused = true;
  }

  const annotation =
    (level: Annotation['level']): Action =>
    ({ data }) =>
      annotate(level, data);

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
    /** Adds a line that the action printed on either stream. */
    print(line: string) {
      printed.push(line);
      const command = readCommands(line).find(({ name }) => Object.hasOwn(actions, name));
      if (command) actions[command.name]?.(command);
      else note(line);
    },
    /** Adds an error or a warning of the runner, and an annotation. */
    error: (message: string) => annotate('error', message),
    warning: (message: string) => annotate('warning', message),
    /** Adds a line of the runner. */
    note,
    annotations,
    /** The log as a person sees it: secrets masked, commands as `##[error]...`. */
    text: () => shown.join('\n'),
    /** What the action printed, unchanged. */
    raw: () => printed.join('\n'),
    /** Whether a command was refused, which fails the step. */
    get refused() {
      return refused;
    },
  };
}
