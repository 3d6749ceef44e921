import type { Comparison as Compared } from '@nascente/contract/analysis';
import { formatNumber } from '@nascente/domain/units/format';
import { type MeterKind, quantityText } from '../../shared/consumption/amount.ts';
import type { Comparison } from './comparison.ts';

/** Less than this is the same. */
const NOTICEABLE = 0.005;

/**
 * The cycle so far against the same days a year ago, over the hours that both measured whole, of all meters together.
 * Null while any of them has nothing alike: a part is never held against a whole.
 */
export const yearComparisonOf = (parts: readonly Compared[], kind: MeterKind): Comparison | null => {
  const [first] = parts;
  if (first === undefined || parts.some(({ lastYear }) => lastYear.alike.hours === 0)) return null;
  const now = parts.reduce((sum, { lastYear }) => sum + lastYear.alike.current, 0);
  const before = parts.reduce((sum, { lastYear }) => sum + lastYear.alike.other, 0);
  if (before <= 0) return null;
  const label = `Mesmos dias de ${first.lastYear.start.slice(0, 4)}`;
  const ratio = now / before - 1;
  if (Math.abs(ratio) < NOTICEABLE) return { label, change: 'igual', difference: '', tone: undefined };
  return {
    label,
    change: `${ratio < 0 ? '−' : '+'}${formatNumber(Math.abs(ratio) * 100, 1)}%`,
    difference: `${quantityText(Math.abs(now - before), kind)} ${ratio < 0 ? 'a menos' : 'a mais'}`,
    tone: ratio < 0 ? 'good' : 'warn',
  };
};
