import type { Counts } from '../service/visitors.ts';

/** A no-break space keeps a figure on one line. */
const GAP = '\u00a0';

const UNKNOWN = '–';

/** `12,345`, or a dash. */
export function formatCount(count: number | null): string {
  return count === null ? UNKNOWN : count.toLocaleString('en');
}

/** `73 %`, or a dash. */
export function formatShare(part: number | null, whole: number | null): string {
  if (part === null || whole === null || whole === 0) return UNKNOWN;
  const percent = (part / whole) * 100;
  return part > 0 && percent < 1 ? `<${GAP}1${GAP}%` : `${Math.round(percent)}${GAP}%`;
}

/** `+120 (+4.2 %)`, `±0`, or a dash. */
export function formatChange(change: number | null | undefined, now: number | null): string {
  if (change === null || change === undefined || now === null) return UNKNOWN;
  const before = now - change;
  if (change === 0) return '±0';
  const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
  const share = before > 0 ? `${sign(change)}${formatCount(percent)}${GAP}%` : 'new';
  return `${sign(change)}${formatCount(Math.abs(change))}${GAP}(${share})`;
}

const BAR_CELLS = 16;

/** The light end of the bar is AI's share. */
export function bar({ human, ai, total }: Counts, longest: number): string {
  if (!total || longest === 0) return '';
  const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
  const known = human !== null && ai !== null && human + ai > 0;
  const light = known ? Math.round((length * ai) / (human + ai)) : 0;
  return '█'.repeat(length - light) + '▒'.repeat(light);
}

function sign(change: number): string {
  return change < 0 ? '−' : '+';
}
