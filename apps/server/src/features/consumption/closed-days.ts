import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { earlierDay, laterDay } from './asked-period.ts';
import { openSince } from './closed-after.ts';
import type { ClosedMemory, ClosedPart } from './closed-memory.ts';
import { spanOf } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';
import type { DaysOfMeter } from './meter-calendars.ts';

const some = (first: CivilDate, last: CivilDate, { meter }: DaysOfMeter): DaysOfMeter[] =>
  first <= last ? [{ meter, first, last }] : [];

/** The days that are over for good in the zone of the meter, and those that are not: one stretch of each, or none. */
const cutAtOpen = (asked: DaysOfMeter, now: Instant) => {
  const { meter, first, last } = asked;
  const open = civilDateAt(openSince(now), meter.zone);
  return {
    closed: some(first, earlierDay(last, addDays(open, -1)), asked),
    open: some(laterDay(first, open), last, asked),
  };
};

const toPart = (asked: DaysOfMeter, now: Instant): ClosedPart => {
  const { meter, first, last } = asked;
  const { installationId, from, to } = spanOf(meter, { first, last, now });
  const madeBy = [installationId, meter.zone, meter.kind, meter.installedAt, meter.removedAt, first, last];
  return { key: madeBy.join(), installationId, from, to };
};

/** The same days, of which those that are closed are remembered; `recent` reads those that are not. */
export const rememberClosedDays = (
  reader: DaysReader,
  recent: DaysReader,
  memory: ClosedMemory<readonly DayPosts[]>,
): DaysReader => ({
  async ofMany(asked, now) {
    const cut = asked.map((one) => cutAtOpen(one, now));
    const closed = cut.flatMap((one) => one.closed);
    const [known, open] = await Promise.all([
      memory.read(
        closed.map((one) => toPart(one, now)),
        (missing) =>
          reader.ofMany(
            missing.map((place) => closed[place] as DaysOfMeter),
            now,
          ),
      ),
      recent.ofMany(
        cut.flatMap((one) => one.open),
        now,
      ),
    ]);
    const [nextKnown, nextOpen] = [known.values(), open.values()];
    return cut.map((one): readonly DayPosts[] => {
      const closedDays = one.closed.length > 0 ? (nextKnown.next().value ?? []) : [];
      return one.open.length > 0 ? closedDays.concat(nextOpen.next().value ?? []) : closedDays;
    });
  },
});
