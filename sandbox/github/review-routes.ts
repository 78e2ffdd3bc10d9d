import { Hono } from 'hono';
import { type GitHubContext, type GitHubEnv, readableIn, refuse } from './access.ts';
import { chosenComments } from './comment-routes.ts';
import type { Urls } from './json.ts';
import { answerPage } from './paging.ts';
import { pullFiles } from './pull-facts.ts';
import { pullIn } from './pull-routes.ts';
import type { Comment, Repository, Store } from './store.ts';
import { commentJson, fileJson, reviewJson } from './thread-json.ts';

/** The most files of a pull request that GitHub lists. */
const MOST_FILES = 3000;

/** Review comments of a pull request, and its files. */
export function reviewRoutes(store: Store, urls: Urls) {
  const app = new Hono<GitHubEnv>();

  function find(context: GitHubContext) {
    const repository = readableIn(store, context, 'pull_requests');
    return { repository, pull: pullIn(context, repository) };
  }

  function findReview(context: GitHubContext) {
    const { repository, pull } = find(context);
    const id = Number(context.req.param('id'));
    const review = repository.reviews.find(
      (candidate) => candidate.id === id && candidate.thread === pull.number,
    );
    return { repository, review: review ?? refuse(404, 'Not Found') };
  }

  const chosenIn = (context: GitHubContext, comments: readonly Comment[]) =>
    chosenComments(
      context,
      comments.map((comment) => ({ comment, text: comment.text })),
    ).map(({ comment }) => comment);
  const answerComments = (context: GitHubContext, repository: Repository, comments: Comment[]) =>
    answerPage(context, comments, (comment) => commentJson(urls, repository, comment, comment.text));

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments', (context) => {
    const { repository, pull } = find(context);
    const listed = repository.reviewComments.filter(({ thread }) => thread === pull.number);
    return answerComments(context, repository, chosenIn(context, listed));
  });

  app.get('/repos/:owner/:repo/pulls/comments', (context) => {
    const repository = readableIn(store, context, 'pull_requests');
    return answerComments(context, repository, chosenIn(context, repository.reviewComments));
  });

  app.get('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}', (context) => {
    const repository = readableIn(store, context, 'pull_requests');
    const id = Number(context.req.param('id'));
    const comment = repository.reviewComments.find((one) => one.id === id) ?? refuse(404, 'Not Found');
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews/:id{[0-9]+}', (context) => {
    return context.json(reviewJson(findReview(context).review));
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/files', async (context) => {
    const { repository, pull } = find(context);
    const files = await pullFiles(repository, pull);
    return answerPage(context, files.slice(0, MOST_FILES), fileJson);
  });

  return app;
}
