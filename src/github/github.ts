import * as z from 'zod/mini';
import { openChanges } from './changes.ts';
import { openComments } from './comments.ts';
import { type OctokitSettings, openOctokit, type Repository } from './octokit.ts';
import { openPullRequests } from './pull-requests.ts';

/** GitHub's REST API for one repository, as far as the action uses it. None of the methods throws. */
export interface GitHub extends ReturnType<typeof openRepository> {
  /** The same for another repository. */
  elsewhere(place: Repository['at']): GitHub;
}

/** Opens GitHub for a repository; nothing is loaded or sent yet. */
export function openGitHub(
  settings: OctokitSettings,
  at: Repository['at'],
  redact: Repository['redact'],
): GitHub {
  const octokit = openOctokit(settings);
  const elsewhere = ({ owner, repo }: Repository['at']): GitHub => ({
    ...openRepository({ ...octokit, at: { owner, repo }, redact }),
    elsewhere,
  });
  return elsewhere(at);
}

function openRepository(repository: Repository) {
  const { at, read, patient } = repository;
  return {
    ...openChanges(repository),
    ...openComments(repository),
    ...openPullRequests(repository),
    /** What a person may do here, in GitHub's words; reading them is the gate's to do. */
    permission: (username: string) =>
      read(z.looseObject({}), ({ repos }) =>
        repos.getCollaboratorPermissionLevel({ ...at, username, request: patient() }),
      ),
  };
}
