import { accountAt } from '../github/payload.ts';
import type { Ports } from '../ports.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { admit } from '../request/gate.ts';
import type { Event } from '../request/trigger.ts';
import { formatDuration } from '../text/time.ts';
import { render } from './formats.ts';
import { readVisitorsInputs, type VisitorsInputs } from './inputs.ts';
import { type FinishedRead, type PageReader, readPeriod } from './pages.ts';
import { arrange, type ExportRow } from './rows.ts';
import {
  countWords,
  failedExport,
  findGaps,
  knownOf,
  type Reads,
  requestsOf,
  toDates,
} from './to-visitors-result.ts';
import type { VisitorsResult } from './visitors-result.ts';

/** The published limit, shared by everything that asks for analytics (open-points.md). */
const LIMIT_WORDS = 'the published limit of 100 requests per hour and organization';

/** Exports the visitors of one period: inputs, gate, pages, rows, file, outcome. */
export async function exportVisitors(ports: Ports, { name, payload }: Event): Promise<VisitorsResult> {
  const { inputs, problems } = await readVisitorsInputs(ports);
  if (inputs === undefined) return notSent('error', 'input-invalid', `not sent: ${problems.join(' ')}`);

  const deadline = ports.startDeadline(inputs.timeout);
  const { log, group } = ports.runner;
  group('Request');
  const { githubToken } = inputs;
  const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
  // No text asks for an export, so there is no author.
  const asking = { event: name, sender: accountAt(payload, 'sender') };
  const decision = await admit(asking, inputs.gate, github);
  if (!decision.allowed) return notSent('denied', 'not-permitted', decision.reason);
  log.info(decision.reason);
  log.info(announce(inputs));
  group('Export');
  const reads = await readAll(inputs, { service: ports.openService({ ...inputs, deadline }), log });
  const { main, before } = reads;
  if (main.kind !== 'read' || (before !== undefined && before.kind !== 'read')) {
    return failedExport(reads, inputs, deadline);
  }
  log.info(`The export cost ${countWords(requestsOf(reads), 'request')} of ${LIMIT_WORDS}.`);

  const compared = inputs.before !== undefined;
  const rows = arrangeRows(inputs, main, before);
  const written = await ports.files.write(inputs.file, render(rows, inputs.format, compared));
  if (!written.ok) {
    const reason = `No file was written: ${inputs.file} ${written.problem}.`;
    return { ...knownOf(reads, inputs), result: 'error', reasonCode: 'file-not-written', reason };
  }
  const gaps = findGaps(main, before, inputs);
  const done = `Exported ${countWords(rows.length, 'page')} to ${written.path}.`;
  return {
    ...knownOf(reads, inputs),
    ...(gaps.length === 0
      ? { result: 'exported', reasonCode: 'exported' }
      : { result: 'incomplete', reasonCode: 'export-incomplete' }),
    reason: [done, ...gaps].join(' '),
    exported: {
      file: written.path,
      pages: rows.length,
      sitePages: main.rows.size,
      top: rows.slice(0, inputs.top),
      gaps,
      prefix: inputs.prefix,
      before: inputs.before && { dates: toDates(inputs.before), totals: before?.totals },
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
    `${LIMIT_WORDS}; this step makes at most ${maxRequests}.`
  );
}

/** The period first, then the one to compare with, as far as requests are left. */
async function readAll(inputs: VisitorsInputs, reader: PageReader): Promise<Reads> {
  const main = await readPeriod(inputs.period, inputs.maxRequests, reader);
  const left = inputs.maxRequests - main.cost.uses;
  if (main.kind !== 'read' || inputs.before === undefined || left < 1) return { main };
  return { main, before: await readPeriod(inputs.before, left, reader) };
}

function arrangeRows(
  { prefix, before: asked }: VisitorsInputs,
  main: FinishedRead,
  before: FinishedRead | undefined,
): ExportRow[] {
  if (asked === undefined) return arrange(main.rows.values(), prefix, undefined);
  const complete = before !== undefined && !before.cut && before.repeated === 0;
  return arrange(main.rows.values(), prefix, { rows: before?.rows ?? new Map(), complete });
}
