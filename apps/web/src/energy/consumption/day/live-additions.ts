import { type CivilDate, civilDateAt, civilHourAt } from '@nascente/domain/base/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { LiveReading } from '../live/live-reading.ts';

/** What live messages add to a day that was read from the server: kWh or m³ by civil hour. */
export interface Additions {
  readonly consumed: number;
  readonly injected: number;
  readonly byHour: ReadonlyMap<number, { readonly consumed: number; readonly injected: number }>;
}

export const NO_ADDITIONS: Additions = { consumed: 0, injected: 0, byHour: new Map() };

/**
 * Readings that the server's total cannot hold yet: those newer than the newest reading that it knew right after
 * answering. (A reading that was stored between the two answers is left out until the next refetch; none is ever
 * counted twice.)
 */
export const pendingReadings = (
  readings: readonly LiveReading[],
  countedUntil: Instant | null,
): readonly LiveReading[] =>
  countedUntil === null ? readings : readings.filter((reading) => reading.at > countedUntil);

/** Sums the pending readings of one civil day of the meter's zone. */
export const additionsTo = (
  date: CivilDate,
  zone: Zone,
  kind: 'eletric' | 'water',
  pending: readonly LiveReading[],
): Additions => {
  const byHour = new Map<number, { consumed: number; injected: number }>();
  let consumed = 0;
  let injected = 0;
  for (const reading of pending) {
    if (civilDateAt(reading.at, zone) !== date) continue;
    const used = kind === 'water' ? reading.volume : reading.consumed;
    const hour = civilHourAt(reading.at, zone);
    const before = byHour.get(hour) ?? { consumed: 0, injected: 0 };
    byHour.set(hour, { consumed: before.consumed + used, injected: before.injected + reading.injected });
    consumed += used;
    injected += reading.injected;
  }
  return { consumed, injected, byHour };
};
