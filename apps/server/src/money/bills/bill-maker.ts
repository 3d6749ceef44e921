import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { isSome } from '@nascente/domain/base/time/span';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import { elapsedTime, metersOf, spansOfParts } from '@nascente/domain/energy/subjects/meter-parts';
import type { Bill } from '@nascente/domain/money/bill/bill';
import { priceByTariff } from '@nascente/domain/money/bill/price-by-tariff';
import { priceCycle } from '@nascente/domain/money/bill/price-cycle';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { QuarterSums } from '../../energy/consumption/index.ts';
import type { EstablishmentMeter, Utility } from '../../sites/establishments/index.ts';
import {
  billTermsOn,
  type KnownTariffs,
  simpleVersionsOf,
  type Terms,
  termsOn,
} from './contracts/terms-in-force.ts';
import { creditsBefore } from './credits-before.ts';
import { type BilledPart, partsOfEstablishment } from './establishment-parts.ts';
import { type BilledEstablishment, type MeasuredDays, measureDays, type ReadDays } from './measured-days.ts';

/** A bill as it is priced by one tariff, and what it is of. */
interface Priced {
  readonly bill: Bill;
  readonly measured: MeasuredCycle;
  readonly days: MeasuredDays;
  readonly cycle: BillingCycle;
  readonly terms: Terms;
}

/** The bill with the prices of each meter, where their tariffs differ and no contract names one for all of them. */
const createBillByTariff = ({ sums, tariffs }: { sums: QuarterSums; tariffs: KnownTariffs }) => {
  const nameOf = async (id: string): Promise<string> => {
    const names = (await tariffs.find(id))?.names;
    return [names?.distributor, names?.group, names?.color].filter((word) => word).join(' ');
  };

  return async (
    establishment: BilledEstablishment,
    { bill, measured, days, cycle, terms }: Priced,
  ): Promise<Bill> => {
    const own = terms.isByMeter ? (terms.tariff?.id ?? null) : null;
    if (own === null) return bill;
    // A meter without a tariff has that of the others.
    const ofTariffs = [...Map.groupBy(days.parts, ({ meter }) => meter.tariffId ?? own)];
    if (ofTariffs.every(([id]) => id === own)) return bill;
    const series = await sums(
      'electric',
      ofTariffs.map(([, parts]) => spansOfParts(parts)),
    );
    const shares = await Promise.all(
      ofTariffs.map(async ([id, parts], index) => {
        const [name, versions] = await Promise.all([nameOf(id), simpleVersionsOf(tariffs, id)]);
        const ofTariff = { parts, series: series[index] as EnergySeries };
        return { name, measured: measureDays(establishment, ofTariff, cycle, versions) };
      }),
    );
    return priceByTariff(bill, measured, shares);
  };
};

/** A bill and what made it. */
export interface MadeBill {
  readonly bill: Bill;
  readonly measured: MeasuredCycle;
  /** By quarter-hours. */
  readonly days: MeasuredDays;
  readonly terms: Terms;
  readonly meters: readonly EstablishmentMeter[];
}

export interface BillMaker {
  parts(establishment: BilledEstablishment, days: BillingCycle): readonly BilledPart[];
  terms(establishment: BilledEstablishment, days: BillingCycle, otherwise?: string): Promise<Terms>;
  /** By what their bill is made: without a contract by the simple tariff, and not by what may be assumed. */
  billTerms(establishment: BilledEstablishment, days: BillingCycle): Promise<Terms>;
  readonly read: ReadDays;
  /** Each of several by itself, all of them by one question; in their order. */
  readEach(
    establishment: BilledEstablishment,
    cycles: readonly BillingCycle[],
  ): Promise<readonly MeasuredDays[]>;
  /** @param measured - the days, where they are read already */
  make(
    establishment: BilledEstablishment,
    days: BillingCycle,
    terms: Terms | Promise<Terms>,
    measured?: MeasuredDays,
  ): Promise<MadeBill>;
}

const METERS_WORDS: Readonly<Record<Utility, string>> = { eletric: 'energia', water: 'água' };

/** What the meters lack, before what the readings lack. */
const missingMeters = (type: Utility, meters: readonly EstablishmentMeter[]): string[] => {
  if (meters.length === 0)
    return [`Falta um medidor de ${METERS_WORDS[type]}: não há consumo medido nestes dias.`];
  if (meters.length === 1 || meters.some(({ isGeneral }) => isGeneral)) return [];
  return [`Falta um medidor geral: a conta soma os ${meters.length} medidores do estabelecimento.`];
};

/** A contract that names no tariff, as one found out from a bill whose prices no stored tariff has. */
const missingTariff = ({ validFrom, tariff, assumed }: Terms): string[] => {
  if (validFrom === null || tariff === null || !assumed.includes('tax')) return [];
  const name = [tariff.distributor, tariff.group, tariff.comment].filter((word) => word !== '').join(' ');
  return [`O contrato não diz a tarifa: os preços são os de ${name}, a tarifa do cadastro.`];
};

export const createBillMaker = (needs: { sums: QuarterSums; tariffs: KnownTariffs }): BillMaker => {
  const { sums, tariffs } = needs;
  const byTariff = createBillByTariff(needs);

  const parts: BillMaker['parts'] = (establishment, days) => {
    const time = elapsedTime(days, establishment);
    return isSome(time) ? partsOfEstablishment(establishment.facts.meters, establishment.type, time) : [];
  };
  const readEach: BillMaker['readEach'] = async (establishment, cycles) => {
    const billedParts = cycles.map((days) => parts(establishment, days));
    const quantities = establishment.type === 'water' ? 'water' : 'all quantities';
    const series = await sums(quantities, billedParts.map(spansOfParts));
    return billedParts.map((ofCycle, index) => ({ parts: ofCycle, series: series[index] as EnergySeries }));
  };
  const read: ReadDays = async (establishment, days) =>
    (await readEach(establishment, [days]))[0] as MeasuredDays;
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
    readEach,
    terms: ({ facts, type }, { last }, otherwise) => termsOn(facts, type, last, tariffs, otherwise),
    billTerms: ({ facts, type }, { last }) => billTermsOn(facts, type, last, tariffs),
    async make(establishment, days, awaitedTerms, measuredAlready) {
      const [terms, measuredDays] = await Promise.all([
        withCredits(establishment, days, awaitedTerms),
        measuredAlready ?? read(establishment, days),
      ]);
      const hours = benefitHours(terms.contract.benefits);
      const measured = measureDays(establishment, measuredDays, days, terms.versions, hours);
      const bill = await byTariff(establishment, {
        bill: priceCycle(measured, { contract: terms.contract, flags: establishment.flags }),
        measured,
        days: measuredDays,
        cycle: days,
        terms,
      });
      const meters = metersOf(measuredDays.parts);
      const lacking = missingMeters(establishment.type, meters);
      const missing = meters.length === 0 ? lacking : [...lacking, ...missingTariff(terms), ...bill.missing];
      const completeness = meters.length === 0 ? 0 : bill.completeness;
      return { bill: { ...bill, missing, completeness }, measured, days: measuredDays, terms, meters };
    },
  };
};
