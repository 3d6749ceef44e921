import { type DayPosts, dayPostsOf } from '@nascente/domain/consumption/day-posts';
import { type EnergySeries, stepMinutesFor } from '@nascente/domain/consumption/series';
import { simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { type MeteredPlace, spanOf, utilityOf } from './consumption-reader.ts';
import type { ManyHoursRepository } from './many-hours.repository.ts';
import type { SeriesRepository, SpanRequest } from './series.repository.ts';

/** A meter, in use or removed, and the civil days that are asked of it, both included. */
export interface DaysOfMeter {
  readonly meter: MeteredPlace & { readonly removedAt: Instant | null };
  readonly first: CivilDate;
  readonly last: CivilDate;
}

export interface DaysReader {
  /** Days by post, of many meters at once; in the order in which they are asked for. */
  ofMany(asked: readonly DaysOfMeter[], now: Instant): Promise<readonly (readonly DayPosts[])[]>;
}

export const createDaysReader = (needs: {
  hours: ManyHoursRepository;
  series: SeriesRepository;
}): DaysReader => {
  const { hours, series } = needs;

  /** Hours wherever the hours of the zone are whole ones of UTC, and then of all meters together. */
  const readAll = async (spans: readonly (SpanRequest & { byHours: boolean })[]): Promise<EnergySeries[]> => {
    const byHours = await hours.read(
      spans.map((span) => ({ ...span, to: instant(span.byHours ? span.to : span.from) })),
    );
    return Promise.all(
      spans.map(async (span, index) =>
        span.byHours ? (byHours[index] as EnergySeries) : series.readTotals(span, 15),
      ),
    );
  };

  return {
    async ofMany(asked, now) {
      const spans = asked.map(({ meter, first, last }) => {
        const span = spanOf(meter, { first, last, now });
        return { ...span, byHours: stepMinutesFor(meter.zone, span.from, span.to) === 60 };
      });
      const measured = await readAll(spans);
      return asked.map(({ meter, first, last }, index) =>
        dayPostsOf(measured[index] as EnergySeries, {
          first,
          last,
          now,
          zone: meter.zone,
          kind: utilityOf(meter.kind),
          posts: meter.kind === 'water' ? singlePost : simplePosts,
          since: meter.installedAt,
          removed: meter.removedAt,
        }),
      );
    },
  };
};
