import type { Octokit } from '@octokit/core';
import * as z from 'zod/mini';
import type { Answer } from '../http/failure.ts';
import { ask, data } from './answer.ts';
import {
  assignedSchema,
  comparisonSchema,
  foundSchema,
  pullSchema,
  releaseSchema,
  toComparison,
  toFound,
  toPull,
  toRelease,
} from './changes-answers.ts';
import type { GitHubChanges, PullAddress } from './changes-port.ts';
import { type OctokitSettings, openOctokit } from './octokit.ts';

const PER_PAGE = 100;

/** Of a very long comparison the first page, which holds the files, and the last ones are read. */
const LAST_PAGES = 9;

/** Opens what the repository `owner/name` says about changes. */
export function connectChanges(settings: OctokitSettings, name: string): GitHubChanges {
  const [owner = '', repo = ''] = name.split('/');
  const octokit = openOctokit(settings);
  return { ...reading(octokit, { owner, repo }), ...upkeep(octokit) };
}

type Reading = Pick<GitHubChanges, 'compare' | 'pullsOf' | 'releases'>;

function reading(octokit: Octokit, repository: { owner: string; repo: string }): Reading {
  const page = (basehead: string, number: number) =>
    ask(comparisonSchema, () =>
      octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
        ...repository,
        ...{ basehead, page: number, per_page: PER_PAGE },
      }),
    ).then(data);

  return {
    async compare(base, head) {
      const basehead = `${base}...${head}`;
      const first = await page(basehead, 1);
      if (!first.ok) return first;
      const commits = [...first.value.commits];
      for (const number of furtherPages(first.value.total_commits)) {
        const more = await page(basehead, number);
        if (!more.ok) return more;
        commits.push(...more.value.commits);
      }
      return { ok: true, value: toComparison({ ...first.value, commits }) };
    },

    async pullsOf(sha) {
      const call = () =>
        octokit.request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
          ...repository,
          ...{ commit_sha: sha, per_page: PER_PAGE },
        });
      const answer = data(await ask(z.array(pullSchema), call));
      // A fork's commits are also those of the repository that it came from.
      const own = `${repository.owner}/${repository.repo}`.toLowerCase();
      return mapped(answer, (pulls) =>
        pulls.filter(({ base }) => base.repo.full_name.toLowerCase() === own).map(toPull),
      );
    },

    async releases() {
      const call = () =>
        octokit.request('GET /repos/{owner}/{repo}/releases', { ...repository, per_page: PER_PAGE });
      const answer = data(await ask(z.array(releaseSchema), call));
      return mapped(answer, (releases) => releases.filter(({ draft }) => !draft).map(toRelease));
    },
  };
}

function upkeep(octokit: Octokit): Omit<GitHubChanges, keyof Reading> {
  const issue = ({ owner, repo, number }: PullAddress) => ({ owner, repo, issue_number: number });
  return {
    async search(query) {
      const options = {
        sort: 'created',
        order: 'desc',
        per_page: PER_PAGE,
        advanced_search: 'true',
      } as const;
      const call = () => octokit.request('GET /search/issues', { q: query, ...options });
      return mapped(data(await ask(foundSchema, call)), toFound);
    },

    async addLabels(pull, labels) {
      const call = () =>
        octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
          ...issue(pull),
          labels: [...labels],
        });
      return data(await ask(z.unknown(), call));
    },

    async requestReview({ owner, repo, number }, reviewer) {
      const who =
        reviewer.kind === 'team' ? { team_reviewers: [reviewer.slug] } : { reviewers: [reviewer.login] };
      const call = () =>
        octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
          ...{ owner, repo, pull_number: number },
          ...who,
        });
      return data(await ask(z.unknown(), call));
    },

    async assign(pull, logins) {
      const call = () =>
        octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
          ...issue(pull),
          assignees: [...logins],
        });
      const answer = data(await ask(assignedSchema, call));
      return mapped(answer, ({ assignees }) => (assignees ?? []).map(({ login }) => login));
    },
  };
}

function furtherPages(totalCommits: number): number[] {
  const last = Math.ceil(totalCommits / PER_PAGE);
  const begin = Math.max(2, last - LAST_PAGES + 1);
  return Array.from({ length: Math.max(0, last - begin + 1) }, (_, index) => begin + index);
}

function mapped<From, To>(answer: Answer<From>, change: (value: From) => To): Answer<To> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer;
}
