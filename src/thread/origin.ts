import type { Note } from './note.ts';

/** What is known here of how a job came about: nobody else's word is needed to tell whether a pull request is its own. */
export interface Origin {
  /** When something was sent to it first, in epoch milliseconds: the job is never taken to be older. */
  readonly since?: number | undefined;
  /** The open pull request that it was asked to go on with. */
  readonly goesOnWith?: string | undefined;
}

/** What the notes tell of how a job came about; by GitHub's clock. */
export function originOf(notes: readonly Note[], jobId: string | undefined): Origin {
  const own = notes.filter((note) => note.jobId === jobId);
  const sends = own.flatMap(({ sentAt }) => sentAt ?? []);
  const [goesOnWith] = own.flatMap((note) => note.goesOnWith ?? []);
  return { since: sends.length === 0 ? undefined : Math.min(...sends), goesOnWith };
}
