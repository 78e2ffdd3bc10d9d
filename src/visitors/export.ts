import { isResult } from '../job/request-result.ts';
import type { Ports, StepResult } from '../ports.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { checkPermission } from '../request/gate.ts';
import type { Event } from '../request/trigger.ts';
import type { Deadline } from '../runner/deadline.ts';
import { accountAt } from '../text/json.ts';
import { formatDuration } from '../text/time.ts';
import { render } from './formats.ts';
import { readVisitorsInputs, type VisitorsInputs } from './inputs.ts';
import { readPeriod } from './pages.ts';
import { arrange } from './rows.ts';
import { describeLeftOut, renderVisitorsSummary } from './summary.ts';
import {
  failedExport,
  findGaps,
  isFailedExport,
  pluralize,
  toDates,
  toVisitorsOutputs,
  type VisitorsResult,
} from './visitors-result.ts';

/** All analytics requests of an organization share this limit (open-points.md). */
const LIMIT_WORDS = 'the published limit of 100 requests per hour and organization';

/** The main phase of the visitors action. */
export async function runVisitors(ports: Ports, event: Event): Promise<StepResult> {
  const outcome = await exportVisitors(ports, event);
  return {
    outputs: toVisitorsOutputs(outcome),
    warnings: warningsOf(outcome),
    word: { level: isFailedExport(outcome) ? 'error' : 'info', text: outcome.reason },
    summary: renderVisitorsSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

async function exportVisitors(ports: Ports, { name, payload }: Event): Promise<VisitorsResult> {
  const inputs = await readVisitorsInputs(ports);
  if (isResult(inputs)) return notSent('error', inputs.reasonCode, inputs.reason);

  const deadline = ports.startDeadline(inputs.timeout);
  const { log, group } = ports.runner;
  group('Request');
  const { githubToken } = inputs;
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
  // An export is requested by no text, so there is no author.
  const request = { event: name, sender: accountAt(payload, 'sender') };
  const decision = await checkPermission(request, inputs, github);
  if (!decision.allowed) {
    const { failed, reason } = decision;
    if (failed) return notSent('error', failed, `not sent: ${reason}`);
    return notSent('denied', 'not-permitted', reason);
  }
  log.info(decision.reason);
  log.info(announce(inputs));
  group('Export');
  return perform(ports, inputs, deadline);
}

async function perform(ports: Ports, inputs: VisitorsInputs, deadline: Deadline): Promise<VisitorsResult> {
  const { period, before: periodBefore, maxRequests: mostUses } = inputs;
  const { log } = ports.runner;
  const cost = { pages: 0, requests: 0, uses: 0, mostUses };
  const reader = { service: ports.openService({ ...inputs, deadline }), log, cost };
  const main = await readPeriod(period, reader);
  // The period to compare with comes last, if requests are left.
  const compares = main.kind === 'read' && periodBefore !== undefined && cost.uses < mostUses;
  const before = compares ? await readPeriod(periodBefore, reader) : undefined;
  const known = { dates: toDates(period), requests: cost.requests, totals: main.totals };
  if (main.kind === 'broken') return failedExport(main, cost, known, deadline);
  if (before?.kind === 'broken') return failedExport(before, cost, known, deadline);
  log.info(`The export cost ${pluralize(cost.requests, 'request')} of ${LIMIT_WORDS}.`);

  const complete = before !== undefined && !before.cut && before.repeated === 0 && before.nameless === 0;
  const compared = periodBefore && { rows: before?.rows ?? new Map(), complete };
  const rows = arrange(main.rows.values(), inputs.pagePrefix, compared);
  const written = await ports.files.write(
    inputs.file,
    render(rows, inputs.format, periodBefore !== undefined),
  );
  if (!written.ok) {
    const reason = `No file was written: ${inputs.file} ${written.failure}.`;
    return { ...known, result: 'error', reasonCode: 'file-not-written', reason };
  }
  const gaps = findGaps(main, before, inputs);
  const done = `Exported ${pluralize(rows.length, 'page')} to ${written.value}.`;
  return {
    ...known,
    ...(gaps.length === 0
      ? { result: 'exported', reasonCode: 'exported' }
      : { result: 'incomplete', reasonCode: 'export-incomplete' }),
    reason: [done, ...gaps].join(' '),
    exported: {
      file: written.value,
      pages: rows.length,
      sitePages: main.rows.size,
      top: rows.slice(0, inputs.top),
      gaps,
      prefix: inputs.pagePrefix,
      before: periodBefore && { dates: toDates(periodBefore), totals: before?.totals },
    },
  };
}

function notSent(result: 'error' | 'denied', reasonCode: ReasonCode, reason: string): VisitorsResult {
  return { result, reasonCode, reason, requests: 0 };
}

function announce({ period, before, maxRequests, timeout }: VisitorsInputs): string {
  const { from, to } = toDates(period);
  const compared = before === undefined ? '' : `, and the period before from ${toDates(before).from}`;
  return (
    `Asking for unique visitors from ${from} up to, but not including, ${to}${compared} ` +
    `(deadline after ${formatDuration(timeout)}). A request brings 250 rows at most and counts towards ` +
    `${LIMIT_WORDS}. This step makes at most ${maxRequests}.`
  );
}

function warningsOf({ exported }: VisitorsResult): string[] {
  if (exported === undefined) return [];
  const { gaps, prefix, pages, sitePages, top } = exported;
  const warnings = [...gaps];
  if (prefix !== undefined && pages === 0 && sitePages > 0) {
    warnings.push(`None of the ${sitePages} pages is below \`page-prefix\` (${prefix}).`);
  }
  return [...warnings, ...describeLeftOut(top)];
}
