import { type CivilDate, daysBetween } from '@nascente/domain/time/civil-day';
import { InvalidInput } from '../../../platform/errors.ts';

/** As many days as the longest year has: more is asked month by month. */
const LONGEST_DAYS = 366;

/** Throws InvalidInput unless the days, both included, are in order and no more than a year. */
export const checkPeriod = (first: CivilDate, last: CivilDate, path: string): void => {
  const days = daysBetween(first, last) + 1;
  if (days >= 1 && days <= LONGEST_DAYS) return;
  const msg =
    days < 1 ? 'A data final deve ser posterior à inicial.' : 'O período deve ser de no máximo um ano.';
  throw new InvalidInput(msg, [{ path, msg }]);
};

export const earlierDay = (a: CivilDate, b: CivilDate): CivilDate => (daysBetween(a, b) >= 0 ? a : b);
export const laterDay = (a: CivilDate, b: CivilDate): CivilDate => (daysBetween(a, b) >= 0 ? b : a);
