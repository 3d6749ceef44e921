import type { assumptions } from '@nascente/contract/money/billing-terms';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { addDays, type CivilDate } from '@nascente/domain/base/time/civil-day';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import { isSome } from '@nascente/domain/base/time/span';
import { watts } from '@nascente/domain/base/units/power';
import {
  type MeasuredCycle,
  sumOfIntervals,
  volumeOf,
} from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { elapsedTime, metersOf, spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import type { Bill } from '@nascente/domain/money/bill/bill';
import type { PricedCycle } from '@nascente/domain/money/bill/bill-change';
import {
  priceByTariff,
  priceCycle,
  type ShareOfTariff,
  scaleShare,
} from '@nascente/domain/money/bill/price-cycle';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import type {
  BillingContract,
  ContractedDemand,
  CreditLot,
} from '@nascente/domain/sites/tariffs/billing-contract';
import {
  isOfGroup,
  type Modality,
  type RulesVersion,
  rulesOn,
  SUBGROUPS,
  type Subgroup,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import {
  calendarOf,
  type EstablishmentFacts,
  type EstablishmentMeter,
  meterTariffIdOf,
  type StoredContract,
  tariffIdOf,
  type Utility,
} from '../../sites/establishments/index.ts';
import type { TariffNames, TariffNaming, TariffsService } from '../../sites/tariffs/index.ts';
import {
  type BilledDay,
  type BilledEstablishment,
  type BilledPart,
  type MeasuredDays,
  measureByDay,
  measureDays,
  partsOfEstablishment,
  type ReadDays,
  readOnOf,
} from './measured-days.ts';

/**
 * Credits at the start of these days: the initial ones of the contract, changed by every cycle since. `null` without generation.
 */
export const creditsBefore = async (
  establishment: BilledEstablishment,
  days: BillingCycle,
  { validFrom, contract, versions }: Terms,
  read: ReadDays,
): Promise<readonly CreditLot[] | null> => {
  const { generation } = contract;
  if (generation === null) return null;
  if (validFrom === null || validFrom > days.last) return [];
  if (validFrom >= days.first) return generation.credits;
  const before: BillingCycle[] = [];
  for (let first = validFrom; first < days.first; ) {
    const { last } = readingCycleAt(first, calendarOf(establishment.facts, establishment.type));
    const end = last < days.first ? last : addDays(days.first, -1);
    before.push({ first, last: end });
    first = addDays(end, 1);
  }
  const hours = benefitHours(contract.benefits);
  const measured = await read(establishment, { first: validFrom, last: addDays(days.first, -1) });
  return before.reduce<readonly CreditLot[]>((credits, cycle) => {
    const terms = {
      contract: { ...contract, generation: { ...generation, credits } },
      flags: establishment.flags,
    };
    const bill = priceCycle(measureDays(establishment, measured, cycle, versions, hours), terms);
    return bill.credits?.lots ?? credits;
  }, generation.credits);
};

interface MeasuredBill {
  readonly days: MeasuredDays;
  readonly cycle: BillingCycle;
  readonly terms: Terms;
}

const quantitiesOf = ({ intervals }: MeasuredCycle) => ({
  ...sumOfIntervals(intervals, 'consumed'),
  volume: volumeOf(intervals),
});

/** The later quantities divided by the earlier ones; 1 where the earlier one is zero. */
const factorsOf = (before: MeasuredCycle, after: MeasuredCycle) => {
  const factor = (of: number, other: number) => (of === 0 ? 1 : other / of);
  const [consumed, later] = [quantitiesOf(before), quantitiesOf(after)];
  return {
    inPoint: factor(consumed.inPoint, later.inPoint),
    interPoint: factor(consumed.interPoint, later.interPoint),
    outPoint: factor(consumed.outPoint, later.outPoint),
    volume: factor(consumed.volume, later.volume),
  };
};

/** The share of each tariff in the consumption, if the meters have different tariffs and no contract determines one for all. */
const createSharesByTariff = ({ sums, tariffs }: { sums: QuarterSums; tariffs: CachedTariffs }) => {
  const nameOf = async (id: string): Promise<string> => {
    const names = (await tariffs.find(id))?.names;
    return [names?.distributor, names?.group, names?.color].filter((word) => word).join(' ');
  };

  return async (
    establishment: BilledEstablishment,
    { days, cycle, terms }: MeasuredBill,
  ): Promise<readonly ShareOfTariff[] | null> => {
    const own = terms.isByMeter ? (terms.tariff?.id ?? null) : null;
    if (own === null) return null;
    // A meter without a tariff counts with the tariff of the bill.
    const ofTariffs = [...Map.groupBy(days.parts, ({ meter }) => meter.tariffId ?? own)];
    if (ofTariffs.every(([id]) => id === own)) return null;
    const series = await sums(
      'electric',
      ofTariffs.map(([, parts]) => spansOfParts(parts)),
    );
    return Promise.all(
      ofTariffs.map(async ([id, parts], index) => {
        const [name, versions] = await Promise.all([nameOf(id), simpleVersionsOf(tariffs, id)]);
        const ofTariff = { parts, series: series[index] as EnergySeries };
        return { name, measured: measureDays(establishment, ofTariff, cycle, versions) };
      }),
    );
  };
};

/** A computed bill with the data from which it was computed. */
export interface MadeBill extends PricedCycle {
  readonly bill: Bill;
  /** The days of the bill by quarter-hour. */
  readonly days: MeasuredDays;
  /** The days of the bill by time-of-use period. */
  readonly byDay: readonly BilledDay[];
  readonly terms: Terms;
  readonly meters: readonly EstablishmentMeter[];
}
export type BillMaker = ReturnType<typeof createBillMaker>;

const UTILITY_NAMES: Readonly<Record<Utility, string>> = { eletric: 'energia', water: 'água' };

/** Messages about missing meters; they precede those about missing readings. */
const missingMeters = (type: Utility, meters: readonly EstablishmentMeter[]): string[] => {
  if (meters.length === 0)
    return [`Falta um medidor de ${UTILITY_NAMES[type]}: não há consumo medido nestes dias.`];
  if (meters.length === 1 || meters.some(({ isGeneral }) => isGeneral)) return [];
  return [`Falta um medidor geral: a fatura soma os ${meters.length} medidores do estabelecimento.`];
};

/** The message for a contract without a tariff, such as one inferred from a bill with prices of no stored tariff. */
const missingTariff = ({ validFrom, tariff, assumed }: Terms): string[] => {
  if (validFrom === null || tariff === null || !assumed.includes('tax')) return [];
  const name = [tariff.distributor, tariff.group, tariff.comment].filter((word) => word !== '').join(' ');
  return [`O contrato não diz a tarifa: os preços são os de ${name}, a tarifa do cadastro.`];
};

export const createBillMaker = (needs: { sums: QuarterSums; tariffs: CachedTariffs }) => {
  const { sums, tariffs } = needs;
  const sharesByTariff = createSharesByTariff(needs);

  const parts = (establishment: BilledEstablishment, days: BillingCycle): readonly BilledPart[] => {
    const time = elapsedTime(days, establishment);
    return isSome(time) ? partsOfEstablishment(establishment.facts.meters, establishment.type, time) : [];
  };
  const read: ReadDays = async (establishment, days) => {
    const ofDays = parts(establishment, days);
    const quantities = establishment.type === 'water' ? 'water' : 'all quantities';
    const [series] = await sums(quantities, [spansOfParts(ofDays)]);
    return { parts: ofDays, series: series as EnergySeries };
  };
  const withCredits = async (
    establishment: BilledEstablishment,
    days: BillingCycle,
    awaitedTerms: Terms | Promise<Terms>,
  ) => {
    const terms = await awaitedTerms;
    const credits = await creditsBefore(establishment, days, terms, read);
    const { contract } = terms;
    if (credits === null || contract.generation === null) return terms;
    return { ...terms, contract: { ...contract, generation: { ...contract.generation, credits } } };
  };

  return {
    parts,
    read,
    terms: ({ facts, type }: BilledEstablishment, { last }: BillingCycle, otherwise?: string) =>
      termsOn(facts, type, last, tariffs, otherwise),
    /** The terms of a bill. Without a contract they are those of the simple tariff, not assumed ones. */
    billTerms: ({ facts, type }: BilledEstablishment, { last }: BillingCycle) =>
      billTermsOn(facts, type, last, tariffs),
    async make(establishment: BilledEstablishment, days: BillingCycle, awaitedTerms: Terms | Promise<Terms>) {
      const [terms, measuredDays] = await Promise.all([
        withCredits(establishment, days, awaitedTerms),
        read(establishment, days),
      ]);
      const hours = benefitHours(terms.contract.benefits);
      const readOn = readOnOf(establishment, days);
      const { measured, byDay } = measureByDay(establishment, measuredDays, days, terms.versions, hours);
      const shares = await sharesByTariff(establishment, { days: measuredDays, cycle: days, terms });
      const price: PricedCycle['price'] = (cycle, flags, contract = terms.contract) => {
        const bill = priceCycle(cycle, { contract, flags, readOn });
        if (shares === null) return bill;
        const factors = factorsOf(measured, cycle);
        return priceByTariff(
          bill,
          cycle,
          shares.map((share) => scaleShare(share, factors)),
        );
      };
      const { flags } = establishment;
      const bill = price(measured, flags);
      const meters = metersOf(measuredDays.parts);
      const lacking = missingMeters(establishment.type, meters);
      const missing = meters.length === 0 ? lacking : [...lacking, ...missingTariff(terms), ...bill.missing];
      const completeness = meters.length === 0 ? 0 : bill.completeness;
      return {
        bill: { ...bill, missing, completeness },
        measured,
        byDay,
        flags,
        price,
        days: measuredDays,
        terms,
        meters,
      };
    },
  };
};

type Assumption = (typeof assumptions)[number];

/** The terms of a bill: stored, or assumed if never entered. */
export interface Terms {
  /** `null`: no contract is stored. */
  readonly validFrom: CivilDate | null;
  readonly contract: BillingContract;
  readonly tariff: TariffNames | null;
  readonly versions: readonly RulesVersion[];
  readonly assumed: readonly Assumption[];
  /** Set for electricity without a contract: each kWh has the price of the meter that measured it. */
  readonly isByMeter?: true;
}

export interface CachedTariffs extends Pick<TariffsService, 'find' | 'rulesOf'> {
  readonly naming: TariffNaming;
}

const WATTS_PER_KW = 1000;

/** The contract in force on a day; before the first contract, the first one. */
const storedOn = (facts: EstablishmentFacts, type: Utility, day: CivilDate): StoredContract | null => {
  const contractsOfType = facts.contracts.filter((contract) => contract.type === type);
  return rulesOn(contractsOfType, day) ?? contractsOfType[0] ?? null;
};

const isSubgroup = (text: string | undefined): text is Subgroup =>
  SUBGROUPS.some((subgroup) => subgroup === text);

const subgroupOf = (group: 'A' | 'B', ...proposed: (string | undefined)[]): Subgroup => {
  const fitting = proposed.find((one) => isSubgroup(one) && one.startsWith(group));
  return isSubgroup(fitting) ? fitting : group === 'A' ? 'A4' : 'B3';
};

const demandOf = (facts: EstablishmentFacts, group: 'A' | 'B'): ContractedDemand | null => {
  const kw = facts.contractedDemandKw;
  if (group === 'B' || kw === null) return null;
  return { mode: 'single', demand: watts(Math.round(kw * WATTS_PER_KW)) };
};

/** Assumed terms of an establishment without a contract: only those that its group and tariff imply. */
const assumedContract = (
  facts: EstablishmentFacts,
  type: Utility,
  tariff: TariffNames | null,
  otherwise: string,
): BillingContract => {
  const proposed = isSubgroup(tariff?.group) ? tariff.group : otherwise;
  const group = facts.tariffGroup ?? (proposed.startsWith('A') ? 'A' : 'B');
  const modality: Modality = type === 'water' ? 'water' : (tariff?.modality ?? 'simple');
  return {
    group: type === 'water' ? 'B' : group,
    subgroup: type === 'water' ? 'B3' : subgroupOf(group, tariff?.group, otherwise),
    modality,
    optanteB: group === 'A' && isOfGroup('B', modality),
    transformerKva: null,
    market: { mode: 'cativo' },
    demand: type === 'water' ? null : demandOf(facts, group),
    supply: null,
    taxes: [],
    cosip: null,
    generation: null,
    economias: 1,
    category: type === 'water' ? 'comercial' : null,
  };
};

const isElectricFull = ({ modality }: BillingContract): boolean =>
  modality !== 'simple' && modality !== 'water';

/** Terms that the modality needs and that are missing or assumed. */
const assumedOf = (stored: StoredContract | null, contract: BillingContract): Assumption[] => {
  const assumed: Assumption[] = stored === null ? ['group', 'subgroup', 'modality'] : [];
  if (stored === null || stored.tariffId === null) assumed.push('tax');
  if (!isElectricFull(contract)) return assumed;
  const hasDemand = isOfGroup('A', contract.modality);
  if (hasDemand && (stored === null || contract.demand === null)) assumed.push('demand');
  if (!hasDemand && contract.supply === null) assumed.push('supply');
  if (contract.taxes.length === 0) assumed.push('taxes');
  if (contract.cosip === null) assumed.push('cosip');
  return assumed;
};

/** @param otherwise - the group or subgroup to assume if no data imply one */
export const termsOn = async (
  facts: EstablishmentFacts,
  type: Utility,
  day: CivilDate,
  tariffs: CachedTariffs,
  otherwise = 'B3',
): Promise<Terms> => {
  const stored = storedOn(facts, type, day);
  const tariffId = stored?.tariffId ?? tariffIdOf(facts, type);
  const found = tariffId === null ? null : await tariffs.find(tariffId);
  const tariff = found?.names ?? null;
  const contract = stored?.terms ?? assumedContract(facts, type, tariff, otherwise);
  return {
    validFrom: stored?.validFrom ?? null,
    contract,
    tariff,
    versions: found?.rules ?? [],
    assumed: assumedOf(stored, contract),
  };
};

/** Assumptions that concern a bill by the simple tariff. */
const OF_SIMPLE: readonly Assumption[] = ['group', 'subgroup', 'modality', 'tax'];

/** The three prices of each version of a tariff, as rules of the simple modality. */
const simpleVersionsOf = async (
  tariffs: Pick<CachedTariffs, 'find'>,
  id: string,
): Promise<readonly RulesVersion[]> =>
  ((await tariffs.find(id))?.prices ?? []).map(({ validFrom, inPoint, interPoint, outPoint }) => ({
    validFrom,
    rules: { modality: 'simple', inPoint, interPoint, outPoint },
  }));

/**
 * The terms of a day's bill: those of the contract; for electricity without a stored contract, those of the simple tariff, which
 * prices every other screen too. Water tiers need no contract.
 */
const billTermsOn = async (
  facts: EstablishmentFacts,
  type: Utility,
  day: CivilDate,
  tariffs: CachedTariffs,
): Promise<Terms> => {
  // The tariff of the meter is used, as on other screens.
  const tariffId = meterTariffIdOf(facts, type) ?? facts.tariffId;
  const isSimple = type === 'eletric' && storedOn(facts, type, day) === null;
  const terms = await termsOn(isSimple ? { ...facts, tariffId } : facts, type, day, tariffs);
  const { tariff, contract } = terms;
  if (!isSimple || tariff === null) return terms;
  return {
    ...terms,
    contract: { ...contract, modality: 'simple' },
    versions: await simpleVersionsOf(tariffs, tariff.id),
    assumed: terms.assumed.filter((one) => OF_SIMPLE.includes(one)),
    isByMeter: true,
  };
};
