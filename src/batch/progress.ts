import type { GitHub } from '../github/github.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/conversation.ts';
import { isAtWork, isLeftOpen, isUnknown, type JobRecord } from './batch-result.ts';
import { renderComment, toFile } from './report.ts';

/** Keeps what people and later runs read current: outputs, the post step's state, the file and the comment. */
export interface Publisher {
  /** Tells of a change. Outputs and state are written at once, the file soon after. */
  changed(): void;
  /** Resolves when the file holds all that was told of. */
  saved(): Promise<void>;
  /** Opens the status comment, where one is wanted. */
  open(): Promise<void>;
  /** Shows the changes of the last while in the comment, if it is time for that. */
  tick(): void;
  /** When {@link tick} should be called next, if nothing else happens before. */
  readonly nextTick: number;
  /** Writes the comment for the last time; the answer is its address. */
  close(title: string): Promise<string | undefined>;
}

export interface PublisherSettings {
  readonly file: string;
  readonly records: () => readonly JobRecord[];
  readonly audience?: { readonly github: GitHub; readonly thread: number };
}

/** What main hands over to the post step. */
export interface Handover {
  readonly file: string;
  readonly commentId?: number;
  /** Whether this run has written the file; until then it may be an earlier run's. */
  readonly written: boolean;
  /** Without a `jobId` nobody knows whether there is one. */
  readonly open: readonly { readonly name: string; readonly jobId: string }[];
}

/** State travels in a variable of the environment, which holds no more than 128 KiB. The file has all of them. */
const MOST_HANDED_OVER = 100;

/** Edits of the comment are this far apart at least, in milliseconds. */
const SPACING = 20_000;
/** When to see whether an edit that takes long has ended, in milliseconds. */
const STILL_EDITING = 1_000;

export function openPublisher(ports: Ports, settings: PublisherSettings): Publisher {
  const { runner } = ports;
  const { file, records } = settings;
  const comment = openComment(ports, settings);
  const write = fileWriter(ports, file, () => handOver(records()));
  function handOver(current: readonly JobRecord[]): void {
    const open = current
      .filter((record) => isLeftOpen(record) || isUnknown(record))
      // What this run has to do with comes first.
      .toSorted((one, other) => Number(isAtWork(other)) - Number(isAtWork(one)))
      .slice(0, MOST_HANDED_OVER)
      .map(({ name, jobId }) => ({ name, jobId }));
    const { id } = comment;
    const { written } = write;
    const handover: Handover = { file, written, open, ...(id !== undefined && { commentId: id }) };
    runner.saveState('batch', JSON.stringify(handover));
  }
  return {
    changed() {
      const current = records();
      runner.output('jobs', JSON.stringify(current));
      runner.output('file', file);
      handOver(current);
      write.request(() => toFile(records()));
      comment.dirty = true;
    },
    saved: write.done,
    async open() {
      await comment.open();
      handOver(records());
    },
    tick: comment.tick,
    get nextTick() {
      return comment.nextTick;
    },
    close: comment.close,
  };
}

/** Writes the newest text, one write after the other; what was overtaken is left out. */
function fileWriter({ files, runner }: Ports, path: string, firstWritten: () => void) {
  let wanted: (() => string) | undefined;
  let writing: Promise<void> | undefined;
  let [warned, written] = [false, false];
  async function writeAll(): Promise<void> {
    while (wanted !== undefined) {
      const text = wanted();
      wanted = undefined;
      const answer = await files.write(path, [text]);
      if (answer.ok && !written) {
        written = true;
        firstWritten();
      }
      if (!answer.ok && !warned) {
        warned = true;
        runner.log.warning(
          `The state of the jobs is in the output \`jobs\` only: ${path} ${answer.problem}.`,
        );
      }
    }
    writing = undefined;
  }
  return {
    request(text: () => string): void {
      wanted = text;
      writing ??= writeAll();
    },
    done: async () => writing,
    /** Whether the file is this run's by now. */
    get written() {
      return written;
    },
  };
}

/** The one status comment. */
function openComment(ports: Ports, { audience, records }: PublisherSettings) {
  const { clock, runner, startedAt, workflowRun } = ports;
  let shownAt = 0;
  let editing: Promise<void> | undefined;
  let url: string | undefined;
  let warned = false;
  const render = (title: string) =>
    renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });

  const comment = {
    id: undefined as number | undefined,
    dirty: false,
    get nextTick(): number {
      if (!comment.dirty || comment.id === undefined) return Number.POSITIVE_INFINITY;
      const next = shownAt + SPACING;
      return editing === undefined ? next : Math.max(next, clock.now() + STILL_EDITING);
    },
    async open(): Promise<void> {
      if (audience === undefined) return;
      const answer = await audience.github.createComment(audience.thread, render('at work'));
      warn(answer, 'The status comment could not be written', runner.log);
      if (!answer.ok) return;
      comment.id = answer.value.id;
      url = answer.value.url;
      shownAt = clock.now();
      comment.dirty = false;
    },
    tick(): void {
      if (clock.now() < comment.nextTick) return;
      editing = edit('at work').finally(() => {
        editing = undefined;
      });
    },
    async close(title: string): Promise<string | undefined> {
      await editing;
      await edit(title);
      return url;
    },
  };

  async function edit(title: string): Promise<void> {
    const { id } = comment;
    if (audience === undefined || id === undefined) return;
    comment.dirty = false;
    shownAt = clock.now();
    const answer = await audience.github.editComment(id, render(title));
    // One warning says it all; what may pass is tried again with the next edit.
    if (!answer.ok && !warned) warn(answer, 'The status comment could not be edited', runner.log);
    warned ||= !answer.ok;
    comment.dirty ||= !answer.ok && answer.failure.transient;
  }
  return comment;
}
