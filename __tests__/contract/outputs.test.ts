/**
 * Whatever the service, GitHub or people write: no output of any action has a line end, a character that nobody sees, a form
 * of a secret, or a sign that a shell carries out.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPairs } from '../../sandbox/runner/file-commands.ts';
import { toBatchOutputs } from '../../src/batch/batch-result.ts';
import { failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { githubErrors } from '../../src/github/error-policy.ts';
import { refusal } from '../../src/http/failure.ts';
import { toResult } from '../../src/job/to-result.ts';
import { toOutputs } from '../../src/run/outputs.ts';
import { openRunner, type Runner } from '../../src/runner/runner.ts';
import { formsOf } from '../../src/runner/secrets.ts';
import { serviceErrors } from '../../src/service/error-policy.ts';
import { parseJob } from '../../src/service/job.ts';
import { readAddress } from '../../src/text/address.ts';
import { toVisitorsOutputs } from '../../src/visitors/visitors-result.ts';

const KEY = 'sk_live_a/b+c&d"e$0123456789';
const FORMS = [...formsOf(KEY), [...KEY].join('\u200b'), [...KEY].map((sign) => `\\${sign}`).join('')];

/** Signs that a shell carries out within double quotes or outside of any, and that end its quotes. */
const CARRIED_OUT = /[`"$;|&<>()]|\\$/;
const JSON_CARRIED_OUT = /[ `'$;|&<>()]/;
const JSON_OUTPUTS: ReadonlySet<string> = new Set([
  ...['job', 'jobs', 'prLinks', 'remaining', 'finished', 'topPages'],
]);
/** The one output of several lines: addresses of pages, each of a narrow alphabet. */
const LINES = 'topPaths';

let folder: string;
let runner: Runner;
const before = { ...process.env };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outputs-'));
  Object.assign(process.env, { GITHUB_OUTPUT: join(folder, 'output'), 'INPUT_API-KEY': KEY });
  runner = openRunner();
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

/** What the runner reads of the outputs. */
function written(outputs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const file = join(folder, 'output');
  writeFileSync(file, '');
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
  return readPairs(readFileSync(file, 'utf8')).pairs;
}

function expectHarmless(outputs: Readonly<Record<string, string>>): void {
  const read = written(outputs);
  expect([...read.keys()]).toEqual(Object.keys(outputs));
  for (const [name, value] of read) {
    const shown = name === LINES ? value.replaceAll('\n', '') : value;
    expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}]/u);
    expect(shown).not.toMatch(JSON_OUTPUTS.has(name) ? JSON_CARRIED_OUT : CARRIED_OUT);
    for (const form of FORMS) expect(shown).not.toContain(form);
  }
}

/** Anything at all, and often what does harm. */
const foreign = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...FORMS),
      fc.constantFrom('\n', '\r\n', '\u2028', '\u0000', '\u001b[31m', '\u202e', '\u200b', '\ud800'),
      fc.constantFrom('$(touch a)', '`touch a`', "'", '"', '\\', ';', '&', '|', '> a', '\u2019', '::error::'),
      fc.constantFrom('https://github.com/acme/docs/pull/7', 'completed', 'main', 'job_1', '/guide'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const word = fc.oneof({ weight: 3, arbitrary: foreign }, { weight: 1, arbitrary: fc.constant('job_1') });
const maybe = fc.option(foreign, { nil: undefined });

const job = fc.record({
  id: word,
  status: fc.oneof(maybe, fc.constantFrom('completed', 'archived', 'failed', 'active')),
  source: fc.option(fc.record({ repository: maybe, ref: maybe }), { nil: undefined }),
  model: maybe,
  prLink: maybe,
  createdAt: maybe,
  archivedAt: maybe,
  more: fc.dictionary(foreign, foreign, { maxKeys: 2 }),
});

const request = {
  method: 'POST',
  url: new URL('https://api.example.com/v2'),
  headers: {},
  maxBytes: 1,
} as const;

describe('the outputs are harmless', () => {
  test('whatever the service says of a job', () => {
    fc.assert(
      fc.property(job, fc.boolean(), (said, asked) => {
        const { value, problem } = parseJob(JSON.stringify(said), asked ? 'job_2' : undefined);
        if (value !== undefined)
          expectHarmless(toOutputs(toResult({ kind: 'ended', job: value, activity: true }, undefined)));
        const reason = `${problem ?? 'Done'}.`;
        expectHarmless(toOutputs({ result: 'error', reasonCode: 'answer-unreadable', reason, job: value }));
      }),
      { seed: 21, numRuns: 150 },
    );
  });

  test('whatever the service or GitHub refuses with', () => {
    const body = fc.oneof(
      foreign,
      foreign.map((error) => JSON.stringify({ error, errors: [error] })),
    );
    fc.assert(
      fc.property(
        body,
        foreign,
        foreign,
        fc.constantFrom(400, 404, 422, 500),
        (text, phrase, url, status) => {
          for (const policy of [serviceErrors('create'), githubErrors]) {
            const answer = { status, statusText: phrase, headers: { location: url }, body: text };
            const { code, message } = refusal(request, answer, 0, policy);
            const commentUrl = readAddress(url);
            expectHarmless(toOutputs({ result: 'error', reasonCode: code, reason: message, commentUrl }));
          }
        },
      ),
      { seed: 21, numRuns: 100 },
    );
  });

  test('of the batch, of an export and of a collect', () => {
    fc.assert(
      fc.property(foreign, foreign, foreign, (name, reason, path) => {
        const prLink = readAddress(path) ?? '';
        const record = { name, promptFile: path, jobId: 'job_1', reason, prLink, duration: 1, prompt: name };
        const records = [
          { ...record, result: 'error' as const },
          { ...record, jobId: '', result: 'remaining' as const },
        ];
        const reasonCode = 'batch-completed';
        expectHarmless(toBatchOutputs({ result: 'completed', reasonCode, reason, records, warnings: [] }));
        const counts = { human: 1, ai: 1, total: 2 };
        const top = [{ path, ...counts }];
        const exported = { file: 'visitors.csv', pages: 1, sitePages: 1, top, gaps: [] };
        expectHarmless(
          toVisitorsOutputs({
            ...{ result: 'exported', reasonCode: 'exported', reason },
            ...{ requests: 1, totals: counts, exported },
          }),
        );
        const finished = [{ thread: 1, jobId: 'job_1', result: 'failed' as const, prLink }];
        expectHarmless(toCollectOutputs({ ...failed('unexpected', reason), finished }));
      }),
      { seed: 21, numRuns: 100 },
    );
  });
});
