import { type Colour, cutLines, heading, shortCommits, table } from '../layout.ts';
import type { StepResult } from '../runner/step.ts';
import type { Played } from '../workflow/step.ts';
import { plainLines, showConversation, TEXT_LINES } from './thread-terminal.ts';
import type { PlayedRun, PlayedWorkflow } from './workflow.ts';

/** A played workflow on the terminal. `name` is in the heading. */
export function showWorkflow(played: PlayedWorkflow, name: string, all: boolean): string {
  const { runs, hints, advice, conversations, figures, problems, setup } = played;
  const { created, messages, duplicates, requests } = figures;
  const needs = setup.length === 0 ? [] : [['your repository', `needs ${setup.join(', ')}`] as const];
  const wrong = [...hints, ...problems.map((problem) => `A job failed: ${problem}`)];
  return [
    heading(name),
    ...(needs.length > 0 ? [table(needs)] : []),
    ...section('What went wrong', wrong, 'red'),
    heading('Ran', 'green'),
    table(runs.flatMap((run) => runRows(run, all))),
    ...section('Handed on, not run', played.handedOn, 'yellow'),
    ...section('Not decided here', played.undecided, 'magenta'),
    ...section('Before you use this', advice),
    ...runs.flatMap(({ play }) => play.steps).flatMap((step) => showStep(step, all)),
    ...conversations.map((conversation) => showConversation(conversation, all)),
    heading('Figures'),
    table([
      ['service', `jobs created: ${created}, messages: ${messages}, duplicates: ${duplicates}`],
      ['requests', `${requests.service} to the service, ${requests.github} to GitHub`],
    ]),
  ].join('\n');
}

function section(title: string, lines: readonly string[], colour?: Colour): string[] {
  return lines.length === 0 ? [] : [heading(title, colour), ...lines.map((line) => `  - ${line}`)];
}

type Row = readonly [name: string, value: string];

const more = (text: string | undefined): Row[] => (text ? [['', text]] : []);

function runRows({ description, note, fate, play }: PlayedRun, all: boolean): Row[] {
  const { results, steps, unmet } = play;
  return [
    ['event', description],
    ...more(note),
    ...more(fate && `${fate} by a later run`),
    ...unmet.map((line): Row => ['`if:` is false', line]),
    ...steps.flatMap(({ job, result }): Row[] => {
      const { result: name = result.outcome, reason = '' } = result.outputs;
      // The reason of an error is below, like its annotation.
      const why = name === 'error' || reason === '' ? '' : `: ${reason}`;
      const [, reads] = /What the agent reads: (.*)/.exec(result.log) ?? [];
      const shown = [showOutputs(result, all).join('\n'), reads && `the agent reads ${reads}`];
      return [[job, `${name}${why}`], ...shown.flatMap(more)];
    }),
    ...Object.keys(results).flatMap((job) => jobRows(job, play)),
  ];
}

/** A job is a success only if all of its steps ran. */
function jobRows(job: string, { results, steps, others }: PlayedRun['play']): Row[] {
  const [ran, left] = [steps, others].map((some) => some.filter((one) => one.job === job).length);
  const isPart = left !== 0 && (ran !== 0 || results[job] === 'success');
  if (isPart) return [[job, `played ${ran} of ${Number(ran) + Number(left)} steps`]];
  return ran === 0 ? [[job, results[job] ?? '']] : [];
}

/** The summary, if nothing else shows the result, and the log if everything is shown. */
function showStep({ job, result }: Played, all: boolean): string[] {
  const { summary, log, outputs } = result;
  const { commentUrl, prLink, result: name = '' } = outputs;
  const isShown = !all && Boolean(commentUrl || prLink || ['error', 'skipped', 'denied'].includes(name));
  const lines = isShown || summary === '' ? [] : plainLines(summary, all);
  const part = (title: string, shown: readonly string[]) =>
    shown.length === 0 ? [] : [heading(`${title} of ${job}`), ...shown.map((line) => `  ${line}`.trimEnd())];
  return [
    ...part('Summary', all ? lines : cutLines(lines, TEXT_LINES)),
    ...part('Log', all ? log.split('\n') : []),
  ];
}

/** Outputs in the order of `action.yml`. `job` repeats others. */
const REPEATED = ['result', 'reason', 'job'];
const LONGEST_VALUE = 70;

/** The outputs of a step that are not empty, except those that its result shows. */
function showOutputs({ outputs }: Pick<StepResult, 'outputs'>, all: boolean): string[] {
  const known = Object.entries(outputs).filter(([name, value]) => value !== '' && !REPEATED.includes(name));
  if (all) return Object.entries(outputs).map(([name, value]) => `${name}: ${value}`);
  const parts = known.map(([name, value]) => {
    const short = shortCommits(value).replaceAll(/\s+/g, ' ');
    return `${name} ${short.length > LONGEST_VALUE ? `${short.slice(0, LONGEST_VALUE - 1)}…` : short}`;
  });
  return cutLines(parts, TEXT_LINES * 2);
}
