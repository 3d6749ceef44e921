import type { EnergySeries } from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import type { MeterDays } from '../../series/index.ts';
import { isByHours, type SpansReader, type ZonedSpan } from './spans-reader.ts';

/**
 * What was consumed in spans of one zone together, as `sumSeries` says: by hours where those of the zone are whole ones of
 * UTC. The highest quarter-hours are told of a single span only.
 */
export type HourSums = (spans: readonly ZonedSpan[]) => Promise<EnergySeries>;

export const createHourSums =
  (days: Pick<MeterDays, 'sumHours'>, spans: SpansReader): HourSums =>
  async (asked) =>
    asked.every(isByHours) ? days.sumHours(asked) : sumSeries(await spans.read(asked));
