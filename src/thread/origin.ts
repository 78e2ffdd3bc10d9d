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
  const [goesOnWith] = notes.flatMap((note) => (note.jobId === jobId ? (note.goesOnWith ?? []) : []));
  return { since: sendsTo(notes, jobId)[0], goesOnWith };
}

/** When something was sent to a job, as the notes tell it, the earliest first. */
export function sendsTo(notes: readonly Note[], jobId: string | undefined): number[] {
  return notes
    .flatMap((note) => (note.jobId === jobId ? (note.sentAt ?? []) : []))
    .sort((one, other) => one - other);
}
