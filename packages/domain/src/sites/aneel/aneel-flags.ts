import { isCivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, monthOf } from '../../base/time/civil-month.ts';
import { parsePrice } from '../../base/units/price.ts';
import type { Flag, FlagName } from '../tariffs/billing-contract.ts';
import { type ReadHeader, readAneelHeader, readAneelPrice, splitAneelLine } from './aneel-line.ts';

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

/** Why a row of a flag file was not taken, with the explanation shown to the operator. */
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

/** R$/kWh. The dictionary says R$/kWh where the file has R$/MWh, and newspapers print R$ per 100 kWh as per kWh. */
const MINIMUM = parsePrice('0.005');
const MAXIMUM = parsePrice('0.3');

/** Both files have the same three columns under other names. */
export function readFlagHeader(line: string): ReadHeader<FlagColumn> {
  const months = readAneelHeader(line, FLAG_COLUMNS);
  return 'missing' in months ? readAneelHeader(line, FLAG_PRICE_COLUMNS) : months;
}

/** One row of a flag file, or why it is not taken. */
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
