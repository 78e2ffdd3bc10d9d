import { Hono } from 'hono';
import { type GitHubContext, type GitHubEnv, readableIn, refuse } from './access.ts';
import { chosenComments } from './comment-routes.ts';
import type { Urls } from './json.ts';
import { answerPage } from './paging.ts';
import { pullFiles } from './pull-facts.ts';
import { pullIn } from './pull-routes.ts';
import type { Store } from './store.ts';
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

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments', (context) => {
    const { repository, pull } = find(context);
    const listed = repository.reviewComments
      .filter(({ thread }) => thread === pull.number)
      .map((comment) => ({ comment, text: comment.text }));
    return answerPage(context, chosenComments(context, listed), ({ comment, text }) =>
      commentJson(urls, repository, comment, text),
    );
  });

  app.get('/repos/:owner/:repo/pulls/comments/:id{[0-9]+}', (context) => {
    const repository = readableIn(store, context, 'pull_requests');
    const id = Number(context.req.param('id'));
    const comment = repository.reviewComments.find((one) => one.id === id) ?? refuse(404, 'Not Found');
    return context.json(commentJson(urls, repository, comment, comment.text));
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews/:id{[0-9]+}', (context) => {
    const { repository, pull } = find(context);
    const id = Number(context.req.param('id'));
    const review = repository.reviews.find((one) => one.id === id && one.thread === pull.number);
    return context.json(reviewJson(review ?? refuse(404, 'Not Found')));
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/files', async (context) => {
    const { repository, pull } = find(context);
    const files = await pullFiles(repository, pull);
    return answerPage(context, files.slice(0, MOST_FILES), fileJson);
  });

  return app;
}
