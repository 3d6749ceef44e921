import { COMPLETE, type Rate } from '../../base/units/rate.ts';
import { type BillingContract, USUAL_PRINTING } from '../../sites/tariffs/billing-contract.ts';
import { areHalvesTaxedAlike, type TaxedLine } from '../../sites/tariffs/line-taxes.ts';
import { type ElectricRules, type EnergyPrice, isOfOnePrice } from '../../sites/tariffs/tariff-rules.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { TOU_PERIOD_LABELS } from '../../sites/tou-windows/tou-periods-by-window.ts';
import type { Item } from '../charges/charge.ts';
import { dividedBy, type Fraction, fraction, minus, plus, times, ZERO } from '../charges/fraction.ts';
import { sourceDiscount } from '../demand/demand.ts';
import { letOffItems, type Portion } from './benefit-portions.ts';

const MWH_PER_KWH = 1_000_000;

/** Prices of a time-of-use period; a period without prices of its own has those of off-peak. */
export function energyPriceOf(rules: ElectricRules, touPeriod: TouPeriod): EnergyPrice {
  const prices: Partial<Record<TouPeriod, EnergyPrice>> & Record<'outPoint', EnergyPrice> = rules.energy;
  return prices[touPeriod] ?? prices.outPoint;
}

/**
 * Truncates parts to whole kWh by their running sums, so that they add up to the truncated total. @param isTruncated - false: the
 * parts stay as they are
 */
export function integerParts(quantities: readonly number[], isTruncated: boolean): number[] {
  if (!isTruncated) return [...quantities];
  let running = 0;
  let before = 0;
  return quantities.map((quantity) => {
    running += quantity;
    const floored = Math.floor(running / MWH_PER_KWH) * MWH_PER_KWH;
    const part = floored - before;
    before = floored;
    return part;
  });
}

/** Discount of an incentivised source on a kWh. Only peak energy of Verde has one, because its extra TUSD stands for demand. */
function letOffTusd(rules: ElectricRules, touPeriod: TouPeriod, discount: Rate): Fraction {
  if (rules.modality !== 'verde' || touPeriod !== 'inPoint') return ZERO;
  const above = rules.energy.inPoint.tusd - rules.energy.outPoint.tusd;
  return dividedBy(times(fraction(above), discount), COMPLETE);
}

type EnergyTerms = Pick<BillingContract, 'market' | 'printing' | 'lineTaxes'>;

/** A line of consumption without its quantity. */
interface EnergyLine {
  readonly label: string;
  readonly taxedAs: TaxedLine;
  readonly tusd: Fraction;
  readonly te: Fraction;
  /** Flag included in the price; no discount applies to it. */
  readonly flag: Fraction;
}

/** Lines of a time-of-use period: one, or two if TUSD and TE are separate or taxed differently; in the free market TUSD only. */
function linesOfPeriod(
  rules: ElectricRules,
  touPeriod: TouPeriod,
  terms: EnergyTerms,
  flag: Fraction,
): EnergyLine[] {
  const price = energyPriceOf(rules, touPeriod);
  const [tusd, te] = [fraction(price.tusd), fraction(price.te)];
  const where = isOfOnePrice(rules.modality) ? '' : ` ${TOU_PERIOD_LABELS[touPeriod]}`;
  const ofTusd = {
    label: `Consumo TUSD${where}`,
    taxedAs: 'energy-tusd',
    tusd,
    te: ZERO,
    flag: ZERO,
  } as const;
  if (terms.market.mode === 'livre') return [ofTusd];
  if (rules.tusdTe === 'joined' && areHalvesTaxedAlike(terms.lineTaxes))
    return [{ label: `Consumo${where}`, taxedAs: 'energy-te', tusd, te, flag }];
  return [{ label: `Consumo TE${where}`, taxedAs: 'energy-te', tusd: ZERO, te, flag }, ofTusd];
}

const shareOfPrice = (price: Fraction, share: Rate): Fraction =>
  share === COMPLETE ? price : dividedBy(times(price, share), COMPLETE);

/**
 * Lines of consumption: one for each time-of-use period, or separate ones for TUSD and TE. Free-market customers pay TUSD less
 * their discount.
 * @param flag - R$/kWh before taxes, if the energy price includes it
 */
export function energyItems(
  rules: ElectricRules,
  portions: readonly Portion[],
  terms: EnergyTerms,
  flag: Fraction = ZERO,
): Item[] {
  const source = sourceDiscount(terms);
  const printing = terms.printing ?? USUAL_PRINTING;
  return portions.flatMap(({ touPeriod, quantity, name, tusdLeft, teLeft }) =>
    linesOfPeriod(rules, touPeriod, terms, flag).flatMap(({ label, taxedAs, tusd, te, flag: added }) => {
      const discounted = plus(
        shareOfPrice(minus(tusd, tusd.over === 0n ? ZERO : letOffTusd(rules, touPeriod, source)), tusdLeft),
        shareOfPrice(te, teLeft),
      );
      const full = plus(tusd, te);
      const item = {
        label: name === null ? label : `${label} – ${name}`,
        kind: 'energy' as const,
        touPeriod,
        taxedAs,
        quantity,
        unit: 'kWh' as const,
        price: plus(full, added),
      };
      const credit = name === null ? 'Crédito APCEI' : 'Desconto';
      return letOffItems(item, { amount: minus(full, discounted), printing, credit });
    }),
  );
}
