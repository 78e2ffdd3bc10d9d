import * as z from 'zod/mini';
import { isJobId } from '../text/job-id.ts';
import { bindingOf, type NotePlace } from './note.ts';
import { openNote, type SigningKey, signNote } from './signed-note.ts';

const schema = z.strictObject({ jobId: z.string().check(z.refine(isJobId)) });

/** The hidden line "this pull request was made by that job", good for one comment of this one pull request. */
export function writeMadeBy(jobId: string, commentId: number, place: NotePlace, key: SigningKey): string {
  return signNote('made-by:v2', { jobId }, bindingOf(place, commentId), key);
}

/** The job that made this pull request, as a comment there says; a copy of its note in another comment says nothing. */
export function readMadeBy(
  body: string,
  commentId: number,
  place: NotePlace,
  key: SigningKey,
): string | undefined {
  const read = openNote('made-by:v2', schema, body, bindingOf(place, commentId), key);
  return typeof read === 'object' ? read.jobId : undefined;
}
