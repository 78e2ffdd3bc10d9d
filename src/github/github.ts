import { openChanges } from './changes.ts';
import { openComments } from './comments.ts';
import { type OctokitSettings, openOctokit, type Repository } from './octokit.ts';
import { openPullRequests } from './pull-requests.ts';

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
    ...openPullRequests(repository),
    /** What a person may do here, in GitHub's words; reading them is the gate's to do. */
    permission: (username: string) =>
      ask(async ({ rest }): Promise<unknown> => {
        const reply = await rest.repos.getCollaboratorPermissionLevel({ ...at, username });
        return reply.data;
      }),
  };
}
