import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { type MeasuredCycle, measureCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { FlagMonths } from '@nascente/domain/sites/tariffs/billing-contract';
import type { RulesVersion, TimeWindow } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { EnergySeries } from '@nascente/domain/telemetry/intervals/series';
import type { EstablishmentFacts, Utility } from '../../sites/establishments/index.ts';
import type { BilledPart } from './establishment-parts.ts';

/** An establishment of which bills are made, seen at an instant. */
export interface BilledEstablishment {
  readonly id: string;
  readonly name: string;
  readonly fantasyName: string | null;
  readonly ownerId: string;
  readonly facts: EstablishmentFacts;
  readonly zone: Zone;
  readonly type: Utility;
  readonly now: Instant;
  readonly flags: FlagMonths;
}

/** Days of an establishment, measured: more than one bill, if that is handier. */
export interface MeasuredDays {
  readonly parts: readonly BilledPart[];
  readonly series: EnergySeries;
}

/** Reads what days of an establishment came to, by quarter-hours. */
export type ReadDays = (establishment: BilledEstablishment, days: BillingCycle) => Promise<MeasuredDays>;

/** When something is expected: not before the first meter, and not after the last. */
export const expectedSpan = (
  { zone, now }: Pick<BilledEstablishment, 'zone' | 'now'>,
  parts: readonly BilledPart[],
  { first }: BillingCycle,
): { readonly since: Instant; readonly now: Instant } => {
  const since = parts.reduce((earliest, { from }) => Math.min(earliest, from), Number(now));
  const until = parts.reduce((latest, { to }) => Math.max(latest, to), Number(startOfDay(first, zone)));
  return { since: instant(since), now: instant(Math.min(now, until)) };
};

/**
 * The days of a cycle as the engine measures them. Every quarter-hour of the cycle is expected, also before the first meter
 * was there: its completeness is that of the whole cycle.
 *
 * @param hours - in which a benefit of the contract is given
 */
export const measureDays = (
  establishment: BilledEstablishment,
  { series }: Pick<MeasuredDays, 'series'>,
  cycle: BillingCycle,
  versions: readonly RulesVersion[],
  hours: TimeWindow | null = null,
): MeasuredCycle =>
  measureCycle(series, {
    cycle,
    zone: establishment.zone,
    versions,
    hours,
    since: null,
    now: establishment.now,
  });
