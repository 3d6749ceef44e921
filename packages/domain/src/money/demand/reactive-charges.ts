import type { ByPost, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { POSTS } from '../../sites/tou-windows/posts.ts';
import { POST_LABELS } from '../../sites/tou-windows/posts-by-window.ts';
import type { BilledDemand } from '../bill/bill.ts';
import type { Item } from '../charges/charge.ts';
import { fraction } from '../charges/fraction.ts';
import { type DemandRules, demandPrice } from './demand.ts';

/** Excess of reactive energy: a line a post, at the TE of B1 (REN ANEEL 1.000/2021, art. 304). */
export function reactiveEnergyItems(excess: ByPost, price: bigint): Item[] {
  return POSTS.filter((post) => excess[post] > 0).map((post) => ({
    label: `Energia reativa excedente ${POST_LABELS[post]}`,
    kind: 'reactive-energy',
    taxedAs: 'reactive',
    post,
    quantity: excess[post],
    unit: 'kvarh',
    price: fraction(price),
  }));
}

/** Demand at the reference factor beyond what is billed anyway, W × 1000. */
function reactiveDemandExcess(demand: BilledDemand, measured: MeasuredCycle): number {
  const { inPoint, interPoint, outPoint } = measured.reactiveDemand;
  const offPeak = Math.max(interPoint, outPoint);
  const highest = demand.post === null ? Math.max(inPoint, offPeak) : offPeak;
  return Math.max(0, (demand.post === 'inPoint' ? inPoint : highest) - demand.billed);
}

/** Excess of reactive demand: a line a demand, at the demand price unless the tariff has one of its own. */
export function reactiveDemandItems(
  demands: readonly BilledDemand[],
  measured: MeasuredCycle,
  rules: DemandRules,
): Item[] {
  return demands
    .map((demand): Item => {
      const post = demand.post === null ? '' : ` ${POST_LABELS[demand.post]}`;
      return {
        label: `Demanda reativa excedente${post}`,
        kind: 'reactive-demand',
        taxedAs: 'reactive',
        post: demand.post,
        quantity: reactiveDemandExcess(demand, measured),
        unit: 'kW',
        price: fraction(rules.reactive?.vrDre ?? demandPrice(rules, demand.post)),
      };
    })
    .filter(({ quantity }) => quantity > 0);
}
