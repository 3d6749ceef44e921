import { type Rate, WHOLE } from '../units/rate.ts';
import type { Market } from './billing-contract.ts';
import { type Item, priceOf } from './charge.ts';
import { dividedBy, type Fraction, fraction, minus, times } from './fraction.ts';
import type { ByPost } from './measured-cycle.ts';
import { POSTS, type Post } from './posts.ts';
import { POST_LABELS } from './posts-by-window.ts';
import type { ElectricRules, EnergyPrice } from './tariff-rules.ts';

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
 * The TUSD of a kWh for who buys elsewhere. In Verde an incentivised source is let off its share of what the peak costs
 * more than off-peak too: that part of the price pays for demand.
 */
function freeTusd(rules: ElectricRules, post: Post, discount: Rate): Fraction {
  const { tusd } = energyPriceOf(rules, post);
  if (rules.modality !== 'verde' || post !== 'inPoint') return fraction(tusd);
  const above = tusd - rules.energy.outPoint.tusd;
  return minus(fraction(tusd), dividedBy(times(fraction(above), discount), WHOLE));
}

/** The lines of consumption: one a post, or two where TUSD and TE stand apart; who buys elsewhere pays TUSD only. */
export function energyItems(rules: ElectricRules, consumed: ByPost, market: Market): Item[] {
  return POSTS.filter((post) => consumed[post] > 0).flatMap((post): Item[] => {
    const { tusd, te } = energyPriceOf(rules, post);
    const where = rules.modality === 'convencional' ? '' : ` ${POST_LABELS[post]}`;
    const item = { kind: 'energy' as const, post, quantity: consumed[post], unit: 'kWh' as const };
    if (market.mode === 'livre') {
      const price = freeTusd(rules, post, market.demandDiscount);
      return [{ ...item, label: `Consumo TUSD${where}`, price }];
    }
    if (rules.tusdTe === 'joined') return [{ ...item, label: `Consumo${where}`, price: priceOf(tusd, te) }];
    return [
      { ...item, label: `Consumo TE${where}`, price: fraction(te) },
      { ...item, label: `Consumo TUSD${where}`, price: fraction(tusd) },
    ];
  });
}
