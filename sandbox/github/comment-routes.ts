import {
  byId,
  type GitHubContext,
  invalid,
  needThreadWrite,
  needWrite,
  type RepositoryRoutes,
  readableIn,
  readableThreadIn,
  readBody,
  refuse,
  threadIn,
  writableThreadIn,
} from './access.ts';
import { reactionJson, type Urls } from './json.ts';
import { answerPage } from './paging.ts';
import type { Comment, Reaction, Repository, Store, Thread, Token } from './store.ts';
import { commentJson } from './thread-json.ts';
import { addComment, editComment, listComments, react, type ShownComment } from './threads.ts';

/** The longest comment that GitHub accepts, in characters. */
const LONGEST_BODY = 65_536;

async function readCommentBody(context: GitHubContext): Promise<string> {
  const { body } = await readBody(context);
  if (typeof body !== 'string' || body.trim() === '') invalid('IssueComment', 'data', "Body can't be blank");
  if ([...body].length > LONGEST_BODY) {
    invalid('IssueComment', 'data', `Body is too long (maximum is ${LONGEST_BODY} characters)`);
  }
  return body;
}

function needOwn(context: GitHubContext, comment: Comment): Token {
  const thread = context.var.repository.threads.get(comment.thread) ?? refuse(404, 'Not Found');
  const token = needThreadWrite(context, thread);
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

/** Comments on issues and pull requests, and reactions to them. */
export function commentRoutes(app: RepositoryRoutes, store: Store, urls: Urls): void {
  const answerComments = (context: GitHubContext, repository: Repository, shown: ShownComment[]) =>
    answerPage(context, chosenComments(context, shown), ({ comment, text }) =>
      commentJson(urls, repository, comment, text),
    );

  app.get('/issues/:number{[0-9]+}/comments', (context) => {
    const { repository } = context.var;
    const thread = readableThreadIn(context);
    return answerComments(context, repository, listComments(store, repository, thread.number));
  });

  app.get('/issues/comments', (context) => {
    const repository = readableIn(context, 'issues', 'pull_requests');
    return answerComments(context, repository, listComments(store, repository));
  });

  app.post('/issues/:number{[0-9]+}/comments', async (context) => {
    const { repository } = context.var;
    const { thread, token } = writableThreadIn(context);
    const { user } = token;
    if (thread.locked) refuse(403, 'Unable to create comment because issue is locked.');
    const body = await readCommentBody(context);
    const comment = addComment(store, repository, { thread: thread.number, user, body });
    return context.json(commentJson(urls, repository, comment, comment.text), 201);
  });

  app.get('/issues/comments/:id{[0-9]+}', (context) => {
    const repository = readableIn(context, 'issues', 'pull_requests');
    const comment = byId(context, repository.comments);
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.patch('/issues/comments/:id{[0-9]+}', async (context) => {
    const { repository } = context.var;
    const comment = byId(context, repository.comments);
    needOwn(context, comment);
    editComment(store, comment, await readCommentBody(context));
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.delete('/issues/comments/:id{[0-9]+}', (context) => {
    const { repository } = context.var;
    const comment = byId(context, repository.comments);
    needOwn(context, comment);
    repository.comments.splice(repository.comments.indexOf(comment), 1);
    return context.body(null, 204);
  });

  async function addReaction(context: GitHubContext, { user }: Token, reactions: Reaction[]) {
    const { content } = await readBody(context);
    const { reaction, isNew } = react(store, reactions, user, String(content));
    return context.json(reactionJson(reaction), isNew ? 201 : 200);
  }

  function needUnlocked(context: GitHubContext, thread: Thread | undefined): Token {
    if (thread === undefined) refuse(404, 'Not Found');
    const token = needThreadWrite(context, thread);
    return thread.locked ? refuse(403, 'Unable to create reaction because issue is locked.') : token;
  }

  app.post('/issues/:number{[0-9]+}/reactions', (context) => {
    const thread = threadIn(context);
    return addReaction(context, needUnlocked(context, thread), thread.reactions);
  });

  app.post('/issues/comments/:id{[0-9]+}/reactions', (context) => {
    const { comments, threads } = context.var.repository;
    const { thread, reactions } = byId(context, comments);
    return addReaction(context, needUnlocked(context, threads.get(thread)), reactions);
  });

  app.get('/issues/comments/:id{[0-9]+}/reactions', (context) => {
    const { comments } = readableIn(context, 'issues', 'pull_requests');
    return answerPage(context, byId(context, comments).reactions, reactionJson);
  });

  app.post('/pulls/comments/:id{[0-9]+}/reactions', (context) => {
    const { reactions } = byId(context, context.var.repository.reviewComments);
    return addReaction(context, needWrite(context, 'pull_requests'), reactions);
  });
}
