import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RequestResult } from '../../src/job/request-result.ts';
import type { CommentContext } from '../../src/report/own-comment.ts';
import {
  renderHelp,
  renderJobState,
  renderMadeBy,
  renderReply,
  renderUnsent,
} from '../../src/report/reply-text.ts';
import { renderPosted, renderStatus } from '../../src/report/status-text.ts';
import { parseCommand } from '../../src/request/command.ts';
import { carriesOwnMarker, MARKER_PREFIX, phraseProblem } from '../../src/text/comment-text.ts';

const occasion: CommentContext = {
  by: 'octocat',
  at: 'https://github.com/acme/product/issues/1#issuecomment-2',
  run: 'https://github.com/acme/product/actions/runs/1/attempts/1',
  phrase: '/docs',
};
const NOTE = /\n\n<!-- docs-agent-action:note -->$/;

/** Everything that we say about a result. */
function allWords(result: RequestResult, phrase = '/docs'): string[] {
  const here = { ...occasion, phrase };
  const { job } = result;
  return [
    renderPosted(here),
    renderStatus({ about: result.reason, since: 0, job, notes: [result.reason] }, here),
    renderStatus({ result: { ...result, result: 'error', warning: result.reason } }, here),
    renderStatus({ duration: 125_000, result }, here),
    renderStatus({ about: result.reason, since: 0, result: { ...result, result: 'started' } }, here),
    renderJobState(
      { job, result, notes: [result.reason], last: here, about: result.reason, elapsed: 60_000 },
      here,
    ),
    renderReply(result, 'octocat', here),
    renderUnsent(result, here),
    renderHelp(phrase, result.reason),
    renderHelp(phrase),
    ...(job === undefined ? [] : [renderMadeBy(job.id, { ...here, isHere: true })]),
  ];
}

function factsOf(text: string) {
  const diffUrl = 'https://github.com/acme/docs/pull/1/files#diff-0a';
  const lines = { additions: 1, deletions: 0 };
  return {
    ...{ title: text, draft: false, mayShow: true, headSha: 'f7a06c0', fileCount: 12, ...lines },
    files: Array.from({ length: 12 }, () => ({
      path: text,
      status: 'added',
      isPage: true,
      diffUrl,
      ...lines,
    })),
    outsideFiles: [text],
    previewUrl: 'https://github.com/acme/preview',
  };
}

function resultOf(text: string, link = 'https://github.com/acme/docs/pull/1'): RequestResult {
  const job = { id: text, status: text, model: text, repository: text, ref: text, raw: {} };
  const pullRequest = { link, number: 1, operation: undefined, facts: factsOf(text) };
  return { result: 'pull-request', reasonCode: 'pull-request-found', reason: text, job, pullRequest };
}

// biome-ignore format: as a table of one a line nobody would read it
const PIECES = [
  '@mallory', '@acme/team', '#1', 'GH-1', 'https://evil.example', 'www.evil.example', '[a](b)', '![a](b)', '<img src=x>',
  '<!--', '-->', MARKER_PREFIX, '`', '```', '|', '\\', '\n', '\r', '/docs', ' ', ':tada:', '\u202e', '&#64;mallory', '~~~', '\n# ',
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

/** What GitHub reads as Markdown: all but code, which shows as it is, and signs behind a backslash. */
function withoutCode(markdown: string): string {
  const codeOrSign = /\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
  return markdown.replace(codeOrSign, (found) => (found.startsWith('`') ? 'CODE' : ''));
}

describe('foreign words in a comment', () => {
  test('mention nobody, link nowhere, and are neither HTML nor a hidden note of ours', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const words of allWords(resultOf(text))) {
          expect(words).toMatch(NOTE);
          const shown = words.replace(NOTE, '');
          expect(carriesOwnMarker(shown)).toBe(false);
          const rest = withoutCode(shown)
            .replace(/^@octocat /, '')
            .replace(/<(?:details(?: open)?|summary|\/details|\/summary)>/g, '')
            .replace(
              /\[(?:CODE|a request|request|log|The run)\]\(https:\/\/github\.com\/acme\/[\w/#-]+\)/g,
              'LINK',
            )
            .replaceAll('&#8203;', '\u200b');
          expect(rest).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\.|[<>[\]]|:tada:|&/i);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('stay within a link, whatever the address holds', () => {
    const odd = 'https://host/@mallory/a|b`c)[x](https://evil.example)<img>';
    const words = renderReply(resultOf('', URL.parse(odd)?.href), 'octocat', occasion);
    const [, target = ''] = /ready:\*\* \[CODE\]\((.*)\)$/m.exec(withoutCode(words)) ?? [];
    expect(target).toMatch(/^https:\/\/host\/[^()<>[\]`|\\ ]+$/);
  });

  test('make no comment too long', () => {
    for (const words of allWords(resultOf('@😀|<'.repeat(40_000)))) {
      expect([...words].length).toBeLessThan(65_536);
      expect(words).toMatch(NOTE);
      expect(words.isWellFormed()).toBe(true);
    }
  });
});

test('no line of ours begins with the phrase, whatever the phrase is', () => {
  const result = resultOf('A reason.');
  const lines = allWords(result).flatMap((words) => words.split('\n'));
  const begins = lines.flatMap((line) => [1, 2, 5, 20, 100].map((length) => line.slice(0, length).trim()));
  const phrases = new Set(['…', '@octocat', '-', '**Pull', '&#8203;', ...begins]);
  for (const phrase of [...phrases].filter((candidate) => phraseProblem(candidate) === undefined)) {
    for (const words of allWords(result, phrase)) {
      for (const line of words.split('\n')) expect(parseCommand(line, phrase)).toBeUndefined();
      expect(parseCommand(words, phrase)).toBeUndefined();
    }
  }
});
