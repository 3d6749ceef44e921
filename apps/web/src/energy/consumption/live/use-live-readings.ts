import { readMonth } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { readFramePage } from '@nascente/contract/telemetry/readings';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useFiguresDrawn } from '../../../shared/api/use-figures-drawn.ts';
import { useLiveMeter } from '../../../shared/use-live-meter.ts';
import { readingOfAnswer, readingOfFrame } from './live-reading.ts';
import { type LiveWindow, WINDOW_MS, withReadings } from './live-window.ts';

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
