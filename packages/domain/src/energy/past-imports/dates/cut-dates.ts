import { namesHour } from '../column-names.ts';

const WEEKDAY = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b|sun|mon|tue|wed|thu|fri|sat)[a-zç-]*\.?$/i;
const MONTH_AND_DAY = /^(?:[a-z]{3,9}\.?,? )?[a-zç]{3,9}\.? \d{1,2}$/i;
const YEAR_FIRST = /^\d{4}(?=$|\s)/;

const isCut = (cell: string, next: string): boolean =>
  (WEEKDAY.test(cell) && /\d/.test(next)) || (MONTH_AND_DAY.test(cell) && YEAR_FIRST.test(next));

const DATE = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const CLOCK = /^\d{1,2}:\d{2}/;

/**
 * Joins a date that the commas within it cut into cells: `Mon, 16 Jun 2025 00:15:00 -0300`. A date and its time of day are one
 * cell where the row has one cell more than its table has columns, and none of these is a time of day.
 */
export function joinDates(cells: readonly string[], header: readonly string[] = []): readonly string[] {
  const isOver = header.length > 0 && cells.length === header.length + 1;
  const at = cells.findIndex((cell, index) => {
    const next = cells[index + 1] ?? '';
    return (
      isCut(cell, next) ||
      (isOver && DATE.test(cell) && CLOCK.test(next) && !namesHour(String(header[index + 1])))
    );
  });
  if (at < 0) return cells;
  return joinDates([...cells.slice(0, at), `${cells[at]}, ${cells[at + 1]}`, ...cells.slice(at + 2)], header);
}
