/** Helpers for tests of the batch action. */
import type { RecordedRequest } from '../../sandbox/http/exchange.ts';
import type { Entry } from '../../src/batch/entry.ts';
import type { Scene } from './scene.ts';

export function jobsOf(step: { readonly outputs: Readonly<Record<string, string>> }): Entry[] {
  return JSON.parse(step.outputs['jobs'] ?? '[]');
}

/** The entries in the file, which a killed run leaves too. */
export function entriesOf(scene: Pick<Scene, 'read'>): Entry[] {
  return JSON.parse(scene.read('docs-agent-jobs.json'));
}

/** Entries for `prompts-json`: `Instruction 1` and so on. */
export function instructions(count: number): { name: string; prompt: string }[] {
  return Array.from({ length: count }, (_unused, index) => ({
    name: `entry ${index + 1}`,
    prompt: `Instruction ${index + 1}`,
  }));
}

/** The highest number of requests within one second. */
export function densest(requests: readonly RecordedRequest[]): number {
  const times = requests.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
}

/**
 * The polls that came too early or too late. The pause before a poll is 5.5 % of the time since `since`, a tenth more or
 * less, and between 3 s and 30 s. A poll may be later if other requests were in its way, which leave 500 ms between them.
 */
export function pollsOffSchedule(
  requests: readonly RecordedRequest[],
  jobs: readonly { readonly id: string; readonly since: number }[],
): string[] {
  const turnsBetween = (from: number, to: number) =>
    requests.filter(({ at }) => at >= from && at < to).length * 500;
  return jobs.flatMap(({ id, since }) => {
    const polls = requests.filter(
      ({ method, path, at }) => method === 'GET' && path.endsWith(`/${id}`) && at > since,
    );
    return polls.flatMap(({ at }, index) => {
      const last = polls[index - 1]?.at ?? since;
      const usual = Math.min(Math.max((last - since) * 0.055, 3_000), 30_000);
      const latest = last + Math.ceil(usual * 1.1);
      const fits = at >= last + Math.floor(usual * 0.9) && at - latest < turnsBetween(latest, at) + 500;
      return fits ? [] : [`${id}: ${(at - last) / 1000} s after ${(last - since) / 1000} s`];
    });
  });
}
