import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { earlierDay, laterDay } from './asked-period.ts';
import { openSince } from './closed-after.ts';
import type { ClosedMemory, ClosedPart } from './closed-memory.ts';
import { spanOf } from './consumption-reader.ts';
import type { DaysReader } from './days-reader.ts';
import type { DaysOfMeter } from './meter-calendars.ts';

type Days = readonly DayPosts[];

const some = (first: CivilDate, last: CivilDate, { meter }: DaysOfMeter): DaysOfMeter | null =>
  first <= last ? { meter, first, last } : null;

/** The days that are over for good in the zone of the meter, and those that are not: one stretch of each, or none. */
const createCut = (now: Instant) => {
  const openDays = new Map<string, { readonly open: CivilDate; readonly closed: CivilDate }>();
  return (asked: DaysOfMeter) => {
    const { meter, first, last } = asked;
    const open = openDays.get(meter.zone)?.open ?? civilDateAt(openSince(now), meter.zone);
    const closed = openDays.get(meter.zone)?.closed ?? addDays(open, -1);
    openDays.set(meter.zone, { open, closed });
    return {
      closed: some(first, earlierDay(last, closed), asked),
      open: some(laterDay(first, open), last, asked),
    };
  };
};

interface KnownPart extends DaysOfMeter {
  readonly part: ClosedPart;
}

/** Some three hundred bytes each. */
const PARTS_KEPT = 20_000;

const isSame = (one: DaysOfMeter, { meter, first, last }: DaysOfMeter): boolean =>
  one.first === first &&
  one.last === last &&
  (one.meter === meter ||
    (one.meter.zone === meter.zone &&
      one.meter.kind === meter.kind &&
      one.meter.installedAt === meter.installedAt &&
      one.meter.removedAt === meter.removedAt));

/** What a part is known by is written once while the same is asked of its installation. */
const createParts = () => {
  const known = new Map<number, KnownPart>();
  return (asked: DaysOfMeter, now: Instant): ClosedPart => {
    const { meter, first, last } = asked;
    const before = known.get(meter.installationId);
    if (before !== undefined && isSame(before, asked)) return before.part;
    const { installationId, from, to } = spanOf(meter, { first, last, now });
    const madeBy = [installationId, meter.zone, meter.kind, meter.installedAt, meter.removedAt, first, last];
    const part = { key: madeBy.join(), installationId, from, to };
    if (known.size >= PARTS_KEPT) known.clear();
    known.set(installationId, { ...asked, part });
    return part;
  };
};

const joins = new WeakMap<Days, { readonly closed: Days; readonly all: Days }>();

/** Days that follow one another: the same object of the same ones. */
const joined = (closed: Days, open: Days): Days => {
  const known = joins.get(open);
  if (known?.closed === closed) return known.all;
  const all = closed.concat(open);
  joins.set(open, { closed, all });
  return all;
};

/** The same days, of which those that are closed are remembered; `recent` reads those that are not. */
export const rememberClosedDays = (
  reader: DaysReader,
  recent: DaysReader,
  memory: ClosedMemory<Days>,
): DaysReader => {
  const partOf = createParts();
  return {
    async ofMany(asked, now) {
      const cut = asked.map(createCut(now));
      const closed = cut.flatMap((one) => one.closed ?? []);
      const [known, open] = await Promise.all([
        memory.read(
          closed.map((one) => partOf(one, now)),
          (missing) =>
            reader.ofMany(
              missing.map((place) => closed[place] as DaysOfMeter),
              now,
            ),
        ),
        recent.ofMany(
          cut.flatMap((one) => one.open ?? []),
          now,
        ),
      ]);
      const [nextKnown, nextOpen] = [known.values(), open.values()];
      return cut.map((one): Days => {
        const closedDays = one.closed === null ? null : (nextKnown.next().value ?? []);
        const openDays = one.open === null ? null : (nextOpen.next().value ?? []);
        if (closedDays === null || openDays === null) return closedDays ?? openDays ?? [];
        return joined(closedDays, openDays);
      });
    },
  };
};
