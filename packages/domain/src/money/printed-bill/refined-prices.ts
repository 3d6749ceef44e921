import {
  decimalsOf,
  type Explained,
  exactCents,
  type FoundBasis,
  type Trial,
  type TriedLine,
  taxFactor,
} from './found-prices.ts';

/** What is known of a price that a bill has rounded: it lies from `least` to below `most`. R$ a unit. */
interface Range {
  readonly least: number;
  readonly most: number;
}

const MAX_DECIMALS = 10;
/** What floating point may lose of a price. */
const LOST = 1e-12;
/** ANEEL publishes two decimals of R$/MWh. */
const PUBLISHED_DECIMALS = 5;

/** Where the price behind a printed one lies: it was rounded or cut; a published one was rounded. */
function behind(price: number, basis: FoundBasis): Range {
  const step = 10 ** -(basis === 'printed' ? decimalsOf(price) : PUBLISHED_DECIMALS);
  return { least: price - step / 2, most: price + (basis === 'printed' ? step : step / 2) };
}

/** A line that has a price. */
interface PricedLine extends TriedLine {
  readonly explained: Explained;
}

/** Where a price lies that makes the amount of a line. */
function making({ line, explained }: PricedLine, { rounding }: Trial): Range {
  const cut = rounding === 'truncate' ? 0 : 0.5;
  const size = Math.abs(line.amount);
  const each = 100 * Math.abs(explained.quantity) * taxFactor(explained);
  return { least: (size - cut) / each, most: (size - cut + 1) / each };
}

/** The roundest number within a range; null where it is empty. */
function roundest({ least, most }: Range): number | null {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const number = Math.ceil(least * scale) / scale;
    if (number < most - LOST) return number;
  }
  return null;
}

const hasPrice = (one: TriedLine): one is PricedLine =>
  one.explained !== undefined && one.explained.quantity !== 0;

/** Demand has one price, whether it was used or not. */
const partOf = ({ meaning }: TriedLine): string =>
  meaning.part === 'unused-demand' ? 'demand' : meaning.part;

/**
 * Prices with more decimals than the bill prints, or ANEEL publishes, where one such price makes each of the lines that have it, and
 * the shorter one does not. Of a stored tariff none is moved: its prices are known.
 */
export function refined(lines: readonly TriedLine[], basis: FoundBasis, trial: Trial): TriedLine[] {
  if (basis === 'tariff' || trial.lineCents === 'parts') return [...lines];
  const better = new Map<TriedLine, TriedLine>();
  const priced = lines.filter(hasPrice);
  for (const missed of priced.filter(({ computed, line }) => computed !== line.amount)) {
    const group = priced.filter((one) => one.price === missed.price && partOf(one) === partOf(missed));
    const ranges = [behind(missed.explained.untaxed, basis), ...group.map((one) => making(one, trial))];
    const price = roundest({
      least: Math.max(...ranges.map(({ least }) => least)),
      most: Math.min(...ranges.map(({ most }) => most)),
    });
    if (price === null) continue;
    for (const one of group) better.set(one, repriced(one, price, trial));
  }
  return lines.map((line) => better.get(line) ?? line);
}

function repriced(line: PricedLine, price: number, trial: Trial): TriedLine {
  const explained = { ...line.explained, untaxed: price };
  return { ...line, explained, price, computed: exactCents(explained, trial) };
}
