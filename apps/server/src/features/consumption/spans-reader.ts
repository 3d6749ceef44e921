import { type EnergySeries, type StepMinutes, stepMinutesFor } from '@nascente/domain/consumption/series';
import { instant, type Zone } from '@nascente/domain/time/zone';
import type { HoursRequest, ManyHoursRepository } from './many-hours.repository.ts';
import type { SeriesRepository } from './series.repository.ts';

/** A stretch of time of an installation, and the zone in whose days it will be cut. */
export interface ZonedSpan extends HoursRequest {
  readonly zone: Zone;
  /** Its hours are not enough, wherever its zone is. */
  readonly byQuarters?: boolean | undefined;
}

/** By what its hours are told. */
export const stepOf = ({
  zone,
  from,
  to,
  byQuarters,
}: Pick<ZonedSpan, 'zone' | 'from' | 'to' | 'byQuarters'>): StepMinutes =>
  byQuarters === true ? 15 : stepMinutesFor(zone, from, to);

export interface SpansReader {
  /** What was consumed in each, in their order: by hours where those of the zone are whole ones of UTC. */
  read(spans: readonly ZonedSpan[]): Promise<readonly EnergySeries[]>;
}

export const createSpansReader = (needs: {
  hours: ManyHoursRepository;
  series: SeriesRepository;
}): SpansReader => {
  const { hours, series } = needs;
  return {
    async read(given) {
      const spans = given.map((span) => ({ ...span, step: stepOf(span) }));
      const byHours = await hours.read(
        spans.map((span) => ({ ...span, to: instant(span.step === 60 ? span.to : span.from) })),
      );
      return Promise.all(
        spans.map(async (span, index) =>
          span.step === 60 ? (byHours[index] as EnergySeries) : series.readQuarters(span),
        ),
      );
    },
  };
};
