/**
 * Whatever the service, GitHub or people write: no output of any action has a line end, a character that nobody sees, a form
 * of a secret, or a sign that a shell carries out.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { readPairs } from '../../sandbox/runner/file-commands.ts';
import { toBatchOutputs } from '../../src/batch/batch-result.ts';
import { failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { githubErrors } from '../../src/github/github-errors.ts';
import { refusal } from '../../src/http/failure.ts';
import { withoutSecrets } from '../../src/http/http-client.ts';
import { type PullRequest, toOutputs } from '../../src/job/request-result.ts';
import { endedResult } from '../../src/job/to-result.ts';
import { openRunner, type Runner } from '../../src/runner/runner.ts';
import { secretForms } from '../../src/runner/secrets.ts';
import { parseJob } from '../../src/service/job.ts';
import { serviceErrors } from '../../src/service/service-errors.ts';
import { readUrl } from '../../src/text/url.ts';
import { toVisitorsOutputs } from '../../src/visitors/visitors-result.ts';
import { partsOf } from '../support/answers.ts';
import { anyText } from '../support/any-text.ts';

const KEY = 'sk_live_a/b+c&d"e$0123456789';
const FORMS = secretForms(KEY);

const LINK = 'https://github.com/acme/docs/pull/7';

/** Signs that a shell carries out within double quotes or outside of any, and that end its quotes. */
const CARRIED_OUT = /[`"$;|&<>()]|\\$/;
const JSON_CARRIED_OUT = /[ `'$;|&<>()]/;
const JSON_OUTPUTS: ReadonlySet<string> = new Set(
  'job jobs prLinks changedFiles changedPages outsideFiles remaining finished topPages'.split(' '),
);
/** The one output of several lines: addresses of pages, each of a narrow alphabet. */
const LINES = 'topPaths';

/** The outputs of each action, as its action.yml names them. */
const DECLARED = ['action.yml', 'batch/action.yml', 'visitors/action.yml', 'collect/action.yml'].map(
  (path): readonly string[] =>
    Object.keys(parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).outputs),
);
/** Those that held anything. */
const held = new Set<string>();

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
  // No output of that action is left out here.
  expect(DECLARED).toContainEqual([...read.keys()]);
  for (const [name, value] of read) {
    if (value !== '') held.add(name);
    const shown = name === LINES ? value.replaceAll('\n', '') : value;
    expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}]/u);
    expect(shown).not.toMatch(JSON_OUTPUTS.has(name) ? JSON_CARRIED_OUT : CARRIED_OUT);
    // As it is, as JSON means it, and as people copy it.
    const meant = JSON_OUTPUTS.has(name) && value !== '' ? JSON.stringify(JSON.parse(value)) : '';
    expect(FORMS.filter((form) => shown.includes(form) || meant.includes(form))).toEqual([]);
    expect(shown.replaceAll('\\', '')).not.toContain(KEY);
  }
}

/** A server's words as they come in: what the ports do before anything else sees them. */
async function received(body: string, statusText = '', headers: Readonly<Record<string, string>> = {}) {
  const response = { status: 400, statusText, headers, body };
  const http = async () => ({ ok: true, response }) as const;
  const answer = await withoutSecrets(http, runner.redactAnswer)(request, new AbortController().signal);
  if (!answer.ok) throw new Error('There is no answer.');
  return answer.response;
}

/** Anything at all, and often what does harm. */
const foreign = fc
  .array(
    fc.oneof(
      anyText(),
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
  status: fc.oneof(maybe, fc.constantFrom('completed', 'completed', 'archived', 'failed', 'active')),
  source: fc.option(fc.record({ repository: maybe, ref: maybe }), { nil: undefined }),
  model: maybe,
  prLink: fc.oneof(
    maybe,
    foreign.map((text) => `${LINK}?x=${text}`),
    fc.constant(LINK),
  ),
  createdAt: maybe,
  archivedAt: maybe,
  more: fc.dictionary(foreign, foreign, { maxKeys: 2 }),
});

/** This run created the job. */
const SENT = { kind: 'create', at: 0 } as const;

/** A pull request whose title and files have any words. */
function pullRequestOf(words: string, previewUrl: string | undefined): PullRequest {
  const file = { path: words, status: 'added', additions: 1, deletions: 0, diffUrl: LINK, isPage: true };
  const sums = { fileCount: 1, additions: 1, deletions: 0, commits: 1 };
  const facts = { title: words, draft: false, mayShow: true, headSha: 'f'.repeat(40), ...sums };
  const paths = { files: [file], outsideFiles: [words] };
  return {
    link: LINK,
    number: 7,
    operation: undefined,
    facts: { ...facts, ...paths, previewUrl: previewUrl ?? LINK },
  };
}

const request = {
  method: 'POST',
  url: new URL('https://api.example.com/v2'),
  headers: {},
  maxBytes: 1,
} as const;

describe('the outputs are harmless', () => {
  test('whatever the service says of a job', async () => {
    await fc.assert(
      fc.asyncProperty(job, fc.boolean(), foreign, async (said, asked, link) => {
        const { body } = await received(JSON.stringify(said));
        const { value, problem } = partsOf(parseJob(body, asked ? 'job_2' : undefined));
        const commentUrl = readUrl(link);
        if (value !== undefined) {
          const result = endedResult(value, SENT);
          expectHarmless(toOutputs({ ...result, commentUrl }));
        }
        const reason = `${problem ?? 'Done'}.`;
        expectHarmless(toOutputs({ result: 'error', reasonCode: 'answer-unreadable', reason, job: value }));
      }),
      { seed: 21, numRuns: 150 },
    );
  });

  test('whatever the service or GitHub refuses with', async () => {
    const body = fc.oneof(
      foreign,
      foreign.map((error) => JSON.stringify({ error, errors: [error] })),
    );
    await fc.assert(
      fc.asyncProperty(
        body,
        foreign,
        foreign,
        fc.constantFrom(400, 404, 422, 500),
        async (text, phrase, url, status) => {
          const answer = { ...(await received(text, phrase, { location: url })), status };
          for (const policy of [serviceErrors('create'), githubErrors('pr-token')]) {
            const { code, message } = refusal(answer, 0, policy);
            const commentUrl = readUrl(answer.headers['location'] ?? '');
            const pullRequest = pullRequestOf(answer.statusText, commentUrl);
            const end = { result: 'error', reasonCode: code, reason: message, commentUrl } as const;
            expectHarmless(toOutputs({ ...end, pullRequest }));
          }
        },
      ),
      { seed: 21, numRuns: 100 },
    );
  });

  test('of the batch, of an export and of a collect', async () => {
    await fc.assert(
      fc.asyncProperty(
        foreign,
        foreign,
        fc.oneof(foreign, fc.constant('/guide')),
        async (title, words, link) => {
          const { body: reason, statusText: path, headers } = await received(words, link, { title });
          const name = headers['title'] ?? '';
          const prLink = readUrl(path) ?? '';
          const record = {
            name,
            promptFile: path,
            jobId: 'job_1',
            reason,
            prLink,
            duration: 1,
            prompt: name,
          };
          const records = [
            { ...record, result: 'error' as const },
            { ...record, jobId: '', result: 'remaining' as const },
          ];
          expectHarmless(
            toBatchOutputs({
              ...{ result: 'completed', reason },
              ...{ entries: records, warnings: [], file: 'jobs.json' },
            }),
          );
          const counts = { human: 1, ai: 1, total: 2 };
          const top = [{ path, ...counts }];
          const exported = { file: 'visitors.csv', pages: 1, sitePages: 1, top, gaps: [] };
          const dates = { from: '2026-01-01', to: '2026-02-01' };
          expectHarmless(
            toVisitorsOutputs({
              ...{ result: 'exported', reasonCode: 'exported', reason },
              ...{ requests: 1, totals: counts, dates, exported },
            }),
          );
          const finished = [{ thread: 1, jobId: 'job_1', result: 'failed' as const, prLink }];
          expectHarmless(toCollectOutputs({ ...failed('unexpected', reason), finished }));
        },
      ),
      { seed: 21, numRuns: 100 },
    );
  });
});

test('the outputs above are all that there are, and each of them held something', () => {
  const all = new Set(DECLARED.flat());
  expect([...all].filter((name) => !held.has(name))).toEqual([]);
});
