/**
 * The rules of a thread, each broken on purpose: a run is shown a world in which its rule does nothing. What it does then is
 * what code without that rule would do.
 */
import { readNote } from '../../../src/thread/note.ts';
import type { ThreadGitHub } from './github.ts';
import { KEY, type Variant } from './runs.ts';

type Comments = Awaited<ReturnType<ThreadGitHub['comments']>>;

/** Nobody else's notes are seen. */
const blind: Variant = {
  github(github, there) {
    let own: number | undefined;
    const see = (answer: Comments): Comments => {
      if (!answer.ok) return answer;
      const { items, date, cut } = answer.value;
      const seen = items.filter((item) => item.id === own || readNote(item, there, KEY) === 'none');
      return { ok: true, value: { date, cut, items: seen } };
    };
    return {
      ...github,
      comments: async (thread, since) => see(await github.comments(thread, since)),
      lastComments: async (thread, most) =>
        see((await github.lastComments(thread, most)) as Comments) as never,
      editComment(id, body, tries) {
        own = id;
        return github.editComment(id, body, tries);
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

export const VARIANTS = { blind, repeating } as const;
