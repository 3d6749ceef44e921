import { type CivilDate, civilDateAt, startOfDay } from '../../base/time/civil-day.ts';
import { type Instant, instant, type Zone } from '../../base/time/zone.ts';
import type { Installed, MeterPart } from './meter-parts.ts';

/** Parts of a subject that are forecast as one meter. */
export interface PartShare<M extends Installed> {
  readonly tariffId: string | null;
  readonly parts: readonly MeterPart<M>[];
}

const GONE = 'gone';

/**
 * Parts that have one tariff and began together: a sum learns from its past only while it was the sum of the same
 * meters. Those that were there before anything is learnt from began together; what measures no more is apart.
 */
export function sharesOfParts<M extends Installed & { readonly tariffId: string | null }>(
  parts: readonly MeterPart<M>[],
  { zone, now, learntFrom }: { readonly zone: Zone; readonly now: Instant; readonly learntFrom: CivilDate },
): readonly PartShare<M>[] {
  const begins = startOfDay(learntFrom, zone);
  const ageOf = ({ from, to }: MeterPart<M>): string =>
    to <= now ? GONE : civilDateAt(instant(Math.max(from, begins)), zone);
  const shares = Map.groupBy(parts, (one) => `${one.meter.tariffId ?? ''} ${ageOf(one)}`);
  return [...shares.values()].map((alike) => ({ tariffId: alike[0]?.meter.tariffId ?? null, parts: alike }));
}
