import * as z from 'zod/mini';
import type { Commit, ComparedFile, Comparison, Found, KnownPull, Release } from './changes-port.ts';

/** What GitHub answers about changes: the fields that are used, and their form in here. */

/** The most files that GitHub lists of a comparison. */
const MOST_FILES = 300;

/** No other text gets past here under that name. */
const LOGIN = /^[\w.-]{1,100}(?:\[bot\])?$/;

const commitSchema = z.looseObject({
  sha: z.string(),
  parents: z.array(z.looseObject({ sha: z.string() })),
  commit: z.looseObject({ message: z.string() }),
});

const fileSchema = z.looseObject({
  filename: z.string(),
  status: z.string(),
  additions: z.number(),
  deletions: z.number(),
  previous_filename: z.optional(z.string()),
  patch: z.optional(z.string()),
});

export const comparisonSchema = z.looseObject({
  status: z.string(),
  total_commits: z.number(),
  commits: z.array(commitSchema),
  files: z.optional(z.array(fileSchema)),
});

const account = z.nullable(z.looseObject({ login: z.string(), id: z.number(), type: z.string() }));

export const pullSchema = z.looseObject({
  number: z.number(),
  title: z.string(),
  body: z.nullable(z.string()),
  user: account,
  locked: z.boolean(),
  merged_at: z.nullable(z.string()),
  merge_commit_sha: z.nullable(z.string()),
  base: z.looseObject({ ref: z.string(), repo: z.looseObject({ full_name: z.string() }) }),
});

export const releaseSchema = z.looseObject({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  published_at: z.nullable(z.string()),
});

export const foundSchema = z.looseObject({
  total_count: z.number(),
  incomplete_results: z.boolean(),
  items: z.array(z.looseObject({ html_url: z.string() })),
});

export const assignedSchema = z.looseObject({
  assignees: z.optional(z.nullable(z.array(z.looseObject({ login: z.string() })))),
});

export function toComparison(raw: z.infer<typeof comparisonSchema>): Comparison {
  const { status, total_commits: totalCommits, commits, files = [] } = raw;
  return {
    ...{ status, totalCommits, commits: commits.map(toCommit) },
    ...{ files: files.map(toFile), filesCut: files.length >= MOST_FILES },
  };
}

function toCommit({ sha, parents, commit }: z.infer<typeof commitSchema>): Commit {
  return { sha, parents: parents.map((parent) => parent.sha), message: commit.message };
}

function toFile(raw: z.infer<typeof fileSchema>): ComparedFile {
  const { filename, status, additions, deletions, previous_filename: before, patch } = raw;
  return {
    ...{ path: filename, status, additions, deletions },
    ...(before !== undefined && { before }),
    ...(patch !== undefined && { patch }),
  };
}

export function toPull(raw: z.infer<typeof pullSchema>): KnownPull {
  const { number, title, body, user, locked, base, merged_at: mergedAt, merge_commit_sha: mergeSha } = raw;
  return {
    ...{ number, title, description: body ?? '', locked, merged: mergedAt !== null, base: base.ref },
    ...(user !== null &&
      LOGIN.test(user.login) && { author: { login: user.login, id: user.id, type: user.type } }),
    ...(mergeSha !== null && { mergeSha }),
  };
}

export function toRelease(raw: z.infer<typeof releaseSchema>): Release {
  const { id, tag_name: tag, prerelease, published_at: published } = raw;
  return { id, tag, prerelease, publishedAt: Date.parse(published ?? '') || 0 };
}

export function toFound({
  total_count: total,
  incomplete_results: incomplete,
  items,
}: z.infer<typeof foundSchema>): Found {
  return { total, incomplete, urls: items.map(({ html_url: url }) => url) };
}
