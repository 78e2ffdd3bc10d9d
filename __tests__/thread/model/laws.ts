/** What has to hold of everything that happened in a thread, whatever was cut off, late or lost. */
import { CLOSING, MESSAGE_GRACE, NOTE_GRACE, TURN_GRACE } from '../../../src/intervals.ts';
import { type Note, readNote } from '../../../src/thread/note.ts';
import type { Written } from './github.ts';
import { type Attempt, KEY, PLACE, type Played } from './runs.ts';
import type { Taken } from './service.ts';
import { MINUTE, SECOND } from './world.ts';

/** The laws; each tells how it was broken. */
const LAWS = {
  'no second job beside a live or known one': secondJobs,
  'no request is sent twice': sentTwice,
  'no id is lost': lostIds,
  'no message interrupts a turn': interruptedTurns,
  'nobody is blocked beyond a deadline': blocked,
} as const satisfies Record<string, (played: Story) => readonly string[]>;

export type Law = keyof typeof LAWS;

/** What holds where a request sees those before it. */
const IN_ORDER: ReadonlySet<string> = new Set<Law>([
  'no second job beside a live or known one',
  'no message interrupts a turn',
]);

/** Everything that happened, and the notes of our own that were written. */
interface Story extends Played {
  readonly notes: readonly (Pick<Written, 'id' | 'at' | 'tick'> & { readonly note: Note })[];
}

/** The laws that were broken, each with what broke it. */
export function brokenLaws(played: Played): readonly string[] {
  const notes = played.github.written.flatMap(({ id, body, createdAt, at, tick }) => {
    const note = readNote({ id, body, created_at: createdAt }, PLACE, KEY);
    return typeof note === 'object' ? [{ id, at, tick, note }] : [];
  });
  const story = { ...played, notes };
  const thrown = played.attempts.flatMap(({ main, thrown }) =>
    thrown === undefined ? [] : [`${main.name} threw ${(thrown as Error).stack}`],
  );
  // Requests at the same moment without the queue may become two jobs.
  const kept = Object.entries(LAWS).filter(([law]) => played.plan.lag <= 5 || !IN_ORDER.has(law));
  const broken = kept.flatMap(([law, find]) => find(story).map((how) => `${law}: ${how}`));
  return [...thrown, ...broken];
}

/**
 * A job is known when a note names it, and live when the run that created it is there to write that down, or its post step
 * is. Not so where the answer to the create was lost, or the runner before it could write the id down: then a second job is
 * what the design accepts. Whoever asked with `--new` asked for a second one, which takes the first one's place.
 */
function secondJobs(story: Story): readonly string[] {
  const creates = story.service.taken.filter(({ kind }) => kind === 'create');
  return creates.flatMap((create) => {
    if (isFresh(create, story)) return [];
    const fresh = creates.findLast(
      (it) => it.tick < create.tick && isFresh(it, story) && isKnown(it.jobId, create.tick, story),
    );
    const before = creates.filter(({ tick }) => tick < create.tick && tick >= (fresh?.tick ?? 0));
    return before
      .filter(({ jobId }) => story.service.takesMessages(jobId, create.at))
      .filter((other) => isKnown(other.jobId, create.tick, story) || isLive(other, create.tick, story))
      .map((other) => `${create.by.name} created ${create.jobId} beside ${other.jobId} of ${other.by.name}`);
  });
}

/** Whether it was asked for as a job of its own. */
function isFresh(create: Taken, story: Story): boolean {
  return attemptOf(create, story).plan.manner === 'new';
}

function isKnown(jobId: string, tick: number, { notes }: Story): boolean {
  return notes.some((it) => it.tick < tick && it.note.jobId === jobId);
}

function isLive(create: Taken, tick: number, story: Story): boolean {
  const attempt = attemptOf(create, story);
  const { cut, closed, state } = attempt;
  if (!create.answered) return false;
  if (cut === undefined) return isTold(attempt);
  // The post step writes down what main saved.
  const isClosing = isClosed(attempt) && (closed?.tick ?? 0) > tick && state['jobId'] === create.jobId;
  return cut.tick > tick || isClosing;
}

/** Whether a main that ended by itself could write its last word, or its post step, which it left that to. */
function isTold(attempt: Attempt): boolean {
  return attempt.state['stage'] !== 'unwritten' || isClosed(attempt);
}

/** What reached the service may be asked for again by a re-run only when its job takes no messages any more. */
function sentTwice(story: Story): readonly string[] {
  const { taken, takesMessages } = story.service;
  return taken.flatMap((later) => {
    const before = taken.filter(({ text, tick }) => text === later.text && tick < later.tick);
    return before
      .filter(({ by, jobId }) => by === later.by || takesMessages(jobId, later.at))
      .map((first) => `${later.by.name} sent "${later.text}", which ${first.by.name} had sent`);
  });
}

function interruptedTurns({ service: { taken, jobs } }: Story): readonly string[] {
  return taken.flatMap((message) => {
    if (message.kind === 'create') return [];
    const running = jobs.get(message.jobId)?.findLast(({ at }) => at < message.at);
    return running === undefined || running.end <= message.at
      ? []
      : [`${message.by.name} interrupted ${message.jobId}`];
  });
}

/** An id that a note held stays in a note, and one that a run or its post step knew comes into one. */
function lostIds(story: Story): readonly string[] {
  const { attempts, notes, service } = story;
  const standing = new Map<number, string | undefined>();
  const lost: string[] = [];
  for (const { id, note } of notes) {
    const before = standing.get(id);
    standing.set(id, note.jobId);
    const held = before === undefined || [...standing.values()].includes(before);
    if (!held) lost.push(`${before} was dropped from comment ${id}, which says "${note.state}"`);
  }
  for (const attempt of attempts) {
    const { main, cut, state } = attempt;
    const answered = service.taken.filter(({ by, answered }) => by === main && answered);
    const saved = isClosed(attempt) && state['stage'] === 'watching' && state['jobId'];
    const knew = answered.filter(({ jobId }) => (cut === undefined ? isTold(attempt) : saved === jobId));
    for (const { jobId } of knew)
      if (![...standing.values()].includes(jobId)) lost.push(`${jobId} of ${main.name} stands in no comment`);
  }
  return lost;
}

/** How long a run may take to find out that nobody goes first: the longest pause between two reads, twice, and lists that lag. */
const FINDING_OUT = 6 * MINUTE;

/**
 * A run ends at its deadline. Before that it waits for nothing but runs that are there, notes of lost ones while these live,
 * and turns of jobs; nor does anything else keep it from sending than its deadline, its end, or an earlier attempt of which
 * nobody knows.
 */
function blocked(story: Story): readonly string[] {
  return story.attempts.flatMap((attempt) => {
    const { main, startedAt, endedAt, result, cut, interrupted } = attempt;
    const late = endsLate(attempt);
    if (late !== undefined) return [late];
    if (cut !== undefined || interrupted || endedAt === undefined || result === undefined) return [];
    // A status comment that is posted without an answer ends its request.
    if (result.reasonCode === 'comment-not-written' && story.plan.doubtful > 0) return [];
    if (['comment-not-written', 'github-unreachable', 'unexpected'].includes(result.reasonCode))
      return [`${main.name} gave up: ${result.reason}`];
    const sentAt = story.service.taken.find(({ by }) => by === main)?.at ?? endedAt;
    const idle = longestGap(startedAt, sentAt, holds(attempt, story));
    return idle <= FINDING_OUT ? [] : [`${main.name} waited ${Math.round(idle / SECOND)} s for nobody`];
  });
}

function endsLate({ main, deadline, endedAt, cut, post, closed }: Attempt): string | undefined {
  if (post !== undefined && closed === undefined) return `${post.name} never ended`;
  if (cut !== undefined) return undefined;
  if (endedAt === undefined) return `${main.name} never ended`;
  return endedAt > deadline + CLOSING + MINUTE ? `${main.name} ended after its deadline` : undefined;
}

/** Everything that was written, sent and cut off, in its order, for whoever reads of a broken law. */
export function tellStory({ attempts, github, service }: Played): string {
  const lines = [
    ...github.written.map(({ id, at, tick, body }) => ({ tick, at, what: `${id} ${tellNote(id, body)}` })),
    ...service.taken.map(({ at, tick, by, kind, jobId, answered }) => {
      return { tick, at, what: `${by.name} ${kind} ${jobId}${answered ? '' : ', no answer'}` };
    }),
    ...attempts.flatMap(({ main, cut, closed }) => [
      ...(cut === undefined ? [] : [{ ...cut, what: `${main.name} is cut off` }]),
      ...(closed === undefined ? [] : [{ ...closed, what: `${main.name} was closed by its post step` }]),
    ]),
  ];
  const start = Math.min(...attempts.map(({ startedAt }) => startedAt));
  const told = lines
    .sort((one, other) => one.tick - other.tick)
    .map(({ at, what }) => `${(at - start) / SECOND} s: ${what}`)
    .filter((line, index, all) => line.replace(/^.*?: /, '') !== all[index - 1]?.replace(/^.*?: /, ''));
  const ends = attempts.map(({ main, result }) => `${main.name}: ${result?.reason ?? 'no result'}`);
  return [...told, ...ends].join('\n');
}

function tellNote(id: number, body: string): string {
  const note = readNote({ id, body, created_at: 0 }, PLACE, KEY);
  if (typeof note !== 'object') return note === 'none' ? 'is posted' : 'is a copy';
  return [note.state, note.jobId, note.left ? 'left' : undefined].filter(Boolean).join(' ');
}

type Span = readonly [from: number, to: number];

/** When somebody else had the thread, or a job was at work in it, or the service told somebody to wait. */
function holds(attempt: Attempt, story: Story): readonly Span[] {
  const { attempts, service } = story;
  const runs = attempts
    .filter(({ main }) => main !== attempt.main)
    .map((other): Span => [other.startedAt, goneAt(other, story)]);
  const turns = [...service.jobs.values()].flat().map(({ at, end }): Span => {
    return [at, Math.max(end, at + MESSAGE_GRACE) + TURN_GRACE];
  });
  return [...runs, ...turns, ...service.limits.map(({ at, end }): Span => [at, end])];
}

/** When a run held nobody up any more: when it was through, or, of a lost one, when its last note was dead or mended. */
function goneAt(attempt: Attempt, { notes }: Story): number {
  const { startedAt, endedAt, cut, post, closed, state } = attempt;
  const lost = post === undefined ? cut !== undefined : !isClosed(attempt);
  if (!lost) return closed?.at ?? endedAt ?? startedAt;
  const { id } = JSON.parse(state['comment'] ?? '{}');
  const own = notes.filter((it) => it.id === id);
  const open = own.findLastIndex(({ note }) => ['waiting', 'sending', 'job'].includes(note.state));
  const until = own[open]?.note.until ?? startedAt;
  return Math.min(until + NOTE_GRACE, own[open + 1]?.at ?? Number.POSITIVE_INFINITY);
}

function longestGap(from: number, to: number, spans: readonly Span[]): number {
  let [free, longest] = [from, 0];
  for (const [begin, end] of [...spans].sort(([one], [other]) => one - other)) {
    longest = Math.max(longest, Math.min(begin, to) - free);
    free = Math.max(free, end);
  }
  return Math.max(longest, to - free);
}

/** Its post step ran to its end, and GitHub took what it wrote. Otherwise its runner is as good as lost. */
function isClosed({ post, closed }: Attempt): boolean {
  return post !== undefined && closed !== undefined && post.doubts === 0;
}

function attemptOf({ by }: Taken, { attempts }: Story): Attempt {
  const found = attempts.find(({ main }) => main === by);
  if (found === undefined) throw new Error(`${by.name} is nobody's run`);
  return found;
}
