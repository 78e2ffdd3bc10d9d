import * as z from 'zod/mini';
import { openChanges } from './changes.ts';
import { openComments } from './comments.ts';
import { type OctokitSettings, openOctokit, type Repository } from './octokit.ts';
import { openPermissions } from './permissions.ts';
import { openPullRequests } from './pull-requests.ts';
import { openReactions } from './reactions.ts';
import { openSearch } from './search.ts';

/** GitHub's REST API for one repository, as far as the action uses it. None of the methods throws. */
export interface GitHub extends ReturnType<typeof openRepository> {
  /** The same for another repository, `owner/name`. */
  elsewhere(repository: string): GitHub;
}

/** Opens GitHub for the repository `owner/name`; nothing is loaded or sent yet. */
export function openGitHub(settings: OctokitSettings, name: string, hide: Repository['hide']): GitHub {
  const ask = openOctokit(settings);
  const elsewhere = (repository: string): GitHub => {
    const [owner = '', repo = ''] = repository.split('/');
    return { ...openRepository({ at: { owner, repo }, ask, hide }), elsewhere };
  };
  return elsewhere(name);
}

function openRepository(repository: Repository) {
  const { at, ask } = repository;
  return {
    ...openChanges(repository),
    ...openComments(repository),
    ...openPermissions(repository),
    ...openPullRequests(repository),
    ...openReactions(repository),
    ...openSearch(repository),
    /** GitHub's number for the repository. */
    repositoryId: () => ask(async ({ rest }) => withId.parse((await rest.repos.get(at)).data).id),
  };
}

const withId = z.object({ id: z.number() });
