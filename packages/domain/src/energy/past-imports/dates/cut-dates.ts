const WEEKDAY = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b|sun|mon|tue|wed|thu|fri|sat)[a-zç-]*\.?$/i;
const MONTH_AND_DAY = /^(?:[a-z]{3,9}\.?,? )?[a-zç]{3,9}\.? \d{1,2}$/i;
const YEAR_FIRST = /^\d{4}(?=$|\s)/;

const isCut = (cell: string, next: string): boolean =>
  (WEEKDAY.test(cell) && /\d/.test(next)) || (MONTH_AND_DAY.test(cell) && YEAR_FIRST.test(next));

/** Joins a date that the commas within it cut into cells: `Mon, 16 Jun 2025 00:15:00 -0300`. */
export function joinDates(cells: readonly string[]): readonly string[] {
  const at = cells.findIndex((cell, index) => isCut(cell, cells[index + 1] ?? ''));
  if (at < 0) return cells;
  return joinDates([...cells.slice(0, at), `${cells[at]}, ${cells[at + 1]}`, ...cells.slice(at + 2)]);
}
