import { Hono } from 'hono';
import {
  type GitHubContext,
  type GitHubEnv,
  invalid,
  needThreadWrite,
  needWrite,
  readableIn,
  readBody,
  refuse,
  repositoryIn,
  threadIn,
} from './access.ts';
import { commentIn } from './comment-routes.ts';
import { isReaction, reactionJson } from './json.ts';
import { answerPage } from './paging.ts';
import type { Reaction, Repository, Store, Thread, User } from './store.ts';
import { react } from './threads.ts';

/** Reactions to issues, to comments of a conversation, and to review comments. */
export function reactionRoutes(store: Store) {
  const app = new Hono<GitHubEnv>();

  async function answer(context: GitHubContext, user: User, reactions: Reaction[]) {
    const { content } = await readBody(context);
    if (!isReaction(content)) invalid('Reaction', 'content', 'content is not a known reaction');
    const { reaction, isNew } = react(store, reactions, user, content);
    return context.json(reactionJson(reaction), isNew ? 201 : 200);
  }

  function writer(context: GitHubContext, repository: Repository, thread: Thread | undefined): User {
    if (!thread) refuse(404, 'Not Found');
    const { user } = needThreadWrite(context, repository, thread);
    if (thread.locked) refuse(403, 'Unable to create reaction because issue is locked.');
    return user;
  }

  app.post('/repos/:owner/:repo/issues/:number{[0-9]+}/reactions', (context) => {
    const repository = repositoryIn(store, context);
    const thread = threadIn(context, repository);
    return answer(context, writer(context, repository, thread), thread.reactions);
  });

  app.post('/repos/:owner/:repo/issues/comments/:id{[0-9]+}/reactions', (context) => {
    const repository = repositoryIn(store, context);
    const comment = commentIn(context, repository);
    const user = writer(context, repository, repository.threads.get(comment.thread));
    return answer(context, user, comment.reactions);
  });

  app.get('/repos/:owner/:repo/issues/comments/:id{[0-9]+}/reactions', (context) => {
    const repository = readableIn(store, context, 'issues', 'pull_requests');
    return answerPage(context, commentIn(context, repository).reactions, reactionJson);
  });

  app.post('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}/reactions', (context) => {
    const repository = repositoryIn(store, context);
    const id = Number(context.req.param('id'));
    const comment =
      repository.reviewComments.find((candidate) => candidate.id === id) ?? refuse(404, 'Not Found');
    return answer(context, needWrite(context, repository, 'pull_requests').user, comment.reactions);
  });

  return app;
}
