import { DESCRIPTION_LIMIT, type NewStatus, type ReportedCheck } from '../github/reported-checks.ts';
import { isRule, REASON_CODES, type ReasonCode } from '../model/reason-codes.ts';
import {
  isFailure,
  type JudgedMerge,
  leftJobOf,
  RESULTS,
  type RequestResult,
  type Result,
  traitsOf,
} from '../model/request-result.ts';
import { shortName } from '../report/pull-request-text.ts';
import { cut, logLine } from '../text/line.ts';
import { readUrl } from '../text/url.ts';

/** What the status of a commit says about its documentation. Everyone who reads the commit sees it. */
export type CommitState = Pick<NewStatus, 'state' | 'description'>;

/** The description ends with the code, which is all of it that is read again. */
function describe(state: CommitState['state'], text: string, code: ReasonCode): CommitState {
  const end = ` (${code})`;
  return { state, description: `${logLine(text, DESCRIPTION_LIMIT - end.length)}${end}` };
}

export const WORKING = describe('pending', 'The agent works on the documentation', 'job-started');

export const UNREPORTED = describe('error', 'No run reports the result of the job', 'interrupted');

/** Undefined if the state stays as it is, and perhaps another run reports it: one can if notes know the job. */
export function stateAfter(end: RequestResult, home: string, isRecorded: boolean): CommitState | undefined {
  const { result, reasonCode, pullRequest, notice, outcome, merges = [] } = end;
  const { green, isRed } = traitsOf(end);
  if (leftJobOf(end) !== undefined) return isRecorded ? undefined : UNREPORTED;
  // Nothing was sent, so the state is that of an earlier request.
  if (result === 'interrupted' && outcome !== 'unknown') return undefined;
  if (isFailure(end) || result === 'archived' || isRed) return describe('error', titleOf(result), reasonCode);
  if (pullRequest !== undefined) {
    const name = shortName(pullRequest.link, home) ?? 'The pull request';
    const how = pullRequest.facts?.closedAs === undefined ? 'is ready' : 'was closed';
    return describe('success', `${name} ${how}`, reasonCode);
  }
  if (notice === 'none' || green === undefined) return undefined;
  const [only] = merges.length === 1 ? merges : [];
  return stateLeftOut(only?.code, only?.leftOut) ?? describe('success', green, reasonCode);
}

const titleOf = (failed: Result) => RESULTS[failed === 'pull-request' ? 'error' : failed].title;

/** By a rule. Later merges may bring back what was reverted, so that has no state. */
export function stateLeftOut(code: JudgedMerge['code'], why = ''): CommitState | undefined {
  if (code === undefined || !isRule(code)) return undefined;
  return describe('success', `Left out: ${why.replaceAll('`', '')}`, code);
}

/** For the reason of a person. */
export function stateSkipped(login: string, reason: string): CommitState {
  return describe('success', `Skipped by ${login}: ${reason.replace(/\s+/g, ' ')}`, 'commit-skipped');
}

export interface ReadState {
  /** Grows with time. */
  readonly id: number;
  readonly state: 'pending' | 'success' | 'error';
  readonly code: ReasonCode;
  /** Foreign text, to be shown only: everyone who can push can set a status. */
  readonly text: string;
  /** The documentation's pull request, the conversation or the run, if the URL is valid. */
  readonly url: string | undefined;
  /** Whether the request ended with a pull request that documents the commit. */
  readonly isDocumented: boolean;
}

/** Without statuses that this action didn't write, or a version without codes. */
export function readStates(
  statuses: readonly Pick<ReportedCheck, 'id' | 'status' | 'conclusion' | 'title' | 'url'>[],
): ReadState[] {
  return statuses.flatMap(({ id, status, conclusion, title, url }) => {
    const [, text = '', word = ''] = /^(.+) \(([a-z-]+)\)$/s.exec(title ?? '') ?? [];
    if (!Object.hasOwn(REASON_CODES, word)) return [];
    const code = word as ReasonCode;
    const state = status === 'pending' ? 'pending' : conclusion === 'success' ? 'success' : 'error';
    const link = readUrl(url ?? '');
    const isResult = code !== 'no-changes' && REASON_CODES[code][0].split(', ').includes('pull-request');
    const isDocumented = state === 'success' && isResult && link !== undefined;
    return { id, state, code, text: cut(text, DESCRIPTION_LIMIT), url: link, isDocumented };
  });
}
