import { exactPrice, FREE, type Price } from '../../base/units/price.ts';
import { NOTHING, type Rate, WHOLE } from '../../base/units/rate.ts';
import type { EnergyPrice, TariffRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import type { Post } from '../../sites/tou-windows/posts.ts';

export type PostPrices = Readonly<Record<Post, Price>>;

const whole = ({ tusd, te }: EnergyPrice): Price => exactPrice(tusd + te);

/** Half up. */
function divided(price: bigint, by: bigint): bigint {
  return (2n * price + by) / (2n * by);
}

const MILLI = 1000n;

/** The first tier's price of a m³, of a flat tier spread over its m³, with the share of sewage on it. */
function waterPrice({ water, sewage }: WaterRules): Price {
  const [tier] = water.tiers;
  if (tier === undefined) return FREE;
  const cubicMetres = tier.flat && tier.upTo !== null ? BigInt(Math.round(tier.upTo * 1000)) : MILLI;
  const price = divided(tier.price * MILLI, cubicMetres);
  const share: Rate = sewage.mode === 'percent' ? sewage.share : NOTHING;
  return exactPrice(price + divided(price * share, WHOLE));
}

/**
 * One price a post by which consumption can be shown in R$ where no bill is made: TUSD and TE before taxes and without
 * flag, demand or fees; of water the first tier. Of the simple tariff it is the price itself.
 */
export function indicativePrices(rules: TariffRules): PostPrices {
  if (rules.modality === 'simple') {
    const { inPoint, interPoint, outPoint } = rules;
    return { inPoint, interPoint, outPoint };
  }
  if (rules.modality === 'water') {
    const price = waterPrice(rules);
    return { inPoint: price, interPoint: price, outPoint: price };
  }
  const energy: Partial<Record<Post, EnergyPrice>> = rules.energy;
  const priceOf = (post: Post): Price => whole(energy[post] ?? rules.energy.outPoint);
  return { inPoint: priceOf('inPoint'), interPoint: priceOf('interPoint'), outPoint: priceOf('outPoint') };
}
