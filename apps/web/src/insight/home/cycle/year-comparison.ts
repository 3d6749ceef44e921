import type { EstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import { formatNumber } from '@nascente/domain/base/units/format';
import { comparedHoursText } from '@nascente/domain/energy/consumption/partly-measured';
import { type MeterKind, quantityText } from '../../../shared/consumption/amount.ts';
import { type Comparison, withMark } from './comparison.ts';

/** Less than this is the same. */
const NOTICEABLE = 0.005;

/** The cycle so far against the same days a year ago, over the hours that both measured whole. */
export const yearComparisonOf = (yearBefore: EstablishmentYearBefore, kind: MeterKind): Comparison | null => {
  if (yearBefore === null || yearBefore.hours * 2 < yearBefore.ofHours) return null;
  const { start, current: now, other: before } = yearBefore;
  if (before <= 0) return null;
  const label = `Mesmos dias de ${start.slice(0, 4)}`;
  const ratio = now / before - 1;
  const mark = comparedHoursText(yearBefore);
  if (Math.abs(ratio) < NOTICEABLE)
    return { label, change: 'igual', difference: withMark('', mark), tone: undefined };
  return {
    label,
    change: `${ratio < 0 ? '−' : '+'}${formatNumber(Math.abs(ratio) * 100, 1)}%`,
    difference: withMark(
      `${quantityText(Math.abs(now - before), kind)} ${ratio < 0 ? 'a menos' : 'a mais'}`,
      mark,
    ),
    tone: ratio < 0 ? 'good' : 'warn',
  };
};
