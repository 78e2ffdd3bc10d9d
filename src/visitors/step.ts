import type { Ports, StepResult } from '../ports.ts';
import type { Event } from '../request/trigger.ts';
import { exportVisitors } from './export.ts';
import { renderVisitorsSummary, tellLeftOut } from './summary.ts';
import { isFailedExport, toVisitorsOutputs, type VisitorsResult } from './visitors-result.ts';

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

function warningsOf({ exported }: VisitorsResult): string[] {
  if (exported === undefined) return [];
  const { gaps, prefix, pages, sitePages, top } = exported;
  const warnings = [...gaps];
  if (prefix !== undefined && pages === 0 && sitePages > 0) {
    warnings.push(`None of the ${sitePages} pages is below \`page-prefix\` (${prefix}).`);
  }
  return [...warnings, ...tellLeftOut(top)];
}
