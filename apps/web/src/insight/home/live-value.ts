import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { formatNumber, formatPower } from '@nascente/domain/base/units/format';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { isInverter } from '../../shared/boards/solar-role.ts';
import { totalWatts } from '../../shared/live/instant-power.ts';

const NO_BREAK_SPACE = '\u00a0';

type Measuring = Pick<Board, 'type' | 'isGeral' | 'solarPanel'>;

/** Power or flow of a message, as the list of meters shows it; null when it was not measured. */
export const liveValue = (board: Measuring, frame: Frame | AnsweredFrame | null): string | null => {
  if (frame === null) return null;
  if (board.type === 'water') {
    return frame.flow === null ? null : `${formatNumber(frame.flow, 1)}${NO_BREAK_SPACE}L/min`;
  }
  const watts = totalWatts(frame);
  if (watts === null) return null;
  // What panels generate counts up, whichever way the clamps lie.
  return formatPower(isInverter(board) ? Math.abs(watts) : watts);
};
