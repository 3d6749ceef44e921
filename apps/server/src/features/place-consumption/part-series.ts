import { consolidateDays } from '@nascente/domain/consumption/consolidate';
import { type DayPosts, dayPostsOf } from '@nascente/domain/consumption/day-posts';
import type { TimeSpan } from '@nascente/domain/consumption/meter-parts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { sumSeries } from '@nascente/domain/consumption/sum-series';
import { simplePosts, singlePost } from '@nascente/domain/tariff/posts';
import { quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { DaySource, SpansReader } from '../consumption/index.ts';
import type { Days, MeasuredPlace, PlacePart } from './measured-places.ts';

/** A part of what measured a place, with what it consumed. */
export interface PartSeries {
  readonly part: PlacePart;
  readonly series: EnergySeries;
}

/** Whether its meter measured before or after it too, and so did something else. */
const isClipped = ({ meter, from, to }: PlacePart, within: TimeSpan): boolean =>
  from > Math.max(quarterStart(meter.installedAt), within.from) ||
  to < Math.min(meter.removedAt ?? within.to, within.to);

/**
 * What parts consumed: packed days of all of them in one statement.
 * @param highestFrom - from then on their highest quarter-hours are read too
 */
export const readParts = async (
  spans: SpansReader,
  { zone }: Pick<MeasuredPlace, 'zone'>,
  { parts, ...within }: TimeSpan & { readonly parts: readonly PlacePart[] },
  highestFrom?: Instant,
): Promise<readonly PartSeries[]> => {
  const read = await spans.read(
    parts.map((part) => ({
      installationId: part.meter.installationId,
      kind: part.meter.kind,
      zone,
      from: part.from,
      to: part.to,
      isClipped: isClipped(part, within),
      highestFrom,
    })),
  );
  return parts.map((part, index) => ({ part, series: read[index] as EnergySeries }));
};

/** When its meter should have measured: of the quarter-hour in which it was installed or removed only a part. */
const stayOf = ({ meter, from, to }: PlacePart): TimeSpan => ({
  from: instant(Math.max(from, meter.installedAt)),
  to: instant(Math.min(to, meter.removedAt ?? to)),
});

const cutBy = ({ zone, type, now }: MeasuredPlace, parts: readonly PartSeries[]) => ({
  zone,
  now,
  kind: type === 'water' ? ('water' as const) : ('electric' as const),
  posts: type === 'water' ? singlePost : simplePosts,
  since: null,
  stays: parts.map(({ part }) => stayOf(part)),
});

const summed = (parts: readonly PartSeries[]): EnergySeries => sumSeries(parts.map(({ series }) => series));

/** What parts consumed together on civil days, by post. */
export const dayPostsOfParts = (
  place: MeasuredPlace,
  parts: readonly PartSeries[],
  days: Days,
): readonly DayPosts[] => dayPostsOf(summed(parts), { ...cutBy(place, parts), ...days, removed: null });

/** Parts together, as one meter that was there from the first of them on; by the hour. */
export const daysOfParts = (place: MeasuredPlace, parts: readonly PartSeries[]): DaySource => {
  const series = summed(parts);
  const cut = cutBy(place, parts);
  const isOver = parts.every(({ part }) => part.to <= place.now);
  return {
    zone: place.zone,
    calendar: place.calendar,
    since: instant(Math.min(...cut.stays.map(({ from }) => from))),
    until: isOver ? instant(Math.max(...cut.stays.map(({ to }) => to))) : null,
    inTotal: async (asked) => consolidateDays(series, { ...cut, ...asked }),
  };
};
