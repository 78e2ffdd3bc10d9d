import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { EventChoice } from './play/workflow-event.ts';

/** Shorter names of events. */
const SHORT: Readonly<Record<string, string>> = { comment: 'issue_comment', dispatch: 'workflow_dispatch' };

/** The help of `npm start`. */
export const USAGE = `Usage:
  npm start [-- words]                  three comments in a thread, with examples/first.yml. The words replace the first
  npm start -- [--workflow] FILE [words]  a recipe, or your own workflow file. The words are those of its first event

  --verbose                       logs, details, links, and all lines
  --event NAME[:TYPE][=words]     what happens; default: a comment, or another event with which the file can start.
                                  Several happen one after the other
    comment                       a comment on an issue, or on the issue or pull request of the event before. The words are
                                  its text. Also \`issue_comment\`
    issues                        a new issue, or another type of the file, like \`issues:labeled=NAME\`. The words are the
                                  issue's text, or the label's name
    pull_request_review, pull_request_review_comment
                                  a review as the \`if:\` expects it, or a comment on a line. The words are the text. Changes
                                  are requested on the agent's pull request
    pull_request, pull_request_target
                                  a pull request is \`opened\`, \`merged\`, \`closed\` without a merge, \`labeled\`,
                                  \`reopened\`, \`ready_for_review\`, or another commit is pushed (\`synchronize\`). The words
                                  are a label of it. It is the agent's if the workflow has the collect action
    push, release                 a pull request is merged; the words are its label, or another file that it changes, like
                                  docs/guide.md. The last merges are released
    schedule[=CRON]               the first or this schedule of the file. After another event, its next time. If
                                  the file reads a \`range\`, code is merged before
    dispatch, workflow_call       the form is sent. The words are its prompt. Also \`workflow_dispatch\`
    workflow_run[=success]        the named workflow fails, or succeeds, for the agent's pull request, or on main if the
                                  file has an instruction
    repository_dispatch           another repository sends its first type
  --overlap                       each event happens while the run before works
  --as WHO                        who is behind the events of people: admin, maintain, write (default), triage, read,
                                  collaborator (outside of the organization), stranger, a bot like 'dependabot[bot]', or
                                  another login. Without write access, WHO writes code, and ann merges it. The first of
                                  several is for the first event, and the last for all later ones
  --public code|docs              a public repository: the workflow's, or that of the documentation
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
export type WorkflowCommand = NonNullable<ReturnType<typeof readCommand>>;

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const OPTIONS = {
  help: { ...flag, short: 'h' },
  verbose: flag,
  workflow: text,
  event: { type: 'string', multiple: true },
  overlap: flag,
  as: list,
  repository: text,
  input: list,
  output: list,
  label: list,
  public: list,
  secret: list,
  var: list,
} as const;

/** What happens in a play of no chosen file. */
const THREAD = [
  'comment=/docs Rewrite the quickstart for v2',
  'comment=/docs Shorter',
  'comment=/docs --status',
];

/** Reads the command line. `undefined` for the help. Throws for a wrong one. */
export function readCommand() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [given = '', ...rest] = positionals;
  const isFile = values.workflow === undefined && /\.ya?ml$/.test(given);
  const chosen = isFile ? given : values.workflow;
  const { help, verbose, overlap, as, repository } = values;
  const workflow = chosen ?? 'examples/first.yml';
  const { input: inputs, output: outputs, label: labels } = values;
  const { secret: secrets, var: variables, public: published } = values;
  if (help) return undefined;
  const found = statSync(workflow, { throwIfNoEntry: false });
  if (!found) throw new Error(`${workflow} doesn't exist.`);
  if (!found.isFile()) throw new Error(`${workflow} is a folder. Name a workflow file in it.`);
  const pairs = [...inputs, ...outputs, ...secrets, ...variables];
  const unset = pairs.find((given) => !given.includes('='));
  if (unset !== undefined) throw new Error(`${unset} needs a value, like ${unset}=value.`);
  if (published.some((name) => !['code', 'docs'].includes(name)))
    throw new Error('--public must be code or docs.');
  const { event = chosen === undefined ? THREAD : [] } = values;
  const [first = {}, ...later] = event.map(readEvent);
  const said = (isFile ? rest : positionals).join(' ');
  const words = said === '' || said.startsWith('/') || chosen !== undefined ? said : `/docs ${said}`;
  const events = [{ ...first, ...(words !== '' && { words }) }, ...later];
  const more = { repository, secrets, variables, inputs, outputs, labels, published };
  return { file: path.resolve(workflow), verbose, events, overlap, as, ...more };
}

function readEvent(text: string): EventChoice {
  const [, name = '', type, words] = /^([^=:]*)(?::([^=]*))?(?:=(.*))?$/s.exec(text) ?? [];
  const cause = SHORT[name] ?? name;
  return { cause, ...(type !== undefined && { type }), ...(words !== undefined && { words }) };
}
