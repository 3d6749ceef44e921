import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { LocalQuarter } from '@nascente/domain/insight/opportunities/changed-series';
import { compensatedYear } from '@nascente/domain/insight/opportunities/expiring-credits';
import {
  fittingFactor,
  generatedIn,
  generationBalance,
  withGeneration,
} from '@nascente/domain/insight/opportunities/larger-generation';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { YearOfBills } from '../../../money/bills/index.ts';
import { cycleSaving, daysIn } from '../cycle-saving.ts';

const MWH_PER_KWH = 1e6;
const CENTS = 100;
const DAYS_A_YEAR = 365;
const WATTS_PER_KILOWATT = 1000;

/** Saving of a larger solar generation with the yield of the present one. The meter is added later. */
export const largerGenerationSaving = (
  year: YearOfBills,
  quarters: readonly LocalQuarter[],
  inverters: EnergySeries,
): SavingOf<'larger-generation'> | null => {
  const { contract, flags, cycles, series } = year;
  const { generation } = contract;
  if (generation === null) return null;
  const generated = generatedIn(series, inverters);
  const balance = generationBalance(series, generated, quarters);
  const factor = fittingFactor(balance);
  if (factor === null) return null;
  const totalsOf = (one: EnergySeries): readonly number[] =>
    compensatedYear({
      measured: year.measuredOf(one),
      contract: { ...contract, generation },
      flags,
    }).totals.map((total) => total / CENTS);
  const saving = cycleSaving(cycles, totalsOf(series), totalsOf(withGeneration(series, generated, factor)));
  if (saving === null) return null;
  const days = cycles.reduce((sum, cycle) => sum + daysIn(cycle), 0);
  const aYear = (energy: number): number => ((energy / MWH_PER_KWH) * DAYS_A_YEAR) / days;
  return {
    kind: 'larger-generation',
    measured: null,
    ...saving,
    // The roof, the shade and the connection of more panels are not known.
    sureness: saving.sureness === 'high' ? 'medium' : saving.sureness,
    generation: {
      factor,
      generated: aYear(balance.generated),
      used: aYear(balance.used),
      power: balance.highest / WATTS_PER_KILOWATT,
      hours: balance.hours.map((hour) => ({
        used: hour.used / WATTS_PER_KILOWATT,
        generated: hour.generated / WATTS_PER_KILOWATT,
      })),
    },
  };
};
