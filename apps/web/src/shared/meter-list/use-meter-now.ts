import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredFrame, readFramePage, readLastFrame } from '@nascente/contract/telemetry/readings';
import { formatAgo, formatNumber, formatPower } from '@nascente/domain/base/units/format';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor, request } from '../api/api-client.ts';
import { isInverter } from '../boards/solar-role.ts';
import { useNow } from '../consumption/use-now.ts';
import { isSilent } from '../live/connection.ts';
import { totalWatts } from '../live/instant-power.ts';
import { type LiveMeter, RESTING } from '../live-meters.ts';
import { useLiveMeter } from '../use-live-meter.ts';

type Measured = Pick<Frame | AnsweredFrame, 'wa' | 'wb' | 'wc' | 'flow'>;

interface MeterNow {
  isLive: boolean;
  /** '8,42 kW', '1,3 L/min', 'sem mensagem'. */
  text: string;
  /** The time since the last message: 'há 3 min'. */
  since: string | null;
}

/** The present flow: W over all measured phases, or L/min; null without a measurement. Generation is positive, whichever way the clamps lie. */
const flowOf = (frame: Measured, board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>): number | null => {
  if (board.type === 'water') return frame.flow;
  const watts = totalWatts(frame);
  return watts !== null && isInverter(board) ? Math.abs(watts) : watts;
};

const textOf = (value: number | null, type: Board['type']): string => {
  if (value === null) return '–';
  return type === 'water' ? `${formatNumber(value, 1)}\u00a0L/min` : formatPower(value);
};

interface Existing {
  board: Board;
  live: LiveMeter;
  last: AnsweredFrame | null;
  now: number;
}

const silentSince = ({ board, live, now }: Existing): string | null => {
  const at = live.frame?.at ?? (board.lastSeen === null ? null : Date.parse(board.lastSeen));
  return at === null ? null : formatAgo(Math.max(now - at, 0));
};

/** The feed's value, or before its first message the stored value; for a silent meter, the time of its last message. */
export const meterNow = (meter: Existing): MeterNow => {
  const { board, live, last, now } = meter;
  if (isSilent(live, board, now)) return { isLive: false, text: 'sem mensagem', since: silentSince(meter) };
  const frame = live.frame ?? last;
  return {
    isLive: live.link !== 'disconnected' && live.link !== 'barred',
    text: frame === null ? '' : textOf(flowOf(frame, board), board.type),
    since: null,
  };
};

/** Number of values of the line. With fewer values, the newest is at the right end too. */
const SPARK_VALUES = 48;
const STORED_FRAMES = 50;
const STORED_MS = 15 * 60_000;
const FUTURE_MS = 10 * 60_000;
/** Silence shows at the latest this long after it begins. */
const STATE_STEP_MS = 10_000;
const EMPTY: readonly null[] = Array.from({ length: SPARK_VALUES }, () => null);

interface Flow {
  readonly at: number;
  readonly value: number | null;
}

/** Stored values before the first live message, oldest first, then live ones. */
export const courseOf = (stored: readonly Flow[], received: readonly Flow[]): readonly (number | null)[] => {
  const since = received[0]?.at ?? Number.POSITIVE_INFINITY;
  const flows = [...stored.filter(({ at }) => at < since).toSorted((a, b) => a.at - b.at), ...received];
  return [...EMPTY, ...flows.map(({ value }) => value)].slice(-SPARK_VALUES);
};

/** Stored minutes before a row came into view, so that its line does not start empty. */
const useStored = (board: Board, isRequested: boolean) =>
  useQuery({
    queryKey: ['storedFlow', board.macAddress],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const body = {
        id: board.macAddress,
        dateIn: now - STORED_MS,
        dateOut: now + FUTURE_MS,
        limit: STORED_FRAMES,
      } as const;
      const { value } = await request(readFramePage, { body }, signal);
      return value.map((frame): Flow => ({ at: Date.parse(frame.date), value: flowOf(frame, board) }));
    },
    enabled: isRequested,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export interface MeterFace {
  board: Board;
  now: MeterNow;
  values: readonly (number | null)[];
}

export const useMeterNow = (board: Board, isInView: boolean) => {
  const now = useNow(STATE_STEP_MS);
  const [received, setHeard] = useState<readonly Flow[]>([]);
  const remember = useCallback(
    (frame: Frame) =>
      setHeard((current) => [...current, { at: frame.at, value: flowOf(frame, board) }].slice(-SPARK_VALUES)),
    [board],
  );
  const live = useLiveMeter(isInView ? normalizeMac(board.macAddress) : null, remember);
  const stored = useStored(board, isInView && board.online);
  const last = useQuery({
    ...queryFor(readLastFrame, { body: { id: board.macAddress } }),
    enabled: isInView && board.online && live.frame === null,
  });
  const values = courseOf(stored.data ?? [], received);
  return { now: meterNow({ board, live, last: last.data?.value ?? null, now }), values };
};

/** A meter that was never in view makes no query and no subscription. */
export const unseenMeter = (board: Board) => ({
  now: meterNow({ board, live: RESTING, last: null, now: Date.now() }),
  values: EMPTY,
});
