import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { formatAgo, formatNumber, formatPower } from '@nascente/domain/base/units/format';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { isInverter } from '../boards/solar-role.ts';
import { isSilent } from '../live/connection.ts';
import { totalWatts } from '../live/instant-power.ts';
import type { LiveMeter } from '../live-meters.ts';

type Measured = Pick<Frame | AnsweredFrame, 'wa' | 'wb' | 'wc' | 'flow'>;

/** What a list shows of a meter at this moment. */
export interface MeterNow {
  isLive: boolean;
  /** '8,42 kW', '1,3 L/min', 'sem mensagem'. */
  text: string;
  /** Since when there is no message: 'há 3 min'. */
  since: string | null;
}

/**
 * What flows through the meter now: W over all phases that were measured, or L/min; null when nothing was. What panels
 * generate counts up, whichever way the clamps lie.
 */
export const flowOf = (
  frame: Measured,
  board: Pick<Board, 'type' | 'isGeral' | 'solarPanel'>,
): number | null => {
  if (board.type === 'water') return frame.flow;
  const watts = totalWatts(frame);
  return watts !== null && isInverter(board) ? Math.abs(watts) : watts;
};

const textOf = (value: number | null, type: Board['type']): string => {
  if (value === null) return '–';
  return type === 'water' ? `${formatNumber(value, 1)}\u00a0L/min` : formatPower(value);
};

interface Known {
  board: Board;
  live: LiveMeter;
  /** The newest stored frame, where it was asked for. */
  last: AnsweredFrame | null;
  now: number;
}

const silentSince = ({ board, live, now }: Known): string | null => {
  const at = live.frame?.at ?? (board.lastSeen === null ? null : Date.parse(board.lastSeen));
  return at === null ? null : formatAgo(Math.max(now - at, 0));
};

/** The feed's value first, the stored one until then, and for a silent meter since when it says nothing. */
export const meterNow = (meter: Known): MeterNow => {
  const { board, live, last, now } = meter;
  if (isSilent(live, board, now)) return { isLive: false, text: 'sem mensagem', since: silentSince(meter) };
  const frame = live.frame ?? last;
  return {
    isLive: live.link !== 'disconnected' && live.link !== 'barred',
    text: frame === null ? '' : textOf(flowOf(frame, board), board.type),
    since: null,
  };
};
