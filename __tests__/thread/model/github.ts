/** GitHub's comments of one thread: lists lag, and what is written may be lost on its way. */

import type { Failure } from '../../../src/answer.ts';
import type { ThreadComment } from '../../../src/github/comments.ts';
import type { GitHub } from '../../../src/github/github.ts';
import { type Actor, forever, SECOND, type World } from './world.ts';

/** What a run asks GitHub for while it takes turns. */
export type ThreadGitHub = Pick<
  GitHub,
  'comments' | 'lastComments' | 'comment' | 'createComment' | 'editComment'
>;

/** A comment as it was from some moment on. */
export interface Written {
  readonly id: number;
  readonly body: string;
  readonly createdAt: number;
  readonly at: number;
  /** What happened before what. */
  readonly tick: number;
}

export interface FakeGitHub {
  /** Everything that was ever written, in its order. */
  readonly written: readonly Written[];
  /** Comments that strangers copied, and whose. */
  readonly copies: ReadonlyMap<number, number>;
  /** A stranger posts the words of another comment once more. */
  copy(): void;
  openFor(actor: Actor): ThreadGitHub;
}

/** @param mostLag no list shows less than what was written this long ago, in milliseconds */
export function fakeGitHub(world: World, mostLag: number): FakeGitHub {
  const written: Written[] = [];
  const copies = new Map<number, number>();
  let lastId = 100;

  function write(id: number, body: string): void {
    const createdAt = written.find((it) => it.id === id)?.createdAt ?? world.now();
    written.push({ id, body, createdAt, at: world.now(), tick: world.tick() });
  }

  /** What a read shows: it may be behind, and then it shows the beginning of what was written. */
  function shown(): readonly Written[] {
    const settled = written.filter(({ at }) => at <= world.now() - mostLag).length;
    return world.chance.happens(0.5)
      ? written
      : written.slice(0, world.chance.whole(settled, written.length));
  }

  function list(since: number): ThreadComment[] {
    const comments = new Map(shown().map((it) => [it.id, it]));
    return [...comments.values()]
      .filter(({ at }) => at >= since)
      .sort((one, other) => one.id - other.id)
      .map(toComment);
  }

  return {
    ...{ written, copies },
    copy() {
      const source = written[world.chance.whole(0, written.length - 1)];
      if (source === undefined || copies.has(source.id)) return;
      lastId += 1;
      copies.set(lastId, source.id);
      write(lastId, source.body);
    },
    openFor(actor) {
      async function read(since: number) {
        if (!(await world.reach(actor, 'list'))) return forever();
        const value = { items: list(since), date: world.now(), cut: false };
        if (!(await world.reach(actor, 'list, answer'))) return forever();
        return { ok: true, value } as const;
      }
      async function change(label: string, id: () => number, body: string) {
        let date = 0;
        let written = 0;
        const fate = await world.change(actor, label, () => {
          date = world.now();
          written = id();
          write(written, body);
        });
        if (fate === 'cut off') return forever();
        if (fate === 'unknown') return { ok: false, failure: LOST } as const;
        return { ok: true, value: { ...toComment({ id: written, body, createdAt: date }), date } } as const;
      }
      return {
        comments: (_thread, since = 0) => read(Math.floor(since / SECOND) * SECOND),
        lastComments: () => read(0),
        async comment(id) {
          if (!(await world.reach(actor, 'read'))) return forever();
          const now = shown().findLast((it) => it.id === id);
          const date = world.now();
          if (!(await world.reach(actor, 'read, answer'))) return forever();
          return now === undefined
            ? { ok: false, failure: { ...LOST, kind: 'refused', fate: 'not processed', status: 404 } }
            : { ok: true, value: { ...toComment(now), date } };
        },
        createComment: (_thread, body) =>
          change(
            'post',
            () => {
              lastId += 1;
              return lastId;
            },
            body,
          ),
        editComment: (id, body) => change('edit', () => id, body),
      };
    },
  };
}

function toComment({ id, body, createdAt }: Pick<Written, 'id' | 'body' | 'createdAt'>): ThreadComment {
  const html_url = `https://github.com/acme/product/issues/1#issuecomment-${id}`;
  return { id, html_url, body, user: { login: 'somebody', id: 1, type: 'Bot' }, created_at: createdAt };
}

const LOST: Failure = {
  ...{ kind: 'lost', code: 'github-unreachable', fate: 'unknown', transient: true },
  message: 'the connection broke.',
};
