import type { MonthSoFar } from '@nascente/contract/consumption';
import { type BilledEnergy, billedEnergy, costsOf } from '@nascente/domain/tariff/billed-energy';
import { growCycle } from '@nascente/domain/tariff/grow-cycle';
import {
  type ByPost,
  type MeasuredCycle,
  measureCycle,
  sumOfStretches,
} from '@nascente/domain/tariff/measured-cycle';
import { priceCycle } from '@nascente/domain/tariff/price-cycle';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { type CivilDate, daysFrom } from '@nascente/domain/time/civil-day';
import { type Cents, cents, reais } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import type { QuarterSpan, QuarterSums } from '../consumption/index.ts';
import type { BillMaker, MadeBill } from './bill-maker.ts';
import type { BilledPlaces } from './billed-places.service.ts';
import { type BilledPlace, measureDays } from './measured-days.ts';
import { todayAt } from './place-cycles.ts';
import type { Utility } from './place-facts.repository.ts';

/** Whose amount is asked: an establishment, or a meter that measures it alone. */
export interface AmountOf {
  readonly establishmentId: string;
  readonly type: Utility;
  /** Null of the establishment. */
  readonly installationId: number | null;
}

/** The one amount of an establishment: what its bill comes to, wherever it is shown. */
export interface CycleAmounts {
  /**
   * A cycle with the amounts of its bill: so far, of its days, of the days of the cycle before, and as forecast. As it was
   * given where no contract is stored, the caller does not see the whole establishment, or the meter is one of several.
   */
  ofCycle(caller: Caller, asked: AmountOf, cycle: MonthSoFar): Promise<MonthSoFar>;
  /** R$ of the bill of some days, in their order; null where there is none, as for `ofCycle`. */
  ofDays(
    caller: Caller,
    asked: AmountOf,
    days: readonly (BillingCycle | null)[],
  ): Promise<readonly (number | null)[]>;
  /** R$ of what each part of an establishment consumed on some days, at the prices of its bill; null as for `ofDays`. */
  ofParts(
    caller: Caller,
    asked: Omit<AmountOf, 'installationId'>,
    days: BillingCycle,
    parts: readonly (readonly QuarterSpan[])[],
  ): Promise<readonly number[] | null>;
}

/** A bill, and what of it is for what was consumed. */
interface Amount extends BilledEnergy {
  readonly made: MadeBill;
}

/** Energy by post; water, which has no posts, as that of the last. */
const consumedOf = ({ stretches }: Pick<MeasuredCycle, 'stretches'>): ByPost => {
  const energy = sumOfStretches(stretches, 'consumed');
  const volume = stretches.reduce((sum, stretch) => sum + stretch.volume, 0);
  return { ...energy, outPoint: energy.outPoint + volume };
};

/** What the energy of each day costs. */
const costsOfDays = (place: BilledPlace, { made, prices }: Amount): ReadonlyMap<string, Cents> => {
  const { cycle } = made.measured;
  const days = daysFrom(cycle.first, cycle.last);
  const consumed = days.map((date) =>
    consumedOf(measureDays(place, made.days, { first: date, last: date }, made.terms.versions)),
  );
  const costs = costsOf(consumed, prices);
  return new Map(days.map((date, index) => [date, costs[index] as Cents]));
};

/** The bill of the whole cycle once it has come to so many kWh or m³. */
const forecastOf = (place: BilledPlace, { made }: Amount, { end, total }: MonthSoFar) => {
  const { measured, terms } = made;
  return (expected: number): Pick<BilledEnergy, 'energy'> & { readonly total: Cents } => {
    const factor = total > 0 ? Math.max(expected / total, 1) : 1;
    const grown = growCycle(measured, end as CivilDate, factor);
    const bill = priceCycle(grown, { contract: terms.contract, flags: place.flags });
    // What is billed already is not taken back, whatever credits or bands of taxes do.
    const sum = cents(Math.max(bill.total, made.bill.total));
    return { total: sum, energy: billedEnergy(bill.lines, consumedOf(grown)).energy };
  };
};

type Day = MonthSoFar['days'][number];

/** Days to come share what the forecast adds, by what each is expected to consume. */
const withCosts = (days: readonly Day[], costs: ReadonlyMap<string, Cents>, left: Cents): Day[] => {
  const toCome = days.reduce((sum, { isForecast, total }) => sum + (isForecast ? total : 0), 0);
  let [running, before] = [0, 0];
  return days.map((day) => {
    if (!day.isForecast) return { ...day, cost: reais(costs.get(day.date) ?? cents(0)) };
    running += day.total;
    const until = toCome === 0 ? 0 : Math.round((left * running) / toCome);
    const cost = cents(until - before);
    before = until;
    return { ...day, cost: reais(cost) };
  });
};

const billedCycle = (
  place: BilledPlace,
  cycle: MonthSoFar,
  amount: Amount,
  previous: Amount | null,
): MonthSoFar => {
  const { energy, fixed, made } = amount;
  const { forecast, highestDay, total, dailyAverage } = cycle;
  const { byDailyAverage, byTypicalWeek } = forecast;
  const costs = costsOfDays(place, amount);
  const expect = forecastOf(place, amount, cycle);
  const expected = expect(forecast.total);
  return {
    ...cycle,
    basis: 'contract',
    cost: reais(made.bill.total),
    energyCost: reais(energy),
    fixedCost: reais(fixed),
    dailyAverageCost: total > 0 ? reais(cents(Math.round((energy * dailyAverage) / total))) : 0,
    highestDay: highestDay && { ...highestDay, cost: reais(costs.get(highestDay.date) ?? cents(0)) },
    forecast: {
      ...forecast,
      cost: reais(expected.total),
      lowCost: reais(expect(forecast.low).total),
      highCost: reais(expect(forecast.high).total),
      byDailyAverage: { ...byDailyAverage, cost: reais(expect(byDailyAverage.total).total) },
      byTypicalWeek: byTypicalWeek && {
        ...byTypicalWeek,
        cost: reais(expect(byTypicalWeek.total).total),
      },
    },
    previous: cycle.previous && {
      ...cycle.previous,
      cost: previous === null ? null : reais(previous.made.bill.total),
    },
    days: withCosts(cycle.days, costs, cents(Math.max(expected.energy - energy, 0))),
  };
};

export const createCycleAmounts = (needs: {
  places: BilledPlaces;
  maker: BillMaker;
  sums: QuarterSums;
}): CycleAmounts => {
  const { places, maker, sums } = needs;

  const placeOf = async (
    caller: Caller,
    { establishmentId, type }: AmountOf,
  ): Promise<BilledPlace | null> => {
    const place = await places.find(caller, establishmentId, type, 'see-bills');
    return place.facts.contracts.some((contract) => contract.type === type) ? place : null;
  };

  const isMeasuredBy = (place: BilledPlace, days: BillingCycle, installationId: number | null): boolean =>
    installationId === null ||
    maker.parts(place, days).every(({ meter }) => meter.installationId === installationId);

  const amountOf = async (
    caller: Caller,
    place: BilledPlace,
    { installationId }: AmountOf,
    { first, last }: BillingCycle,
  ): Promise<Amount | null> => {
    const today = todayAt(place);
    const days = { first, last: last < today ? last : today };
    if (first > today || !places.seesWhole(caller, place, days)) return null;
    if (!isMeasuredBy(place, days, installationId)) return null;
    const made = await maker.make(place, days, maker.terms(place, days));
    // Without a tariff nothing is priced, and zero would be told for what is not known.
    if (made.terms.tariff === null || made.meters.length === 0) return null;
    return { made, ...billedEnergy(made.bill.lines, consumedOf(made.measured)) };
  };

  return {
    async ofCycle(caller, asked, cycle) {
      const place = await placeOf(caller, asked);
      if (place === null) return cycle;
      const { start, end, previous } = cycle;
      const daysOf = (first: string, last: string) => ({ first, last }) as BillingCycle;
      const [amount, before] = await Promise.all([
        amountOf(caller, place, asked, daysOf(start, end)),
        previous && amountOf(caller, place, asked, daysOf(previous.start, previous.end)),
      ]);
      return amount === null ? cycle : billedCycle(place, cycle, amount, before);
    },
    async ofDays(caller, asked, days) {
      const place = await placeOf(caller, asked);
      if (place === null) return days.map(() => null);
      const amounts = await Promise.all(
        days.map(async (its) => (its === null ? null : amountOf(caller, place, asked, its))),
      );
      return amounts.map((amount) => (amount === null ? null : reais(amount.made.bill.total)));
    },
    async ofParts(caller, given, days, parts) {
      const asked = { ...given, installationId: null };
      const place = await placeOf(caller, asked);
      const amount = place && (await amountOf(caller, place, asked, days));
      if (place === null || amount === null) return null;
      const { versions } = amount.made.terms;
      return Promise.all(
        parts.map(async (spans) => {
          const series = await sums.read(place.type === 'water' ? 'water' : 'electric', spans);
          const { zone, now } = place;
          const measured = measureCycle(series, { cycle: days, zone, versions, now, since: null });
          const [cost] = costsOf([consumedOf(measured)], amount.prices);
          return reais(cost ?? cents(0));
        }),
      );
    },
  };
};
