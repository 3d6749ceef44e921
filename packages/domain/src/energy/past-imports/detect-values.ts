import { cellAt } from '../../base/sheet/row-cells.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { isEmptyCell, splitUnit } from './cell-number.ts';
import { describeName, type NamedColumn, namesOther, unitOf } from './column-names.ts';
import { dailyRestart, type ShownLevel } from './daily-restart.ts';
import { isNumeric, numbersIn, registerMeaning } from './detect-numbers.ts';
import { cellsIn, nameAt, widthOf } from './detect-times.ts';
import type { FileCandidate, FileQuestion } from './file-question.ts';
import {
  MEAN_UNITS,
  type PastColumn,
  type PastDecimal,
  type PastQuantity,
  type PastUnit,
} from './file-reading.ts';

/** A column of numbers whose name may be a quantity. */
interface Candidate extends NamedColumn {
  /** Whether its values begin again from zero each midnight. */
  readonly restart: ReturnType<typeof dailyRestart>;
  readonly quantity: PastQuantity;
  readonly column: number;
  readonly name: string;
  readonly values: readonly number[];
}

interface DetectedValues {
  readonly values: readonly PastColumn[];
  readonly questions: readonly FileQuestion[];
}

interface ValueTable {
  /** Oldest first, of one meter and one kind of quantity. */
  readonly rows: readonly (readonly string[])[];
  readonly names: readonly string[];
  readonly taken: ReadonlySet<number | null>;
  readonly decimal: PastDecimal;
  readonly isWater: boolean;
  /** The unit that lines before the table name, or a column beside it. */
  readonly unitBeside: PastUnit | null;
  /** Whether its rows are one interval apart: then amounts say more than the register beside them. */
  readonly isRegular: boolean;
  /** When each row is; null where it does not say. */
  readonly instants: readonly (Instant | null)[];
  readonly zone: Zone;
}

const PERMIL = 0.001;
const MAX_CANDIDATES = 12;
const ENERGY_CHOICES: readonly PastUnit[] = ['kWh', 'Wh', 'MWh', 'kW', 'W'];
const VOLUME_CHOICES: readonly PastUnit[] = ['L', 'm3'];
const CHOICE_LABELS: Readonly<Partial<Record<PastUnit, string>>> = {
  kW: 'kW (potência média)',
  W: 'W (potência média)',
  L: 'litros',
  m3: 'm³',
};

const isPower = ({ unit }: { unit: PastUnit | null }): boolean => MEAN_UNITS.includes(unit);
const markOf = ({ phase, period, rate }: Candidate): string | null =>
  phase !== null ? 'phase' : period !== null ? 'period' : rate !== null ? 'rate' : null;

const isNumericColumn = (table: ValueTable, column: number): boolean =>
  !table.taken.has(column) && isNumberColumn(cellsIn(table.rows, column), table);

/** Numbers without a name that are all one text with a zero before it are a code. */
const isNumberColumn = (cells: readonly string[], { names, decimal }: ValueTable): boolean =>
  isNumeric(cells, decimal) &&
  !(names.length === 0 && /^0\d/.test(String(cells[0])) && new Set(cells).size === 1);

/** What a column shows at the instants of its rows, each instant once. */
const levelsIn = ({ rows, instants, decimal }: ValueTable, column: number): readonly ShownLevel[] => {
  const levels = rows.flatMap((row, index) => {
    const [value] = numbersIn([cellAt(row, column)], decimal);
    const at = instants[index];
    return value === undefined || at == null ? [] : [{ at, value }];
  });
  return [...new Map(levels.map((level) => [level.at, level])).values()];
};

function candidatesOf(table: ValueTable): readonly Candidate[] {
  const { rows, names, decimal, isWater } = table;
  const width = widthOf(rows);
  const all = Array.from({ length: width }, (_, column) => column)
    .filter((column) => isNumericColumn(table, column))
    .map((column) => {
      const name = nameAt(names, column);
      const cells = rows.map((row) => cellAt(row, column)).filter((cell) => !isEmptyCell(cell));
      const described = describeName(name, isWater);
      const inCell =
        cells.map((cell) => unitOf(splitUnit(cell).unit ?? '')).find((unit) => unit !== null) ?? null;
      return {
        ...described,
        column,
        name,
        unit: described.unit ?? inCell ?? table.unitBeside,
        values: numbersIn(cells, decimal),
        restart: described.isRegister === false ? 'no' : dailyRestart(levelsIn(table, column), table.zone),
      };
    });
  const named = all.flatMap((each) => (each.quantity === null ? [] : [{ ...each, quantity: each.quantity }]));
  if (named.length > 0) return withoutNet(withPeriods(withRegisters(named)));
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

/**
 * Beside registers, a column that never changes is a register that nothing passes through, if it has another quantity
 * than they, or is one of several tariffs, periods or phases as they are.
 */
const withRegisters = (columns: readonly Candidate[]): readonly Candidate[] => {
  const changing = columns.filter((each) => !isPower(each) && !isConstant(each));
  if (changing.length === 0 || !changing.every(isLevel)) return columns;
  const isOneOf = (each: Candidate): boolean =>
    changing.every(({ quantity }) => quantity !== each.quantity) ||
    changing.some((other) => markOf(each) !== null && markOf(other) === markOf(each));
  return columns.map((each) => (isConstant(each) && isOneOf(each) ? { ...each, isRegister: true } : each));
};
const isConstant = ({ values }: Candidate): boolean => values.every((value) => value === values[0]);

/** `P` and `I` are tariff periods beside `FP`. */
const withPeriods = (columns: readonly Candidate[]): readonly Candidate[] =>
  columns.some(({ period }) => period === 'offPeak')
    ? columns.map((each) => ({ ...each, period: each.period ?? bareNamePeriod(each.name) }))
    : columns;
const bareNamePeriod = (name: string): PastColumn['period'] =>
  /^\W*p\b/i.test(name) ? 'peak' : /^\W*i\b/i.test(name) ? 'intermediate' : null;

/** A net value is no quantity of its own beside both directions. */
const withoutNet = (columns: readonly Candidate[]): readonly Candidate[] => {
  const gross = columns.filter(({ name }) => !/\bnet\b|saldo|l[ií]quid/i.test(name));
  const directions = new Set(gross.map(({ quantity }) => quantity));
  return directions.has('consumed') && directions.has('injected') ? gross : columns;
};

/** Of columns that measure the same at the grid and behind it, those of the grid. */
const preferGrid = (columns: readonly Candidate[]): readonly Candidate[] => {
  const grid = columns.filter(({ place }) => place === 'grid');
  return grid.length > 0 && grid.length < columns.length && columns.some(({ place }) => place !== 'grid')
    ? grid
    : columns;
};

/** Whether values are those of a register; null: a person decides. */
const meaningOf = ({ values, isRegister, restart }: Candidate): boolean | null => {
  if (restart === 'no') return registerMeaning(values, isRegister);
  return restart === 'sure' ? true : null;
};
const isLevel = (each: Candidate): boolean => meaningOf(each) === true;
/** What a register gained in the file. */
const gainOf = ({ values, restart }: Candidate): number =>
  restart === 'no'
    ? Number(values.at(-1)) - Number(values[0])
    : values.reduce((sum, value, index) => {
        const before = values[index - 1] ?? value;
        return sum + (value < before ? value : value - before);
      }, 0);
const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What columns add up to: a register by its growth. */
const totalOf = (columns: readonly Candidate[]): number =>
  columns.reduce((sum, each) => sum + (isLevel(each) ? gainOf(each) : sumOf(each.values)), 0);

/** The first or the last amount beside a register is what it gained outside the file. */
const slackOf = (group: readonly Candidate[], others: readonly Candidate[]): number =>
  group.some(isLevel) === others.some(isLevel)
    ? 0
    : [...group, ...others].reduce(
        (slack, each) =>
          slack + (isLevel(each) ? 0 : Math.max(Number(each.values[0]), Number(each.values.at(-1)))),
        0,
      );

/** The columns of one quantity that add up to it. */
function partsOf(
  columns: readonly Candidate[],
  isRegular: boolean,
): {
  parts: readonly Candidate[];
  rivals: readonly (readonly Candidate[])[];
} {
  const energy = columns.filter((column) => !isPower(column));
  const atGrid = preferGrid(energy.length > 0 ? energy : columns);
  const marks = ['phase', 'period', 'rate'].map((mark) => atGrid.filter((column) => markOf(column) === mark));
  const plain = atGrid.filter((column) => markOf(column) === null);
  const groups = [...marks, ...plain.map((column) => [column])].filter((group) => group.length > 0);
  const [first = [], ...rest] = groups.sort(
    (one, other) =>
      other.length - one.length ||
      (Number(one.some(isLevel)) - Number(other.some(isLevel))) * (isRegular ? 1 : -1),
  );
  const total = totalOf(first);
  const rivals = rest.filter(
    (group) =>
      Math.abs(totalOf(group) - total) >
      Math.abs(total) * PERMIL + first.length * rowsOf(first) * PERMIL + slackOf(group, first),
  );
  return { parts: first, rivals };
}

const rowsOf = (columns: readonly Candidate[]): number =>
  columns.reduce((rows, { values }) => Math.max(rows, values.length), 0);

/** A water register without a unit and with three decimals counts cubic metres. */
const hasThreeDecimals = ({ values }: Candidate): boolean =>
  values.some((value) => !Number.isInteger(value)) &&
  values.every((value) => Math.abs(value * 1_000 - Math.round(value * 1_000)) < PERMIL);

const OTHER_WAY: Readonly<Partial<Record<PastQuantity, PastQuantity>>> = {
  consumed: 'injected',
  injected: 'consumed',
};
/**
 * Some systems write one direction below zero. Where no column has the other direction, a negative amount counts as that: so
 * values that are all negative are those of the other one.
 */
const signedQuantity = ({ quantity, name, values }: Candidate, all: readonly Candidate[]): PastQuantity => {
  const other = OTHER_WAY[quantity];
  const isNamed = quantity === 'injected' || /consum|import/i.test(name);
  const isBelow = values.some((value) => value < 0) && values.every((value) => value <= 0);
  return other !== undefined && isNamed && isBelow && all.every((each) => each.quantity === quantity)
    ? other
    : quantity;
};

export function detectValues(table: ValueTable): DetectedValues {
  const chosen = candidatesOf(table);
  const questions: FileQuestion[] = [];
  const columnOf = (each: Candidate): PastColumn => {
    const { column, phase, period } = each;
    const quantity = signedQuantity(each, chosen);
    const meaning = isPower(each) ? false : meaningOf(each);
    const isRegister = meaning ?? true;
    const unit = each.unit ?? (table.isWater ? (isRegister && hasThreeDecimals(each) ? 'm3' : 'L') : 'kWh');
    const restartsDaily = isRegister && !isPower(each) && each.restart !== 'no';
    return { column, quantity, unit, isRegister, ...(restartsDaily && { restartsDaily }), phase, period };
  };
  const byQuantity = [...new Set(chosen.map(({ quantity }) => quantity))].map((quantity) =>
    partsOf(
      chosen.filter((each) => each.quantity === quantity),
      table.isRegular,
    ),
  );
  const taken = byQuantity.flatMap(({ parts }) => parts);
  const hasEnergy = taken.some((candidate) => !isPower(candidate));
  const powers = hasEnergy ? taken.filter(isPower) : [];
  const kept = taken.filter((candidate) => !powers.includes(candidate));
  const values = kept.map(columnOf);
  const ask = (about: FileQuestion['about'], candidates: FileQuestion['candidates']): void => {
    questions.push({ about, candidates });
  };
  const labelOf = (group: readonly Candidate[]): string =>
    group.map(({ name, column }) => name || `Coluna ${column + 1}`).join(' + ');

  /** An answer that changes some columns of values. */
  const changing = (
    label: string,
    columns: readonly Candidate[],
    change: (value: PastColumn) => Partial<PastColumn>,
  ): FileCandidate => ({
    label,
    apply: (reading) => ({
      ...reading,
      values: reading.values.map((value) =>
        columns.some(({ column }) => column === value.column) ? { ...value, ...change(value) } : value,
      ),
    }),
  });
  /** An answer that puts some columns of values in the place of others. */
  const replacing = (
    label: string,
    out: readonly Candidate[],
    into: readonly Candidate[],
  ): FileCandidate => ({
    label,
    apply: (reading) => ({
      ...reading,
      values: [
        ...reading.values.filter((value) => !out.some(({ column }) => column === value.column)),
        ...into.map(columnOf),
      ],
    }),
  });

  const rivals = byQuantity.filter((each) => each.rivals.length > 0);
  const options = rivals.map(({ parts, rivals: groups }) => [parts, ...groups, [...parts, ...groups.flat()]]);
  const combined = options.reduce<(readonly Candidate[])[]>(
    (all, groups) => all.flatMap((each) => groups.map((group) => [...each, ...group])),
    [[]],
  );
  if (rivals.length > 0)
    ask(
      'columns',
      combined.slice(0, MAX_CANDIDATES).map((group) => replacing(labelOf(group), combined.flat(), group)),
    );
  const produced = kept.filter(({ quantity, place }) => quantity === 'injected' && place === 'site');
  if (produced.length > 0 && kept.some(({ quantity, place }) => quantity === 'consumed' && place === 'site'))
    ask('produced', [
      replacing(`${labelOf(produced)} é injetada na rede`, produced, produced),
      replacing(`sem ${labelOf(produced)}`, produced, []),
    ]);
  if (powers.length > 0)
    ask('power', [
      replacing(`sem ${labelOf(powers)}`, powers, []),
      replacing(`${labelOf(powers)} como potência média do intervalo`, powers, powers),
    ]);
  const unknown = taken.filter(({ unit }) => unit === null);
  const isSettled = table.isWater && unknown.every((each) => columnOf(each).unit === 'm3');
  if (unknown.length > 0 && !isSettled)
    ask(
      'unit',
      (table.isWater ? VOLUME_CHOICES : ENERGY_CHOICES).map((unit) =>
        changing(CHOICE_LABELS[unit] ?? unit, unknown, ({ isRegister }) => ({
          unit,
          isRegister: isRegister && !MEAN_UNITS.includes(unit),
        })),
      ),
    );
  const unsure = taken.filter((each) => !isPower(each) && meaningOf(each) === null);
  if (unsure.length > 0)
    ask('register', [
      ...(unsure.some(({ restart }) => restart !== 'no')
        ? [
            changing('um contador que volta a zero todo dia', unsure, () => ({
              isRegister: true,
              restartsDaily: true,
            })),
          ]
        : [changing('um registrador que só cresce', unsure, () => ({ isRegister: true }))]),
      changing('o que cada intervalo somou', unsure, () => ({ isRegister: false })),
    ]);
  if (values.some(({ unit }) => unit === 'pulse')) ask('pulse', []);
  return { values, questions };
}
