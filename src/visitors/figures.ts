import type { Counts } from '../service/visitors.ts';

/** How counts and shares are shown to people. */

/** Keeps a figure on one line. */
const GAP = '\u00a0';

/** `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `73 %`; a dash when there is no whole to have a share of. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  return part > 0 && percent < 1 ? `<${GAP}1${GAP}%` : `${Math.round(percent)}${GAP}%`;
}

/** `+120 (+4.2 %)`, `±0`, or a dash when it is not known. */
export function formatChange(change: number | null | undefined, now: number): string {
  if (change === null || change === undefined) return '–';
  const before = now - change;
  if (change === 0) return '±0';
  const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
  const share = before > 0 ? `${sign(change)}${formatCount(percent)}${GAP}%` : 'new';
  return `${sign(change)}${formatCount(Math.abs(change))}${GAP}(${share})`;
}

const BAR_CELLS = 16;

/** A bar as long as `total` is to `longest`, its end as light as AI's part of the visitors. */
export function bar({ human, ai, total }: Counts, longest: number): string {
  if (total === 0 || longest === 0) return '';
  const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
  const light = human + ai === 0 ? 0 : Math.round((length * ai) / (human + ai));
  return '█'.repeat(length - light) + '▒'.repeat(light);
}

function sign(change: number): string {
  return change < 0 ? '−' : '+';
}
