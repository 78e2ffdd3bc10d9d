import { formatDuration } from '../../src/text/time.ts';
import type { StepResult } from '../runner/step.ts';
import type { Sandbox } from '../sandbox.ts';
import { cutLines, shortCommits, table, wrapped } from '../terminal.ts';
import type { JobEnd } from '../workflow/job.ts';
import type { Detail } from './thread-terminal.ts';

export type Figures = ReturnType<typeof countUp>;

export function countUp({ service, github }: Sandbox, spans: readonly Pick<JobEnd, 'held' | 'queued'>[]) {
  const prompts = service.jobs.flatMap(({ turns }) => turns.map(({ prompt }) => prompt));
  return {
    created: service.jobs.length,
    messages: prompts.length - service.jobs.length,
    /** Instructions that the service got more than once. */
    duplicates: prompts.length - new Set(prompts).size,
    requests: { service: service.requests.length, github: github.requests.length },
    // In virtual milliseconds. Time stands still while a process works.
    held: spans.reduce((sum, { held }) => sum + held, 0),
    queued: spans.reduce((sum, { queued }) => sum + queued, 0),
  };
}

export function showFigures({ created, messages, duplicates, requests, held, queued }: Figures): string {
  return table([
    ['service', `jobs created: ${created}, messages: ${messages}, duplicates: ${duplicates}`],
    ['requests', `${requests.service} to the service, ${requests.github} to GitHub`],
    [
      'runner',
      `held for ${formatDuration(held)} in all, ${formatDuration(queued)} in GitHub's queue, which is free`,
    ],
  ]);
}

/** Outputs in the order of `action.yml`. `job` repeats others. */
const REPEATED = ['result', 'reason', 'job'];
const LONGEST_VALUE = 70;

/** The outputs of a step that are not empty, except those that its result shows. */
export function showOutputs({ outputs }: Pick<StepResult, 'outputs'>, { open, text }: Detail): string[] {
  const known = Object.entries(outputs).filter(([name, value]) => value !== '' && !REPEATED.includes(name));
  if (open) return Object.entries(outputs).map(([name, value]) => `${name}: ${value}`);
  const parts = known.map(([name, value]) => {
    const short = shortCommits(value).replaceAll(/\s+/g, ' ');
    return `${name} ${short.length > LONGEST_VALUE ? `${short.slice(0, LONGEST_VALUE - 1)}…` : short}`;
  });
  return cutLines(wrapped(parts), text * 2);
}
