import { cellAt } from '../../base/sheet/row-cells.ts';
import { withoutMarks } from '../../base/text/without-marks.ts';

const YEAR = /^(?:ano|year|aaaa|yyyy|yr)$/;
const MONTH = /^(?:mes|month|mm|mo)$/;
const DAY = /^(?:dia|day|dd|dia do mes)$/;
const HOUR = /^(?:hora|horas|hour|hr|hh|h)$/;
const MINUTE = /^(?:minutos?|min|minute)$/;

/** Columns of the parts of a date. */
interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Only where a column of minutes stands beside it: an hour alone is the number of an interval. */
  readonly hour: number | null;
  readonly minute: number | null;
}

const plain = (name: string): string => withoutMarks(name).toLowerCase().trim();

/** Where a header names year, month and day in columns of their own; null: nowhere. */
export function datePartsIn(header: readonly string[]): DateParts | null {
  const names = header.map(plain);
  const find = (pattern: RegExp): number => names.findIndex((name) => pattern.test(name));
  const [year, month, day] = [find(YEAR), find(MONTH), find(DAY)] as const;
  if (year < 0 || month < 0 || day < 0) return null;
  const [hour, minute] = [find(HOUR), find(MINUTE)];
  const hasClock = hour >= 0 && minute >= 0;
  return { year, month, day, hour: hasClock ? hour : null, minute: hasClock ? minute : null };
}

/** Names of the columns that stand before those of the header. */
export const partNames = ({ hour }: DateParts): readonly string[] =>
  hour === null ? ['Data'] : ['Data', 'Hora'];

/** Date and time of day of a row, in the order of `partNames`. */
export function partsOfRow(
  cells: readonly string[],
  { year, month, day, hour, minute }: DateParts,
): readonly string[] {
  const date = [day, month, year].map((column) => cellAt(cells, column)).join('/');
  if (hour === null) return [date];
  return [date, [hour, minute].map((column) => cellAt(cells, column).padStart(2, '0')).join(':')];
}
