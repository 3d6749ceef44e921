import { cellAt } from '../../base/sheet/row-cells.ts';
import type { CivilMonth } from '../../base/time/civil-month.ts';
import { isEmptyCell, parseNumber } from '../past-imports/cell-number.ts';
import type { SheetRow } from '../past-imports/file-reading.ts';
import { type EmissionFactor, FACTOR_LIMITS, factorLabel, hasEnded } from './emission-factors.ts';
import { kgPerKwhOf, meanIn, monthIn, plain, unitsIn, yearsIn } from './factor-cells.ts';

/** Units of a factor file. */
export const FACTOR_UNITS = ['kg/kWh', 't/MWh', 'kg/MWh', 'g/kWh'] as const;
export type FactorUnit = (typeof FACTOR_UNITS)[number];

interface FileChoice {
  /** The year of the file. */
  readonly year: number;
  /** null: the unit that the file names. */
  readonly unit: FactorUnit | null;
  readonly source: string;
  /** The current month: only earlier ones have factors. */
  readonly now: CivilMonth;
}

interface RefusedLine {
  readonly line: number;
  /** In Portuguese. */
  readonly why: string;
}

/** Factors of a file, or the reason in Portuguese why the complete file is refused, with the field that can solve it. */
export type FactorFile =
  | { readonly factors: readonly EmissionFactor[]; readonly refused: readonly RefusedLine[] }
  | { readonly problem: string; readonly field: 'file' | 'year' | 'unit' };

/** A value of the table before it is judged. */
interface Cell {
  readonly line: number;
  readonly time: string;
  readonly year: string;
  readonly value: string;
}

interface Table {
  readonly titles: readonly SheetRow[];
  readonly cells: readonly Cell[];
}

const MIN_MONTHS = 6;
const TIME_HEADER = /^(?:mes|periodo|competencia|data|mes\s*\/\s*ano)\b/;
const VALUE_HEADER = /fator|co[2₂]|emiss/;
const NO_TABLE =
  'Não encontrei a tabela: use as colunas Mês (MM/AAAA) e Fator, ou os meses de janeiro a dezembro em colunas, em .csv ou .xlsx.';

const columnsWhere = (row: SheetRow, test: (cell: string) => boolean): readonly number[] =>
  row.cells.flatMap((cell, column) => (test(plain(cell)) ? [column] : []));

/** Months in columns, as MCTI publishes them: each row below is a year. */
function acrossTable(header: SheetRow, rows: readonly SheetRow[]): readonly Cell[] | null {
  const columns = columnsWhere(header, (cell) => monthIn(cell) !== null || /^media|anual/.test(cell));
  if (columns.filter((column) => monthIn(cellAt(header.cells, column)) !== null).length < MIN_MONTHS)
    return null;
  return rows.flatMap(({ line, cells }) => {
    const year = cells.find((cell, column) => !columns.includes(column) && yearsIn(cell).length === 1) ?? '';
    return columns
      .filter((column) => !isEmptyCell(cellAt(cells, column)))
      .map((column) => ({ line, time: cellAt(header.cells, column), year, value: cellAt(cells, column) }));
  });
}

/** A row a month, with columns for the month or the year, and the factor. */
function downTable(header: SheetRow, rows: readonly SheetRow[]): readonly Cell[] | null {
  const [time] = columnsWhere(header, (cell) => TIME_HEADER.test(cell));
  const [year] = columnsWhere(header, (cell) => cell === 'ano');
  const [value, another] = columnsWhere(
    header,
    (cell) => VALUE_HEADER.test(cell) && !cell.startsWith('fonte'),
  );
  if (value === undefined || another !== undefined || (time ?? year) === undefined) return null;
  return rows
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => ({
      line,
      time: cellAt(cells, time ?? year),
      year: cellAt(cells, year),
      value: cellAt(cells, value),
    }));
}

function findTable(rows: readonly SheetRow[]): Table | null {
  for (const [index, header] of rows.entries()) {
    const below = rows.slice(index + 1);
    const cells = acrossTable(header, below) ?? downTable(header, below);
    if (cells !== null) return { titles: rows.slice(0, index), cells };
  }
  return null;
}

const timeIn = ({ time, year }: Cell) => {
  const number = Number(time);
  const found = /^\d{1,2}$/.test(time) && number >= 1 && number <= 12 ? { year: null, month: number } : null;
  const read = found ?? monthIn(time) ?? meanIn(time);
  return read && { ...read, year: read.year ?? yearsIn(year)[0] ?? null };
};

/** A factor, or the reason in Portuguese why a value is none. */
function readCell(cell: Cell, perUnit: number, { year, source, now }: FileChoice): EmissionFactor | string {
  const time = timeIn(cell);
  if (time === null) return `“${cell.time}” não é um mês: use MM/AAAA.`;
  if (time.year !== null && time.year !== year) return `É de ${time.year}, e o ano escolhido é ${year}.`;
  const one = { year, month: time.month };
  const label = factorLabel(one);
  if (!hasEnded(one, now)) return `${label} ainda não terminou: o fator não pode estar publicado.`;
  const value = parseNumber(cell.value, 'either');
  if (value === null) return `“${cell.value}” não é um número.`;
  if (value < 0) return `O fator de ${label} é negativo.`;
  const kgPerKwh = Number((value * perUnit).toFixed(6));
  if (kgPerKwh < FACTOR_LIMITS.min || kgPerKwh > FACTOR_LIMITS.max)
    return `${cell.value} não pode ser o fator de ${label} nesta unidade: confira a unidade do arquivo.`;
  return { ...one, kgPerKwh, source };
}

/** kg per kWh of one in the unit of the file, or the problem. */
function unitOf(rows: readonly SheetRow[], chosen: FactorUnit | null): number | FactorFile {
  const named = [...new Set(rows.flatMap(({ cells }) => cells.flatMap(unitsIn)))];
  const scales = new Set(named.map(kgPerKwhOf));
  const wanted = chosen === null ? null : kgPerKwhOf(chosen.toLowerCase());
  const [scale] = scales;
  if (scales.size > 1)
    return {
      field: 'file',
      problem: `O arquivo tem mais de uma unidade (${named.join(', ')}): deixe só uma.`,
    };
  if (scale === null)
    return {
      field: 'file',
      problem: `${named[0]} não é uma unidade de fator de emissão: use kg/kWh ou t/MWh.`,
    };
  if (scale !== undefined && wanted !== null && scale !== wanted)
    return { field: 'unit', problem: `O arquivo diz ${named[0]}, e a unidade escolhida é ${chosen}.` };
  const stated = scale ?? wanted;
  return stated ?? { field: 'unit', problem: 'O arquivo não diz a unidade dos fatores: escolha a unidade.' };
}

/**
 * Reads emission factors from a sheet: the months in columns as MCTI publishes them, or a row a month. The unit is the one that
 * the file names or the chosen one; both must agree. Faulty lines are reported. A month that occurs twice is refused, because
 * nothing says which value is right.
 */
export function readFactorFile(rows: readonly SheetRow[], choice: FileChoice): FactorFile {
  const table = findTable(rows);
  if (table === null) return { field: 'file', problem: NO_TABLE };
  const perUnit = unitOf(rows, choice.unit);
  if (typeof perUnit !== 'number') return perUnit;
  const years = table.titles.flatMap(({ cells }) => cells.flatMap(yearsIn));
  if (years.length > 0 && !years.includes(choice.year))
    return { field: 'year', problem: `O arquivo é de ${years[0]}, e o ano escolhido é ${choice.year}.` };
  const read = table.cells.map((cell) => ({ line: cell.line, factor: readCell(cell, perUnit, choice) }));
  const taken = read.flatMap(({ line, factor }) => (typeof factor === 'string' ? [] : [{ line, factor }]));
  const byLabel = Map.groupBy(taken, ({ factor }) => factorLabel(factor));
  const repeated = [...byLabel].filter(([, all]) => all.length > 1);
  return {
    factors: [...byLabel.values()].flatMap((all) => (all.length > 1 ? [] : all.map(({ factor }) => factor))),
    refused: [
      ...read.flatMap(({ line, factor }) => (typeof factor === 'string' ? [{ line, why: factor }] : [])),
      ...repeated.map(([label, all]) => ({
        line: (all[1] as { readonly line: number }).line,
        why: `${label} está em mais de uma linha (${all.map(({ line }) => line).join(', ')}): deixe só uma.`,
      })),
    ].toSorted((a, b) => a.line - b.line),
  };
}
