import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand } from '../../src/event/command.ts';
import type { RequestResult } from '../../src/model/request-result.ts';
import { renderMarker } from '../../src/pull-request/marker.ts';
import {
  type CommentContext,
  renderJobState,
  renderPosted,
  renderReply,
  renderStatus,
  renderUnsent,
} from '../../src/report/status-text.ts';
import { renderHelp } from '../../src/request/answer-command.ts';
import { carriesOwnMarker, MARKER_PREFIX, phraseProblem } from '../../src/text/comment-text.ts';
import { shorten } from '../../src/text/markdown.ts';
import { anyText } from '../support/any-text.ts';

const occasion: CommentContext = {
  by: 'octocat',
  at: 'https://github.com/acme/product/issues/1#issuecomment-2',
  run: 'https://github.com/acme/product/actions/runs/1/attempts/1',
  phrase: '/docs',
};
const NOTE = /\n\n<!-- docs-agent-action:note -->$/;

/** All comments about a result. */
function commentsAbout(result: RequestResult, phrase = '/docs'): string[] {
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
    renderHelp(phrase, '', result.reason),
    renderHelp(phrase, ''),
    ...(job === undefined ? [] : [renderMarker(job.id, { ...here, isHere: true, isCreated: true })]),
  ];
}

function factsOf(text: string) {
  const diffUrl = 'https://github.com/acme/docs/pull/1/files#diff-0a';
  const lines = { additions: 1, deletions: 0 };
  const file = { path: text, status: 'added', isPage: true, diffUrl, ...lines };
  return {
    title: text,
    draft: false,
    mayShow: true,
    headSha: 'f7a06c0',
    fileCount: 12,
    ...lines,
    files: Array(12).fill(file),
    outsideFiles: [text],
    previewUrl: 'https://github.com/acme/preview',
  };
}

function resultOf(text: string, link = 'https://github.com/acme/docs/pull/1'): RequestResult {
  const job = { id: text, status: text, model: text, repository: text, ref: text, raw: {} };
  const pullRequest = { link, number: 1, operation: undefined, facts: factsOf(text) };
  return { result: 'pull-request', reasonCode: 'pull-request-found', reason: text, job, pullRequest };
}

// biome-ignore format: one piece a line would hide the others
const PIECES = [
  '@mallory', '@acme/team', '#1', 'GH-1', 'https://evil.example', 'www.evil.example', '[a](b)', '![a](b)', '<img src=x>',
  '<!--', '-->', MARKER_PREFIX, '`', '```', '|', '\\', '\n', '\r', '/docs', ' ', ':tada:', '\u202e', '&#64;mallory', '~~~', '\n# ',
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

/** The Markdown that GitHub interprets: without code and escaped characters. */
function withoutCode(markdown: string): string {
  const codeOrSign = /\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
  return markdown.replace(codeOrSign, (found) => (found.startsWith('`') ? 'CODE' : ''));
}

describe('foreign text in a comment', () => {
  test('has no mention, no link, no HTML and no hidden note', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const comment of commentsAbout(resultOf(text))) {
          expect(comment).toMatch(NOTE);
          const shown = comment.replace(NOTE, '');
          expect(carriesOwnMarker(shown)).toBe(false);
          const rest = withoutCode(shown)
            .replace(/^@octocat /, '')
            .replace(/<(?:details(?: open)?|summary|\/details|\/summary)>/g, '')
            .replace(
              /\[(?:CODE|acme\/docs#1|a request|request|log|The run)\]\(https:\/\/github\.com\/acme\/[\w/#-]+\)/g,
              'LINK',
            )
            .replaceAll('&#8203;', '\u200b');
          expect(rest).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\.|[<>[\]]|:tada:|&/i);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('stays within its link', () => {
    const odd = 'https://host/@mallory/a|b`c)[x](https://evil.example)<img>';
    const comment = renderReply(resultOf('', URL.parse(odd)?.href), 'octocat', occasion);
    const [, target = ''] = /Finished:\*\* \[CODE\]\((.*)\)$/m.exec(withoutCode(comment)) ?? [];
    expect(target).toMatch(/^https:\/\/host\/[^()<>[\]`|\\ ]+$/);
  });

  test('makes no comment too long', () => {
    for (const comment of commentsAbout(resultOf('@😀|<'.repeat(40_000)))) {
      expect([...comment].length).toBeLessThan(65_536);
      expect(comment).toMatch(NOTE);
      expect(comment.isWellFormed()).toBe(true);
    }
  });
});

test('no line of a comment begins with the trigger phrase', () => {
  const result = resultOf('A reason.');
  const lines = commentsAbout(result).flatMap((comment) => comment.split('\n'));
  const begins = lines.flatMap((line) => [1, 2, 5, 20, 100].map((length) => line.slice(0, length).trim()));
  const phrases = new Set(['…', '@octocat', '-', '**Pull', '&#8203;', ...begins]);
  for (const phrase of [...phrases].filter((candidate) => phraseProblem(candidate) === undefined)) {
    const texts = new Set(commentsAbout(result, phrase).flatMap((text) => [text, ...text.split('\n')]));
    expect([...texts].filter((text) => parseCommand(text, phrase) !== undefined)).toEqual([]);
  }
});

test('long Markdown is cut at a whole character, with a remark', () => {
  expect(shorten('😀'.repeat(1000), 1001)).toMatch(/^(😀)+\n\n… cut here/u);
  const texts = anyText({ minLength: 400, maxLength: 2000 });
  const fits = (text: string) => Buffer.byteLength(shorten(text, 1000)) <= 1000;
  fc.assert(fc.property(texts, fits), { seed: 11 });
});
