import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { movedPeak } from '@nascente/domain/insight/opportunities/moved-peak';
import { inKilowatts, kwhPerYear, type OpportunityYear, savingUnder } from '../opportunity-year.ts';

/** Saving if movable consumption left the peak. The meter is added later. */
export const peakSaving = (year: OpportunityYear): SavingOf<'peak'> | null => {
  const found = movedPeak(year.series, year.quarters, year.postsOn);
  const saving = found && savingUnder(year, found.series);
  if (found === null || saving === null) return null;
  return {
    kind: 'peak',
    ...saving,
    measured: null,
    peak: {
      energy: kwhPerYear(found.moved, year),
      share: found.moved / found.peak,
      from: found.from,
      to: found.to,
      hours: found.hours.map(({ now, movable }) => ({
        now: inKilowatts(now),
        movable: inKilowatts(movable),
      })),
      meter: null,
    },
  };
};
