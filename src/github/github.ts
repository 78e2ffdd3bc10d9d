import * as z from 'zod/mini';
import { openComments } from './comments.ts';
import { openCommitsAndReleases } from './commits-and-releases.ts';
import { openDeployments } from './deployments.ts';
import { followRenames } from './former-name.ts';
import type { TokenInput } from './github-errors.ts';
import { type Client, type OctokitSettings, openOctokit } from './octokit.ts';
import { openPullRequests } from './pull-requests.ts';
import { openReportedChecks } from './reported-checks.ts';
import { openWorkflowRuns } from './workflow-runs.ts';

/** The parts of GitHub's REST API for one repository that the action uses. No method throws. */
export interface GitHub extends ReturnType<typeof openMethods> {
  /** The input with the token, for advice. */
  readonly tokenInput: TokenInput;
  elsewhere(repository: Client['repository']): GitHub;
}

/**
 * GitHub for the repository of this run, with the token of that input, or with `github-token` if `pr-token` is empty. `span`
 * limits the time of all its requests together, in milliseconds.
 */
export type OpenGitHub = (tokenInput: TokenInput, span?: number) => GitHub;

/** Loads and sends nothing yet. */
export function openGitHub(
  settings: OctokitSettings,
  repository: Client['repository'],
  redact: Client['redact'],
): GitHub {
  const http = followRenames(settings.http, settings.apiUrl);
  const octokit = openOctokit({ ...settings, http });
  const elsewhere = ({ owner, repo }: Client['repository']): GitHub => ({
    ...openMethods({ ...octokit, repository: { owner, repo }, redact }),
    tokenInput: settings.tokenInput,
    elsewhere,
  });
  return elsewhere(repository);
}

const settings = z.object({
  default_branch: z.string(),
  full_name: z.string(),
  private: z.optional(z.boolean()),
});

function openMethods(client: Client) {
  const { repository, call, patient, read } = client;
  return {
    ...openComments(client),
    ...openCommitsAndReleases(client),
    ...openDeployments(client),
    ...openPullRequests(client),
    ...openReportedChecks(client),
    ...openWorkflowRuns(client),
    settings: () => read(settings, ({ repos }) => repos.get(repository)),

    environment: (environment_name: string) =>
      call<unknown>(({ repos }) => repos.getEnvironment({ ...repository, environment_name })),

    /** Fails with 404 if the team doesn't exist or has no access to the repository. */
    teamAccess: (org: string, team_slug: string) =>
      call<unknown>(({ teams }) => teams.checkPermissionsForRepoInOrg({ ...repository, org, team_slug })),

    permission: (username: string) =>
      call(async ({ repos }): Promise<unknown> => {
        const query = { ...repository, username, request: patient() };
        return (await repos.getCollaboratorPermissionLevel(query)).data;
      }),
  };
}
