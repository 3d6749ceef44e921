import type { Instant } from '@nascente/domain/base/time/zone';
import { SILENCE } from '@nascente/domain/telemetry/quality/silence';
import type { ReadingsService } from '../../telemetry/readings/index.ts';

type Frames = Awaited<ReturnType<ReadingsService['newest']>>;

/**
 * What a meter measures now, by its newest frame. Null is unknown: also where that frame is so old that any meter would count as
 * silent, since other systems go on showing what they were told last.
 */
export const presentValues = ({ at, columns }: Frames, now: Instant) => {
  const newest = at.at(-1);
  const isPresent = newest !== undefined && now - newest <= SILENCE.mostMs;
  return (field: keyof Frames['columns']): number | null => {
    const value = isPresent ? columns[field]?.[at.length - 1] : undefined;
    return value === undefined || Number.isNaN(value) ? null : value;
  };
};
