import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { consumedIn, localQuarters } from '@nascente/domain/insight/opportunities/changed-series';
import { movedPeak } from '@nascente/domain/insight/opportunities/moved-peak';
import { TOU_PERIODS } from '@nascente/domain/sites/tou-windows/tou-periods';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { Meter } from '../../../sites/meters/index.ts';
import { lastWeeks, type MeasuredMeters, measuredAt, named } from '../measured-meters.ts';
import { inKilowatts, kwhPerYear, type OpportunityYear, savingUnder } from '../opportunity-year.ts';

const PEAK = TOU_PERIODS.indexOf('inPoint');

/** The meter, other than the general one, that consumed most in peak hours of the last weeks; `null`: there is none. */
const meterBehind = async (
  year: OpportunityYear,
  { consuming, mainMeter, sums }: MeasuredMeters,
): Promise<Meter | null> => {
  const { zone, touPeriodsOn } = year;
  const inPeak = (one: EnergySeries): number =>
    localQuarters(one, zone).reduce(
      (sum, { date, quarter }, slot) =>
        touPeriodsOn(date)[quarter] === PEAK ? sum + consumedIn(one, slot) : sum,
      0,
    );
  const parts = consuming.filter((meter) => meter !== mainMeter);
  let [max, behind]: [number, Meter | null] = [0, null];
  for (const { meter, measured } of await lastWeeks(year, parts, sums)) {
    const energy = inPeak(measured);
    if (energy > max) [max, behind] = [energy, meter];
  }
  return behind;
};

/** The saving if the consumption that can be moved left the peak hours. */
export const peakSaving = async (
  year: OpportunityYear,
  meters: MeasuredMeters,
): Promise<SavingOf<'peak'> | null> => {
  const found = movedPeak(year.series, year.quarters, year.touPeriodsOn);
  const saving = found && savingUnder(year, found.series);
  if (found === null || saving === null) return null;
  return {
    kind: 'peak',
    ...saving,
    measured: measuredAt(meters, 'peak'),
    peak: {
      energy: kwhPerYear(found.moved, year),
      share: found.moved / found.peak,
      from: found.from,
      to: found.to,
      hours: found.hours.map(({ now, movable }) => ({
        now: inKilowatts(now),
        movable: inKilowatts(movable),
      })),
      meter: named(await meterBehind(year, meters)),
    },
  };
};
