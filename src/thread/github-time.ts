import type { Clock } from '../runner/clock.ts';

/** GitHub's time, as the `Date` of its answers tells it: what runs on several machines write down is by one clock. */
export interface GitHubTime {
  /** Takes an answer's date, in epoch milliseconds; 0 when it had none. */
  learn(date: number): void;
  now(): number;
  /** A moment of GitHub's clock by ours, and the other way round. */
  toLocal(date: number): number;
  fromLocal(moment: number): number;
}

export function githubTime(clock: Clock): GitHubTime {
  let ahead = 0;
  return {
    learn(date) {
      if (date > 0) ahead = date - clock.now();
    },
    now: () => clock.now() + ahead,
    toLocal: (date) => date - ahead,
    fromLocal: (moment) => moment + ahead,
  };
}
