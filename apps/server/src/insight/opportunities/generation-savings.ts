import { addMonths, monthOf } from '@nascente/domain/base/time/civil-month';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { LocalQuarter } from '@nascente/domain/insight/opportunities/changed-series';
import {
  type CreditYear,
  compensatedYear,
  expiringCredits,
} from '@nascente/domain/insight/opportunities/expiring-credits';
import {
  fittingFactor,
  generatedIn,
  generationBalance,
  withGeneration,
} from '@nascente/domain/insight/opportunities/larger-generation';
import { yearlyAmount } from '@nascente/domain/insight/opportunities/yearly-saving';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { YearOfBills } from '../../money/bills/index.ts';
import { cycleSaving, daysIn } from './cycle-saving.ts';
import { type FoundSaving, NOTHING_ELSE } from './found-saving.ts';

const MWH_PER_KWH = 1e6;
const CENTS = 100;
const DAYS_A_YEAR = 365;
const WATTS_PER_KILOWATT = 1000;
const MONTHS_AHEAD = 12;
const MUCH_MEASURED = 0.8;
/** How far consumption may go up or down for the range that is told. */
const [MORE, LESS] = [1.1, 0.9];

const kwhOf = (cycle: MeasuredCycle, of: 'consumed' | 'injected'): number =>
  cycle.stretches.reduce((sum, stretch) => {
    const { inPoint, interPoint, outPoint } = stretch[of];
    return sum + inPoint + interPoint + outPoint;
  }, 0) / MWH_PER_KWH;

const isMeasured = ({ cycles }: YearOfBills): boolean =>
  cycles.every(({ completeness }) => completeness >= MUCH_MEASURED);

/** Credits of which nobody has any use if years go on as the last one did. */
const creditsSaving = async (year: YearOfBills): Promise<FoundSaving | null> => {
  const { contract, flags, cycles } = year;
  const { generation } = contract;
  if (generation === null) return null;
  const lots = await year.creditsNow();
  const measured = year.measuredOf(year.series);
  const ofCredits: CreditYear = { measured, contract: { ...contract, generation }, flags, lots: lots ?? [] };
  const found = expiringCredits(ofCredits);
  const { worth } = compensatedYear(ofCredits);
  if (found === null || worth === null) return null;
  const reaisOf = (energy: number | undefined): number => ((energy ?? 0) * worth) / CENTS;
  const isSoon = found.first <= addMonths(monthOf(year.today), MONTHS_AHEAD);
  const amount = yearlyAmount({
    perYear: reaisOf(found.energy),
    low: reaisOf(expiringCredits(ofCredits, MORE)?.energy),
    high: reaisOf(expiringCredits(ofCredits, LESS)?.energy),
    sureness: isSoon && isMeasured(year) ? 'medium' : 'low',
  });
  if (amount === null) return null;
  return {
    ...NOTHING_ELSE,
    kind: 'expiring-credits',
    ...amount,
    credits: {
      energy: found.energy / MWH_PER_KWH,
      first: found.first,
      left: ofCredits.lots.reduce((sum, { energy }) => sum + energy, 0) / MWH_PER_KWH,
      cycles: measured.map((cycle, index) => ({
        date: cycles[index]?.start ?? cycle.cycle.first,
        consumed: kwhOf(cycle, 'consumed'),
        injected: kwhOf(cycle, 'injected'),
      })),
    },
    evidence: [],
  };
};

/** What panels that gave more would save, at the yield of those that are there. */
const largerSaving = (
  year: YearOfBills,
  quarters: readonly LocalQuarter[],
  inverters: EnergySeries,
): FoundSaving | null => {
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
    ...NOTHING_ELSE,
    kind: 'larger-generation',
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

/** What the generation of an establishment leaves unused, or does not give. */
export const generationSavings = async (
  year: YearOfBills,
  quarters: readonly LocalQuarter[],
): Promise<readonly FoundSaving[]> => {
  if (year.contract.generation === null) return [];
  const inverters = await year.inverters();
  const found = [
    await creditsSaving(year),
    inverters === null ? null : largerSaving(year, quarters, inverters),
  ];
  return found.filter((saving) => saving !== null);
};
