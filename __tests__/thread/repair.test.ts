import { describe, expect, test } from '@jest/globals';
import type { ThreadComment } from '../../src/github/comments.ts';
import type { GitHub } from '../../src/github/github.ts';
import type { Answer } from '../../src/http/failure.ts';
import { threadIn } from '../../src/thread/history.ts';
import { type Note, writeNote } from '../../src/thread/note.ts';
import { amendComment, type Repairing, repairLost } from '../../src/thread/repair.ts';
import { signingKey } from '../../src/thread/signing-key.ts';
import { failure } from '../support/watching.ts';

const ID = 5;
const service = { baseUrl: new URL('https://api.example.com'), projectId: 'project' };
const key = signingKey({ apiKey: 'mint_the-key-of-the-project' });
const place = { repository: 'acme/product', owner: 'acme', repo: 'product', repositoryId: 7 };
const run = { ...place, serverUrl: 'https://github.com', url: '' };
const silent = { info() {}, notice() {}, warning() {}, debug() {} };

function noteIn(state: Note['state'], jobId?: string): Note {
  return {
    request: 'one',
    attempt: 1,
    state,
    until: 1_000,
    jobId,
    asked: { run: 'https://example.com/run' },
  };
}

/** A GitHub whose reads of one comment show this, one after the other: a note, no note, or no comment. */
function openRepairing(...reads: readonly (Note | 'no note' | 'no comment')[]) {
  const edits: string[] = [];
  let count = 0;
  const answer = (body: string) => {
    const comment = { id: ID, html_url: '', body, user: undefined, created_at: 0, date: 0 };
    return { ok: true, value: comment } as const;
  };
  const github: Pick<GitHub, 'comment' | 'editComment'> = {
    async comment(): Promise<Answer<ThreadComment & { date: number }>> {
      const read = reads[count];
      count += 1;
      if (read === undefined || read === 'no comment')
        return { ok: false, failure: failure({ status: 404 }) };
      return answer(read === 'no note' ? 'Asked.' : writeNote(read, ID, thread.place, key));
    },
    async editComment(_, body) {
      edits.push(body);
      return answer(body);
    },
  };
  const context = { runId: 1, attempt: 1, job: 'docs', step: 'docs' };
  const thread = threadIn({ ...run, ...context }, 1, { github: github as GitHub, service, key });
  const repairing: Repairing = { thread, tools: { log: silent }, phrase: '/docs' };
  return { repairing, edits, reads: () => count };
}

describe('a comment of a run that was lost', () => {
  test('is mended where it says what was read before', async () => {
    const { repairing, edits } = openRepairing(noteIn('waiting'));
    expect(await repairLost(repairing, { id: ID, note: noteIn('waiting') })).toBe(true);
    expect(edits).toEqual([
      expect.stringContaining('The run that worked on this was lost. Nothing was sent.'),
    ]);
  });

  test.each<[string, Note, Note]>([
    ['older', noteIn('job', 'job_1'), noteIn('waiting')],
    ['newer', noteIn('waiting'), noteIn('job', 'job_1')],
  ])('keeps its id where one of the two reads is %s than the other', async (_, listed, read) => {
    const { repairing, edits } = openRepairing(read);
    expect(await repairLost(repairing, { id: ID, note: listed })).toBe(false);
    expect(edits).toEqual([]);
  });
});

describe('a comment whose note does not show yet', () => {
  const amend = (note: Note) => ({
    note,
    result: { result: 'interrupted', reasonCode: 'interrupted', reason: 'Cut off.' } as const,
  });

  test('is read again by who waits for it', async () => {
    const { repairing, edits } = openRepairing('no comment', 'no note', noteIn('waiting'));
    const result = await amendComment(repairing, ID, amend, async () => true);
    expect(result).toEqual({ ok: true, value: true });
    expect(edits).toEqual([expect.stringContaining('Cut off.')]);
  });

  test('is left as it is when it never shows', async () => {
    const { repairing, edits, reads } = openRepairing('no note', 'no note', noteIn('waiting'));
    const result = await amendComment(repairing, ID, amend, async () => reads() < 2);
    expect(result).toEqual({ ok: true, value: false });
    expect([reads(), edits]).toEqual([2, []]);
  });
});
