import { date, repositoryJson, type Urls } from './json.ts';
import type { Repository } from './store.ts';

/** The URL templates of a repository in GitHub's REST API. */
const PLACES: Readonly<Record<string, string>> = {
  archive: '/{archive_format}{/ref}',
  assignees: '/assignees{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '/branches{/branch}',
  collaborators: '/collaborators{/collaborator}',
  comments: '/comments{/number}',
  commits: '/commits{/sha}',
  compare: '/compare/{base}...{head}',
  contents: '/contents/{+path}',
  contributors: '/contributors',
  deployments: '/deployments',
  downloads: '/downloads',
  events: '/events',
  forks: '/forks',
  git_commits: '/git/commits{/sha}',
  git_refs: '/git/refs{/sha}',
  git_tags: '/git/tags{/sha}',
  hooks: '/hooks',
  issue_comment: '/issues/comments{/number}',
  issue_events: '/issues/events{/number}',
  issues: '/issues{/number}',
  keys: '/keys{/key_id}',
  labels: '/labels{/name}',
  languages: '/languages',
  merges: '/merges',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  pulls: '/pulls{/number}',
  releases: '/releases{/id}',
  stargazers: '/stargazers',
  statuses: '/statuses/{sha}',
  subscribers: '/subscribers',
  subscription: '/subscription',
  tags: '/tags',
  teams: '/teams',
  trees: '/git/trees{/sha}',
};

/** A repository in the JSON of pull requests, without stars and forks. */
export function repositoryInPullJson(urls: Urls, repository: Repository) {
  const short = repositoryJson(urls, repository);
  const places = Object.entries(PLACES).map(([name, path]) => [`${name}_url`, `${short.url}${path}`]);
  const clone = `${short.html_url}.git`;
  const open = [...repository.threads.values()].filter(({ state }) => state === 'open').length;
  const at = date(0);
  return {
    ...short,
    ...(Object.fromEntries(places) as Record<string, string>),
    clone_url: clone,
    git_url: clone,
    ssh_url: clone,
    svn_url: short.html_url,
    mirror_url: null,
    description: null,
    homepage: null,
    language: null,
    license: null,
    created_at: at,
    updated_at: at,
    pushed_at: at,
    size: 0,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    open_issues: open,
    open_issues_count: open,
    has_downloads: false,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    archived: false,
    disabled: false,
  };
}

/** A repository alone. */
export function fullRepositoryJson(urls: Urls, repository: Repository) {
  return { ...repositoryInPullJson(urls, repository), network_count: 0, subscribers_count: 0 };
}
