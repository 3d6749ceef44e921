import { type Cents, fromReais } from '../../units/money.ts';

/** A line as a bill prints it. */
export interface PrintedLine {
  readonly label: string;
  /** kWh, kW, kvarh or m³; null where the bill prints none. */
  readonly quantity: number | null;
  /** R$ a unit, taxes within; null where the bill prints none. */
  readonly price: number | null;
  readonly amount: Cents;
}

const NUMBER = String.raw`-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?-?`;
const AMOUNT = String.raw`-?\s?(?:R\$\s?)?-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}-?(?![\d%])`;
const UNIT = String.raw`(?:kWh|kW|kvarh|m3|m³|UN)\b`;
const COUNTED = new RegExp(
  String.raw`^(?<label>.*?\S)\s+(?:(?<before>${NUMBER})\s*${UNIT}|${UNIT}\s+(?<after>${NUMBER}))(?:\s*[x×])?\s+(?:(?:R\$\s?)?(?<price>\d+,\d{3,10})\s+)?=?\s*(?<amount>${AMOUNT})(?:\s.*)?$`,
  'iu',
);
const PLAIN = new RegExp(String.raw`^(?<label>.*?[^\s\d].*?)\s+(?<amount>${AMOUNT})(?:\s.*)?$`, 'iu');

function numberOf(text: string): number {
  const isNegative = text.includes('-');
  const size = Number(text.replace(/[^\d,]/g, '').replace(',', '.'));
  return isNegative ? -size : size;
}

function printedLine(text: string): PrintedLine | null {
  const found = COUNTED.exec(text) ?? PLAIN.exec(text);
  if (found === null) return null;
  const { label, before, after, price, amount } = found.groups as Record<string, string | undefined>;
  const quantity = before ?? after;
  return {
    label: String(label),
    quantity: quantity === undefined ? null : numberOf(quantity),
    price: price === undefined ? null : numberOf(price),
    amount: fromReais(numberOf(String(amount))),
  };
}

/**
 * The lines of a bill, typed or pasted: a label, then, where it has them, quantity, unit and price, and the amount in R$
 * with two decimals; columns after it do not matter. 'Consumo ponta 1.774 kWh 2,689175 4.770,59'.
 * @returns what was read, and the texts that are no line of a bill
 */
export function readPrintedLines(text: string): {
  readonly lines: readonly PrintedLine[];
  readonly unread: readonly string[];
} {
  const texts = text.split('\n').map((line) => line.replace(/[\t;|]+/g, ' ').trim());
  const all = texts.filter((line) => line !== '').map((line) => ({ line, printed: printedLine(line) }));
  return {
    lines: all.flatMap(({ printed }) => (printed === null ? [] : [printed])),
    unread: all.flatMap(({ line, printed }) => (printed === null ? [line] : [])),
  };
}
