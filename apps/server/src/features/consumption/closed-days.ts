import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/time/zone';
import { openSince } from '../series/index.ts';
import { earlierDay, laterDay } from './asked-period.ts';
import type { ClosedMemory, ClosedPart } from './closed-memory.ts';
import { spanOf } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';
import type { DaysOfMeter } from './meter-calendars.ts';

type Days = readonly DayPosts[];

const NO_DAYS: Days = [];

/** What is asked, cut where days are over for good. */
interface Cut {
  readonly closed: readonly DaysOfMeter[];
  readonly open: readonly DaysOfMeter[];
  readonly parts: readonly ClosedPart[];
  /** Of each that is asked, where its days stand among those that are closed and those that are not; null: among none. */
  readonly places: readonly { readonly closed: number | null; readonly open: number | null }[];
}

/** The first civil day of a zone that is not over for good. */
const createOpenDays = (since: Instant): ((zone: Zone) => CivilDate) => {
  const known = new Map<Zone, CivilDate>();
  return (zone) => {
    const open = known.get(zone) ?? civilDateAt(since, zone);
    known.set(zone, open);
    return open;
  };
};

const partOf = ({ meter, first, last }: DaysOfMeter, now: Instant): ClosedPart => {
  const { installationId, from, to } = spanOf(meter, { first, last, now });
  const madeBy = [installationId, meter.zone, meter.kind, meter.installedAt, meter.removedAt, first, last];
  return { key: madeBy.join(), installationId, from, to };
};

const cutAt = (asked: readonly DaysOfMeter[], since: Instant, now: Instant): Cut => {
  const openDayOf = createOpenDays(since);
  const [closed, open]: [DaysOfMeter[], DaysOfMeter[]] = [[], []];
  const place = (days: DaysOfMeter[], first: CivilDate, last: CivilDate, meter: DaysOfMeter['meter']) =>
    first <= last ? days.push({ meter, first, last }) - 1 : null;
  const places = asked.map(({ meter, first, last }) => {
    const openDay = openDayOf(meter.zone);
    return {
      closed: place(closed, first, earlierDay(last, addDays(openDay, -1)), meter),
      open: place(open, laterDay(first, openDay), last, meter),
    };
  });
  return { closed, open, parts: closed.map((one) => partOf(one, now)), places };
};

/** The same days, of which those that are closed are remembered; `recent` reads those that are not. */
export const rememberClosedDays = (
  reader: DaysReader,
  recent: DaysReader,
  memory: ClosedMemory<Days>,
): DaysReader => ({
  async ofMany(asked, now) {
    const { closed, open, parts, places } = cutAt(asked, openSince(now), now);
    const [known, since] = await Promise.all([
      memory.read(parts, (missing) =>
        reader.ofMany(
          missing.map((place) => closed[place] as DaysOfMeter),
          now,
        ),
      ),
      recent.ofMany(open, now),
    ]);
    return places.map((place): Days => {
      const closedDays = place.closed === null ? NO_DAYS : (known[place.closed] ?? NO_DAYS);
      if (place.open === null) return closedDays;
      const openDays = since[place.open] ?? NO_DAYS;
      return place.closed === null ? openDays : closedDays.concat(openDays);
    });
  },
});
