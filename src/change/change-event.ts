import { addressAt, at, idAt, textAt } from '../text/json.ts';

/** What changed a repository, as the event tells it. Names of branches and tags, and all notes, are foreign text. */
export type ChangeEvent = Push | Published;

/** A branch or tag that was pushed, made, or deleted. */
export interface Push {
  readonly kind: 'push';
  readonly ref: { readonly kind: 'branch' | 'tag'; readonly name: string };
  /** The commit before and after; undefined where there was none, or is none any more. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Whether history was replaced. */
  readonly forced: boolean;
  readonly defaultBranch?: string | undefined;
}

/** A release. */
export interface Published {
  readonly kind: 'release';
  readonly id: number;
  /** GitHub's word for what happened to it, like `published`. */
  readonly action: string;
  readonly tag: string;
  readonly prerelease: boolean;
  /** Epoch milliseconds; undefined for a draft. */
  readonly publishedAt?: number | undefined;
  readonly name: string;
  readonly notes: string;
  readonly url?: string | undefined;
}

/** Reads a push or a release out of its payload; undefined for other events and for what cannot be read. */
export function readChangeEvent(event: string, payload: unknown): ChangeEvent | undefined {
  if (event === 'push') return readPush(payload);
  return event === 'release' ? readRelease(payload) : undefined;
}

function readPush(payload: unknown): Push | undefined {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(textAt(payload, 'ref') ?? '') ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return {
    kind: 'push',
    ref: { kind: kind === 'tags' ? 'tag' : 'branch', name },
    before: commitAt(payload, 'before'),
    after: commitAt(payload, 'after'),
    forced: at(payload, 'forced') === true,
    defaultBranch: textAt(payload, 'repository', 'default_branch'),
  };
}

function readRelease(payload: unknown): Published | undefined {
  const release = at(payload, 'release');
  const id = idAt(release, 'id');
  const tag = textAt(release, 'tag_name');
  if (id === undefined || tag === undefined) return undefined;
  const publishedAt = Date.parse(textAt(release, 'published_at') ?? '');
  return {
    kind: 'release',
    id,
    tag,
    action: textAt(payload, 'action') ?? '',
    prerelease: at(release, 'prerelease') === true,
    publishedAt: Number.isNaN(publishedAt) ? undefined : publishedAt,
    name: textAt(release, 'name') ?? '',
    notes: textAt(release, 'body') ?? '',
    url: addressAt(release, 'html_url'),
  };
}

/** A commit's name; GitHub writes zeros where there is no commit. */
function commitAt(payload: unknown, name: string): string | undefined {
  const sha = textAt(payload, name) ?? '';
  return /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined;
}
