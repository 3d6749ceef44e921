import type { Instant } from '@nascente/domain/base/time/zone';
import type { LiveReading } from './live-reading.ts';

/** The interval the live card draws. */
export const WINDOW_MS = 15 * 60_000;
const BUCKETS = 90;
/** A gap is longer than this: boards that send every half minute are drawn as a line. */
const BRIDGED_MS = 75_000;

/** Readings in order of the device's clock, each instant once. */
export type LiveWindow = readonly LiveReading[];

const latestFirst = (a: LiveReading, b: LiveReading): number => a.at - b.at;

/** Adds readings; a duplicate or late message changes only its own place. */
export const withReadings = (window: LiveWindow, added: readonly LiveReading[]): LiveWindow => {
  const instants = new Set(window.map((reading) => reading.at));
  const fresh = added.filter((reading) => !instants.has(reading.at) && instants.add(reading.at));
  if (fresh.length === 0) return window;
  const all = [...window, ...fresh].sort(latestFirst);
  const newest = all.at(-1)?.at ?? 0;
  return all.filter((reading) => reading.at > newest - WINDOW_MS);
};

export const newestOf = (window: LiveWindow): LiveReading | null => window.at(-1) ?? null;

/** Means over equal steps of the window; null where nothing was measured. */
export const courseOf = (
  window: LiveWindow,
  end: Instant,
  quantity: (reading: LiveReading) => number | null,
): (number | null)[] => {
  const step = WINDOW_MS / BUCKETS;
  const start = end - WINDOW_MS;
  const sums = Array.from({ length: BUCKETS }, () => ({ sum: 0, count: 0 }));
  for (const reading of window) {
    const value = quantity(reading);
    const bucket = sums[Math.min(Math.floor((reading.at - start) / step), BUCKETS - 1)];
    if (value === null || bucket === undefined || reading.at < start) continue;
    bucket.sum += value;
    bucket.count += 1;
  }
  return bridge(
    sums.map(({ sum, count }) => (count === 0 ? null : sum / count)),
    Math.floor(BRIDGED_MS / step),
  );
};

const bridge = (values: (number | null)[], maxLength: number): (number | null)[] => {
  let last: { value: number; index: number } | null = null;
  const bridged = [...values];
  values.forEach((value, index) => {
    if (value === null) return;
    if (last !== null && index - last.index > 1 && index - last.index <= maxLength) {
      const from = last;
      for (let between = from.index + 1; between < index; between += 1) {
        bridged[between] =
          from.value + ((value - from.value) * (between - from.index)) / (index - from.index);
      }
    }
    last = { value, index };
  });
  return bridged;
};
