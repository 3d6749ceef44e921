import { cellAt } from '../../../base/sheet/row-cells.ts';
import type { Instant, Zone } from '../../../base/time/zone.ts';
import { isEmptyCell, isNumeric, numbersIn, registerMeaning, splitUnit } from '../cell-number.ts';
import { describeName, type NamedColumn, namesCode, namesOther, unitOf } from '../column-names.ts';
import { namesConstant, plainName, withoutUnit } from '../column-terms/factors.ts';
import type { FlowSide } from '../column-terms/flow-sides.ts';
import { dailyRestart, type ShownLevel } from '../daily-restart.ts';
import { cellsIn, nameAt, widthOf } from '../detect-times.ts';
import {
  MEAN_UNITS,
  type PastColumn,
  type PastDecimal,
  type PastQuantity,
  type PastUnit,
} from '../file-reading.ts';

/** A column of numbers with a possible quantity in its name. */
export interface ValueCandidate extends NamedColumn {
  /** Whether its values restart from zero each midnight. */
  readonly restart: ReturnType<typeof dailyRestart>;
  readonly quantity: PastQuantity;
  readonly column: number;
  readonly name: string;
  /** The unit that its name states. */
  readonly nameUnit: PastUnit | null;
  /** Whether its direction depends on the author of the file, and no other column determines it. */
  readonly isOpen: boolean;
  readonly values: readonly number[];
  /** Indexes of the rows that have a value. */
  readonly filled: ReadonlySet<number>;
}

/** A table, and facts about it, from which value columns are detected. */
export interface ValueTable {
  /** Oldest first, of one meter and one kind of quantity. */
  readonly rows: readonly (readonly string[])[];
  readonly names: readonly string[];
  readonly taken: ReadonlySet<number | null>;
  readonly decimal: PastDecimal;
  readonly isWater: boolean;
  /** Unit in the lines before the table or in a column of units. */
  readonly unitBeside: PastUnit | null;
  /** The single unit in the column of units, and the unit that lines before the table state for the values. */
  readonly units: { readonly column: PastUnit | null; readonly lines: PastUnit | null };
  /** Factors in lines before the table or in a column: the values may have to be multiplied by them. */
  readonly factors: readonly number[];
  /** Wh or litres of one pulse, from lines before the table. */
  readonly pulses: readonly number[];
  /** Quantities other than consumption in lines before the table. */
  readonly quantities: readonly PastQuantity[];
  /** Whether a column states the quantity of each row. */
  readonly hasKinds: boolean;
  /** Whether its rows are one interval apart. Then amounts are preferred to a register of the same quantity. */
  readonly isRegular: boolean;
  /** Instant of each row; null if the row states none. */
  readonly instants: readonly (Instant | null)[];
  readonly zone: Zone;
}

const PERMIL = 0.001;

export const isPower = ({ unit }: { unit: PastUnit | null }): boolean => MEAN_UNITS.includes(unit);
const markOf = ({ phase, period, rate }: ValueCandidate): string | null =>
  phase !== null ? 'phase' : period !== null ? 'period' : rate !== null ? 'rate' : null;

const isNumericColumn = (table: ValueTable, column: number): boolean =>
  !table.taken.has(column) && isNumberColumn(cellsIn(table.rows, column), table);

/** In a table without a header, equal numbers with a leading zero are a code. */
const isNumberColumn = (cells: readonly string[], { names, decimal }: ValueTable): boolean =>
  isNumeric(cells, decimal) &&
  !(names.length === 0 && /^0\d/.test(String(cells[0])) && new Set(cells).size === 1);

/** Values of a column at the instants of its rows, each instant once. */
const levelsIn = ({ rows, instants, decimal }: ValueTable, column: number): readonly ShownLevel[] => {
  const levels = rows.flatMap((row, index) => {
    const [value] = numbersIn([cellAt(row, column)], decimal);
    const at = instants[index];
    return value === undefined || at == null ? [] : [{ at, value }];
  });
  return [...new Map(levels.map((level) => [level.at, level])).values()];
};

/** The columns of a table that may be values. */
export function candidatesOf(table: ValueTable): readonly ValueCandidate[] {
  const { rows, names, decimal, isWater } = table;
  const width = widthOf(rows);
  const all = Array.from({ length: width }, (_, column) => column)
    .filter((column) => isNumericColumn(table, column))
    .filter((column) => !namesConstant(nameAt(names, column)) && !namesCode(nameAt(names, column)))
    .map((column) => {
      const name = nameAt(names, column);
      const filled = new Set(rows.flatMap((row, index) => (isEmptyCell(cellAt(row, column)) ? [] : [index])));
      const cells = [...filled].map((index) => cellAt(rows[index] as readonly string[], column));
      const described = describeName(name, isWater);
      const inCell =
        cells.map((cell) => unitOf(splitUnit(cell).unit ?? '')).find((unit) => unit !== null) ?? null;
      return {
        ...described,
        column,
        name,
        unit: described.unit ?? inCell ?? table.unitBeside,
        nameUnit: described.unit,
        isOpen: described.side === 'inwards' || described.side === 'outwards',
        filled,
        values: numbersIn(cells, decimal),
        restart: described.isRegister === false ? 'no' : dailyRestart(levelsIn(table, column), table.zone),
      };
    });
  const named = all.flatMap((each) => (each.quantity === null ? [] : [{ ...each, quantity: each.quantity }]));
  if (named.length > 0)
    return withSettledSides(withoutFundamentals(withoutNet(withPeriods(withRegisters(named)))));
  return all
    .filter(
      ({ name, phase, period }) =>
        name === '' ||
        (all.length === 1 && !namesOther(name)) ||
        phase !== null ||
        period !== null ||
        /valor|value|valeur|quantidade|total|puls|volume|medi[cdç]/i.test(name),
    )
    .map((each) => ({ ...each, quantity: isWater ? 'volume' : 'consumed' }));
}

/** If all changing columns are registers, a constant column of another quantity, tariff, period or phase is a register too. */
const withRegisters = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] => {
  const changing = columns.filter((each) => !isPower(each) && !isConstant(each));
  if (changing.length === 0 || !changing.every(isLevel)) return columns;
  const isOneOf = (each: ValueCandidate): boolean =>
    changing.every(({ quantity }) => quantity !== each.quantity) ||
    changing.some((other) => markOf(each) !== null && markOf(other) === markOf(each));
  return columns.map((each) => (isConstant(each) && isOneOf(each) ? { ...each, isRegister: true } : each));
};
const isConstant = ({ values }: ValueCandidate): boolean => values.every((value) => value === values[0]);

/** `P` and `I` are time-of-use periods if another column is `FP`. */
const withPeriods = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] =>
  columns.some(({ period }) => period === 'offPeak')
    ? columns.map((each) => ({ ...each, period: each.period ?? bareNamePeriod(each.name) }))
    : columns;
const bareNamePeriod = (name: string): PastColumn['period'] =>
  /^\W*p\b/i.test(name) ? 'peak' : /^\W*i\b/i.test(name) ? 'intermediate' : null;

/** Removes net values if both directions have columns of their own. */
const withoutNet = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] => {
  const gross = columns.filter(({ name }) => !/\bnet\b|saldo|l[ií]quid/i.test(name));
  const directions = new Set(gross.map(({ quantity }) => quantity));
  return directions.has('consumed') && directions.has('injected') ? gross : columns;
};

/** Removes columns of the fundamental wave, which the total contains. */
const withoutFundamentals = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] => {
  const names = columns.map(({ name }) => plainName(name));
  return columns.filter((_, index) => {
    const name = String(names[index]);
    return !/\bfund/.test(name) || !names.includes(name.replace(/\bfund\w*/, 'total'));
  });
};

/** If only consumption is certain, `outwards` means injection; if only injection is certain, `inwards` means consumption. */
const withSettledSides = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] => {
  const isSure = (way: FlowSide): boolean => columns.some(({ side, isOpen }) => !isOpen && side === way);
  const settled =
    isSure('consumed') && !isSure('injected')
      ? 'outwards'
      : isSure('injected') && !isSure('consumed')
        ? 'inwards'
        : null;
  return columns.map((each) => (each.side === settled ? { ...each, isOpen: false } : each));
};

/** Keeps the columns measured at the grid, if others measure the same quantity behind it. */
const preferGrid = (columns: readonly ValueCandidate[]): readonly ValueCandidate[] => {
  const grid = columns.filter(({ place }) => place === 'grid');
  return grid.length > 0 && grid.length < columns.length && columns.some(({ place }) => place !== 'grid')
    ? grid
    : columns;
};

/** Whether values are those of a register; null if a person must decide. */
export const meaningOf = ({ values, isRegister, restart }: ValueCandidate): boolean | null => {
  if (restart === 'no') return registerMeaning(values, isRegister);
  return restart === 'sure' ? true : null;
};
const isLevel = (each: ValueCandidate): boolean => meaningOf(each) === true;
/** Increase of a register from its first to its last value in the file. */
const gainOf = ({ values, restart }: ValueCandidate): number =>
  restart === 'no'
    ? Number(values.at(-1)) - Number(values[0])
    : values.reduce((sum, value, index) => {
        const before = values[index - 1] ?? value;
        return sum + (value < before ? value : value - before);
      }, 0);
const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The sum of columns, with the increase of each register. */
const totalOf = (columns: readonly ValueCandidate[]): number =>
  columns.reduce((sum, each) => sum + (isLevel(each) ? gainOf(each) : sumOf(each.values)), 0);

/** Tolerance between a register and a column of amounts: the first or the last amount may lie outside the register's values. */
const slackOf = (group: readonly ValueCandidate[], others: readonly ValueCandidate[]): number =>
  group.some(isLevel) === others.some(isLevel)
    ? 0
    : [...group, ...others].reduce(
        (slack, each) =>
          slack + (isLevel(each) ? 0 : Math.max(Number(each.values[0]), Number(each.values.at(-1)))),
        0,
      );

/** The columns that add up to a quantity, and rival groups with another sum. */
export function partsOf(
  columns: readonly ValueCandidate[],
  isRegular: boolean,
): {
  parts: readonly ValueCandidate[];
  rivals: readonly (readonly ValueCandidate[])[];
} {
  const energy = columns.filter((column) => !isPower(column));
  const atGrid = preferGrid(energy.length > 0 ? energy : columns);
  const marks = ['phase', 'period', 'rate'].map((mark) => atGrid.filter((column) => markOf(column) === mark));
  const plain = seriesOf(atGrid.filter((column) => markOf(column) === null));
  const groups = [...marks, ...plain].filter((group) => group.length > 0);
  const [first = [], ...rest] = groups.sort(
    (one, other) =>
      Number(one.every(isEmpty)) - Number(other.every(isEmpty)) ||
      other.length - one.length ||
      (Number(one.some(isLevel)) - Number(other.some(isLevel))) * (isRegular ? 1 : -1),
  );
  const totalColumn = completeOf(plain.flat());
  if (totalColumn !== null && marks.every((group) => group.length === 0))
    return { parts: [totalColumn], rivals: [] };
  const total = totalOf(first);
  const rivals = rest.filter(
    (group) =>
      !group.every(isEmpty) &&
      Math.abs(totalOf(group) - total) >
        Math.abs(total) * PERMIL + first.length * rowsOf(first) * PERMIL + slackOf(group, first),
  );
  return {
    parts: first,
    rivals: isDoubtfulPair(first) ? [...first.map((each) => [each]), ...rivals] : rivals,
  };
}

/** The column that is named 'total' and equals the sum of the others in each row; null if there is none. */
function completeOf(columns: readonly ValueCandidate[]): ValueCandidate | null {
  const complete = columns.find(({ name }) => /\btotal|\bgeral\b|\bgesamt|\btotaal/i.test(name));
  if (complete === undefined || columns.length <= 2) return null;
  const isComplete = complete.values.every((value, row) => {
    const parts = columns.map((each) => (each === complete ? 0 : Number(each.values[row])));
    return Math.abs(sumOf(parts) - value) < columns.length * PERMIL;
  });
  return isComplete && columns.every((each) => each.values.length === complete.values.length)
    ? complete
    : null;
}

const isEmpty = ({ values }: ValueCandidate): boolean => values.every((value) => value === 0);

/** Groups columns whose names differ by the unit only and of which each row fills one: the unit changes within the file. */
function seriesOf(columns: readonly ValueCandidate[]): readonly (readonly ValueCandidate[])[] {
  const series: ValueCandidate[][] = [];
  for (const each of columns) {
    const own = series.find((group) =>
      group.every(
        ({ name, filled }) =>
          name !== each.name &&
          withoutUnit(name) === withoutUnit(each.name) &&
          ![...filled].some((row) => each.filled.has(row)),
      ),
    );
    if (own === undefined) series.push([each]);
    else own.push(each);
  }
  return series;
}

/** Whether two columns A and B may be something other than phases. */
const isDoubtfulPair = (group: readonly ValueCandidate[]): boolean =>
  group.length === 2 &&
  group.every(({ phase, name }) => phase !== null && /(?:^|[^a-z])[ab](?:[^a-z]|$)/i.test(name)) &&
  !group.some(({ name }) => /fase|phase|linha|line|mains/i.test(name));

const rowsOf = (columns: readonly ValueCandidate[]): number =>
  columns.reduce((rows, { values }) => Math.max(rows, values.length), 0);
