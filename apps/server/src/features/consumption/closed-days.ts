import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
import type { Instant } from '@nascente/domain/time/zone';
import { createRemembered } from '../../platform/memory/remembered.ts';
import { earlierDay, laterDay } from './asked-period.ts';
import { openSince } from './closed-after.ts';
import { spanOf } from './consumption-reader.ts';
import type { DaysOfMeter, DaysReader } from './days-reader.ts';
import type { PackedChangesRepository } from './packed-changes.repository.ts';
import type { PackedDaysRepository } from './packed-days.repository.ts';

/** A hundred bytes each. */
const DAYS_KEPT = 100_000;

type Days = readonly DayPosts[];

const keyOf = ({ meter, first, last }: DaysOfMeter): string =>
  [meter.installationId, meter.zone, meter.kind, meter.installedAt, meter.removedAt, first, last].join();

const some = (first: CivilDate, last: CivilDate, { meter }: DaysOfMeter): DaysOfMeter | null =>
  first <= last ? { meter, first, last } : null;

/** The days that are over for good in the zone of the meter, and those that are not. */
const cutAtOpen = (asked: DaysOfMeter, now: Instant) => {
  const { meter, first, last } = asked;
  const open = civilDateAt(openSince(now), meter.zone);
  return {
    closed: some(first, earlierDay(last, addDays(open, -1)), asked),
    open: some(laterDay(first, open), last, asked),
  };
};

const isSome = <T>(one: T | null): one is T => one !== null;

/** The same days, of which those that are closed and packed are made once, and again when any of them is packed anew. */
export const rememberClosedDays = (needs: {
  reader: DaysReader;
  changes: Pick<PackedChangesRepository, 'of'>;
  packedDays: Pick<PackedDaysRepository, 'areWhole'>;
}): DaysReader => {
  const { reader, changes, packedDays } = needs;
  const remembered = createRemembered<Days>(DAYS_KEPT, (days) => days.length);

  /** Each with the changes after which it is read. */
  const make = async (asked: readonly (readonly [DaysOfMeter, string])[], now: Instant) => {
    const days = asked.map(([one]) => one);
    const [made, areWhole] = await Promise.all([
      reader.ofMany(days, now),
      packedDays.areWhole(days.map((one) => spanOf(one.meter, { ...one, now }))),
    ]);
    // A day that is not packed may be added to without any packed day being written or undone.
    for (const [index, [one, madeFrom]] of asked.entries())
      if (areWhole[index]) remembered.keep(keyOf(one), madeFrom, made[index] ?? []);
    return made;
  };

  return {
    async ofMany(asked, now) {
      const parts = asked.map((one) => cutAtOpen(one, now));
      const [changed, open] = await Promise.all([
        changes.of(asked.map(({ meter }) => meter.installationId)),
        reader.ofMany(parts.map((part) => part.open).filter(isSome), now),
      ]);
      const known = parts.map(({ closed }, index) =>
        closed === null ? [] : remembered.recall(keyOf(closed), changed[index] ?? ''),
      );
      const missing = parts.flatMap(({ closed }, index) =>
        closed !== null && known[index] === null ? [[closed, changed[index] ?? ''] as const] : [],
      );
      const made = await make(missing, now);
      const [nextMade, nextOpen] = [made.values(), open.values()];
      return parts.map((part, index) => {
        const closed = known[index] ?? nextMade.next().value ?? [];
        return part.open === null ? closed : [...closed, ...(nextOpen.next().value ?? [])];
      });
    },
  };
};
