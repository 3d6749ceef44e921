const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const DAYS_1904 = 1_462;
/** Days of years 1927 to 2119. */
const FIRST_DAY = 10_000;
const LAST_DAY = 80_000;

/** How a number is shown: as a date, with a time of day or without. */
export type DateStyle = 'date' | 'time' | null;

/** ECMA-376 Part 1, 18.8.30: number formats that every workbook knows. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIME_FORMATS = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47, 55, 56]);

/** How a number format shows a number; its code is of the workbook's own formats. */
export function dateStyleOf(id: number, code: string | undefined): DateStyle {
  if (code === undefined) return TIME_FORMATS.has(id) ? 'time' : DATE_FORMATS.has(id) ? 'date' : null;
  const bare = code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, '');
  if (/general/i.test(bare) || !/[dhmsy]/i.test(bare)) return null;
  return /[hs]/i.test(bare) ? 'time' : 'date';
}

const two = (number: number): string => String(number).padStart(2, '0');

/** A date, a time of day or both, from the days that a workbook counts; a number where it can be neither. */
export function dateText(days: number, style: 'date' | 'time', is1904: boolean): string {
  const full = days + (is1904 && days >= 1 ? DAYS_1904 : 0);
  const seconds = Math.round(full * DAY_SECONDS);
  const [day, rest] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  const clock = [rest / HOUR_SECONDS, (rest % HOUR_SECONDS) / MINUTE_SECONDS, rest % MINUTE_SECONDS]
    .map((part) => two(Math.floor(part)))
    .join(':');
  if (seconds >= 0 && day === 0) return clock;
  if (seconds === DAY_SECONDS) return '24:00:00';
  if (day < FIRST_DAY || day > LAST_DAY) return String(days);
  const date = new Date(EPOCH_1900 + day * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
  return rest === 0 && style === 'date' ? date : `${date} ${clock}`;
}

/** Column of a reference such as `AB12`, from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
