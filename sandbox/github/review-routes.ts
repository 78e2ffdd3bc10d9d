import { Hono } from 'hono';
import { type GitHubContext, type GitHubEnv, needRead, refuse, repositoryIn, threadIn } from './access.ts';
import type { Addresses } from './json.ts';
import { answerPage } from './paging.ts';
import { fileJson, headOf, lineCommentJson, reviewJson } from './review-json.ts';
import type { Store } from './store.ts';

/** What there is to read about a pull request beside its conversation: reviews, comments on lines, files. */
export function reviewRoutes(store: Store, addresses: Addresses) {
  const app = new Hono<GitHubEnv>();

  function read(context: GitHubContext) {
    const repository = repositoryIn(store, context);
    needRead(context, repository, 'pull_requests');
    const { number, pull } = threadIn(context, repository);
    return { repository, number, pull: pull ?? refuse(404, 'Not Found') };
  }

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews/:id{[0-9]+}', (context) => {
    const { repository, number } = read(context);
    const id = Number(context.req.param('id'));
    const review = repository.reviews.find((candidate) => candidate.id === id && candidate.thread === number);
    return context.json(reviewJson(addresses, repository, review ?? refuse(404, 'Not Found')));
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/comments', (context) => {
    const { repository, number } = read(context);
    const comments = repository.reviewComments.filter(({ thread }) => thread === number);
    return answerPage(
      context,
      comments.flatMap((comment) => lineCommentJson(addresses, repository, comment)),
    );
  });

  app.get('/repos/:owner/:repo/pulls/:number{[0-9]+}/files', (context) => {
    const { repository, number, pull } = read(context);
    const sha = headOf(repository, number);
    return answerPage(
      context,
      (pull.files ?? []).map((file) => fileJson(addresses, repository, sha, file)),
    );
  });

  return app;
}
