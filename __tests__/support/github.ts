import { type GitHub, openGitHub } from '../../src/github/github.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import { fakeClock } from './clock.ts';

export interface GitHubClient {
  readonly github: GitHub;
  readonly log: readonly string[];
  interrupt(): void;
}

/** The action's client for `acme/product` whose pauses end at once. Its one secret is `hunter2`. */
export function createClient(apiUrl: string): GitHubClient {
  const clock = fakeClock();
  const log: string[] = [];
  const line = (level: string) => (text: string) => void log.push(`${level}: ${text}`);
  const interrupt = new AbortController();
  const settings = {
    token: 'the-token',
    tokenInput: 'github-token',
    apiUrl,
    http: openHttp(clock, {}),
    clock,
    random: () => 0.5,
    startedAt: clock.now(),
    log: { info: line('info'), notice: line('notice'), warning: line('warning'), debug: line('debug') },
    deadline: startDeadline(clock, clock.now() + 1_800_000, interrupt.signal),
  } as const;
  const redact = (text: string) => text.replaceAll('hunter2', '***');
  return {
    github: openGitHub(settings, { owner: 'acme', repo: 'product' }, redact),
    log,
    interrupt: () => interrupt.abort({ by: 'interrupt', signal: 'SIGTERM' }),
  };
}
