/**
 * No output of any action has a line end, an invisible character, a form of a secret, or a character with a meaning for
 * shells, whatever the service, GitHub or people write.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { Merge } from '../../src/change/merged-pull-requests.ts';
import { failed, toCollectOutputs } from '../../src/collect/collect-result.ts';
import { githubErrors } from '../../src/github/github-errors.ts';
import { refusal } from '../../src/http/explain-failure.ts';
import { toOutputs } from '../../src/job/outputs.ts';
import { endedResult } from '../../src/job/to-result.ts';
import type { PullRequest } from '../../src/model/pull-request-facts.ts';
import { toReleaseCheckOutputs } from '../../src/release-check/release-check-result.ts';
import { openRunner, type Runner } from '../../src/runner/runner.ts';
import { secretForms } from '../../src/runner/secrets.ts';
import type { WorkflowRun } from '../../src/runner/workflow-run.ts';
import { parseJob } from '../../src/service/job.ts';
import { serviceErrors } from '../../src/service/service-errors.ts';
import { readUrl } from '../../src/text/url.ts';
import { toVisitorsOutputs } from '../../src/visitors/visitors-result.ts';
import { anyText } from '../support/any-text.ts';
import { MANIFESTS, read } from './repository.ts';

const KEY = 'sk_live_a/b+c&d"e$0123456789';
const FORMS = secretForms(KEY);

const HOME = { serverUrl: 'https://github.com', repository: 'acme/product' } as WorkflowRun;
const LINK = 'https://github.com/acme/docs/pull/7';

/** Characters with a meaning within double quotes or without quotes, and a backslash before the closing quote. */
const SHELL_SYNTAX = /[`"$;|&<>()]|\\$/;
const SHELL_SYNTAX_IN_JSON = /[ `'$;|&<>()]/;
/** Line ends, and what people don't see. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
const JSON_OUTPUTS: ReadonlySet<string> = new Set([
  'job',
  'jobs',
  'prLinks',
  'changedFiles',
  'changedPages',
  'outsideFiles',
  'remaining',
  'finished',
  'topPages',
  'undocumented',
  'documented',
  'openPulls',
]);

/** The outputs of each action, as its action.yml names them. */
const DECLARED = MANIFESTS.map((path) => Object.keys(parse(read(path)).outputs));
/** Outputs that had a value in at least one case. */
const seen = new Set<string>();

let runner: Runner;

beforeAll(() => {
  process.env['INPUT_API-KEY'] = KEY;
  runner = openRunner();
});
afterAll(() => {
  delete process.env['INPUT_API-KEY'];
});

function expectHarmless(outputs: Readonly<Record<string, string>>): void {
  expect(DECLARED).toContainEqual(Object.keys(outputs));
  for (const [name, text] of Object.entries(outputs)) {
    const value = runner.redact(text);
    if (value === '') continue;
    seen.add(name);
    const isJson = JSON_OUTPUTS.has(name);
    // The one output of several lines, each with a path of few characters.
    const shown = name === 'topPaths' ? value.replaceAll('\n', '') : value;
    const decoded = isJson ? JSON.stringify(JSON.parse(value)) : '';
    const isSecret = FORMS.some((form) => shown.includes(form) || decoded.includes(form));
    const isHarmful = UNSEEN.test(shown) || (isJson ? SHELL_SYNTAX_IN_JSON : SHELL_SYNTAX).test(shown);
    // An `expect` for each of them would take most of the time.
    if (isHarmful || isSecret || shown.replaceAll('\\', '').includes(KEY))
      throw new Error(`${name}: ${shown}`);
  }
}

/** Any text, and often a harmful one. */
const raw = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom(...FORMS),
      fc.constantFrom('\n', '\r\n', '\u2028', '\u0000', '\u001b[31m', '\u202e', '\u200b', '\ud800'),
      fc.constantFrom('$(touch a)', '`touch a`', "'", '"', '\\', ';', '&', '|', '> a', '\u2019', '::error::'),
      fc.constantFrom(LINK, 'completed', 'main', 'job_1', '/guide'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
/** The same as part of an answer: the client redacts each before anything else reads it. */
const foreign = raw.map((text) => runner.redactResponse(text));

const maybe = fc.option(raw, { nil: undefined });
const jobBody = fc
  .record({
    id: fc.oneof({ weight: 3, arbitrary: raw }, { weight: 1, arbitrary: fc.constant('job_1') }),
    status: fc.oneof(maybe, fc.constantFrom('completed', 'completed', 'archived', 'failed', 'active')),
    source: fc.option(fc.record({ repository: maybe, ref: maybe }), { nil: undefined }),
    model: maybe,
    prLink: fc.oneof(
      maybe,
      raw.map((text) => `${LINK}?x=${text}`),
      fc.constant(LINK),
    ),
    createdAt: maybe,
    archivedAt: maybe,
    more: fc.dictionary(raw, raw, { maxKeys: 2 }),
  })
  .map((job) => runner.redactResponse(JSON.stringify(job)));
const errorBody = fc
  .oneof(
    raw,
    raw.map((error) => JSON.stringify({ error, errors: [error] })),
  )
  .map((body) => runner.redactResponse(body));

/** A pull request with this text in its title and files. */
function pullRequestOf(text: string, previewUrl = LINK): PullRequest {
  const lines = { additions: 1, deletions: 0 };
  const file = { path: text, status: 'added', ...lines, diffUrl: LINK, isPage: true };
  const facts = {
    title: text,
    draft: false,
    mayShow: true,
    headSha: 'f'.repeat(40),
    fileCount: 1,
    ...lines,
    commits: 1,
    files: [file],
    outsideFiles: [text],
    previewUrl,
  };
  return { link: LINK, number: 7, operation: undefined, facts };
}

describe('the outputs are harmless', () => {
  test('whatever the service answers about a job', () => {
    fc.assert(
      fc.property(jobBody, fc.boolean(), foreign, (body, expectsId, link) => {
        const job = parseJob(body, expectsId ? 'job_2' : undefined);
        if (job.ok) {
          const result = endedResult(job.value, { created: true });
          expectHarmless(toOutputs({ ...result, comment: { url: readUrl(link) ?? '' } }));
        }
        const reason = job.ok ? 'Done.' : `${job.failure}.`;
        const known = job.ok ? job.value : undefined;
        expectHarmless(toOutputs({ result: 'error', reasonCode: 'answer-unreadable', reason, job: known }));
      }),
      { seed: 21, numRuns: 150 },
    );
  });

  test('whatever the service or GitHub refuses with', () => {
    const status = fc.constantFrom(400, 404, 422, 500);
    fc.assert(
      fc.property(errorBody, foreign, foreign, status, (body, statusText, url, status) => {
        for (const policy of [serviceErrors('create'), githubErrors('pr-token', 0)]) {
          const { code, message } = refusal({ status, statusText, headers: {}, body }, 0, policy);
          const commentUrl = readUrl(url);
          const pullRequest = pullRequestOf(statusText, commentUrl);
          const end = { result: 'error', reasonCode: code, reason: message, commentUrl } as const;
          expectHarmless(toOutputs({ ...end, pullRequest }));
        }
      }),
      { seed: 21, numRuns: 100 },
    );
  });

  test('whatever an export or a collect reports', () => {
    const paths = fc.oneof(foreign, fc.constant('/guide'));
    fc.assert(
      fc.property(foreign, paths, (reason, path) => {
        const prLink = readUrl(path) ?? '';
        const totals = { human: 1, ai: 1, total: 2 };
        expectHarmless(
          toVisitorsOutputs({
            result: 'exported',
            reasonCode: 'exported',
            reason,
            requests: 0,
            totals,
            dates: { from: '2026-01-01', to: '2026-02-01' },
            exported: {
              file: 'visitors.csv',
              pages: 1,
              top: [{ path, ...totals }],
              gaps: [],
            },
          }),
        );
        const end = { result: 'failed', reasonCode: 'job-failed', reason } as const;
        const finished = [
          { thread: 1, comment: 1, end: { ...end, pullRequest: pullRequestOf(reason, prLink) } },
        ];
        expectHarmless(toCollectOutputs({ ...failed('unexpected', reason), finished }));
        const merge = { pull: undefined, name: reason, title: '', author: undefined };
        const commit = { ...merge, line: [{ sha: reason }], commits: [], brings: false } as unknown as Merge;
        const merges = (['failed', 'open'] as const).map((kind) => {
          return { merge: commit, state: { kind }, pull: { url: prLink, state: 'open' as const } };
        });
        const checked = { result: 'incomplete', reasonCode: 'release-undocumented', reason } as const;
        expectHarmless(toReleaseCheckOutputs({ ...checked, merges, notes: [] }, HOME));
      }),
      { seed: 21, numRuns: 100 },
    );
  });
});

test('the tests above give each output a value', () => {
  expect(DECLARED.flat().filter((name) => !seen.has(name))).toEqual([]);
});
