import { Hono } from 'hono';
import {
  type GitHubContext,
  type GitHubEnv,
  invalid,
  kindsOf,
  needRead,
  needThreadWrite,
  readableIn,
  readBody,
  refuse,
  repositoryIn,
  threadIn,
  writableThreadIn,
} from './access.ts';
import type { Urls } from './json.ts';
import { answerPage } from './paging.ts';
import type { Comment, Repository, Store, Token } from './store.ts';
import { commentJson } from './thread-json.ts';
import { addComment, editComment, listComments, type ShownComment } from './threads.ts';

/** The longest comment that GitHub accepts, in characters. */
const LONGEST_BODY = 65_536;
/** Of an issue or pull request: https://github.com/ram0verflow/ram0verflow/pull/10 */
const MOST_COMMENTS = 2500;

async function readCommentBody(context: GitHubContext): Promise<string> {
  const { body } = await readBody(context);
  if (typeof body !== 'string' || body.trim() === '') invalid('IssueComment', 'data', "Body can't be blank");
  if ([...body].length > LONGEST_BODY) {
    invalid('IssueComment', 'data', `Body is too long (maximum is ${LONGEST_BODY} characters)`);
  }
  return body;
}

/** The comment in the path. */
export function commentIn(context: GitHubContext, repository: Repository): Comment {
  const id = Number(context.req.param('id'));
  return repository.comments.find((candidate) => candidate.id === id) ?? refuse(404, 'Not Found');
}

function needOwn(context: GitHubContext, repository: Repository, comment: Comment): Token {
  const thread = repository.threads.get(comment.thread) ?? refuse(404, 'Not Found');
  const token = needThreadWrite(context, repository, thread);
  // The sandbox lets an app edit only its own comments.
  return token.user === comment.user ? token : refuse(403, 'Resource not accessible by integration');
}

/** The comments for a query: those that changed from `since` on, in the order of `sort` and `direction`. */
export function chosenComments(context: GitHubContext, shown: readonly ShownComment[]): ShownComment[] {
  const { since, sort, direction } = context.req.query();
  const from = since === undefined ? 0 : Date.parse(since);
  const place = ({ comment, text }: ShownComment) => (sort === 'updated' ? text.order : comment.id);
  const sign = sort !== undefined && direction !== 'asc' ? -1 : 1;
  return shown
    .filter(({ text }) => Math.floor(text.updatedAt / 1000) * 1000 >= from)
    .sort((one, other) => sign * (place(one) - place(other)));
}

/** Comments on issues and pull requests. */
export function commentRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();
  const answerComments = (context: GitHubContext, repository: Repository, shown: ShownComment[]) =>
    answerPage(context, chosenComments(context, shown), ({ comment, text }) =>
      commentJson(urls, repository, comment, text),
    );

  app.get('/repos/:owner/:repo/issues/:number{[0-9]+}/comments', (context) => {
    const repository = repositoryIn(store, context);
    const thread = threadIn(context, repository);
    needRead(context, repository, ...kindsOf(thread));
    return answerComments(context, repository, listComments(store, repository, thread.number));
  });

  app.get('/repos/:owner/:repo/issues/comments', (context) => {
    const repository = readableIn(store, context, 'issues', 'pull_requests');
    return answerComments(context, repository, listComments(store, repository));
  });

  app.post('/repos/:owner/:repo/issues/:number{[0-9]+}/comments', async (context) => {
    const { repository, thread, token } = writableThreadIn(store, context);
    const { user } = token;
    if (thread.locked) refuse(403, 'Unable to create comment because issue is locked.');
    if (repository.comments.filter((one) => one.thread === thread.number).length >= MOST_COMMENTS)
      refuse(403, `Commenting is disabled on issues with more than ${MOST_COMMENTS} comments`);
    const body = await readCommentBody(context);
    const comment = addComment(store, repository, { thread: thread.number, user, body });
    return context.json(commentJson(urls, repository, comment, comment.text), 201);
  });

  app.get('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', (context) => {
    const repository = readableIn(store, context, 'issues', 'pull_requests');
    const comment = commentIn(context, repository);
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.patch('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', async (context) => {
    const repository = repositoryIn(store, context);
    const comment = commentIn(context, repository);
    needOwn(context, repository, comment);
    editComment(store, comment, await readCommentBody(context));
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.delete('/repos/:owner/:repo/issues/comments/:id{[0-9]+}', (context) => {
    const repository = repositoryIn(store, context);
    const comment = commentIn(context, repository);
    needOwn(context, repository, comment);
    repository.comments.splice(repository.comments.indexOf(comment), 1);
    return context.body(null, 204);
  });

  return app;
}
