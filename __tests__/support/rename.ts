import { answer } from '../../sandbox/faults/answers.ts';
import type { RunContext } from '../../sandbox/runner/environment.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Renames a repository: GitHub redirects its old name. Returns the context of runs after that. */
export function renameRepository({ github }: Sandbox, from: string, to: string): Partial<RunContext> {
  const { repositories, tokens } = github.store;
  const repository = github.repository(from);
  repositories.delete(from);
  repositories.set(to, repository);
  Object.assign(repository, { fullName: to, name: to.split('/')[1] });
  for (const token of tokens.values()) {
    const names = token.repositories.map((name) => (name === from ? to : name));
    Object.assign(token, { repositories: names });
  }
  const url = `${github.api}/repositories/${repository.id}`;
  const body = { message: 'Moved Permanently', url, documentation_url: 'https://docs.github.com/rest' };
  const moved = (status: number) => answer({ status, headers: { location: url }, body });
  const match = { path: new RegExp(`/repos/${from}(/|$)`), times: 1_000, optional: true };
  // GitHub answers a write with another status.
  github.faults.next({ ...match, method: 'GET' }, moved(301));
  github.faults.next(match, moved(307));
  return { repository: to };
}
