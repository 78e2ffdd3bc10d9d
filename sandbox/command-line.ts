import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { EventChoice } from './play/workflow-event.ts';
import type { WorldOptions } from './play/world.ts';

/** Shorter names of events. */
const SHORT: Readonly<Record<string, string>> = { comment: 'issue_comment', dispatch: 'workflow_dispatch' };

/** The help of `npm start`. */
export const USAGE = `Usage:
  npm start                                  a thread
  npm start -- --no-waiting                  a request without a waiting run
  npm start -- --workflow file [words]       your own workflow file
  npm start -- "your own prompt"             one run
  npm start -- --merge                       a run after a merge, and one after the merge of its pull request

  --verbose                                  with any of these: logs, details, links, and all lines

With --workflow:
  --event NAME[:TYPE][=words]     what happens; default: a comment if the file has one, otherwise the first event of the
                                  file. Several happen one after the other
    comment                       a comment on an issue, or on the issue or pull request of the event before. The words are
                                  its text. Also \`issue_comment\`
    issues, label                 a new issue, or another type of the file. An issue or a pull request gets a label. The
                                  words are the issue's text, or the label's name
    pull_request_review, pull_request_review_comment
                                  a review as the \`if:\` expects it, or a comment on a line. The words are the text. Changes
                                  are requested on the agent's pull request
    pull_request, pull_request_target
                                  a pull request is \`opened\`, \`merged\`, \`closed\` without a merge, \`labeled\`, or another
                                  commit is pushed (\`synchronize\`). The words are a label of it. It is the agent's if the
                                  workflow has the collect or batch action
    push, merge, release          a pull request is merged; the words are its label, or another file that it changes, like
                                  docs/guide.md. The agent's is merged. The last merges are released: \`created\`,
                                  \`published\` and \`released\`, without \`types\` all three
    schedule[=CRON]               the first or this schedule of the file. After another event, its next time. If
                                  the file reads a \`range\`, code is merged before
    dispatch, workflow_call       the form is sent. The words are its prompt. Also \`workflow_dispatch\`
    workflow_run[=success]        the named workflow fails, or succeeds, for the agent's pull request
    check_run, status             an app's check, or a status, fails, or succeeds, for the agent's pull request
    repository_dispatch           another repository sends its first type
  --overlap                       each event happens while the run before works
  --as WHO                        who is behind the events of people: admin, maintain, write (default), triage, read,
                                  collaborator (outside of the organization), stranger, a bot like 'dependabot[bot]', or a
                                  login that the workflow names. Without write access, WHO writes code, and ann merges it
  --agent WHAT                    what the agent does: works, fails, slow, nothing, outside (files outside of the
                                  documentation), pages=6. Of several --as or --agent, the first is for the first event,
                                  and the last for all later ones
  --public code|docs              a public repository: the workflow's, or that of the documentation
  --allow NAME                    \`pull_request_target\` in a public repository, or an environment that all branches can use
  --input NAME=value, --output STEP.NAME=value, --output env.NAME=value
                                  a value of the form, an output, \`outcome\` or \`conclusion\` of a step that isn't run, or a
                                  variable that such a step sets
  --secret NAME=value, --var NAME=value
                                  a secret or variable of your repository. By default, it has those that the file names,
                                  with values that fit
  --label NAME                    a label of your repository, in addition to those of new repositories
  --repository owner/name         the workflow's repository, if the file names it. Another one that \`pr-repository\` or an
                                  app's token names has the documentation, and needs \`pr-token\`
All but --overlap and --repository can be repeated.

The repository has files and merged pull requests of the last days that fit the workflow, and the people that it names.
The play runs the steps with this action. It shows the values that other steps get, and names what it doesn't decide. It can't show
what a real agent writes, when GitHub starts a schedule, or the service's own limits. Times are virtual, as a runner of GitHub would
wait.`;

/** A workflow file, and its events. */
export interface WorkflowCommand extends Required<Omit<WorldOptions, 'workSeconds'>> {
  readonly kind: 'workflow';
  readonly file: string;
  /** Without any, a comment if the workflow has this event, otherwise its first one. */
  readonly events: readonly EventChoice[];
  readonly overlap: boolean;
  /** What the agent does for each event. */
  readonly agent: readonly string[];
  /** Who causes each event: a role, `stranger`, or a person that the workflow names. */
  readonly as: readonly string[];
}

/** What to play. */
export type Play =
  | { readonly kind: 'thread' }
  | { readonly kind: 'no waiting' }
  | WorkflowCommand
  | { readonly kind: 'run'; readonly prompt: string }
  | { readonly kind: 'merge' };
export type Command = { readonly kind: 'help' } | (Play & { readonly verbose: boolean });

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const MODES = { merge: flag, 'no-waiting': flag, workflow: flag };
const OF_WORKFLOW = {
  event: list,
  overlap: flag,
  as: list,
  repository: text,
  input: list,
  output: list,
  label: list,
  agent: list,
  public: list,
  allow: list,
  secret: list,
  var: list,
};

function readArguments() {
  const options = { ...MODES, ...OF_WORKFLOW, verbose: flag, help: { ...flag, short: 'h' } } as const;
  const { values, positionals, tokens } = parseArgs({ allowPositionals: true, tokens: true, options });
  return { values, positionals, names: tokens.flatMap((one) => (one.kind === 'option' ? one.name : [])) };
}

type Values = ReturnType<typeof readArguments>['values'];

/** Reads the file and the words after `--workflow`. */
function readFileCommand([file, ...words]: readonly string[], values: Values): WorkflowCommand {
  const { overlap, as, repository, agent, input: inputs, output: outputs, label: labels } = values;
  const { secret: secrets, var: variables, public: published, allow: allowed } = values;
  if (file === undefined) throw new Error('--workflow needs a file.');
  if (!existsSync(file)) throw new Error(`${file} doesn't exist.`);
  const pairs = [...inputs, ...outputs, ...secrets, ...variables];
  const unset = pairs.find((given) => !given.includes('='));
  if (unset !== undefined) throw new Error(`${unset} needs a value, like ${unset}=value.`);
  const wrong = agent.find((name) => !/^(?:works|fails|slow|nothing|outside|pages=[1-9]\d*)$/.test(name));
  if (wrong !== undefined)
    throw new Error('--agent must be one of works, fails, slow, nothing, outside, pages=6.');
  if (published.some((name) => !['code', 'docs'].includes(name)))
    throw new Error('--public must be code or docs.');
  const events = values.event.map(readEvent);
  const [first = {}, ...later] = events;
  const own = words.length === 0 ? events : [{ ...first, words: words.join(' ') }, ...later];
  const given = { repository, secrets, variables, inputs, outputs, labels, published, allowed };
  return { kind: 'workflow', file: path.resolve(file), events: own, overlap, as, agent, ...given };
}

function readEvent(text: string): EventChoice {
  const [, name = '', type, words] = /^([^=:]*)(?::([^=]*))?(?:=(.*))?$/s.exec(text) ?? [];
  const cause = SHORT[name] ?? name;
  return { cause, ...(type !== undefined && { type }), ...(words !== undefined && { words }) };
}

/** Reads the command line. Returns `undefined` for a wrong one, after printing why. */
export function readCommand(): Command | undefined {
  try {
    const { values, positionals, names } = readArguments();
    const { merge, help, verbose, 'no-waiting': unwatched } = values;
    if (help) return { kind: 'help' };
    const modes = names.filter((name) => name in MODES).map((name) => `--${name}`);
    if (modes.length > 1) throw new Error(`${modes.join(' and ')} can't be used together.`);
    if (values.workflow) return { ...readFileCommand(positionals, values), verbose };
    const stray = names.find((name) => name in OF_WORKFLOW);
    if (stray !== undefined) throw new Error(`--${stray} needs --workflow.`);
    const takesNone = merge ? '--merge' : '--no-waiting';
    if ((merge || unwatched) && positionals.length > 0) throw new Error(`${takesNone} takes no prompt.`);
    if (merge) return { kind: 'merge', verbose };
    if (unwatched) return { kind: 'no waiting', verbose };
    if (positionals.length === 0) return { kind: 'thread', verbose };
    return { kind: 'run', prompt: positionals.join(' '), verbose };
  } catch (error) {
    console.error(`${(error as Error).message}\n\`npm start -- --help\` lists the events and options.`);
    return undefined;
  }
}
