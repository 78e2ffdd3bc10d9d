import type { JobTools } from '../job/watch.ts';
import type { Clock } from '../runner/clock.ts';

/** What working on a thread needs. */
export interface ThreadTools extends JobTools {
  readonly time: GitHubTime;
}

/** GitHub's time, as the `Date` of its answers tells it: what runs on several machines write down is by one clock. */
export type GitHubTime = Readonly<ReturnType<typeof githubTime>>;

export function githubTime(clock: Clock) {
  let ahead = 0;
  return {
    /** Takes an answer's date, in epoch milliseconds; 0 when it had none. */
    learn(date: number): void {
      if (date > 0) ahead = date - clock.now();
    },
    now: () => clock.now() + ahead,
    /** A moment of GitHub's clock by ours, and the other way round. */
    toLocal: (date: number) => date - ahead,
    fromLocal: (moment: number) => moment + ahead,
  };
}
