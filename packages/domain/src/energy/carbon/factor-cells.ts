import { withoutMarks } from '../../base/text/without-marks.ts';

/** A cell without accents and in lower case, so that headers and month names match. */
export const plain = (cell: string): string => withoutMarks(cell).toLowerCase().trim();

/** kg per kWh in one of each unit. */
const PER_UNIT = { 'kg/kwh': 1, 't/mwh': 1, 'kg/mwh': 0.001, 'g/kwh': 0.001 } as const;

const UNIT = /(?<![a-z])(kg|g|t(?:on)?)\s*(?:de\s*)?(?:co[2₂]\s*(?:eq?)?)?\s*(?:\/|por)\s*([kmg]wh)/g;

/** Units that a text names, such as `kg/mwh` for 'kgCO2/MWh'. */
export function unitsIn(text: string): readonly string[] {
  return [...plain(text).matchAll(UNIT)].map(
    ([, mass, energy]) => `${mass === 'ton' ? 't' : mass}/${energy}`,
  );
}

/** kg of CO₂ per kWh in one of the unit; null: no unit of emission factors. */
export const kgPerKwhOf = (unit: string): number | null => PER_UNIT[unit as keyof typeof PER_UNIT] ?? null;

const NAMES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const NAMED =
  /^(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)[a-z]*\.?(?:\s*(?:de|\/|-)?\s*(\d{4}|\d{2}))?$/;
const MONTH_FIRST = /^(?:\d{1,2}\/)?(\d{1,2})[/-](\d{4})$/;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})(?:-\d{1,2}(?: 00:00:00)?)?$/;
const MEAN = /^(?:media|fator medio)?\s*(?:anual|do ano)?\s*(?:de\s*)?(\d{4})?$/;
const CENTURY = 2000;

interface FactorTime {
  /** null: the cell names no year. */
  readonly year: number | null;
  /** null: the mean of a year. */
  readonly month: number | null;
}

const yearOf = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  return text.length === 2 ? CENTURY + Number(text) : Number(text);
};

/** The month that a cell names, as 'jan/26', 'março de 2026', '03/2026' or a date; null if it names none. */
export function monthIn(cell: string): FactorTime | null {
  const text = plain(cell);
  const named = NAMED.exec(text);
  if (named !== null) return { year: yearOf(named[2]), month: NAMES.indexOf(String(named[1])) + 1 };
  const [, month, lastYear] = MONTH_FIRST.exec(text) ?? [];
  const [, firstYear, lastMonth] = YEAR_FIRST.exec(text) ?? [];
  const number = Number(month ?? lastMonth);
  return number >= 1 && number <= NAMES.length
    ? { year: Number(lastYear ?? firstYear), month: number }
    : null;
}

/** The year whose mean a cell names: '2025', 'média anual' or 'média de 2025'; null if it names none. */
export function meanIn(cell: string): FactorTime | null {
  const text = plain(cell);
  const match = MEAN.exec(text);
  return text === '' || match === null ? null : { year: yearOf(match[1]), month: null };
}

/** Years from 2000 to 2099 in a text. */
export const yearsIn = (text: string): readonly number[] =>
  [...text.matchAll(/\b20\d\d\b/g)].map(([year]) => Number(year));
