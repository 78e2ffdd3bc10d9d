import * as z from 'zod/mini';
import { openChanges } from './changes.ts';
import { openComments } from './comments.ts';
import { type Client, type OctokitSettings, openOctokit } from './octokit.ts';
import { openPullRequests } from './pull-requests.ts';

/** GitHub's REST API for one repository, as far as the action uses it. None of the methods throws. */
export interface GitHub extends ReturnType<typeof openMethods> {
  elsewhere(repository: Client['repository']): GitHub;
}

const membership = z.object({ state: z.string() });

/** Nothing is loaded or sent yet. */
export function openGitHub(
  settings: OctokitSettings,
  repository: Client['repository'],
  redact: Client['redact'],
): GitHub {
  const octokit = openOctokit(settings);
  const elsewhere = ({ owner, repo }: Client['repository']): GitHub => ({
    ...openMethods({ ...octokit, repository: { owner, repo }, redact }),
    elsewhere,
  });
  return elsewhere(repository);
}

function openMethods(client: Client) {
  const { repository, call, patient, read } = client;
  return {
    ...openChanges(client),
    ...openComments(client),
    ...openPullRequests(client),
    defaultBranch: () => read(z.object({ default_branch: z.string() }), ({ repos }) => repos.get(repository)),

    permission: (username: string) =>
      call(async ({ repos }): Promise<unknown> => {
        const question = { ...repository, username, request: patient() };
        return (await repos.getCollaboratorPermissionLevel(question)).data;
      }),
    /** Fails with status 404 when the person isn't in the team, or the token doesn't see the team. */
    teamMembership: (org: string, team_slug: string, username: string) =>
      read(membership, ({ teams }) =>
        teams.getMembershipForUserInOrg({ org, team_slug, username, request: patient() }),
      ),
  };
}
