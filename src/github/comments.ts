import type { Octokit } from '@octokit/core';
import * as z from 'zod/mini';
import type { Answer } from '../http/failure.ts';
import { ask, data, type Reply } from './answer.ts';
import type { ChangedFile, GitHub, Reaction, ReactionTarget, ThreadComment } from './github-port.ts';
import { type OctokitSettings, openOctokit } from './octokit.ts';

const PER_PAGE = 100;

const moment = z.pipe(z.string(), z.transform(Date.parse));
const account = z.nullable(z.looseObject({ login: z.string(), id: z.number() }));

const commentSchema = z.looseObject({
  id: z.number(),
  html_url: z.string(),
  body: z.optional(z.nullable(z.string())),
  user: account,
  created_at: moment,
  updated_at: moment,
});

const reviewSchema = z.looseObject({ body: z.nullable(z.string()) });

const fileSchema = z.looseObject({
  filename: z.string(),
  status: z.string(),
  additions: z.number(),
  deletions: z.number(),
});

/** Opens GitHub's REST API for the repository `owner/name`; `hide` takes secrets out of what is written. */
export function connect(settings: OctokitSettings, name: string, hide: (text: string) => string): GitHub {
  const [owner = '', repo = ''] = name.split('/');
  return openGitHub(openOctokit(settings), { owner, repo }, hide);
}

const repositorySchema = z.looseObject({ id: z.number() });
const pullSchema = z.looseObject({ state: z.string() });

function openGitHub(
  octokit: Octokit,
  repository: { owner: string; repo: string },
  hide: (text: string) => string,
): GitHub {
  const at = (id: number) => ({ ...repository, comment_id: id });
  const thread = (number: number) => ({ ...repository, issue_number: number });

  async function list<T>(
    schema: z.ZodMiniType<T>,
    page: (page: { page: number; per_page: number }) => Promise<Reply>,
  ): Promise<Answer<{ items: T[]; date: number }>> {
    const items: T[] = [];
    for (let number = 1; ; number += 1) {
      const answer = await ask(z.array(schema), () => page({ page: number, per_page: PER_PAGE }));
      if (!answer.ok) return answer;
      items.push(...answer.value.data);
      if (answer.value.data.length < PER_PAGE) {
        return { ok: true, value: { items, date: answer.value.date } };
      }
    }
  }

  async function writeComment(call: () => Promise<Reply>): Promise<Answer<ThreadComment>> {
    const answer = await ask(commentSchema, call);
    if (!answer.ok) return answer;
    return { ok: true, value: toComment(answer.value.data, answer.value.date) };
  }

  return {
    elsewhere(name) {
      const [owner = '', repo = ''] = name.split('/');
      return openGitHub(octokit, { owner, repo }, hide);
    },

    async repositoryId() {
      const call = () => octokit.request('GET /repos/{owner}/{repo}', repository);
      const answer = data(await ask(repositorySchema, call));
      return answer.ok ? { ok: true, value: answer.value.id } : answer;
    },

    async isOpen(pull) {
      const call = () =>
        octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
          ...repository,
          pull_number: pull,
        });
      const answer = data(await ask(pullSchema, call));
      return answer.ok ? { ok: true, value: answer.value.state === 'open' } : answer;
    },

    async permission(username) {
      const call = () =>
        octokit.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
          ...repository,
          username,
        });
      return data(await ask(z.unknown(), call));
    },

    async comments(number) {
      const answer = await list(commentSchema, (page) =>
        octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...thread(number),
          ...page,
        }),
      );
      if (!answer.ok) return answer;
      const { items, date } = answer.value;
      return { ok: true, value: { items: items.map((item) => toComment(item, date)), date } };
    },

    createComment: (number, body) =>
      writeComment(() =>
        octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...thread(number),
          body: hide(body),
        }),
      ),

    editComment: (id, body) =>
      writeComment(() =>
        octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          ...at(id),
          body: hide(body),
        }),
      ),

    async react(target, content) {
      return data(await ask(z.unknown(), () => postReaction(target, content)));
    },

    async review(pull, id) {
      const call = () =>
        octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}', {
          ...repository,
          pull_number: pull,
          review_id: id,
        });
      const answer = data(await ask(reviewSchema, call));
      return answer.ok ? { ok: true, value: { body: answer.value.body ?? '' } } : answer;
    },

    async lineComments(pull) {
      const answer = await list(z.unknown(), (page) =>
        octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
          ...repository,
          pull_number: pull,
          ...page,
        }),
      );
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },

    async changedFiles(pull) {
      const answer = await list(fileSchema, (page) =>
        octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
          ...repository,
          pull_number: pull,
          ...page,
        }),
      );
      return answer.ok ? { ok: true, value: answer.value.items.map(toFile) } : answer;
    },
  };

  function postReaction(target: ReactionTarget, content: Reaction): Promise<Reply> {
    switch (target.kind) {
      case 'issue':
        return octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
          ...thread(target.number),
          content,
        });
      case 'issue-comment':
        return octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
          ...at(target.id),
          content,
        });
      case 'review-comment':
        return octokit.request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', {
          ...at(target.id),
          content,
        });
    }
  }
}

function toComment(raw: z.infer<typeof commentSchema>, date: number): ThreadComment {
  return {
    id: raw.id,
    url: raw.html_url,
    body: raw.body ?? '',
    author: raw.user?.login ?? '',
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    date,
  };
}

function toFile({ filename, status, additions, deletions }: z.infer<typeof fileSchema>): ChangedFile {
  return { path: filename, status, additions, deletions };
}
