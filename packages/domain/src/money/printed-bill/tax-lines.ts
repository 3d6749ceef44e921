import { cents } from '../../base/units/money.ts';
import { TARIFF_PARTS } from './found-fits.ts';
import { centsBy, type FoundLine } from './found-prices.ts';

/** Bills print per cent with two decimals; what stands behind them may have more. */
const PRINTED_DECIMALS = 4;
const MAX_DECIMALS = 8;

function printedRate({ line }: FoundLine): number {
  return Number(/(\d+,\d+)\s*%/.exec(line.label)?.[1]?.replace(',', '.')) / 100;
}

/** What taxes of some rates come to, of lines that hold none of them: all of them are within the whole. */
function amountsBy(rates: readonly number[], base: number): number[] {
  const whole = base / (1 - rates.reduce((sum, rate) => sum + rate, 0));
  return rates.map((rate) => centsBy('truncate', (rate * whole) / 100));
}

/** The rates as they are printed where these make the amounts; else the roundest ones behind them that do; else as printed. */
function ratesOf(lines: readonly FoundLine[], base: number): number[] {
  const printed = lines.map(printedRate);
  const whole = lines.reduce((sum, { line }) => sum + line.amount, base);
  const makes = (rates: readonly number[]) =>
    amountsBy(rates, base).every((amount, index) => amount === lines[index]?.line.amount);
  const isBehind = (rates: readonly number[]) =>
    rates.every((rate, index) => Math.abs(rate - Number(printed[index])) <= 10 ** -PRINTED_DECIMALS);
  for (let decimals = PRINTED_DECIMALS; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const rates =
      decimals === PRINTED_DECIMALS
        ? printed
        : lines.map(({ line }) => Math.ceil((line.amount / whole) * scale) / scale);
    if (isBehind(rates) && makes(rates)) return rates;
  }
  return printed;
}

/** PIS and COFINS as lines of their own: their rates, which the labels name, of all lines of the tariff with them. */
export function withTaxLines(lines: readonly FoundLine[]): readonly FoundLine[] {
  const named = lines.filter((one) => one.meaning.part === 'tax' && printedRate(one) > 0);
  // Taxes are within the whole: they are never all of it.
  const taxLines = named.reduce((sum, one) => sum + printedRate(one), 0) < 1 ? named : [];
  const base = lines
    .filter(({ meaning }) => TARIFF_PARTS.has(meaning.part))
    .reduce((sum, { line }) => sum + line.amount, 0);
  const rates = ratesOf(taxLines, base);
  const amounts = amountsBy(rates, base);
  return lines.map((one) => {
    const index = taxLines.indexOf(one);
    const [rate, amount] = [rates[index], amounts[index]];
    return rate === undefined || amount === undefined ? one : { ...one, computed: cents(amount), rate };
  });
}
