import { Hono } from 'hono';
import { type GitHubContext, type GitHubEnv, refuse } from './access.ts';
import type { Urls } from './json.ts';
import { pageOf } from './paging.ts';
import { findRepository, type Repository, type Store, type Thread } from './store.ts';
import { threadJson } from './thread-json.ts';

type Hit = { readonly repository: Repository; readonly thread: Thread };

type Question = (hit: Hit) => boolean;

/**
 * The advanced search for issues and pull requests, for qualifiers without quotes. Qualifiers next to each other must all
 * match, even two repositories. `OR` and brackets combine them otherwise.
 */
export function searchRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();

  app.get('/search/issues', (context) => {
    const query = context.req.query('q') ?? '';
    if (query.trim() === '') invalidSearch('The search is missing.', 'missing');
    const matches = readQuestion(query, (word) => {
      const repository = readRepository(store, context, word);
      return (hit) => (repository === undefined ? fits(hit, word, indexed) : hit.repository === repository);
    });
    const { lag, most } = store.search;
    const indexed = store.time.now() - lag;
    const all = [...store.repositories.values()]
      .filter((one) => canSee(context, one))
      .flatMap((repository) => [...repository.threads.values()].map((thread) => ({ repository, thread })))
      .filter(({ thread }) => thread.createdAt <= indexed)
      .filter(matches)
      .sort((one, other) => other.thread.createdAt - one.thread.createdAt || other.thread.id - one.thread.id);
    const hits = all.slice(0, most);
    const { page, size } = pageOf(context) ?? { page: 1, size: 30 };
    const shown = hits.slice((page - 1) * size, page * size);
    return context.json({
      total_count: hits.length,
      incomplete_results: all.length > most,
      items: shown.map(({ repository, thread }) => {
        const { body, ...issue } = threadJson(urls, repository, thread);
        return { ...issue, ...(body !== null && { body }) };
      }),
    });
  });

  return app;
}

function invalidSearch(message: string, code: string): never {
  refuse(422, 'Validation Failed', { errors: [{ message, resource: 'Search', field: 'q', code }] });
}

function canSee(context: GitHubContext, repository: Repository): boolean {
  const names = context.get('token')?.repositories ?? [];
  return (
    !repository.private || names.some((name) => name.toLowerCase() === repository.fullName.toLowerCase())
  );
}

function readRepository(store: Store, context: GitHubContext, word: string): Repository | undefined {
  const name = /^repo:(.+)$/.exec(word)?.[1];
  if (name === undefined) return undefined;
  const repository = findRepository(store, name);
  if (repository !== undefined && canSee(context, repository)) return repository;
  return invalidSearch(
    'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
    'invalid',
  );
}

/** `AND`, which can be left out, binds tighter than `OR`. */
function readQuestion(query: string, readWord: (word: string) => Question): Question {
  const tokens = query.match(/[()]|[^\s()]+/g) ?? [];
  const either = (): Question => {
    const questions = [all()];
    while (tokens[0] === 'OR' && tokens.shift()) questions.push(all());
    return (hit) => questions.some((fitsOne) => fitsOne(hit));
  };
  const all = (): Question => {
    const questions: Question[] = [];
    while (tokens[0] !== undefined && tokens[0] !== 'OR' && tokens[0] !== ')') {
      const word = tokens.shift() ?? '';
      if (word === '(') {
        questions.push(either());
        if (tokens.shift() !== ')') invalidSearch('The search has a bracket that is not closed.', 'invalid');
      } else if (word !== 'AND') questions.push(readWord(word));
    }
    return (hit) => questions.every((fitsOne) => fitsOne(hit));
  };
  const question = either();
  if (tokens.length > 0) invalidSearch('The search has a bracket that was not opened.', 'invalid');
  return question;
}

/** The issues and pull requests as the search knew them at some time. */
function stateAt({ state, closedAt = 0 }: Thread, moment: number): Thread['state'] {
  return closedAt > moment ? 'open' : state;
}

function fits({ repository, thread }: Hit, word: string, indexed: number): boolean {
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(word) ?? [];
  switch (name) {
    case 'org':
    case 'user':
      return repository.owner.login.toLowerCase() === value.toLowerCase();
    case 'is':
    case 'state':
    case 'type':
      if (/^(pr|pull-request)$/.test(value)) return thread.pull !== undefined;
      return value === 'issue' ? thread.pull === undefined : stateAt(thread, indexed) === value;
    case 'author':
      return thread.user.login === (/^app\//.test(value) ? `${value.slice(4)}[bot]` : value);
    case 'head':
      return thread.pull?.head.startsWith(value) ?? false;
    case 'label':
      return thread.labels.has(value);
    default:
      return `${thread.title} ${thread.body ?? ''}`.toLowerCase().includes(word.toLowerCase());
  }
}
