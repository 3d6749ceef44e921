/** Midnight of 4 March 2025, as local time. */
export const START = Date.UTC(2025, 2, 4);

/** Whole thousandths of kWh, different in each interval; some end with a zero. */
const amount = (n: number): number => 101 + ((n * 37) % 97) * 10 + (n % 3);
const DAYS = 2;
export interface Slot {
  readonly n: number;
  readonly from: Date;
  readonly to: Date;
  readonly kwh: number;
}
export const slots = (minutes: number, first = START, days = DAYS): Slot[] =>
  Array.from({ length: (days * 1_440) / minutes }, (_, n) => ({
    n,
    from: new Date(first + n * minutes * 60_000),
    to: new Date(first + (n + 1) * minutes * 60_000),
    kwh: amount(n) / 1_000,
  }));
const two = (number: number): string => String(number).padStart(2, '0');
export const dmy = (at: Date, mark = '/'): string =>
  [two(at.getUTCDate()), two(at.getUTCMonth() + 1), at.getUTCFullYear()].join(mark);
export const ymd = (at: Date): string => at.toISOString().slice(0, 10);
export const hm = (at: Date): string => at.toISOString().slice(11, 16);
export const comma = (number: number, digits = 3): string => number.toFixed(digits).replace('.', ',');
const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
export const named = (at: Date): string =>
  `${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${String(at.getUTCFullYear()).slice(2)}`;
export const half = (at: Date): string =>
  `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`;
export const serial = (at: Date): string => ((at.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000).toFixed(6);
