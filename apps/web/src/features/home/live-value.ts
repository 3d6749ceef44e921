import type { AnsweredFrame } from '@nascente/contract/readings';
import type { Frame } from '@nascente/domain/metering/frame';
import { formatNumber, formatPower } from '@nascente/domain/units/format';
import type { MeterKind } from '../../shared/consumption/amount.ts';
import { totalWatts } from '../../shared/live/instant-power.ts';

const NO_BREAK_SPACE = '\u00a0';

/** Power or flow of a message, as the list of meters shows it; null when it was not measured. */
export const liveValue = (kind: MeterKind, frame: Frame | AnsweredFrame | null): string | null => {
  if (frame === null) return null;
  if (kind === 'water') {
    return frame.flow === null ? null : `${formatNumber(frame.flow, 1)}${NO_BREAK_SPACE}L/min`;
  }
  const watts = totalWatts(frame);
  return watts === null ? null : formatPower(watts);
};
