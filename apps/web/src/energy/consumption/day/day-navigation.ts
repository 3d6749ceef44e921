import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';

/** The day in the address if it can be shown, otherwise today. */
export const dayFrom = (text: string | null, first: CivilDate | null, today: CivilDate): CivilDate => {
  if (text === null || !isCivilDate(text) || text > today) return today;
  return first !== null && text < first ? first : text;
};

export const neighboursOf = (day: CivilDate, first: CivilDate | null, today: CivilDate) => ({
  previous: first !== null && day <= first ? null : addDays(day, -1),
  next: day >= today ? null : addDays(day, 1),
});
