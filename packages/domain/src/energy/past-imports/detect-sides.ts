import { isEmptyCell } from './cell-number.ts';
import {
  describeName,
  isUnit,
  namesEstimate,
  namesMeter,
  namesQuantity,
  namesUnit,
  quantityOf,
} from './column-names.ts';
import { isNumeric } from './detect-numbers.ts';
import { cellsIn, nameAt, widthOf } from './detect-times.ts';
import { candidate, type FileQuestion } from './file-question.ts';
import type { FileReading, PastDecimal, PastQuantity } from './file-reading.ts';
import { marksIn } from './row-marks.ts';

const MOST_METERS = 20;
const MIN_ROWS = 2;

export type Rows = readonly (readonly string[])[];

const columnsOf = (rows: Rows): number[] => Array.from({ length: widthOf(rows) }, (_, column) => column);

/** A column of texts of which there are several: the meters of the file. */
function meterColumn(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
  decimal: PastDecimal,
): { column: number; texts: string[] } | null {
  for (const column of columnsOf(rows)) {
    if (taken.has(column)) continue;
    const cells = cellsIn(rows, column).filter((cell) => cell !== '');
    const texts = [...new Set(cells)];
    const isNamed = namesMeter(nameAt(names, column));
    const isText = names.length === 0 && column === 0 && !isNumeric(cells, decimal);
    if (
      (isNamed || isText) &&
      texts.length > 1 &&
      texts.length <= MOST_METERS &&
      cells.length >= texts.length * MIN_ROWS
    )
      return { column, texts };
  }
  return null;
}

/** A column whose texts name the quantity of each row. */
function kindsOf(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
  isWater: boolean,
): FileReading['kinds'] {
  const column = columnsOf(rows).find((each) => {
    const texts = [...new Set(cellsIn(rows, each))];
    return (
      !taken.has(each) &&
      namesQuantity(nameAt(names, each)) &&
      texts.length <= MOST_METERS &&
      texts.some((text) => quantityOf(text, isWater) !== null)
    );
  });
  if (column === undefined) return null;
  const texts = [...new Set(cellsIn(rows, column))].map((text) => ({
    text,
    quantity: quantityOf(text, isWater),
    place: describeName(text, isWater).place,
  }));
  const hasGrid = (quantity: PastQuantity | null): boolean =>
    texts.some((each) => each.quantity === quantity && each.place === 'grid');
  return {
    column,
    texts: texts.map(({ text, quantity, place }) => ({
      text,
      quantity: place !== 'grid' && hasGrid(quantity) ? null : quantity,
    })),
  };
}

const unitColumnOf = (
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
): number | null =>
  columnsOf(rows).find((column) => {
    const cells = cellsIn(rows, column).filter((cell) => !isEmptyCell(cell));
    return (
      !taken.has(column) &&
      cells.length > 0 &&
      (namesUnit(nameAt(names, column)) ? cells.some(isUnit) : cells.every(isUnit))
    );
  }) ?? null;

/** The columns beside the values: units, quantities and meters of the rows. */
export function detectSides(
  { rows, names }: { readonly rows: Rows; readonly names: readonly string[] },
  times: ReadonlySet<number | null>,
  decimal: PastDecimal,
  { isWater }: { readonly isWater: boolean },
): {
  mapping: Pick<FileReading, 'estimatedColumn' | 'unitColumn' | 'kinds' | 'marks' | 'only'> & {
    repeats?: FileReading['repeats'];
  };
  taken: ReadonlySet<number | null>;
  questions: readonly FileQuestion[];
} {
  const unitColumn = unitColumnOf(rows, names, times);
  const estimatedColumn =
    columnsOf(rows).find((column) => !times.has(column) && namesEstimate(nameAt(names, column))) ?? null;
  const kinds = kindsOf(rows, names, new Set([...times, unitColumn]), isWater);
  const marks = marksIn(rows, names, new Set([...times, unitColumn, kinds?.column ?? null]));
  const taken = new Set([
    ...times,
    estimatedColumn,
    unitColumn,
    kinds?.column ?? null,
    marks?.column ?? null,
  ]);
  const tables = kinds === null ? [rows] : rowsByKind(rows, kinds);
  const meters =
    tables.map((each) => meterColumn(each, names, taken, decimal)).find((each) => each !== null) ?? null;
  const named = columnsOf(rows).filter((column) => {
    const name = nameAt(names, column);
    return namesMeter(name) && describeName(name, isWater).unit === null;
  });
  const all = new Set([...taken, ...named, meters?.column ?? null]);
  // The energy dashboard of Home Assistant adds up the entities of one type.
  if (kinds?.texts.some(({ text }) => text === 'grid_consumption'))
    return {
      mapping: { estimatedColumn, unitColumn, kinds, marks, only: null, repeats: 'sum' },
      taken: all,
      questions: [],
    };
  const ofKinds = [kindsQuestion(kinds, isWater)].filter((each) => each !== null);
  if (meters === null)
    return {
      mapping: { estimatedColumn, unitColumn, kinds, marks, only: null },
      taken: all,
      questions: ofKinds,
    };
  const { column, texts } = meters;
  const candidates = [
    ...texts.map((text) => candidate(text, { only: { column, text } })),
    candidate('todos somados', { only: null, repeats: 'sum' }),
  ];
  return {
    mapping: { estimatedColumn, unitColumn, kinds, marks, only: { column, text: String(texts[0]) } },
    taken: all,
    questions: [{ about: 'meter', candidates }, ...ofKinds],
  };
}

/** Texts of one quantity without a phase, a tariff period or a rate of their own: they may be parts of it, or not. */
function kindsQuestion(kinds: FileReading['kinds'], isWater: boolean): FileQuestion | null {
  if (kinds === null) return null;
  const hasMark = (text: string): boolean => {
    const { phase, period, rate } = describeName(text, isWater);
    return phase !== null || period !== null || rate !== null;
  };
  const bare = kinds.texts.filter(({ text, quantity }) => quantity !== null && !hasMark(text));
  const unclear = bare.filter((each) => bare.filter(({ quantity }) => quantity === each.quantity).length > 1);
  if (unclear.length === 0) return null;
  const only = (label: string, isTaken: (text: string) => boolean) =>
    candidate(label, {
      kinds: {
        ...kinds,
        texts: kinds.texts.map((each) => ({ ...each, quantity: isTaken(each.text) ? each.quantity : null })),
      },
    });
  const texts = unclear.map(({ text }) => text);
  return {
    about: 'kinds',
    candidates: [
      ...texts.map((text) => only(text, (each) => each === text || !texts.includes(each))),
      only(texts.join(' + '), () => true),
    ],
  };
}

/** The rows of each quantity that is taken. */
export const rowsByKind = (rows: Rows, { column, texts }: NonNullable<FileReading['kinds']>): Rows[] =>
  texts
    .filter(({ quantity }) => quantity !== null)
    .map(({ text }) => rows.filter((cells) => cells[column] === text));
