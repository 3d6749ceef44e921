import { type Cents, fromReais } from '../../base/units/money.ts';

/** A line as a bill prints it. */
export interface PrintedLine {
  readonly label: string;
  /** kWh, kW, kvarh or m³; null if the bill prints none. */
  readonly quantity: number | null;
  /** R$ a unit, including taxes; null if the bill prints none. */
  readonly price: number | null;
  readonly amount: Cents;
  /** PIS and COFINS contained in the amount, and their base, R$; absent if the bill has no such columns. */
  readonly pisCofins?: { readonly base: number; readonly taxes: number };
}

const NUMBER = String.raw`-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?-?`;
const AMOUNT = String.raw`-?\s?(?:R\$\s?)?-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}-?(?![\d%])`;
const UNIT = String.raw`(?:kWh|kW|kvarh|m3|m³|UN)\b`;
const COUNTED = new RegExp(
  String.raw`^(?<label>.*?\S)\s+(?:(?<before>${NUMBER})\s*${UNIT}|${UNIT}\s+(?<after>${NUMBER}))(?:\s*[x×])?\s+(?:(?:R\$\s?)?(?<price>\d+,\d{3,10})\s+)?=?\s*(?<amount>${AMOUNT})(?:\s+(?<next>${AMOUNT}))?(?<rest>\s.*)?$`,
  'iu',
);
const PLAIN = new RegExp(String.raw`^(?<label>.*?[^\s\d].*?)\s+(?<amount>${AMOUNT})(?:\s.*)?$`, 'iu');

/** Maximum of an amount in R$ and of a quantity. */
const MAXIMUM = 1e9;
/** Maximum price, R$ a unit. */
const MAX_PRICE = 10_000;
const HALF_A_CENT = 0.005;

/** Converts R$ to cents, limited to twice the maximum; `isOfABill` refuses larger amounts. */
const inCents = (amount: number): Cents => fromReais(Math.min(MAXIMUM * 2, Math.max(-MAXIMUM * 2, amount)));

function numberOf(text: string): number {
  const isNegative = text.includes('-');
  const size = Number(text.replace(/[^\d,]/g, '').replace(',', '.'));
  return isNegative ? -size : size;
}

/**
 * Whether `first` is a price and `next` the amount, in a line such as '86 kW 27,70 2.382,20': quantity × price must be the amount
 * within the rounding of a price with two decimals.
 */
function isPrice(quantity: number, first: number, next: number): boolean {
  return Math.abs(quantity * first - next) <= Math.abs(quantity) * HALF_A_CENT + 2 * HALF_A_CENT;
}

const COLUMN = new RegExp(String.raw`(?<=\s)${AMOUNT}(?=\s|$)`, 'gu');
/** COFINS is about 4.6 times PIS, by the rates of 7.6 % and 1.65 %. */
const COFINS_TIMES = { min: 4, max: 5.2 };
const MAX_PIS = 0.0166;

/**
 * Reads the last columns after an amount: base, PIS, COFINS. Small amounts are ignored, because their cents do not reveal a rate.
 */
function pisCofinsOf(columns: string): Pick<PrintedLine, 'pisCofins'> {
  const [base = 0, pis = 0, cofins = 0] = [...columns.matchAll(COLUMN)]
    .slice(-3)
    .map(([text]) => Math.abs(numberOf(text)));
  const isTaxes =
    pis > 0 && pis < base * MAX_PIS && cofins > pis * COFINS_TIMES.min && cofins < pis * COFINS_TIMES.max;
  return isTaxes ? { pisCofins: { base, taxes: pis + cofins } } : {};
}

function countedLine(text: string): PrintedLine | null {
  const found = COUNTED.exec(text)?.groups as Record<string, string | undefined> | undefined;
  if (found === undefined) return null;
  const { label, before, after, price, amount, next = '', rest = '' } = found;
  const quantity = numberOf(String(before ?? after));
  const [first, second] = [numberOf(String(amount)), next === '' ? null : numberOf(next)];
  const line = { label: String(label), quantity, ...pisCofinsOf(` ${next} ${rest}`) };
  if (price === undefined && second !== null && isPrice(quantity, first, second)) {
    return { ...line, price: first, amount: inCents(second) };
  }
  return { ...line, price: price === undefined ? null : numberOf(price), amount: inCents(first) };
}

function plainLine(text: string): PrintedLine | null {
  const found = PLAIN.exec(text)?.groups as Record<string, string> | undefined;
  if (found === undefined) return null;
  const amount = inCents(numberOf(String(found.amount)));
  return { label: String(found.label), quantity: null, price: null, amount };
}

function isOfABill({ quantity, price, amount }: PrintedLine): boolean {
  return Math.abs(quantity ?? 0) <= MAXIMUM && (price ?? 0) <= MAX_PRICE && Math.abs(amount) <= MAXIMUM * 100;
}

function printedLine(text: string): PrintedLine | null {
  const line = countedLine(text) ?? plainLine(text);
  return line !== null && isOfABill(line) ? line : null;
}

/** Empty columns: two or more dashes, or dashes after a unit. A single dash is a minus sign. */
const EMPTY_COLUMNS = new RegExp(String.raw`\s+(?:${UNIT}(?:\s+[-–])+|[-–](?:\s+[-–])+)\s+(?=-?\d)`, 'giu');
/** A distributor's code before a label: `0605 Energia Ativa`. */
const LINE_CODE = new RegExp(String.raw`^\d{4}\s+(?!${UNIT})(?=\p{L}{2})`, 'iu');

const cleanText = (text: string): string => text.replace(EMPTY_COLUMNS, ' ').replace(LINE_CODE, '');

/**
 * Parses typed or pasted bill lines such as 'Consumo ponta 1.774 kWh 2,689175 4.770,59': label, optional quantity, unit and
 * price, and the amount in R$ with two decimals. Of later columns only PIS and COFINS are used. @returns the parsed lines, and
 * the texts that are no bill line
 */
export function readPrintedLines(text: string): {
  readonly lines: readonly PrintedLine[];
  readonly unread: readonly string[];
} {
  const texts = text.split('\n').map((line) => line.replace(/[\t;|]+/g, ' ').trim());
  const all = texts
    .filter((line) => line !== '')
    .map((line) => ({ line, printed: printedLine(cleanText(line)) }));
  return {
    lines: all.flatMap(({ printed }) => (printed === null ? [] : [printed])),
    unread: all.flatMap(({ line, printed }) => (printed === null ? [line] : [])),
  };
}
