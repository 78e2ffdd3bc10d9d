import { warn } from '../report/conversation.ts';
import type { GitHub } from '../world/github-port.ts';
import type { World } from '../world/world.ts';
import { isLeftOpen, isUnknown, type JobRecord } from './outcome.ts';
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
  /** Without a `jobId` nobody knows whether there is one. */
  readonly open: readonly { readonly name: string; readonly jobId: string }[];
}

/** Edits of the comment are this far apart at least, in milliseconds. */
const SPACING = 20_000;

export function openPublisher(world: World, settings: PublisherSettings): Publisher {
  const { runner } = world;
  const { file, records } = settings;
  const comment = openComment(world, settings);
  const write = fileWriter(world, file);
  return {
    changed() {
      const current = records();
      const open = current
        .filter((record) => isLeftOpen(record) || isUnknown(record))
        .map(({ name, jobId }) => ({ name, jobId }));
      const { id } = comment;
      const handover: Handover = { file, open, ...(id !== undefined && { commentId: id }) };
      runner.output('jobs', JSON.stringify(current));
      runner.output('file', file);
      runner.saveState('batch', JSON.stringify(handover));
      write.request(() => toFile(records()));
      comment.dirty = true;
    },
    saved: write.done,
    open: comment.open,
    tick: comment.tick,
    close: comment.close,
  };
}

/** Writes the newest text, one write after the other; what was overtaken is left out. */
function fileWriter({ files, runner }: World, path: string) {
  let wanted: (() => string) | undefined;
  let writing: Promise<void> | undefined;
  let warned = false;
  async function writeAll(): Promise<void> {
    while (wanted !== undefined) {
      const text = wanted();
      wanted = undefined;
      const written = await files.write(path, [text]);
      if (!written.ok && !warned) {
        warned = true;
        runner.log.warning(
          `The state of the jobs is in the output \`jobs\` only: ${path} ${written.problem}.`,
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
  };
}

/** The one status comment. */
function openComment(world: World, { audience, records }: PublisherSettings) {
  const { clock, runner, startedAt, place } = world;
  let shownAt = 0;
  let editing: Promise<void> | undefined;
  let url: string | undefined;
  const render = (title: string) =>
    renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: place.url });

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
      shownAt = clock.now();
      comment.dirty = false;
    },
    tick(): void {
      if (!comment.dirty || editing !== undefined || clock.now() - shownAt < SPACING) return;
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
    warn(
      await audience.github.editComment(id, render(title)),
      'The status comment could not be edited',
      runner.log,
    );
  }
  return comment;
}
