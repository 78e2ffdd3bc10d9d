import type { Action, ActionResult } from '../action.ts';
import { refuseEvent } from '../event/trusted-event.ts';
import { isResult, stopped } from '../model/request-result.ts';
import type { Ports } from '../ports.ts';
import type { Deadline } from '../runner/deadline.ts';
import { formatDuration } from '../text/time.ts';
import { readVisitorsInputs, type VisitorsInputs } from './inputs.ts';
import { type PeriodRead, readPeriod } from './read-period.ts';
import { renderRows, selectRows } from './rows.ts';
import { renderVisitorsSummary } from './summary.ts';
import { pluralize, toVisitorsOutputs, type VisitorsResult } from './visitors-result.ts';

export const visitorsAction: Action = { main: runVisitors };

async function runVisitors(ports: Ports): Promise<ActionResult> {
  const outcome = await exportVisitors(ports);
  return {
    outputs: toVisitorsOutputs(outcome),
    warnings: outcome.exported?.gaps ?? [],
    reason: outcome.reason,
    summary: renderVisitorsSummary(outcome, ports.clock.now() - ports.startedAt),
  };
}

async function exportVisitors(ports: Ports): Promise<VisitorsResult> {
  const inputs = await readVisitorsInputs(ports);
  if (isResult(inputs))
    return { result: 'error', reasonCode: inputs.reasonCode, reason: inputs.reason, requests: 0 };
  const refusal = refuseEvent(ports.event);
  if (refusal !== undefined) return { ...refusal, requests: 0 };
  ports.runner.group('Export');
  return exportPeriods(ports, inputs, ports.startDeadline(inputs.timeout));
}

async function exportPeriods(
  ports: Ports,
  inputs: VisitorsInputs,
  deadline: Deadline,
): Promise<VisitorsResult> {
  const { dates, before: datesBefore, maxRequests: mostUses, timeout } = inputs;
  const { log } = ports.runner;
  log.info(
    `Exporting unique visitors from ${dates.from} up to, but not including, ${dates.to}, with at most ` +
      `${pluralize(mostUses, 'request')}. The deadline is ${formatDuration(timeout)} after the start.`,
  );
  const cost = { pages: 0, requests: 0, uses: 0, mostUses };
  const reader = { service: ports.openService(inputs.credentials, deadline), cost };
  const main = await readPeriod(dates, reader);
  // The period to compare with comes last, and only if requests are left.
  const compares = main.failure === undefined && datesBefore !== undefined && cost.uses < mostUses;
  const before = compares ? await readPeriod(datesBefore, reader) : undefined;
  const known = { dates, requests: cost.requests, totals: main.totals };
  const failure = main.failure ?? before?.failure;
  if (failure !== undefined) {
    const reason = `${pluralize(cost.pages, 'page')} read, no file written. ${failure.message}`;
    if (deadline.stop.aborted) return { ...known, ...stopped(deadline.stop.reason, `. ${reason}`) };
    return { ...known, result: 'error', reasonCode: failure.code, reason };
  }
  const complete = before !== undefined && !before.cut && before.repeated === 0 && before.nameless === 0;
  const compared = datesBefore && { rows: before?.rows ?? new Map(), complete };
  const rows = selectRows(main.rows.values(), inputs.pagePrefix, compared, inputs.sort);
  const text = renderRows(rows, inputs.format, datesBefore !== undefined);
  const written = await ports.files.write(inputs.file, [text]);
  if (!written.ok) {
    const reason = `No file was written: ${inputs.file} ${written.failure}.`;
    return { ...known, result: 'error', reasonCode: 'file-not-written', reason };
  }
  const gaps = findGaps(main, before, inputs);
  return {
    ...known,
    ...(gaps.length === 0
      ? { result: 'exported', reasonCode: 'exported' }
      : { result: 'incomplete', reasonCode: 'export-incomplete' }),
    reason: [`Exported ${pluralize(rows.length, 'page')} to ${written.value}.`, ...gaps].join(' '),
    exported: {
      file: written.value,
      pages: rows.length,
      top: rows.slice(0, inputs.top),
      gaps,
      prefix: inputs.pagePrefix,
      before: datesBefore && { dates: datesBefore, totals: before?.totals },
    },
  };
}

/** Why the export is incomplete, in one sentence each. */
function findGaps(
  main: PeriodRead,
  before: PeriodRead | undefined,
  { before: datesBefore, maxRequests }: VisitorsInputs,
): string[] {
  const limit = `\`max-requests\` (${maxRequests}) was reached`;
  const gapsOf = ({ cut, rows, repeated, nameless }: PeriodRead, whose: string) => [
    cut && `${limit}: only ${pluralize(rows.size, 'row')}${whose} were read.`,
    repeated > 0 &&
      `${pluralize(repeated, 'row')}${whose} appeared twice. Rows moved meanwhile, so others may be missing.`,
    nameless > 0 && `Left out: ${pluralize(nameless, 'row')}${whose} without a path.`,
  ];
  const gaps = gapsOf(main, '');
  if (before !== undefined) gaps.push(...gapsOf(before, ' of the period before'));
  else if (datesBefore !== undefined) gaps.push(`${limit}: the period before was not read.`);
  return gaps.filter((gap) => typeof gap === 'string');
}
