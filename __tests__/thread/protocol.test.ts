import { describe, expect, test } from '@jest/globals';
import type { Claim, Comment } from '../../src/thread/claim.ts';
import type { Effect, Plan, Reply } from '../../src/thread/effects.ts';
import { begin, step } from '../../src/thread/protocol.ts';

type Answer = (effect: Effect) => Reply | undefined;

/** Plays one run against threads that do what they are asked; `answer` says where it goes otherwise. */
function play(
  plan: Partial<Plan>,
  threads: Record<string, Comment[]>,
  answer: Answer = () => undefined,
  own = true,
) {
  const story: string[] = [];
  const said: Claim[] = [];
  let state = begin({
    ...(own && { thread: 'T' }),
    request: 'r',
    nonce: 'own',
    rerun: false,
    fresh: false,
    interrupt: false,
    patience: 2,
    ...plan,
  });
  const put = (thread: string, comment: Comment) => {
    threads[thread] = [...(threads[thread] ?? []).filter(({ id }) => id !== comment.id), comment];
    if (comment.claim !== undefined) said.push(comment.claim);
  };
  const usual = (effect: Effect): Reply => {
    switch (effect.kind) {
      case 'save':
        return { kind: 'saved' };
      case 'read':
        return { kind: 'comments', comments: threads[effect.thread] ?? [], date: 1_000, left: 60_000 };
      case 'write': {
        const commentId = 100 + Object.values(threads).flat().length;
        put(effect.thread, { id: commentId, edited: false, claim: effect.claim });
        return { kind: 'written', commentId };
      }
      case 'edit':
        put(effect.thread, { id: effect.commentId, edited: true, claim: effect.claim });
        return { kind: 'edited' };
      case 'sleep':
        return { kind: 'woke' };
      case 'look':
        return { kind: 'looked', found: 'completed' };
      case 'send':
        return {
          kind: 'sent',
          jobId: effect.errand.kind === 'message' ? effect.errand.jobId : 'J9',
          date: 2_000,
        };
      default:
        return { kind: 'ended' };
    }
  };
  for (let turn = 0; state.effect.kind !== 'finish'; turn += 1) {
    if (turn > 500) throw new Error(`It goes on for ever: ${story.slice(-10).join(', ')}`);
    story.push(tellEffect(state.effect));
    state = step(state, answer(state.effect) ?? usual(state.effect));
  }
  return { story, said, finish: state.effect, threads };
}

function tellEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'read':
      return `read ${effect.thread}`;
    case 'write':
      return `write ${effect.claim.state} in ${effect.thread}`;
    case 'edit':
      return `edit to ${effect.claim.state} in ${effect.thread}`;
    case 'sleep':
      return `sleep (${effect.why})`;
    case 'save':
      return `save ${effect.state.reached.kind}`;
    case 'send':
      return effect.errand.kind === 'message'
        ? `message ${effect.errand.jobId}`
        : `create (${effect.errand.because})`;
    default:
      return effect.kind;
  }
}

const claimOf = (id: number, claim: Partial<Claim>): Comment => ({
  id,
  edited: true,
  claim: { nonce: `n${id}`, request: `r${id}`, state: 'ended', deadline: 500_000, commentId: id, ...claim },
});
const withJob = () => ({ T: [claimOf(1, { jobId: 'J1', sentAt: 10 })] });
/** Answers the first effect that matches. */
const once = (matches: (effect: Effect) => boolean, reply: Reply): Answer => {
  let used = false;
  return (effect) => {
    if (used || !matches(effect)) return undefined;
    used = true;
    return reply;
  };
};

test('a first request: claim, confirmed before anything is sent', () => {
  const { story, said, finish } = play({}, {});
  expect(story).toEqual([
    'read T',
    'save claimed',
    'write waiting in T',
    'edit to waiting in T',
    'read T',
    'edit to sending in T',
    'read T',
    'save sending',
    'create (the thread has none)',
    'save job',
    'edit to job in T',
    'watch',
    'edit to ended in T',
  ]);
  expect(said.at(-1)).toEqual({
    nonce: 'own',
    request: 'r',
    state: 'ended',
    jobId: 'J9',
    sentAt: 2_000,
    deadline: 61_000,
    commentId: 100,
  });
  expect(finish).toEqual({ kind: 'finish', ending: { kind: 'ended', jobId: 'J9' }, closed: true });
});

describe('the next request', () => {
  test("is a message to the thread's job", () => {
    expect(play({}, withJob()).story).toContain('message J1');
  });

  test.each(['archived', 'failed', 'missing', 'closed'] as const)('creates when that job is %s', (found) => {
    const { story } = play({}, withJob(), ({ kind }) =>
      kind === 'look' ? { kind: 'looked', found } : undefined,
    );
    expect(story).toContain(`create (${found})`);
  });

  test('waits while the job is at work, without a word', () => {
    const active = once(({ kind }) => kind === 'look', { kind: 'looked', found: 'active' });
    const { story } = play({}, withJob(), active);
    expect(story.indexOf('sleep (job)')).toBeLessThan(story.indexOf('edit to sending in T'));
    expect(story).toContain('message J1');
  });

  test('with --interrupt does not wait, with --new does not ask', () => {
    const active: Answer = ({ kind }) => (kind === 'look' ? { kind: 'looked', found: 'active' } : undefined);
    expect(play({ interrupt: true }, withJob(), active).story).toContain('message J1');
    const { story } = play({ fresh: true }, withJob(), active);
    expect(story).toContain('create (asked for)');
    expect(story).not.toContain('look');
  });

  test('says what others left in doubt, and goes on', () => {
    const threads = { T: [...withJob().T, claimOf(2, { state: 'unknown', sentAt: 20 })] };
    let doubts: readonly { id: number }[] = [];
    const { story } = play({}, threads, (effect) => {
      if (effect.kind === 'send') doubts = effect.doubts;
      return undefined;
    });
    expect(doubts.map(({ id }) => id)).toEqual([2]);
    expect(story).toContain('message J1');
  });
});

describe('with `job-id`', () => {
  test.each(['archived', 'failed', 'missing'] as const)('nothing is sent to a job that is %s', (found) => {
    const { story, finish } = play({ jobId: 'J5' }, {}, ({ kind }) =>
      kind === 'look' ? { kind: 'looked', found } : undefined,
    );
    expect(finish).toMatchObject({ ending: { kind: 'not sent', why: 'job over' } });
    expect(story.at(-1)).toBe('edit to not sent in T');
  });

  test('the message goes to that job', () => {
    expect(play({ jobId: 'J5' }, withJob()).story).toContain('message J5');
  });
});

describe('the same request again', () => {
  const again = (claim: Partial<Claim>) => ({
    T: [claimOf(1, { request: 'r', jobId: 'J1', sentAt: 10, ...claim })],
  });

  test('reports the job of one that ended, and writes nothing', () => {
    expect(play({}, again({})).story).toEqual(['read T', 'save job', 'watch']);
  });

  test('watches beside one that is at it', () => {
    expect(play({}, again({ state: 'job' })).story).toEqual(['read T', 'save job', 'watch']);
  });

  test('takes over the comment of one that is gone', () => {
    const { story, said } = play({}, again({ state: 'job', deadline: -100_000 }));
    expect(story).toEqual(['read T', 'save job', 'edit to job in T', 'watch', 'edit to ended in T']);
    expect(said[0]).toMatchObject({ nonce: 'n1', commentId: 1, deadline: 61_000 });
  });

  test.each([
    ['unknown', { state: 'unknown' }],
    ['dead in sending', { state: 'sending', deadline: -100_000 }],
  ] as const)('is not sent when the one before is %s', (_, claim) => {
    const { story, finish } = play({ rerun: true }, again(claim));
    expect(story).toEqual(['read T']);
    expect(finish).toMatchObject({ ending: { kind: 'in doubt', standing: { id: 1 } }, closed: true });
  });

  test('is sent when the one before was not', () => {
    expect(play({}, { T: [claimOf(1, { request: 'r', state: 'not sent' })] }).story).toContain(
      'create (the thread has none)',
    );
  });

  test.each(['failed', 'archived'] as const)(
    'is sent in a re-run when its job is %s, else reported',
    (found) => {
      const look: Answer = ({ kind }) => (kind === 'look' ? { kind: 'looked', found } : undefined);
      expect(play({ rerun: true }, again({}), look).story).toContain(`create (${found})`);
      expect(play({}, again({}), look).story).toEqual(['read T', 'save job', 'watch']);
    },
  );

  test('waits without a comment for one that is about to send', () => {
    const threads = again({ state: 'sending' });
    let naps = 0;
    const { story } = play({}, threads, ({ kind }) => {
      if (kind !== 'sleep') return undefined;
      naps += 1;
      if (naps === 3) threads.T = again({ state: 'job' }).T;
      return { kind: 'woke' };
    });
    expect(story.filter((word) => word.startsWith('write'))).toEqual([]);
    expect(story.at(-1)).toBe('watch');
  });
});

describe("a message to a job with a pull request is claimed in that one's conversation", () => {
  const look: Answer = ({ kind }) =>
    kind === 'look' ? { kind: 'looked', found: 'completed', conversation: 'P' } : undefined;

  test('last to come, first to say sending; both say job, both say ended', () => {
    const { story, said } = play({}, withJob(), look);
    expect(story.slice(5)).toEqual([
      'look',
      'save claimed',
      'write waiting in P',
      'edit to waiting in P',
      'read P',
      'look',
      'edit to sending in P',
      'read P',
      'edit to sending in T',
      'read T',
      'save sending',
      'message J1',
      'save job',
      'edit to job in T',
      'edit to job in P',
      'watch',
      'edit to ended in T',
      'edit to ended in P',
    ]);
    expect(said.filter(({ ticket }) => ticket !== undefined).map(({ ticket }) => ticket)).toContain(101);
  });

  test('not when the request comes from there', () => {
    expect(play({ thread: 'P' }, { P: [{ id: 1, edited: false, origin: 'J1' }] }, look).story).not.toContain(
      'write waiting in T',
    );
  });

  test('and goes without, where the run may not write there', () => {
    const refused: Answer = (effect) =>
      effect.kind === 'write' && effect.thread === 'P' ? { kind: 'refused', forbidden: true } : look(effect);
    const { story } = play({}, withJob(), refused);
    expect(story).toContain('message J1');
    expect(story).not.toContain('edit to sending in P');
  });
});

describe('when something goes wrong, nothing is sent', () => {
  const sends = (story: readonly string[]) => story.some((word) => /^(create|message)/.test(word));

  test.each<[string, (effect: Effect) => boolean, Reply, string]>([
    ['the thread cannot be read', ({ kind }) => kind === 'read', { kind: 'unreadable' }, 'unreadable'],
    [
      'the claim is refused, but not as forbidden',
      ({ kind }) => kind === 'write',
      { kind: 'refused', forbidden: false },
      'unconfirmed',
    ],
    [
      'the edit to sending is refused',
      (effect) => effect.kind === 'edit' && effect.claim.state === 'sending',
      { kind: 'refused', forbidden: true },
      'unconfirmed',
    ],
    ['the job cannot be looked at', ({ kind }) => kind === 'look', { kind: 'unseen' }, 'unseen'],
    ['the run is stopped', ({ kind }) => kind === 'look', { kind: 'stopped', by: 'interrupt' }, 'interrupt'],
    ['the service refuses', ({ kind }) => kind === 'send', { kind: 'not sent' }, 'refused'],
  ])('%s', (_, matches, reply, why) => {
    const { story, finish, said } = play({}, withJob(), once(matches, reply));
    expect(finish).toMatchObject({ ending: { kind: 'not sent', why } });
    if (why !== 'refused') expect(sends(story)).toBe(false);
    if (said.length > 0) expect(said.at(-1)).toMatchObject({ state: 'not sent' });
  });

  test('the claim is never seen', () => {
    const { story, finish } = play({}, {}, (effect) =>
      effect.kind === 'read' ? { kind: 'comments', comments: [], date: 1_000, left: 60_000 } : undefined,
    );
    expect(finish).toMatchObject({ ending: { kind: 'not sent', why: 'unconfirmed' } });
    expect(story.filter((word) => word === 'sleep (lag)')).toHaveLength(2);
    expect(sends(story)).toBe(false);
  });
});

describe('a write of unknown fate', () => {
  test('is looked for before it is written again', () => {
    const { story } = play(
      {},
      {},
      once(({ kind }) => kind === 'write', { kind: 'unsure' }),
    );
    expect(story.slice(0, 7)).toEqual([
      'read T',
      'save claimed',
      'write waiting in T',
      'sleep (settle)',
      'read T',
      'write waiting in T',
      'edit to waiting in T',
    ]);
  });

  test('ends the run when it happens too often', () => {
    const { finish } = play({}, {}, ({ kind }) => (kind === 'write' ? { kind: 'unsure' } : undefined));
    expect(finish).toMatchObject({ ending: { kind: 'not sent', why: 'unconfirmed' }, closed: false });
  });
});

describe('after the send', () => {
  test('an answer that never came is said, and the claim holds nobody up', () => {
    const { said, finish } = play({}, withJob(), ({ kind }) =>
      kind === 'send' ? { kind: 'lost' } : undefined,
    );
    expect(said.at(-1)).toMatchObject({ state: 'unknown', jobId: 'J1' });
    expect(finish).toMatchObject({ ending: { kind: 'unknown' } });
  });

  test('a job that can no longer be written down is watched all the same', () => {
    const { story, finish } = play({}, {}, (effect) =>
      effect.kind === 'edit' && effect.claim.state === 'job'
        ? { kind: 'refused', forbidden: false }
        : undefined,
    );
    expect(story.slice(-2)).toEqual(['edit to job in T', 'watch']);
    expect(finish).toEqual({ kind: 'finish', ending: { kind: 'ended', jobId: 'J9' }, closed: false });
  });

  test('who stops watching sets the deadline to now', () => {
    const { said } = play({}, {}, ({ kind }) =>
      kind === 'watch' ? { kind: 'left', date: 5_000 } : undefined,
    );
    expect(said.at(-1)).toMatchObject({ state: 'job', jobId: 'J9', deadline: 5_000 });
  });
});

test('a first comment that is forbidden means no memory: the run creates', () => {
  const { story } = play({}, withJob(), ({ kind }) =>
    kind === 'write' ? { kind: 'refused', forbidden: true } : undefined,
  );
  expect(story.slice(3)).toEqual(['save sending', 'create (no memory)', 'save job', 'watch']);
});

describe('without a thread', () => {
  const alone = (plan: Partial<Plan>, answer?: Answer) => play(plan, {}, answer, false);

  test('each run creates', () => {
    expect(alone({}).story).toEqual(['save sending', 'create (no memory)', 'save job', 'watch']);
  });

  test("a message is claimed in the conversation of the job's pull request all the same", () => {
    const look: Answer = ({ kind }) =>
      kind === 'look' ? { kind: 'looked', found: 'completed', conversation: 'P' } : undefined;
    const { story, said } = alone({ jobId: 'J1' }, look);
    expect(story.slice(0, 6)).toEqual([
      'look',
      'read P',
      'save claimed',
      'write waiting in P',
      'edit to waiting in P',
      'read P',
    ]);
    expect(story).toContain('message J1');
    expect(said.at(-1)).toMatchObject({ state: 'ended', jobId: 'J1', deadline: 61_000 });
    expect(said.at(-1)).not.toHaveProperty('ticket');
  });

  test('nor with a thread that refuses the first comment', () => {
    const look: Answer = (effect) => {
      if (effect.kind === 'write' && effect.thread === 'T') return { kind: 'refused', forbidden: true };
      return effect.kind === 'look' ? { kind: 'looked', found: 'completed', conversation: 'P' } : undefined;
    };
    const { story } = play({ jobId: 'J1' }, {}, look);
    expect(story).toContain('write waiting in P');
    expect(story).toContain('message J1');
  });
});

describe('with a job that is only watched', () => {
  test('nothing is sent, and nobody is waited for', () => {
    const { story, said } = play({ jobId: 'J1', watchOnly: true }, withJob());
    expect(story.filter((line) => /send|create|message|sleep/.test(line))).toEqual([]);
    expect(story).toContain('watch');
    expect(said.at(-1)).toMatchObject({ state: 'ended', jobId: 'J1' });
  });

  test('a thread that refuses the comment stops nothing', () => {
    const { story } = play({ jobId: 'J1', watchOnly: true }, {}, ({ kind }) =>
      kind === 'write' ? { kind: 'refused', forbidden: true } : undefined,
    );
    expect(story.at(-1)).toBe('watch');
  });
});

describe('a look at a job that was sent to lately', () => {
  const lookedSince = (state: Claim['state']) => {
    const times: (number | undefined)[] = [];
    const before = claimOf(1, { jobId: 'J1', sentAt: 10, state, deadline: -100_000 });
    play({}, { T: [before] }, (effect) => {
      if (effect.kind === 'look') times.push(effect.sentAt);
      return undefined;
    });
    return times;
  };

  test('knows when, while nobody saw the end of that turn', () => {
    expect(lookedSince('job')).toEqual([expect.any(Number)]);
  });

  test('takes the state as it is once the end was seen', () => {
    expect(lookedSince('ended')).toEqual([undefined]);
  });
});

test('a reply that does not fit is a defect', () => {
  const state = begin({
    thread: 'T',
    request: 'r',
    nonce: 'n',
    rerun: false,
    fresh: false,
    interrupt: false,
    patience: 2,
  });
  expect(() => step(state, { kind: 'edited' })).toThrow('"edited" is no reply to "read".');
});
