import { at, textAt, urlAt } from '../text/json.ts';

/** Names of branches and tags, and notes, are foreign text. */
export type ChangeEvent = Push | Published;

export type Push = Readonly<NonNullable<ReturnType<typeof readPush>>>;
export type Published = Readonly<NonNullable<ReturnType<typeof readRelease>>>;

/** Undefined if a field is missing. */
export function readPush(payload: unknown) {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(textAt(payload, 'ref') ?? '') ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return {
    kind: 'push',
    ref: { kind: kind === 'tags' ? 'tag' : 'branch', name },
    /** Undefined if the branch or tag is new. */
    before: commitAt(payload, 'before'),
    /** Undefined if it was deleted. */
    after: commitAt(payload, 'after'),
    forced: at(payload, 'forced') === true,
    defaultBranch: textAt(payload, 'repository', 'default_branch'),
  } as const;
}

/** Undefined if a field is missing. */
export function readRelease(payload: unknown) {
  const release = at(payload, 'release');
  const tag = textAt(release, 'tag_name');
  if (tag === undefined) return undefined;
  const publishedAt = Date.parse(textAt(release, 'published_at') ?? '');
  return {
    kind: 'release',
    tag,
    action: textAt(payload, 'action') ?? '',
    prerelease: at(release, 'prerelease') === true,
    /** Epoch milliseconds; undefined for a draft. */
    publishedAt: Number.isNaN(publishedAt) ? undefined : publishedAt,
    name: textAt(release, 'name') ?? '',
    notes: textAt(release, 'body') ?? '',
    url: urlAt(release, 'html_url'),
  } as const;
}

/** GitHub writes zeros if there is no commit. */
function commitAt(payload: unknown, name: string): string | undefined {
  const sha = textAt(payload, name) ?? '';
  return /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined;
}
