import { addDays, type CivilDate, weekdayOf } from '@nascente/domain/base/time/civil-day';

const WEEK = 7;

const stepOf = (key: string, from: CivilDate): number | null => {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'ArrowUp':
      return -WEEK;
    case 'ArrowDown':
      return WEEK;
    case 'Home':
      return -weekdayOf(from);
    case 'End':
      return WEEK - 1 - weekdayOf(from);
    default:
      return null;
  }
};

/** The day that a key leads to among those that can be looked at, both ends included; null for any other key. */
export const dayByKey = (
  key: string,
  from: CivilDate,
  [first, last]: readonly [CivilDate, CivilDate],
): CivilDate | null => {
  const step = stepOf(key, from);
  if (step === null) return null;
  const to = addDays(from, step);
  if (to >= first && to <= last) return to;
  if (key === 'Home') return first;
  return key === 'End' ? last : from;
};
