import type { GitHub } from '../github/github.ts';
import { PROGRESS_SPACING, SIGN_OF_LIFE } from '../intervals.ts';
import type { Ports } from '../ports.ts';
import { warn } from '../report/audience.ts';
import { shellSafeJson } from '../text/shell-safe.ts';
import { isAtWork, isLeftOpen, isUnknown, type JobRecord } from './batch-result.ts';
import { countWords, renderComment, toFile } from './report.ts';

/** Keeps what people and later runs read current: outputs, the post step's state, the file and the comment. */
export interface Progress {
  /** Tells of a change that matters after a kill. Outputs and state are written at once, the file soon after. */
  changed(): void;
  /** Resolves when the file holds all that was told of. */
  saved(): Promise<void>;
  /** Opens the status comment, where one is wanted. */
  open(): Promise<void>;
  /** Shows changes in the comment and a sign of life in the log now and then, until `done` aborts. */
  keepShown(done: AbortSignal): Promise<void>;
  /** Writes the comment for the last time; the answer is its address. */
  close(title: string): Promise<string | undefined>;
}

export interface ProgressSettings {
  readonly file: string;
  readonly records: () => readonly JobRecord[];
  readonly audience: { readonly github: GitHub; readonly thread: number } | undefined;
}

/** State travels in a variable of the environment, which holds no more than 128 KiB. The file has all of them. */
const MOST_HANDED_OVER = 100;

export function openProgress(ports: Ports, settings: ProgressSettings): Progress {
  const { runner, clock } = ports;
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
    runner.state.batch({ file, written: write.written, open, commentId: comment.id });
  }
  return {
    changed() {
      const current = records();
      runner.output('jobs', shellSafeJson(current));
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
    async keepShown(done) {
      for (let toldAt = clock.now(); !done.aborted; ) {
        await clock.sleep(PROGRESS_SPACING, done).catch(() => {
          // Done.
        });
        if (done.aborted) return;
        await comment.show();
        if (clock.now() - toldAt < SIGN_OF_LIFE) continue;
        toldAt = clock.now();
        runner.log.info(countWords(records()));
      }
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
function openComment(ports: Ports, { audience, records }: ProgressSettings) {
  const { clock, runner, startedAt, workflowRun } = ports;
  let url: string | undefined;
  let warned = false;
  const render = (title: string) =>
    renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });

  const comment = {
    id: undefined as number | undefined,
    dirty: false,
    async open(): Promise<void> {
      if (audience === undefined) return;
      const answer = await audience.github.createComment(audience.thread, render('at work'));
      warn(answer, 'The status comment could not be written', runner.log);
      if (!answer.ok) return;
      comment.id = answer.value.id;
      url = answer.value.url;
      comment.dirty = false;
    },
    async show(): Promise<void> {
      if (comment.dirty) await edit('at work');
    },
    async close(title: string): Promise<string | undefined> {
      await edit(title);
      return url;
    },
  };

  async function edit(title: string): Promise<void> {
    const { id } = comment;
    if (audience === undefined || id === undefined) return;
    comment.dirty = false;
    const answer = await audience.github.editComment(id, render(title));
    // One warning says it all; what may pass is tried again with the next edit.
    if (!answer.ok && !warned) warn(answer, 'The status comment could not be edited', runner.log);
    warned ||= !answer.ok;
    comment.dirty ||= !answer.ok && answer.failure.transient;
  }
  return comment;
}
