/**
 * The rules of a thread, each broken on purpose: a run is shown a world in which its rule does nothing. What it does then is
 * what code without that rule would do.
 */
import { isLive, type NotePlace, readNote, writeNote } from '../../src/thread/note.ts';
import type { FakeGitHub, ThreadGitHub } from './thread-github.ts';
import { KEY, type Variant } from './thread-runs.ts';

type Comments = Awaited<ReturnType<ThreadGitHub['comments']>>;
type Item = (Comments & { ok: true })['value']['items'][number];

/** A run's lists are changed by `see` from when it wrote `sending` until it writes anything else. */
function atConfirming(
  github: ThreadGitHub,
  there: NotePlace,
  see: (items: readonly Item[], own: Item, isAtWork: (item: Item) => boolean) => readonly Item[],
): ThreadGitHub {
  let own: Item | undefined;
  const noteOf = (item: Pick<Item, 'id' | 'body' | 'created_at'>) => {
    const note = readNote(item, there, KEY);
    return typeof note === 'object' ? note : undefined;
  };
  const seen = (answer: Comments): Comments => {
    if (!answer.ok || own === undefined) return answer;
    const { items, date, cut } = answer.value;
    const isAtWork = (item: Item) => {
      const note = noteOf(item);
      return note !== undefined && (note.state === 'sending' || note.state === 'job') && isLive(note, date);
    };
    return { ok: true, value: { date, cut, items: see(items, own, isAtWork) } };
  };
  return {
    ...github,
    comments: async (thread, since) => seen(await github.comments(thread, since)),
    async editComment(id, body) {
      const answer = await github.editComment(id, body);
      own =
        answer.ok && noteOf({ ...answer.value, body })?.state === 'sending'
          ? { ...answer.value, body }
          : undefined;
      return answer;
    },
  };
}

/** The own words show at once, whatever else the list does not show yet: nothing is confirmed. */
const unconfirmed: Variant = {
  github: (github, there) =>
    atConfirming(github, there, (items, own) => [...items.filter(({ id }) => id !== own.id), own]),
};

/** Nobody else is seen at work once the own words show: nobody backs off. */
const unyielding: Variant = {
  github: (github, there) =>
    atConfirming(github, there, (items, own) => items.filter(({ id }) => id === own.id)),
};

/** Others are seen at work; what they have done since the read before is not: the choice is that read's. */
const hasty: Variant = {
  github: (github, there) =>
    atConfirming(github, there, (items, own, isAtWork) =>
      items.filter((item) => item.id === own.id || isAtWork(item)),
    ),
};

/** A copied note verifies, as it would without its comment's id in the signature. */
const unbound: Variant = {
  github(github, there, { copies }: FakeGitHub) {
    const verify = <T extends Pick<Item, 'id' | 'body' | 'created_at'>>(item: T): T => {
      const source = copies.get(item.id);
      const note = source === undefined ? undefined : readNote({ ...item, id: source }, there, KEY);
      return typeof note === 'object' ? { ...item, body: writeNote(note, item.id, there, KEY) } : item;
    };
    const verifyAll = (answer: Comments): Comments =>
      answer.ok ? { ok: true, value: { ...answer.value, items: answer.value.items.map(verify) } } : answer;
    return {
      ...github,
      comments: async (thread, since) => verifyAll(await github.comments(thread, since)),
      async lastComments(thread, most) {
        const answer = await github.lastComments(thread, most);
        return answer.ok
          ? { ok: true, value: { ...answer.value, items: answer.value.items.map(verify) } }
          : answer;
      },
      async comment(id) {
        const answer = await github.comment(id);
        return answer.ok ? { ok: true, value: verify(answer.value) } : answer;
      },
    };
  },
};

/** What had no answer counts as never having left. */
const repeating: Variant = {
  http: (http) => async (request, signal) => {
    const attempt = await http(request, signal);
    return attempt.ok || attempt.aborted ? attempt : { ...attempt, sent: false };
  },
};

export const VARIANTS = { unconfirmed, unyielding, hasty, unbound, repeating } as const;
