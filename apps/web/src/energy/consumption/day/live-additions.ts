import { type CivilDate, civilDateAt, civilHourAt } from '@nascente/domain/base/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { LiveReading } from '../live/live-reading.ts';

export interface Additions {
  readonly consumed: number;
  readonly injected: number;
  readonly byHour: ReadonlyMap<number, { readonly consumed: number; readonly injected: number }>;
}

export const NO_ADDITIONS: Additions = { consumed: 0, injected: 0, byHour: new Map() };

/**
 * Readings newer than the newest one the server knew right after answering. A reading stored between the two answers
 * is missing until the next refetch; none counts twice.
 */
export const pendingReadings = (
  readings: readonly LiveReading[],
  countedUntil: Instant | null,
): readonly LiveReading[] =>
  countedUntil === null ? readings : readings.filter((reading) => reading.at > countedUntil);

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
