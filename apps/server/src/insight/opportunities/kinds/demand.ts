import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { watts } from '@nascente/domain/base/units/power';
import {
  type DemandSeasons,
  demandSeasons,
  isInSeason,
} from '@nascente/domain/money/comparison/optimal-demand';
import { demandLowering, isLower } from '@nascente/domain/money/demand/demand-lowering';
import type { BillingContract, ContractedDemand } from '@nascente/domain/sites/tariffs/billing-contract';
import { isOfGroup } from '@nascente/domain/sites/tariffs/tariff-rules';
import { TOU_PERIODS } from '@nascente/domain/sites/tou-windows/tou-periods';
import type { YearOfBills } from '../../../money/bills/index.ts';
import { cycleSaving } from '../opportunity-year.ts';
import type { TariffSaving } from './modality.ts';

type DemandSaving = SavingOf<'demand'>;

const WATTS_PER_KILOWATT = 1000;
const MILLIWATTS_PER_KILOWATT = 1e6;
/** R$ a year. A second demand is suggested only for a larger additional saving. */
const MIN_MORE = 60;
const MONTH = 5;
const DAY = 8;
/** A cycle that begins on this day of a month or later belongs mostly to the next month. */
const LATE_DAY = 16;
const MONTHS = 12;

const demandsOf = (demand: ContractedDemand): DemandSaving['demands'] => {
  if (demand.mode === 'single') return [{ touPeriod: null, contracted: demand.demand / WATTS_PER_KILOWATT }];
  return [
    { touPeriod: 'inPoint', contracted: demand.inPoint / WATTS_PER_KILOWATT },
    { touPeriod: 'outPoint', contracted: demand.outPoint / WATTS_PER_KILOWATT },
  ];
};

const contractedIn = (demands: DemandSaving['demands']): ContractedDemand | null => {
  const of = (touPeriod: 'inPoint' | 'outPoint' | null) => {
    const found = demands.find((one) => one.touPeriod === touPeriod);
    return found && watts(found.contracted * WATTS_PER_KILOWATT);
  };
  const [single, inPoint, outPoint] = [of(null), of('inPoint'), of('outPoint')];
  if (single !== undefined) return { mode: 'single', demand: single };
  return inPoint === undefined || outPoint === undefined ? null : { mode: 'by-post', inPoint, outPoint };
};

const monthOfCycle = (start: string): number => {
  const month = Number(start.slice(MONTH, MONTH + 2));
  return Number(start.slice(DAY)) < LATE_DAY ? month : (month % MONTHS) + 1;
};

/** Two demands a year under today's modality; null if one demand is enough. */
const bySeasons = (year: YearOfBills): DemandSaving | null => {
  const { contract, cycles } = year;
  const { demand, modality } = contract;
  if (demand === null || !isOfGroup('A', modality)) return null;
  const found: DemandSeasons | null = demandSeasons(year.measuredOf(year.series), contract, modality);
  if (found === null) return null;
  const contractOf = (index: number): BillingContract => ({
    ...contract,
    demand: isInSeason(found, index) ? found.high : found.low,
  });
  const saving = cycleSaving(cycles, year.totalsOf(year.series), year.totalsBy(contractOf));
  const [first, last] = [found.first, (found.first + found.count - 1) % cycles.length];
  const [from, to] = [cycles[first]?.start, cycles[last]?.start];
  if (saving === null || from === undefined || to === undefined) return null;
  return {
    kind: 'demand',
    ...saving,
    // The data contain each season only once.
    sureness: saving.sureness === 'high' ? 'medium' : saving.sureness,
    modality: { from: modality, to: modality },
    demands: demandsOf(found.low),
    demanded: [],
    lowering: null,
    seasons: [{ from: monthOfCycle(from), to: monthOfCycle(to), demands: demandsOf(found.high) }],
  };
};

/** Measured and contracted demand of each cycle. */
const demandedIn = (year: YearOfBills): DemandSaving['demanded'] => {
  const { contract, cycles } = year;
  if (contract.demand === null) return [];
  const measured = year.measuredOf(year.series);
  return demandsOf(contract.demand).map(({ touPeriod, contracted }) => ({
    touPeriod,
    contracted,
    cycles: measured.map(({ cycle, demand }, index) => {
      const highest = Math.max(
        ...(touPeriod === null ? TOU_PERIODS : [touPeriod]).map((one) => demand[one].power),
      );
      return { date: cycles[index]?.start ?? cycle.first, highest: highest / MILLIWATTS_PER_KILOWATT };
    }),
  }));
};

/** The earliest reduction of the demand; null if none is reduced. */
const loweringOf = (
  { demands }: TariffSaving,
  { contract, contracts, today }: YearOfBills,
): DemandSaving['lowering'] => {
  const advised = contractedIn(demands);
  if (advised === null || contract.demand === null || !isLower(advised, contract.demand)) return null;
  return demandLowering(contract.subgroup, contracts, today);
};

/** The tariff saving, or two demands a year if they save more, with the earliest reduction. Another modality has one demand. */
export const withDemandTerms = (tariff: TariffSaving | null, year: YearOfBills): TariffSaving | null => {
  const seasons = tariff?.kind === 'modality' ? null : bySeasons(year);
  const isWorth = (seasons?.perYear ?? 0) - (tariff?.perYear ?? 0) >= MIN_MORE;
  const best = isWorth ? seasons : tariff;
  if (best === null) return null;
  const lowering = loweringOf(best, year);
  return best.kind === 'demand' ? { ...best, demanded: demandedIn(year), lowering } : { ...best, lowering };
};
