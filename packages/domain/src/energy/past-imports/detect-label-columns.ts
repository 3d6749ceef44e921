import { isEmptyCell, isNumeric } from './cell-number.ts';
import { describeName, isUnit, namesEstimate, namesMeter, namesUnit } from './column-names.ts';
import { factorsOfColumn, namesConstant } from './column-terms/factors.ts';
import { cellsIn, nameAt, widthOf } from './detect-times.ts';
import { candidate, type FileQuestion, type FileReading, type PastDecimal } from './file-reading.ts';
import { detectKinds, marksIn, type Rows, rowsByKind } from './row-kinds.ts';

const MAX_METERS = 20;
const MIN_ROWS = 2;
const NEARLY_ALL = 0.9;

interface SampleTable {
  readonly rows: Rows;
  readonly names: readonly string[];
}

const columnsOf = (rows: Rows): number[] => Array.from({ length: widthOf(rows) }, (_, column) => column);

/** The column that names the meter of each row, if a file has several meters. */
function meterColumn(
  { rows, names }: SampleTable,
  {
    times: timeColumns,
    taken,
  }: { readonly times: ReadonlySet<number | null>; readonly taken: ReadonlySet<number | null> },
  decimal: PastDecimal,
): { column: number; texts: string[] } | null {
  const instants = rows.map((cells) => [...timeColumns].map((column) => cells[column ?? -1] ?? '').join(' '));
  for (const column of columnsOf(rows)) {
    if (taken.has(column)) continue;
    const cells = cellsIn(rows, column).filter((cell) => cell !== '');
    const texts = [...new Set(cells)];
    const isNamed = namesMeter(nameAt(names, column));
    const isText = names.length === 0 && column === 0 && !isNumeric(cells, decimal);
    if (
      texts.length > 1 &&
      texts.length <= MAX_METERS &&
      cells.length >= texts.length * MIN_ROWS &&
      (isNamed || isText || separatesRows(cellsIn(rows, column), instants, texts.length))
    )
      return { column, texts };
  }
  return null;
}

/** Whether nearly every instant has exactly one row of each text. */
function separatesRows(cells: readonly string[], instants: readonly string[], textCount: number): boolean {
  const textsByInstant = new Map<string, Set<string>>();
  for (const [index, at] of instants.entries())
    textsByInstant.set(at, (textsByInstant.get(at) ?? new Set()).add(String(cells[index])));
  const completeInstants = [...textsByInstant.values()].filter((each) => each.size === textCount).length;
  return (
    completeInstants > textsByInstant.size * NEARLY_ALL && instants.length <= textsByInstant.size * textCount
  );
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

/** Columns that describe the values: meter, unit, quantity, phase or period, estimated share and constants. */
export function detectLabelColumns(
  { rows, names }: SampleTable,
  timeColumns: ReadonlySet<number | null>,
  decimal: PastDecimal,
  { isWater }: { readonly isWater: boolean },
): {
  mapping: Pick<FileReading, 'estimatedColumn' | 'unitColumn' | 'kinds' | 'marks' | 'only'> & {
    repeats?: FileReading['repeats'];
  };
  taken: ReadonlySet<number | null>;
  /** Constants that columns repeat in each row. */
  factors: readonly number[];
  questions: readonly FileQuestion[];
} {
  const unitColumn = unitColumnOf(rows, names, timeColumns);
  const estimatedColumn =
    columnsOf(rows).find((column) => !timeColumns.has(column) && namesEstimate(nameAt(names, column))) ??
    null;
  const constants = columnsOf(rows).filter((column) => namesConstant(nameAt(names, column)));
  const factors = constants.flatMap((column) => factorsOfColumn(rows, column));
  const excluded = new Set([...timeColumns, unitColumn, ...constants]);
  const detected = detectKinds({ rows, names, taken: excluded, unitColumn, decimal, isWater });
  const { kinds, only: ofKind } = detected;
  const marks = marksIn(rows, names, new Set([...excluded, detected.column]));
  const taken = new Set([
    ...timeColumns,
    estimatedColumn,
    unitColumn,
    detected.column,
    marks?.column ?? null,
    ...constants,
  ]);
  const tables = kinds === null ? [rows] : rowsByKind(rows, kinds);
  const meters =
    tables
      .map((each) => meterColumn({ rows: each, names }, { times: timeColumns, taken }, decimal))
      .find((each) => each !== null) ?? null;
  const meterNameColumns = columnsOf(rows).filter((column) => {
    const name = nameAt(names, column);
    return namesMeter(name) && describeName(name, isWater).unit === null;
  });
  const mapping = { estimatedColumn, unitColumn, kinds, marks };
  const labels = { taken: new Set([...taken, ...meterNameColumns, meters?.column ?? null]), factors };
  // Home Assistant's energy dashboard sums the entities of one type.
  if (kinds?.texts.some(({ text }) => text === 'grid_consumption'))
    return { ...labels, mapping: { ...mapping, only: null, repeats: 'sum' }, questions: [] };
  if (meters === null || ofKind != null)
    return { ...labels, mapping: { ...mapping, only: ofKind ?? null }, questions: detected.questions };
  const { column, texts } = meters;
  const candidates = [
    ...texts.map((text) => candidate(text, { only: { column, text } })),
    candidate('todos somados', { only: null, repeats: 'sum' }),
  ];
  return {
    ...labels,
    mapping: { ...mapping, only: { column, text: String(texts[0]) } },
    questions: [{ about: 'meter', candidates }, ...detected.questions],
  };
}
