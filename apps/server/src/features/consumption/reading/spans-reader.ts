import { type EnergySeries, type StepMinutes, stepMinutesFor } from '@nascente/domain/consumption/series';
import type { Zone } from '@nascente/domain/time/zone';
import type { MeterDays, SeriesRequest } from '../../series/index.ts';
import type { SpanRequest } from './measured-series.ts';

/** A stretch of time of an installation, and the zone in whose days it will be cut. */
export interface ZonedSpan extends SpanRequest, Omit<SeriesRequest, 'stepMinutes'> {
  readonly zone: Zone;
  /** Its hours are not enough, wherever its zone is. */
  readonly byQuarters?: boolean | undefined;
}

/** By hours where those of the zone are whole ones of UTC. */
const stepOf = ({ zone, from, to, byQuarters }: ZonedSpan): StepMinutes =>
  byQuarters === true ? 15 : stepMinutesFor(zone, from, to);

export interface SpansReader {
  /** What was consumed in each, in their order. */
  read(spans: readonly ZonedSpan[]): Promise<readonly EnergySeries[]>;
  /**
   * What was consumed in all of them together, which are of one zone. The highest quarter-hours are told of a single span
   * only.
   */
  readonly together: HourSums;
}

export type HourSums = (spans: readonly ZonedSpan[]) => Promise<EnergySeries>;

export const createSpansReader = (days: Pick<MeterDays, 'readEach' | 'readTogether'>): SpansReader => ({
  read: (spans) => days.readEach(spans.map((span) => ({ ...span, stepMinutes: stepOf(span) }))),
  together(spans) {
    const stepMinutes = spans.every((span) => stepOf(span) === 60) ? 60 : 15;
    return days.readTogether(spans.map((span) => ({ ...span, stepMinutes })));
  },
});
