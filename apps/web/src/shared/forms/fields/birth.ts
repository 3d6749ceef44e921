import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';

/** Spec.md section 9: years can be chosen from 1920 on. */
export const EARLIEST_BIRTH = '1920-01-01';

/** The value of a date field for a birth kept as DD/MM/YYYY; empty where there is none. */
export const toDateField = (birth: string | null): string => {
  const date = birth === null ? '' : birth.split('/').reverse().join('-');
  return isCivilDate(date) ? date : '';
};

/** DD/MM/YYYY for what a date field holds; what is not a date is left as it is, for the schema to refuse. */
export const toBirth = (field: string): string | null => {
  if (field === '') return null;
  return isCivilDate(field) ? formatDay(field) : field;
};

/** What a date field for a birth may hold, empty or a day up to today. */
export const isBirthField = (field: string, today: CivilDate): boolean =>
  field === '' || (isCivilDate(field) && field >= EARLIEST_BIRTH && field <= today);
