import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';

/** Spec.md, section 9: years from 1920 on. */
export const EARLIEST_BIRTH = '1920-01-01';

/** A date field's value for a birth stored as DD/MM/YYYY. */
export const toDateField = (birth: string | null): string => {
  const date = birth === null ? '' : birth.split('/').reverse().join('-');
  return isCivilDate(date) ? date : '';
};

/** DD/MM/YYYY for a date field's value; other text stays, for the schema to reject. */
export const toBirth = (field: string): string | null => {
  if (field === '') return null;
  return isCivilDate(field) ? formatDay(field) : field;
};

export const isBirthField = (field: string, today: CivilDate): boolean =>
  field === '' || (isCivilDate(field) && field >= EARLIEST_BIRTH && field <= today);
