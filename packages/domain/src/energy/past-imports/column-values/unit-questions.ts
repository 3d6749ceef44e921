import { factorsIn, pulseIn, unknownWordsIn } from '../column-terms/factors.ts';
import {
  candidate,
  type FileCandidate,
  type FileQuestion,
  type FileReading,
  MEAN_UNITS,
  type PastColumn,
  type PastUnit,
} from '../file-reading.ts';
import { isPower, meaningOf, type partsOf, type ValueCandidate, type ValueTable } from './value-columns.ts';

export type Columns = readonly ValueCandidate[];

/** The detected value columns, and possible other choices. */
export interface TakenValues {
  readonly table: ValueTable;
  readonly byQuantity: readonly ReturnType<typeof partsOf>[];
  readonly taken: Columns;
  /** Reactive energy by quadrants. */
  readonly quadrants: Columns;
  /** All candidates, including those that an answer may choose instead of the taken ones. */
  readonly all: Columns;
  /** Columns that count if every question keeps its default answer. */
  readonly retained: Columns;
  /** Columns of mean power, besides columns of energy. */
  readonly powers: Columns;
  columnOf(each: ValueCandidate): PastColumn;
}

export const nameOf = ({ name, column }: ValueCandidate): string => name || `Coluna ${column + 1}`;
export const labelOf = (columns: Columns): string => columns.map(nameOf).join(' + ');
export const has = (columns: Columns, { column }: PastColumn): boolean =>
  columns.some((each) => each.column === column);

/** An answer that changes some columns of values. */
export const changing = (
  label: string,
  columns: Columns,
  change: (value: PastColumn) => Partial<PastColumn>,
): FileCandidate => ({
  label,
  apply: (reading) => ({
    ...reading,
    values: reading.values.map((value) => (has(columns, value) ? { ...value, ...change(value) } : value)),
  }),
});

/** An answer that removes some columns of values. */
export const without = (label: string, columns: Columns): FileCandidate => ({
  label,
  apply: (reading) => ({ ...reading, values: reading.values.filter((value) => !has(columns, value)) }),
});

/** An answer that replaces some value columns by others, which keep the person's earlier statements about them. */
export const replacing = (
  label: string,
  { out, into }: { readonly out: Columns; readonly into: readonly PastColumn[] },
): FileCandidate => ({
  label,
  apply: (reading) => ({
    ...reading,
    values: [
      ...reading.values.filter((value) => !has(out, value)),
      ...into.map((value) => withStated(value, reading)),
    ],
  }),
});

/** Keeps the unit, factor and register type that were stated for the same column before. */
function withStated(value: PastColumn, { values }: FileReading): PastColumn {
  const stated = values.find(({ column }) => column === value.column);
  if (stated === undefined) return value;
  const { unit, factor, isRegister, restartsDaily } = stated;
  return { ...value, unit, factor, isRegister, restartsDaily };
}

export const uniqueOf = (candidates: readonly FileCandidate[]): readonly FileCandidate[] =>
  candidates.filter(({ label }, index) => candidates.findIndex((each) => each.label === label) === index);

/** Returns a question about the detected columns, or null if nothing is ambiguous. */
export type Question = (values: TakenValues) => FileQuestion | null;

const ENERGY_CHOICES: readonly PastUnit[] = ['kWh', 'Wh', 'MWh', 'kW', 'W'];
const VOLUME_CHOICES: readonly PastUnit[] = ['L', 'm3'];
const UNIT_LABELS: Readonly<Partial<Record<PastUnit, string>>> = {
  kW: 'kW (potência média)',
  W: 'W (potência média)',
  L: 'litros',
  m3: 'm³',
  gal: 'galões americanos (3,785 litros)',
  galUK: 'galões imperiais (4,546 litros)',
  ft3: 'pés cúbicos',
};
const unitLabel = (unit: PastUnit): string => UNIT_LABELS[unit] ?? unit;

const inUnit = (unit: PastUnit, columns: Columns, label = unitLabel(unit)): FileCandidate =>
  changing(label, columns, ({ isRegister }) => ({
    unit,
    isRegister: isRegister && !MEAN_UNITS.includes(unit),
  }));

/** Asks if no unit is stated, if two places state different units, or if gallons may be American or imperial. */
export const askForUnit: Question = (values) => {
  const { table, taken, all, columnOf } = values;
  const unknown = taken.filter(({ unit }) => unit === null);
  const isSettled = table.isWater && unknown.every((each) => columnOf(each).unit === 'm3');
  if (unknown.length > 0 && !isSettled) {
    const without_ = all.filter(({ unit }) => unit === null);
    const choices = table.isWater ? VOLUME_CHOICES : ENERGY_CHOICES;
    return { about: 'unit', candidates: choices.map((unit) => inUnit(unit, without_)) };
  }
  return askForRivalUnits(values) ?? askForGallons(values);
};

/** Asks if a column name states another unit than the column of units or the lines before the table. */
const askForRivalUnits: Question = ({ table: { units }, retained, all }) => {
  const isRival = ({ nameUnit }: ValueCandidate, unit: PastUnit | null): boolean =>
    unit !== null && nameUnit !== null && nameUnit !== 'pulse' && unit !== nameUnit;
  const byColumn = retained.find((each) => isRival(each, units.column));
  if (byColumn !== undefined)
    return {
      about: 'unit',
      candidates: [
        candidate(`${unitLabel(units.column as PastUnit)}, como diz cada linha`, {}),
        candidate(`${unitLabel(byColumn.nameUnit as PastUnit)}, como diz o nome da coluna`, {
          unitColumn: null,
        }),
      ],
    };
  const byLines = retained.find((each) => units.column === null && isRival(each, units.lines));
  if (byLines === undefined) return null;
  const rivals = all.filter((each) => isRival(each, units.lines));
  return {
    about: 'unit',
    candidates: [
      changing(`${unitLabel(byLines.nameUnit as PastUnit)}, como diz o nome da coluna`, rivals, () => ({})),
      inUnit(
        units.lines as PastUnit,
        rivals,
        `${unitLabel(units.lines as PastUnit)}, como diz o início do arquivo`,
      ),
    ],
  };
};

const askForGallons: Question = ({ retained, all }) => {
  const isUnclear = ({ unit, name }: ValueCandidate): boolean =>
    unit === 'gal' && !/\bu\.?s\b|americ|\beua\b/i.test(name);
  if (!retained.some(isUnclear)) return null;
  const gallons = all.filter(isUnclear);
  return { about: 'unit', candidates: [inUnit('gal', gallons), inUnit('galUK', gallons)] };
};

const byFactor = (factor: number): string => `multiplicados por ${String(factor).replace('.', ',')}`;

/** Factors in the name of a column. */
const ownFactors = ({ name }: ValueCandidate): readonly number[] => [
  ...factorsIn(name),
  ...unknownWordsIn(name)
    .filter((word) => /^\d{2,6}$/.test(word))
    .map(Number)
    .filter((number) => number > 1),
];

/** Asks about meter constants and transformer ratios: the values may already be multiplied by them. */
export const askForFactor: Question = ({ table, retained, all }) => {
  const factors = (columns: Columns) => columns.filter(({ unit }) => unit !== 'pulse').map(ownFactors);
  const hasOwn = factors(retained).some((own) => own.length > 0);
  const isCounted = retained.some(({ unit }) => unit !== 'pulse');
  if (!isCounted || (!hasOwn && table.factors.length === 0)) return null;
  const factorOf = ({ column }: PastColumn): number => {
    const [factor = 1] = all.filter((each) => each.column === column).flatMap(ownFactors);
    return factor;
  };
  const [example = 1] = factors(retained).flat();
  const times = (label: string, factorIn: (value: PastColumn) => number): FileCandidate =>
    changing(label, all, (value) => {
      const { scale } = all.find(({ column }) => column === value.column) as ValueCandidate;
      const factor = factorIn(value) * scale;
      return { factor: factor === 1 ? undefined : factor };
    });
  return {
    about: 'factor',
    candidates: uniqueOf([
      times('como estão no arquivo', () => 1),
      ...(hasOwn ? [times(byFactor(example), factorOf)] : []),
      ...table.factors.map((factor) => times(byFactor(factor), () => factor)),
      ...(hasOwn
        ? table.factors.map((factor) =>
            times(byFactor(factor * example), (value) => factor * factorOf(value)),
          )
        : []),
    ]),
  };
};

export const askForRegister: Question = ({ taken, all }) => {
  const isUnsure = (each: ValueCandidate): boolean => !isPower(each) && meaningOf(each) === null;
  if (!taken.some(isUnsure)) return null;
  const unsure = all.filter(isUnsure);
  const isDaily = taken.some((each) => isUnsure(each) && each.restart !== 'no');
  return {
    about: 'register',
    candidates: [
      isDaily
        ? changing('um contador que volta a zero todo dia', unsure, () => ({
            isRegister: true,
            restartsDaily: true,
          }))
        : changing('um registrador que só cresce', unsure, () => ({ isRegister: true })),
      changing('a quantidade de cada intervalo', unsure, () => ({ isRegister: false })),
    ],
  };
};

export const askForPulse: Question = ({ table, retained }) => {
  const pulses = retained.filter(({ unit }) => unit === 'pulse');
  if (pulses.length === 0) return null;
  const constants = [...pulses.flatMap(({ name }) => pulseIn(name) ?? []), ...table.pulses, ...table.factors];
  const unit = table.isWater ? 'L' : 'Wh';
  return {
    about: 'pulse',
    candidates: [...new Set(constants)].map((pulse) =>
      candidate(`${String(pulse).replace('.', ',')} ${unit} por pulso`, { pulse }),
    ),
  };
};
