import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { compensatedYear } from '@nascente/domain/insight/opportunities/expiring-credits';
import {
  fittingFactor,
  generatedIn,
  generationBalance,
  withGeneration,
} from '@nascente/domain/insight/opportunities/larger-generation';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import { type MeasuredMeters, measuredAt } from '../measured-meters.ts';
import { cycleSaving, inKilowatts, kwhPerYear, type OpportunityYear } from '../opportunity-year.ts';

const CENTS = 100;

/** Saving of a larger solar generation with the yield of the present one. */
export const largerGenerationSaving = (
  year: OpportunityYear,
  inverters: EnergySeries | null,
  meters: MeasuredMeters,
): SavingOf<'larger-generation'> | null => {
  const { contract, flags, cycles, series } = year;
  const { generation } = contract;
  if (generation === null || inverters === null) return null;
  const generated = generatedIn(series, inverters);
  const balance = generationBalance(series, generated, year.quarters);
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
  return {
    kind: 'larger-generation',
    measured: measuredAt(meters, 'all'),
    ...saving,
    // The roof, the shade and the connection of more panels are not known.
    sureness: saving.sureness === 'high' ? 'medium' : saving.sureness,
    generation: {
      factor,
      generated: kwhPerYear(balance.generated, year),
      used: kwhPerYear(balance.used, year),
      power: inKilowatts(balance.highest),
      hours: balance.hours.map((hour) => ({
        used: inKilowatts(hour.used),
        generated: inKilowatts(hour.generated),
      })),
    },
  };
};
