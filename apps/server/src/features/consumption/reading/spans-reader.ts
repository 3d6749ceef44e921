import { type EnergySeries, stepMinutesFor } from '@nascente/domain/consumption/series';
import { instant, type Zone } from '@nascente/domain/time/zone';
import type { HoursRequest, MeterDays } from '../../series/index.ts';
import type { MeasuredSeries, SpanRequest } from './measured-series.ts';

/** A stretch of time of an installation, and the zone in whose days it will be cut. */
export interface ZonedSpan extends SpanRequest, HoursRequest {
  readonly zone: Zone;
  /** Its hours are not enough, wherever its zone is. */
  readonly byQuarters?: boolean | undefined;
}

export interface SpansReader {
  /** What was consumed in each, in their order: by hours where those of the zone are whole ones of UTC. */
  read(spans: readonly ZonedSpan[]): Promise<readonly EnergySeries[]>;
}

export const isByHours = ({ zone, from, to, byQuarters }: ZonedSpan): boolean =>
  byQuarters !== true && stepMinutesFor(zone, from, to) === 60;

/** Of those that something else answers nothing is asked. */
const emptied = (span: ZonedSpan): ZonedSpan => ({ ...span, to: instant(span.from) });

export const createSpansReader = (needs: {
  days: Pick<MeterDays, 'readHours'>;
  series: MeasuredSeries;
}): SpansReader => {
  const { days, series } = needs;
  return {
    async read(spans) {
      const byHours = spans.map(isByHours);
      const [hours, quarters] = await Promise.all([
        days.readHours(spans.map((span, index) => (byHours[index] ? span : emptied(span)))),
        series.byQuarters(spans.map((span, index) => (byHours[index] ? emptied(span) : span))),
      ]);
      return spans.map((_, index) => (byHours[index] ? hours : quarters)[index] as EnergySeries);
    },
  };
};
