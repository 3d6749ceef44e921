import type { Board } from '@nascente/contract/meters';
import { readLastFrame } from '@nascente/contract/readings';
import type { Frame } from '@nascente/domain/metering/frame';
import { normalizeMac } from '@nascente/domain/metering/mac';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor } from '../api-client.ts';
import { RESTING } from '../live-meters.ts';
import { useLiveMeter } from '../use-live-meter.ts';
import { flowOf, type MeterNow, meterNow } from './meter-now.ts';

/** The newest value stands at the right end from the first one on. */
const SPARK_VALUES = 48;
const EMPTY: readonly null[] = Array.from({ length: SPARK_VALUES }, () => null);

/** What a row or tile is drawn from. */
export interface MeterFace {
  board: Board;
  now: MeterNow;
  values: readonly (number | null)[];
}

/** What a row shows of its meter while it is or was in view. */
export const useMeterNow = (board: Board, isInView: boolean) => {
  const [values, setValues] = useState<readonly (number | null)[]>(EMPTY);
  const remember = useCallback(
    (frame: Frame) => setValues((known) => [...known, flowOf(frame, board.type)].slice(-SPARK_VALUES)),
    [board.type],
  );
  const live = useLiveMeter(isInView ? normalizeMac(board.macAddress) : null, remember);
  const last = useQuery({
    ...queryFor(readLastFrame, { body: { id: board.macAddress } }),
    enabled: isInView && board.online && live.frame === null,
  });
  return { now: meterNow({ board, live, last: last.data?.value ?? null, now: Date.now() }), values };
};

/** The same of a meter that was never in view: nothing is asked for, and nothing is watched. */
export const unseenMeter = (board: Board) => ({
  now: meterNow({ board, live: RESTING, last: null, now: Date.now() }),
  values: EMPTY,
});
