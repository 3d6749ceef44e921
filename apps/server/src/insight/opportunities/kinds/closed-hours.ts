import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { type BusinessHours, hasOpenDay } from '@nascente/domain/base/time/business-hours';
import { quieterClosed } from '@nascente/domain/insight/opportunities/quieter-closed';
import { type MeasuredMeters, measuredAt, named } from '../measured-meters.ts';
import { inKilowatts, kwhPerYear, type OpportunityYear, savingUnder } from '../opportunity-year.ts';

/** Saving if all closed hours consumed as on quiet days. */
export const closedHoursSaving = (
  year: OpportunityYear,
  hours: BusinessHours | null,
  meters: MeasuredMeters,
): SavingOf<'closed-hours'> | null => {
  if (hours === null || !hasOpenDay(hours)) return null;
  const quieter = quieterClosed(year.series, year.quarters, hours);
  const saving = quieter && savingUnder(year, quieter.series);
  if (quieter === null || saving === null) return null;
  return {
    kind: 'closed-hours',
    ...saving,
    measured: measuredAt(meters, 'all'),
    closed: {
      energy: kwhPerYear(quieter.avoided, year),
      share: quieter.closed / (quieter.closed + quieter.open),
      meter: named(meters.mainMeter),
      hours: quieter.hours.map(({ now, quiet }) => ({ now: inKilowatts(now), quiet: inKilowatts(quiet) })),
    },
  };
};
