import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { type BusinessHours, hasOpenDay } from '@nascente/domain/base/time/business-hours';
import { quieterClosed } from '@nascente/domain/insight/opportunities/quieter-closed';
import { inKilowatts, kwhPerYear, type OpportunityYear, savingUnder } from '../opportunity-year.ts';

/** Saving if all closed hours consumed as on quiet days. The meter is added later. */
export const closedHoursSaving = (
  year: OpportunityYear,
  hours: BusinessHours | null,
): SavingOf<'closed-hours'> | null => {
  if (hours === null || !hasOpenDay(hours)) return null;
  const quieter = quieterClosed(year.series, year.quarters, hours);
  const saving = quieter && savingUnder(year, quieter.series);
  if (quieter === null || saving === null) return null;
  return {
    kind: 'closed-hours',
    ...saving,
    measured: null,
    closed: {
      energy: kwhPerYear(quieter.avoided, year),
      share: quieter.closed / (quieter.closed + quieter.open),
      meter: null,
      hours: quieter.hours.map(({ now, quiet }) => ({ now: inKilowatts(now), quiet: inKilowatts(quiet) })),
    },
  };
};
