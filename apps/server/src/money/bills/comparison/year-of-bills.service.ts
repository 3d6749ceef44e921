import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import type { Zone } from '@nascente/domain/base/time/zone';
import { reais, sumCents } from '@nascente/domain/base/units/money';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { ReactiveLimits } from '@nascente/domain/energy/measured-cycle/reactive-meter';
import { inverterParts } from '@nascente/domain/energy/subjects/meter-parts';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import type { DemandTerms } from '@nascente/domain/money/demand/demand-lowering';
import { areOutOfDate, type PricesInForce } from '@nascente/domain/money/prices/price-age';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import type { BillingContract, CreditLot, FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import { type RulesVersion, rulesOn, type TariffRules } from '@nascente/domain/sites/tariffs/tariff-rules';
import {
  type TouPeriodsOn,
  touPeriodsOfVersions,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/totals';
import type { QuarterSums } from '../../../energy/consumption/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import type { TariffNames } from '../../../sites/tariffs/index.ts';
import { creditedOf } from '../bill-answer.ts';
import { type BillMaker, type CachedTariffs, creditsBefore, type Terms } from '../bill-maker.ts';
import {
  type BilledEstablishment,
  type BilledEstablishments,
  measureDays,
  todayAt,
} from '../measured-days.ts';
import { withoutCredits } from './comparison.service.ts';
import { daysOf, finishedCycles, loadedCycles, toMeasured } from './year-of-cycles.ts';

/** Outdated prices that a contract still uses. */
interface OldPrices extends PricesInForce {
  readonly tariff: TariffNames;
  readonly rules: TariffRules;
  /** Newer prices of the same distributor, subgroup and modality; `null`: none are stored. */
  readonly newer: { readonly tariff: TariffNames; readonly version: RulesVersion } | null;
}

/**
 * Among tariffs with newer prices, chooses the one of the same class, else the only one. Among several classes it chooses none.
 */
const chooseNewer = (
  own: TariffNames,
  newer: readonly NonNullable<OldPrices['newer']>[],
): OldPrices['newer'] => {
  const alike = newer.filter(({ tariff }) => tariff.comment === own.comment);
  const [first = null, ...others] = alike.length > 0 ? alike : newer;
  return others.length === 0 ? first : null;
};

/** The outdated prices of a contract with the newer ones; `null`: they are current, or the tariff is unknown. */
const oldPrices = async (
  { tariff: own }: Pick<Terms, 'tariff'>,
  tariffs: CachedTariffs,
  today: CivilDate,
): Promise<OldPrices | null> => {
  const ownTariff = own && (await tariffs.find(own.id));
  const prices = ownTariff && rulesOn(ownTariff.approved, today);
  const inForce = ownTariff && rulesOn(ownTariff.rules, today);
  if (!(own && prices && inForce) || !areOutOfDate(prices, today)) return null;
  const beside = (await tariffs.naming.beside(own.id)).filter(
    ({ id, modality, group }) => id !== own.id && modality === own.modality && group === own.group,
  );
  const versions = await Promise.all(beside.map(({ id }) => tariffs.rulesOf(id)));
  const newer = beside.flatMap((tariff, index) => {
    const version = rulesOn(versions[index] ?? [], today);
    return version !== null && version.validFrom > prices.validFrom ? [{ tariff, version }] : [];
  });
  return { ...prices, tariff: own, rules: inForce.rules, newer: chooseNewer(own, newer) };
};

/** Up to twelve finished cycles with their bills under the current contract. */
export interface YearOfBills {
  readonly zone: Zone;
  readonly today: CivilDate;
  readonly cycles: readonly { readonly start: string; readonly end: string; readonly completeness: number }[];
  /** Measured quarter-hours of the cycles. */
  readonly series: EnergySeries;
  /** The time-of-use periods of a day. */
  readonly touPeriodsOn: TouPeriodsOn;
  /** The rule by which reactive excess is charged today; `null`: it is not charged. */
  readonly reactive: ReactiveLimits | null;
  /** The current contract, without credits of earlier months. */
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  /** Share of the bills that the company takes as tax credit; `null` if it takes none or the taxes are unknown. */
  readonly recoveredShare: number | null;
  /** Contracted demand over time, oldest first. */
  readonly contracts: readonly DemandTerms[];
  /** The prices of the contract if they are outdated; else `null`. */
  readonly oldPrices: OldPrices | null;
  /** The measured cycles if this series had been measured. */
  measuredOf(series: EnergySeries): readonly MeasuredCycle[];
  /** R$ of each cycle if this series had been measured. */
  totalsOf(series: EnergySeries): readonly number[];
  /** R$ of each cycle under other terms. */
  totalsBy(contractOf: (index: number) => BillingContract): readonly number[];
  /** R$ of each cycle at these prices from its first day to its last. */
  totalsAt(rules: TariffRules): readonly number[];
  /** Credits of generation at the start of the current cycle; `null` without generation. */
  creditsNow(): Promise<readonly CreditLot[] | null>;
  /** Measurements of inverters on these days; `null` without an inverter. */
  inverters(): Promise<EnergySeries | null>;
}

export type YearOfBillsService = ReturnType<typeof createYearOfBillsService>;

export const createYearOfBillsService = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
  tariffs: CachedTariffs;
  sums: QuarterSums;
}) => {
  const { establishments, maker, tariffs, sums } = needs;

  const readInverters = async (
    { facts, zone }: BilledEstablishment,
    { first, last }: BillingCycle,
  ): Promise<EnergySeries | null> => {
    const within = { from: startOfDay(first, zone), to: endOfDay(last, zone) };
    const electric = facts.meters.filter(({ type }) => type === 'eletric');
    const spans = inverterParts(electric, within).map(({ meter: { installationId }, from, to }) => ({
      installationId,
      from,
      to,
    }));
    return spans.length === 0 ? null : ((await sums('all quantities', [spans]))[0] ?? null);
  };

  return {
    /** `null`: no cycle is finished yet. Throws as the comparison of tariffs does. */
    async read(caller: Caller, id: string): Promise<YearOfBills | null> {
      const establishment = await establishments.find(caller, id, 'eletric', 'see-bills');
      const finished = finishedCycles(establishment, null);
      const days = daysOf(finished);
      establishments.requireFullAccess(caller, establishment, days ?? undefined);
      if (days === null) return null;
      const today = todayAt(establishment);
      const [terms, read] = await Promise.all([
        maker.terms(establishment, { first: today, last: today }),
        maker.read(establishment, days),
      ]);
      const cycles = loadedCycles(establishment, read, finished);
      const { versions } = terms;
      const contract = withoutCredits(terms);
      const { flags, facts } = establishment;
      const hours = benefitHours(contract.benefits);
      const measuredBy = (series: EnergySeries, by = versions) =>
        cycles.map((cycle) => measureDays(establishment, { series }, cycle, by, hours));
      const totalsBy = (measured: readonly MeasuredCycle[], contractOf: (index: number) => BillingContract) =>
        measured.map((one, index) => reais(priceCycle(one, { contract: contractOf(index), flags }).total));
      const measured = measuredBy(read.series);
      const recoveredShare = (): number | null => {
        if (contract.taxCredits === undefined) return null;
        const bills = measured.map((one) => priceCycle(one, { contract, flags }));
        const total = reais(sumCents(bills.map((bill) => bill.total)));
        const { withoutTaxCredits: own } = creditedOf(bills, contract);
        return own !== undefined && total > 0 ? 1 - own / total : null;
      };
      const rules = rulesOn(versions, today)?.rules;
      return {
        zone: establishment.zone,
        today,
        cycles: measured.map(toMeasured),
        series: read.series,
        touPeriodsOn: touPeriodsOfVersions(versions),
        reactive: rules !== undefined && 'reactive' in rules ? rules.reactive : null,
        contract,
        flags,
        recoveredShare: recoveredShare(),
        contracts: facts.contracts
          .filter(({ type }) => type === 'eletric')
          .map(({ validFrom, terms: { demand } }) => ({ validFrom, demand })),
        oldPrices: await oldPrices(terms, tariffs, today),
        measuredOf: (series) => (series === read.series ? measured : measuredBy(series)),
        totalsOf: (series) =>
          totalsBy(series === read.series ? measured : measuredBy(series), () => contract),
        totalsBy: (contractOf) => totalsBy(measured, contractOf),
        totalsAt: (prices) =>
          totalsBy(measuredBy(read.series, [{ validFrom: days.first, rules: prices }]), () => contract),
        creditsNow: () => {
          const { first } = readingCycleAt(today, calendarOf(facts, 'eletric'));
          return creditsBefore(establishment, { first, last: today }, terms, maker.read);
        },
        inverters: () => readInverters(establishment, days),
      };
    },
  };
};
