import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { consumedIn } from '@nascente/domain/insight/opportunities/changed-series';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { YearOfBills } from '../../../money/bills/index.ts';
import { lastWeeks, type MeasuredMeters } from '../measured-meters.ts';
import { UNKNOWN_AMOUNT } from '../opportunity-year.ts';

const MWH_PER_KWH = 1e6;

/**
 * Suggests a general meter if there are several meters without one: consumption outside them, demand and power factor are
 * unknown.
 */
export const generalMeterSaving = async (
  year: YearOfBills,
  { consuming, mainMeter, sums }: MeasuredMeters,
): Promise<SavingOf<'no-general-meter'> | null> => {
  if (consuming.length === 0 || mainMeter !== null) return null;
  const energyOf = (one: EnergySeries): number =>
    one.start.reduce((sum, _, slot) => sum + consumedIn(one, slot), 0) / MWH_PER_KWH;
  const parts = (await lastWeeks(year, consuming, sums)).map(({ meter: { mac, name }, measured }) => ({
    mac,
    name,
    energy: energyOf(measured),
  }));
  return {
    kind: 'no-general-meter',
    ...UNKNOWN_AMOUNT,
    parts: parts.toSorted((one, other) => other.energy - one.energy),
    evidence: [],
  };
};
