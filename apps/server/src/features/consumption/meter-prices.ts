import type { PostPrices } from '@nascente/domain/tariff/indicative-prices';
import type { CostOfDays, PricedDay } from '@nascente/domain/tariff/simple-tariff';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter } from '../meters/index.ts';

/** Whose consumption is priced. */
export type PricedMeter = Pick<
  Meter,
  'establishmentId' | 'type' | 'installationId' | 'installedAt' | 'tariffId'
>;

export interface PricedDays extends CostOfDays {
  /** By what they are priced: the bill of the establishment's contract, or the tariff of the meter. */
  readonly basis: 'contract' | 'tariff';
  /** By which the last of them is priced; null without a tariff. */
  readonly prices: PostPrices | null;
}

/** What the consumption of a meter costs; fixed lines of a bill are in no day. */
export interface MeterPrices {
  /**
   * @param days - ascending, by post
   * @param isWhole - which of them are whole days: of these the posts of the contract are counted, of others those given
   */
  ofDays(
    caller: Caller,
    meter: PricedMeter,
    days: readonly PricedDay[],
    isWhole?: (date: CivilDate) => boolean,
  ): Promise<PricedDays>;
}
