import type { Merged } from '../change/merged-pull-requests.ts';
import { type Evidence, isOurDoing } from '../change/own-merge.ts';
import { ownRepository } from '../conversation/memory.ts';
import { markPullRequest } from '../conversation/pull-request.ts';
import type { KnownPull } from '../github/changes.ts';
import type { Answer } from '../http/failure.ts';
import { type GitHubPull, readGitHubPull } from '../job/pull-request-link.ts';
import type { Outcome } from '../job/request-result.ts';
import { threadKey } from '../thread/key.ts';
import { holdsToken, readOrigin } from '../thread/origin.ts';
import { occasionOf, type StepContext } from './step-context.ts';

/** What it takes to recognize the pull requests of our own jobs. */
type Recognizing = Pick<StepContext, 'ports' | 'inputs' | 'deadline'>;

/** The job that made a pull request; undefined when no note in its conversation says so. */
type ReadMaker = (pull: GitHubPull) => Promise<Answer<string | undefined>>;

/** Reads the notes that are signed for one pull request in its conversation. */
function openMakers({ ports, inputs, deadline }: Recognizing, token: string): ReadMaker {
  const key = threadKey(inputs);
  const { host } = new URL(ports.place.serverUrl);
  const github = ports.openGitHub(token, deadline);
  return async ({ owner, repo, number }) => {
    const comments = await github.elsewhere(`${owner}/${repo}`).comments(number);
    if (!comments.ok) return comments;
    const scope = { service: inputs, host, owner, repo, number };
    for (const { body } of comments.value.items.toReversed()) {
      const origin = readOrigin(body, scope, key);
      if (origin.kind === 'made') return { ok: true, value: origin.jobId };
    }
    return { ok: true, value: undefined };
  };
}

/**
 * Whether nothing but pull requests of our own jobs was merged: by the token in the description, which is in hand, else
 * by a note in the conversation.
 */
export function mergedOnlyOurs(recognizing: Recognizing, merged: Merged, token: string): Promise<boolean> {
  const { ports, inputs } = recognizing;
  const key = threadKey(inputs);
  const readMaker = openMakers(recognizing, token);
  const [owner = '', repo = ''] = ports.place.repository.split('/');
  return isOurDoing(merged, async ({ number, description }: KnownPull): Promise<Evidence> => {
    if (holdsToken(description, inputs, key)) return 'ours';
    const maker = await readMaker({ owner, repo, number });
    if (maker.ok) return maker.value === undefined ? 'not ours' : 'ours';
    ports.runner.log.warning(
      `Whether one of our jobs made pull request ${number} could not be read, so the push counts: ${maker.failure.message}`,
    );
    return 'unknown';
  });
}

/** Which job to follow up on: that of the newest of these pull requests that one of our jobs made. */
export type OpenJob =
  | { readonly kind: 'found'; readonly jobId: string; readonly url: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** @param urls addresses of pull requests, the newest first */
export async function findOpenJob(
  recognizing: Recognizing,
  urls: readonly string[],
  token: string,
): Promise<OpenJob> {
  const readMaker = openMakers(recognizing, token);
  for (const url of urls) {
    const pull = readGitHubPull(url, recognizing.ports.place.serverUrl);
    if (pull === undefined) continue;
    const maker = await readMaker(pull);
    if (!maker.ok) {
      const reason = `Whether one of our jobs made ${url} could not be read: ${maker.failure.message}`;
      return { kind: 'unreadable', reason };
    }
    if (maker.value !== undefined) return { kind: 'found', jobId: maker.value, url };
  }
  return { kind: 'none' };
}

/**
 * Leaves the note "made by this job" at the job's pull request. One of another repository takes it by `pr-token`, where
 * that is given.
 */
export async function markMade(
  { ports, asked, inputs, deadline, ...step }: StepContext,
  { job }: Outcome,
): Promise<void> {
  const { prToken, githubToken } = inputs;
  const { place, runner } = ports;
  const pull = readGitHubPull(job?.prLink ?? '', place.serverUrl);
  if (job === undefined || pull === undefined) return;
  const other = prToken !== undefined && !isOwn(pull, place.repository);
  const token = other ? prToken : githubToken;
  // A conversation has marked what `github-token` reaches before the turn ended.
  if (token === undefined || (!other && step.audience !== undefined)) return;
  const github = other ? undefined : step.github;
  const repository = ownRepository(place, github ?? ports.openGitHub(token, deadline), inputs);
  await markPullRequest(job, repository, threadKey(inputs), occasionOf(ports, asked, inputs), runner.log);
}

/** Whether a pull request is in the repository `owner/name`. */
export function isOwn({ owner, repo }: GitHubPull, repository: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === repository.toLowerCase();
}
