import { withoutMarks } from '../../../base/text/without-marks.ts';
import { DAY_MS } from '../../../base/time/zone.ts';
import type { Moment } from '../cell-time.ts';

/** The dates and times of a column by row; null: the cell has neither. */
export interface TimeCells {
  readonly column: number;
  readonly moments: readonly (Moment | null)[];
}

/** Names of dates of the document, not of the measurement. */
const OF_DOCUMENT =
  /emiss|emitid|venciment|process|exporta|extra[ci]|download|faturament|cria(?:cao|do|da)|created|issued|\bdue\b|upload|receb|envi(?:o|ad)|\bsent\b|atualiz|updated|cadastr|instala|_start|_stop/;
const OF_MEASUREMENT = /leitura|medi[cd]|referencia|consum|reading|measure|interval|^_?time$/;

const BEST_FIT = 2;

/** How well a name fits the date of a measurement; higher is better. */
function fitOf(name: string): number {
  const plain = withoutMarks(name).toLowerCase().trim();
  if (OF_DOCUMENT.test(plain)) return 0;
  return OF_MEASUREMENT.test(plain) ? BEST_FIT : 1;
}

const isVarying = ({ moments }: TimeCells): boolean =>
  new Set(moments.flatMap((moment) => (moment === null ? [] : [`${moment.day} ${moment.clock}`]))).size > 1;

const daysOf = ({ moments }: TimeCells): readonly number[] =>
  moments.flatMap((moment) => (moment?.day == null ? [] : [moment.day]));

/** Whether a column with one constant date lies outside the days of a changing column. */
const isOutside = (cells: TimeCells, varying: readonly TimeCells[]): boolean => {
  const [day = 0] = daysOf(cells);
  return varying.some((each) => {
    const days = daysOf(each);
    const first = days.reduce((minimum, one) => Math.min(minimum, one), Number.POSITIVE_INFINITY);
    const last = days.reduce((maximum, one) => Math.max(maximum, one), 0);
    return day < first - DAY_MS || day > last + DAY_MS;
  });
};

const HALF = 0.5;
const areApart = (one: TimeCells, other: TimeCells): boolean =>
  one.moments.filter((moment, row) => {
    const beside = other.moments[row];
    return moment?.day !== beside?.day || moment?.clock !== beside?.clock;
  }).length >
  one.moments.length * HALF;

/**
 * Ranks the columns that can hold the date of the measurement: constant dates outside the changing ones last, then by name.
 * @returns the ranked columns, and the rivals: other dates that fit as well as the first
 */
export function rankDays(
  days: readonly TimeCells[],
  nameOf: (column: number) => string,
): { readonly ranked: readonly TimeCells[]; readonly rivals: readonly TimeCells[] } {
  const varying = days.filter(isVarying);
  const rankOf = (cells: TimeCells): number =>
    (!isVarying(cells) && isOutside(cells, varying) ? 0 : BEST_FIT + 1) + fitOf(nameOf(cells.column));
  const ranked = days.toSorted((one, other) => rankOf(other) - rankOf(one));
  const [first] = ranked;
  const rivals =
    first === undefined
      ? []
      : ranked.slice(1).filter((cells) => rankOf(cells) === rankOf(first) && areApart(first, cells));
  return { ranked, rivals };
}
