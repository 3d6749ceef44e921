import type { LineTick } from '@nascente/charts/line-graph';
import { type CivilDate, daysFrom, hoursOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatShortDay } from '@nascente/domain/base/units/format';

const MAX_LABELS = 8;
const FEW_DAYS = 3;

/** Labels of a time axis: hours for few days, otherwise days. */
export const dayTicks = (
  { start, end }: { readonly start: CivilDate; readonly end: CivilDate },
  zone: Zone,
): LineTick[] => {
  const days = daysFrom(start, end);
  if (days.length <= FEW_DAYS) {
    return days.flatMap((date) =>
      hoursOfDay(date, zone).flatMap(({ hour, start: x }) =>
        hour % 6 === 0
          ? [{ x, label: hour === 0 ? formatShortDay(date) : `${hour}h`, rank: hour === 0 ? 1 : 2 } as const]
          : [],
      ),
    );
  }
  const step = Math.ceil(days.length / MAX_LABELS);
  return days.flatMap((date, index) =>
    index % step === 0 ? [{ x: startOfDay(date, zone), label: formatShortDay(date), rank: 1 as const }] : [],
  );
};
