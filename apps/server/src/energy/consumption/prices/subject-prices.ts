import type { DayPricing, MonthSoFar } from '@nascente/contract/energy/consumption';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type Cents, reais } from '@nascente/domain/base/units/money';
import { priceToNumber } from '@nascente/domain/base/units/price';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import type { TouPrices } from '@nascente/domain/money/prices/billed-energy';
import {
  type CostOfDays,
  costOfDays,
  costTogether,
  type PricedDay,
} from '@nascente/domain/sites/tariffs/simple-tariff';
import type { TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { Completeness } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter } from '../../../sites/meters/index.ts';
import type { TariffsService } from '../../../sites/tariffs/index.ts';

/** The versions of a tariff; none without a tariff, because costs are then unknown. */
export const versionsOf = async (tariffs: TariffsService, id: string | null) =>
  id === null ? [] : tariffs.versionsOf(id);

export const priceDays = async (
  tariffs: TariffsService,
  tariffId: string | null,
  days: readonly PricedDay[],
): Promise<CostOfDays> => costOfDays(days, await versionsOf(tariffs, tariffId));

export interface DaysByTariff {
  readonly tariffId: string | null;
  readonly days: readonly PricedDay[];
}

/** The cost of days with several tariffs, rounded to cents together. */
export const priceTogether = async (tariffs: TariffsService, shares: readonly DaysByTariff[]) =>
  costTogether(
    await Promise.all(
      shares.map(async ({ tariffId, days }) => ({ days, versions: await versionsOf(tariffs, tariffId) })),
    ),
  );

/** R$ for a kWh or m³ of each time-of-use period, as the API returns them. */
export const pricesInReais = (prices: TouPrices | null): DayPricing['prices'] =>
  prices && {
    inPoint: priceToNumber(prices.inPoint),
    interPoint: priceToNumber(prices.interPoint),
    outPoint: priceToNumber(prices.outPoint),
  };

export const inReais = (amount: Cents | null | undefined): number | null =>
  amount == null ? null : reais(amount);

export type PricedMeter = Pick<
  Meter,
  'establishmentId' | 'kind' | 'zone' | 'installationId' | 'installedAt' | 'tariffId'
>;

export interface DaysToPrice {
  readonly meter: PricedMeter;
  /** Ascending, with totals by time-of-use period. */
  readonly days: readonly PricedDay[];
  /**
   * Whether a day is complete; by default all are. Complete days are counted by the time-of-use periods of the contract, partial
   * ones by the periods they contain.
   */
  readonly isComplete?: ((date: CivilDate) => boolean) | undefined;
  /** Complete days of the meter by the periods of {@link SubjectPrices.touPeriodsOf}, so that they are not read again. */
  readonly fullDays?: readonly PricedDay[] | undefined;
}

/** The amounts of a cycle, without days, limits and comparisons. */
export interface CycleInBrief extends Completeness, Pick<MonthSoFar, 'start' | 'end' | 'total' | 'cost'> {
  readonly forecast: Expected & { readonly byDailyAverage: Expected };
}

type Expected = Pick<MonthSoFar['forecast'], 'total' | 'cost'>;

export interface PricedDays extends CostOfDays {
  /** The source of prices: the bill of the establishment's contract, or the tariff of the meter. */
  readonly basis: 'contract' | 'tariff';
  /** The prices of the last day; `null` without a tariff. */
  readonly prices: TouPrices | null;
  /** The prices of one of the days. */
  pricesOn(date: CivilDate): TouPrices | null;
}

export interface PricedPeriods {
  readonly touPeriodsOn: TouPeriodsOn;
  /** The time-of-use hours of a day; `null` for water, which has no time-of-use periods. */
  windowsOn(date: CivilDate): TouWindows | null;
}

/**
 * The port through which the area `energy` uses bills of the area `money`. The cost of a day never includes fixed lines of a
 * bill.
 */
export interface SubjectPrices {
  /** The time-of-use periods of a meter's days: those of the contract if its bill is visible, else of the simple tariff. */
  touPeriodsOf(
    caller: Caller,
    meter: Pick<Meter, 'establishmentId' | 'type'>,
    days: DaySpan,
  ): Promise<PricedPeriods>;
  /** Starts computing the bills that price some days, while the days are read. `ofDays` uses them within the same request. */
  prepare(caller: Caller, meter: Pick<Meter, 'establishmentId' | 'type'>, days: DaySpan): Promise<unknown>;
  /** Costs of many meters in their order, by one bill for each cycle of an establishment. `null`: the caller sees no bill. */
  byBill(caller: Caller, requested: readonly DaysToPrice[]): Promise<readonly (PricedDays | null)[]>;
  /** Costs by the bill, or by the tariff of the meter if the caller sees no bill. */
  ofDays(caller: Caller, requested: DaysToPrice): Promise<PricedDays>;
  /** The cycle with the amounts of its bill. If the caller sees no bill, the cycle is returned unchanged. */
  cycleOf(caller: Caller, billed: BilledSubject, cycle: MonthSoFar): Promise<MonthSoFar>;
  /** The total, cost and forecast of `cycleOf`. */
  amountsOf(caller: Caller, billed: BilledSubject, cycle: MonthSoFar): Promise<CycleInBrief>;
  /** R$ of the bill of each interval of days, in their order; `null`: the caller sees no bill of it. */
  billsOf(
    caller: Caller,
    billed: BilledSubject,
    days: readonly (BillingCycle | null)[],
  ): Promise<readonly (number | null)[]>;
}

/** A meter or an establishment, with the bill that prices it. */
export interface BilledSubject {
  readonly establishmentId: string;
  readonly type: Meter['type'];
  /** `null`: the whole establishment. */
  readonly installationId: number | null;
}
