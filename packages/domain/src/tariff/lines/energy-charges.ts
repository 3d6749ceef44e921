import { type Rate, WHOLE } from '../../units/rate.ts';
import { incentiveOf } from '../demand/demand.ts';
import type { ByPost } from '../measure/measured-cycle.ts';
import { POSTS, type Post } from '../posts/posts.ts';
import { POST_LABELS } from '../posts/posts-by-window.ts';
import type { BillingContract } from '../terms/billing-contract.ts';
import { areHalvesTaxedAlike } from '../terms/line-taxes.ts';
import type { ElectricRules, EnergyPrice } from '../terms/tariff-rules.ts';
import { type Item, priceOf, untaxedItem } from './charge.ts';
import { dividedBy, type Fraction, fraction, minus, plus, times, ZERO } from './fraction.ts';

const MWH_PER_KWH = 1_000_000;

/** The prices of a post; a post that the tariff does not know costs what off-peak does. */
export function energyPriceOf(rules: ElectricRules, post: Post): EnergyPrice {
  const prices: Partial<Record<Post, EnergyPrice>> & Record<'outPoint', EnergyPrice> = rules.energy;
  return prices[post] ?? prices.outPoint;
}

/** Whole kWh of running sums, so that the parts of a cycle add up to its own whole kWh; or as they are. */
export function wholeParts(quantities: readonly number[], isWhole: boolean): number[] {
  if (!isWhole) return [...quantities];
  let running = 0;
  let before = 0;
  return quantities.map((quantity) => {
    running += quantity;
    const whole = Math.floor(running / MWH_PER_KWH) * MWH_PER_KWH;
    const part = whole - before;
    before = whole;
    return part;
  });
}

/**
 * What an incentivised source is let off of the TUSD of a kWh: in Verde its share of what the peak costs more than off-peak,
 * because that part of the price pays for demand.
 */
function letOffTusd(rules: ElectricRules, post: Post, discount: Rate): Fraction {
  if (rules.modality !== 'verde' || post !== 'inPoint') return ZERO;
  const above = rules.energy.inPoint.tusd - rules.energy.outPoint.tusd;
  return dividedBy(times(fraction(above), discount), WHOLE);
}

/**
 * The lines of consumption: one a post, or two where TUSD and TE stand apart; who buys elsewhere pays TUSD only.
 *
 * @param flag - R$/kWh before taxes, of bills that print it inside the price of the energy
 */
export function energyItems(
  rules: ElectricRules,
  consumed: ByPost,
  contract: Pick<BillingContract, 'market' | 'printing' | 'lineTaxes'>,
  flag: Fraction = ZERO,
): Item[] {
  return POSTS.filter((post) => consumed[post] > 0).flatMap((post): Item[] => {
    const { tusd, te } = energyPriceOf(rules, post);
    const where = rules.modality === 'convencional' ? '' : ` ${POST_LABELS[post]}`;
    const item = { kind: 'energy' as const, post, quantity: consumed[post], unit: 'kWh' as const };
    if (contract.market.mode === 'livre') {
      return freeItems({ ...item, taxedAs: 'energy-tusd', label: `Consumo TUSD${where}` }, rules, contract);
    }
    if (rules.tusdTe === 'joined' && areHalvesTaxedAlike(contract.lineTaxes)) {
      return [
        { ...item, taxedAs: 'energy-te', label: `Consumo${where}`, price: plus(priceOf(tusd, te), flag) },
      ];
    }
    return [
      { ...item, taxedAs: 'energy-te', label: `Consumo TE${where}`, price: plus(fraction(te), flag) },
      { ...item, taxedAs: 'energy-tusd', label: `Consumo TUSD${where}`, price: fraction(tusd) },
    ];
  });
}

/** The TUSD of who buys elsewhere, with its discount in the price or as a credit of untaxed TUSD. */
function freeItems(
  item: Omit<Item, 'price'> & { readonly post: Post },
  rules: ElectricRules,
  contract: Pick<BillingContract, 'market' | 'printing'>,
): Item[] {
  const { share, place } = incentiveOf(contract);
  const full = fraction(energyPriceOf(rules, item.post).tusd);
  const letOff = letOffTusd(rules, item.post, share);
  if (letOff.over === 0n) return [{ ...item, price: full }];
  if (place === 'price') return [{ ...item, price: minus(full, letOff) }];
  const label = `Crédito APCEI – ${item.label}`;
  return [
    { ...item, price: full },
    { ...untaxedItem(item), label, quantity: -item.quantity, price: letOff, rounding: 'half-up' },
  ];
}
