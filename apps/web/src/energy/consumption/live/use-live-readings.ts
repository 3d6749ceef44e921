import { readMonth } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { readFramePage } from '@nascente/contract/telemetry/readings';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import { useLiveMeter } from '../../../shared/use-live-meter.ts';
import { type LiveReading, readingOfAnswer, readingOfFrame } from './live-reading.ts';

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

const FUTURE_MS = 10 * 60_000;
const NO_READINGS: LiveWindow = [];

/** The stored part of the window; a board's clock may be ahead by the accepted tolerance. */
const useStoredWindow = (mac: Mac) =>
  useQuery({
    queryKey: ['storedWindow', mac],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const body = { id: mac, dateIn: now - WINDOW_MS, dateOut: now + FUTURE_MS, limit: 1000 as const };
      const { value } = await request(readFramePage, { body }, signal);
      return withReadings([], value.map(readingOfAnswer));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The newest reading and the last quarter of an hour, stored and live. */
export const useLiveReadings = (board: Board, mac: Mac, onFrame: (frame: Frame) => void) => {
  const stored = useStoredWindow(mac);
  const [received, setHeard] = useState(NO_READINGS);
  const take = useCallback(
    (frame: Frame) => {
      setHeard((window) => withReadings(window, [readingOfFrame(frame)]));
      onFrame(frame);
    },
    [onFrame],
  );
  // The bill's figures at the head of the screen come first.
  const { isPending } = useQuery(queryFor(readMonth, { params: { mac: board.macAddress } }));
  const live = useLiveMeter(useFiguresDrawn(!isPending) ? mac : null, take);
  return { live, window: withReadings(stored.data ?? NO_READINGS, received) };
};
