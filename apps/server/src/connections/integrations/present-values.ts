import type { Instant } from '@nascente/domain/base/time/zone';
import { SILENCE } from '@nascente/domain/telemetry/quality/silence';
import type { ReadingsService } from '../../telemetry/readings/index.ts';

type Frames = Awaited<ReturnType<ReadingsService['newest']>>;

/**
 * Present values of a meter by its newest frame. `null`: unknown, also if the frame is old enough to count as silence, because
 * other systems keep showing the last value.
 */
export const presentValues = ({ at, columns }: Frames, now: Instant) => {
  const newest = at.at(-1);
  const isPresent = newest !== undefined && now - newest <= SILENCE.maxMs;
  return (field: keyof Frames['columns']): number | null => {
    const value = isPresent ? columns[field]?.[at.length - 1] : undefined;
    return value === undefined || Number.isNaN(value) ? null : value;
  };
};
