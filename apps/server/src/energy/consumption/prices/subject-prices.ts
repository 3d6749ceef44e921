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

/** None without a tariff: then nothing is known of what anything costs. */
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
  /** Ascending, by post. */
  readonly days: readonly PricedDay[];
  /** Which of them are whole days: of these the posts of the contract are counted, of others those given. Without it, all. */
  readonly isComplete?: ((date: CivilDate) => boolean) | undefined;
  /**
   * Whole days of the meter that are read already, by the posts of {@link SubjectPrices.touPeriodsOf}: they are not read again.
   */
  readonly fullDays?: readonly PricedDay[] | undefined;
}

export interface CycleInBrief extends Completeness, Pick<MonthSoFar, 'start' | 'end' | 'total' | 'cost'> {
  readonly forecast: Expected & { readonly byDailyAverage: Expected };
}

type Expected = Pick<MonthSoFar['forecast'], 'total' | 'cost'>;

export interface PricedDays extends CostOfDays {
  /** The source of prices: the bill of the establishment's contract, or the tariff of the meter. */
  readonly basis: 'contract' | 'tariff';
  /** By which the last of them is priced; null without a tariff. */
  readonly prices: TouPrices | null;
  /** By which one of them is priced. */
  pricesOn(date: CivilDate): TouPrices | null;
}

export interface PricedPeriods {
  readonly touPeriodsOn: TouPeriodsOn;
  /** The hours of a day; null of water, which has no posts. */
  windowsOn(date: CivilDate): TouWindows | null;
}

/** The port by which `money` answers `energy`: bills of subjects and costs. Fixed lines of a bill are in no day. */
export interface SubjectPrices {
  /** The time-of-use periods of a meter's days: those of the contract if its bill is visible, else of the simple tariff. */
  touPeriodsOf(
    caller: Caller,
    meter: Pick<Meter, 'establishmentId' | 'type'>,
    days: DaySpan,
  ): Promise<PricedPeriods>;
  /** Makes the bills that price days, while these are read: `ofDays` finds them made within the same reading. */
  prepare(caller: Caller, meter: Pick<Meter, 'establishmentId' | 'type'>, days: DaySpan): Promise<unknown>;
  /** Of many meters, in their order, with one bill a cycle of each establishment; null without a visible bill. */
  byBill(caller: Caller, requested: readonly DaysToPrice[]): Promise<readonly (PricedDays | null)[]>;
  /** As billed, else by the tariff of the meter. */
  ofDays(caller: Caller, requested: DaysToPrice): Promise<PricedDays>;
  /** The cycle with the amounts of its bill; as it was given where the caller sees no such bill. */
  cycleOf(caller: Caller, billed: BilledSubject, cycle: MonthSoFar): Promise<MonthSoFar>;
  /** The same total, cost and forecast without days, bounds and comparisons. */
  amountsOf(caller: Caller, billed: BilledSubject, cycle: MonthSoFar): Promise<CycleInBrief>;
  /** R$ of the bill of each span of days, in their order; null where the caller sees no such bill. */
  billsOf(
    caller: Caller,
    billed: BilledSubject,
    days: readonly (BillingCycle | null)[],
  ): Promise<readonly (number | null)[]>;
}

export interface BilledSubject {
  readonly establishmentId: string;
  readonly type: Meter['type'];
  /** Null of the establishment. */
  readonly installationId: number | null;
}
