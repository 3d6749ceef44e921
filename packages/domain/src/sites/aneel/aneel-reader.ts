import { cellsOf } from '../../base/sheet/row-cells.ts';
import { SEPARATORS } from '../../base/sheet/separator-hint.ts';
import { isCivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, monthOf } from '../../base/time/civil-month.ts';
import { parsePrice } from '../../base/units/price.ts';
import type { Flag, FlagName } from '../tariffs/billing-contract.ts';
import { type AneelAssembled, createAneelAssembly } from './aneel-assembly.ts';
import {
  type Positions,
  type ReadHeader,
  readAneelHeader,
  readAneelPrice,
  splitAneelLine,
} from './aneel-line.ts';
import {
  type AneelChoice,
  createRefusalCounter,
  type RowRefusal,
  type RowRefusals,
  readAneelRow,
  type TariffColumn,
} from './aneel-row.ts';

/** Columns of 'bandeira-tarifaria-acionamento.csv' (dadosabertos.aneel.gov.br, ODbL). */
const FLAG_COLUMNS = {
  month: { column: 'DatCompetencia' },
  name: { column: 'NomBandeiraAcionada' },
  price: { column: 'VlrAdicionalBandeira' },
} as const;

/** Columns of 'bandeira-tarifaria-adicional.csv': the price of each flag from a day on. */
const FLAG_PRICE_COLUMNS = {
  month: { column: 'DatVigencia' },
  name: { column: 'NomBandeiraAcionada' },
  price: { column: 'VlrAdicionalBandeiraRSMWh' },
} as const;

type FlagColumn = keyof typeof FLAG_COLUMNS;

/** Reasons for which a row of a flag file is refused, with explanations for the operator. */
export const FLAG_REFUSALS = {
  'field-count': 'O número de campos não é o do cabeçalho.',
  'bad-date': 'Data inválida.',
  'unknown-flag': 'Bandeira desconhecida.',
  'bad-price': 'O adicional não é um número.',
  'implausible-price': 'Adicional fora do plausível em R$/MWh: a unidade parece ser outra.',
} as const;
export type FlagRefusal = keyof typeof FLAG_REFUSALS;

/** A row: the flag of a month, or the price of a flag from that month on. */
export interface FlagRow extends Flag {
  readonly month: CivilMonth;
}

const NAMES: Readonly<Record<string, FlagName>> = {
  Verde: 'verde',
  Amarela: 'amarela',
  'Vermelha P1': 'vermelha-1',
  'Vermelha P2': 'vermelha-2',
  'Escassez Hídrica': 'escassez-hidrica',
};

/**
 * Lowest and highest plausible flag price, R$/kWh. They detect a wrong unit: the file's dictionary states R$/kWh for values in
 * R$/MWh, and newspapers print R$ per 100 kWh as per kWh.
 */
const MINIMUM = parsePrice('0.005');
const MAXIMUM = parsePrice('0.3');

/** Both files have the same three columns under other names. */
export function readFlagHeader(line: string): ReadHeader<FlagColumn> {
  const months = readAneelHeader(line, FLAG_COLUMNS);
  return 'missing' in months ? readAneelHeader(line, FLAG_PRICE_COLUMNS) : months;
}

/** A parsed row of a flag file, or the reason why it is refused. */
export function readFlagRow(
  line: string,
  { positions, columns }: Extract<ReadHeader<FlagColumn>, { positions: unknown }>,
): FlagRow | FlagRefusal {
  const fields = splitAneelLine(line);
  if (fields.length !== columns) return 'field-count';
  const [date, flag, amount] = [positions.month, positions.name, positions.price].map((at) => fields[at]) as [
    string,
    string,
    string,
  ];
  if (!isCivilDate(date)) return 'bad-date';
  const name = NAMES[flag];
  if (name === undefined) return 'unknown-flag';
  const price = readAneelPrice(amount, true);
  if (price === null) return 'bad-price';
  const isPlausible = name === 'verde' ? price === 0n : price >= MINIMUM && price <= MAXIMUM;
  return isPlausible ? { month: monthOf(date), name, price } : 'implausible-price';
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const lineOf = (cells: readonly string[]): string => cells.map(quoted).join(';');

/** Returns a function that converts lines of a table to the format of ANEEL's files, by the separator of its header. */
export function createAneelLines(header: string): (line: string) => string {
  const widthBy = (separator: string): number => cellsOf(header, separator).length;
  const separator = SEPARATORS.reduce((best, one) => (widthBy(one) > widthBy(best) ? one : best));
  return separator === ';'
    ? (line) => line
    : (line) => (line.trim() === '' ? '' : lineOf(cellsOf(line, separator)));
}

type Row = Readonly<Record<string, unknown>> | readonly unknown[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** A value as text: a number with a decimal comma, a date without the time 00:00. */
const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'string' ? value.replace(/T00:00:00.*$/, '') : '';
};

/** Converts JSON of the CKAN API (`datastore_search` or a dump) to lines; null if it is no such JSON. */
export function aneelLinesOfJson(json: unknown): string[] | null {
  const result = isRecord(json) && isRecord(json.result) ? json.result : json;
  const records: unknown = isRecord(result) ? result.records : result;
  if (!Array.isArray(records) || !records.every(isRow)) return null;
  const fields: unknown[] = isRecord(result) && Array.isArray(result.fields) ? result.fields : [];
  const ids = fields.flatMap((field) => (isRecord(field) && typeof field.id === 'string' ? [field.id] : []));
  const columns = ids.length > 0 ? ids : Object.keys(records[0] ?? {});
  const cellsIn = (row: Row): unknown[] =>
    Array.isArray(row) ? [...row] : columns.map((column) => (row as Record<string, unknown>)[column]);
  return [lineOf(columns), ...records.map((row: Row) => lineOf(cellsIn(row).map(textOf)))];
}

/** The result of reading a file: `rows` is `takenRows` plus all rows in `refusals`. */
export interface AneelReading extends AneelAssembled {
  readonly rows: number;
}

interface AneelReader {
  /** Reads a row of the file after its header; an empty line is ignored. */
  row(line: string): void;
  finish(): AneelReading;
}

function sumOf(one: RowRefusals, other: RowRefusals): RowRefusals {
  const sum = createRefusalCounter();
  for (const counts of [one, other]) {
    for (const [reason, rows] of Object.entries(counts)) sum.add(reason as RowRefusal, rows);
  }
  return sum.counts;
}

/** Creates a reader that parses the tariff file row by row and keeps only the resulting tariffs in memory. */
export function createAneelReader(
  header: { readonly positions: Positions<TariffColumn>; readonly columns: number },
  choice: AneelChoice,
): AneelReader {
  const assembly = createAneelAssembly();
  const refused = createRefusalCounter();
  let rows = 0;
  return {
    row(line) {
      if (line === '' || line === '\r') return;
      rows += 1;
      const row = readAneelRow(line, header.positions, header.columns, choice);
      if (typeof row === 'string') refused.add(row);
      else assembly.add(row);
    },
    finish() {
      const assembled = assembly.finish();
      return { ...assembled, rows, refusals: sumOf(refused.counts, assembled.refusals) };
    },
  };
}
