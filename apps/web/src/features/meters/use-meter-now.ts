import type { Board } from '@nascente/contract/meters';
import { readLastFrame } from '@nascente/contract/readings';
import type { Frame } from '@nascente/domain/metering/frame';
import { normalizeMac } from '@nascente/domain/metering/mac';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor } from '../../shared/api-client.ts';
import { useLiveMeter } from '../../shared/use-live-meter.ts';
import { flowOf, meterNow } from './meter-now.ts';

/** The newest value stands at the right end from the first one on. */
const SPARK_VALUES = 48;
const EMPTY: readonly null[] = Array.from({ length: SPARK_VALUES }, () => null);

/** What a row shows of its meter: live while it is in view. */
export const useMeterNow = (board: Board, isInView: boolean) => {
  const [values, setValues] = useState<readonly (number | null)[]>(EMPTY);
  const remember = useCallback(
    (frame: Frame) => setValues((known) => [...known, flowOf(frame, board.type)].slice(-SPARK_VALUES)),
    [board.type],
  );
  const mac = normalizeMac(board.macAddress);
  const live = useLiveMeter(isInView ? mac : null, remember);
  const last = useQuery({
    ...queryFor(readLastFrame, { body: { id: board.macAddress } }),
    enabled: isInView && board.online && live.frame === null,
  });
  return { now: meterNow({ board, live, last: last.data?.value ?? null, now: Date.now() }), values };
};
