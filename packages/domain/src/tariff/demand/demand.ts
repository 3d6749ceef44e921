import type { Watts } from '../../units/power.ts';
import { NOTHING, type Rate, WHOLE } from '../../units/rate.ts';
import type { BilledDemand } from '../bill/bill.ts';
import { type Item, untaxedItem } from '../lines/charge.ts';
import { dividedBy, fraction, minus, times } from '../lines/fraction.ts';
import type { MeasuredCycle, MeasuredDemand } from '../measure/measured-cycle.ts';
import { POSTS, type Post } from '../posts/posts.ts';
import { POST_LABELS } from '../posts/posts-by-window.ts';
import {
  type BillingContract,
  type ContractedDemand,
  type DiscountPlace,
  USUAL_PRINTING,
} from '../terms/billing-contract.ts';
import { taxesOfLine } from '../terms/line-taxes.ts';
import type { AzulRules, VerdeRules } from '../terms/tariff-rules.ts';

/** The tariffs with a demand. */
export type DemandRules = VerdeRules | AzulRules;

const MW_PER_KW = 1_000_000;
const MW_PER_W = 1000;

/** The highest of several demands; of equal ones the first. */
export function highestDemand(demands: readonly MeasuredDemand[]): MeasuredDemand {
  return demands.reduce((highest, demand) => (demand.power > highest.power ? demand : highest));
}

/**
 * Whether a demand is overrun: only above 105 % of the contract; then all of the excess counts (REN ANEEL 1.000/2021,
 * art. 301: the 5 % are a trigger, and no allowance).
 */
function isOverrun(measured: number, contracted: number): boolean {
  return 100 * measured > 105 * contracted;
}

/** What is billed of a measured demand. @param contracted - W × 1000; null when it is not known */
export function billedDemand(
  post: Post | null,
  measured: MeasuredDemand,
  contracted: number | null,
  wholeKw: boolean,
): BilledDemand {
  const power = wholeKw ? Math.floor(measured.power / MW_PER_KW) * MW_PER_KW : measured.power;
  const overrun = contracted !== null && isOverrun(power, contracted) ? power - contracted : 0;
  const billed = Math.max(power, contracted ?? 0);
  return { post, measured: power, at: measured.at, contracted, billed, overrun };
}

/** The contracted demand of a post, W × 1000: a single one where the tariff asks for one a post, and the reverse. */
export function contractedFor(contract: ContractedDemand | null, post: Post | null): number | null {
  if (contract === null) return null;
  return wattsFor(contract, post) * MW_PER_W;
}

function wattsFor(contract: ContractedDemand, post: Post | null): Watts {
  if (contract.mode === 'single') return contract.demand;
  if (post === null) return Math.max(contract.inPoint, contract.outPoint) as Watts;
  return post === 'inPoint' ? contract.inPoint : contract.outPoint;
}

/** The demands of a cycle: of Verde one for all posts, of Azul one for each. */
export function demandsOf(
  rules: DemandRules,
  measured: MeasuredCycle,
  contract: ContractedDemand | null,
): BilledDemand[] {
  if (rules.modality === 'verde') {
    const all = highestDemand(POSTS.map((post) => measured.demand[post]));
    return [billedDemand(null, all, contractedFor(contract, null), rules.wholeKw)];
  }
  const { inPoint, interPoint, outPoint } = measured.demand;
  const offPeak = highestDemand([outPoint, interPoint]);
  return [
    billedDemand('inPoint', inPoint, contractedFor(contract, 'inPoint'), rules.wholeKw),
    billedDemand('outPoint', offPeak, contractedFor(contract, 'outPoint'), rules.wholeKw),
  ];
}

/** R$/kW of a post before taxes. */
export function demandPrice(rules: DemandRules, post: Post | null): bigint {
  return rules.modality === 'azul' && post === 'inPoint' ? rules.demand.inPoint : rules.demand.outPoint;
}

/** What an incentivised source is let off, and where the bill shows it; and whether the bill says that unused demand has no ICMS. */
export interface Incentive {
  readonly share: Rate;
  readonly place: DiscountPlace;
  readonly unusedBearsIcms: boolean;
}

/** The incentive of a contract; none for who buys of the distributor. */
export function incentiveOf({
  market,
  printing = USUAL_PRINTING,
  lineTaxes,
}: Pick<BillingContract, 'market' | 'printing' | 'lineTaxes'>): Incentive {
  return {
    share: market.mode === 'livre' ? market.demandDiscount : NOTHING,
    place: printing.discount,
    unusedBearsIcms: taxesOfLine('unused-demand', lineTaxes).icms === 'charged',
  };
}

/**
 * The lines of a demand: what was measured, what was contracted and not used (mostly without ICMS), and the overrun at twice
 * the price. A discount of incentivised sources is not given on the overrun; where it is a credit of its own, it is one of
 * untaxed TUSD on each of the others.
 */
export function demandItems(demand: BilledDemand, rules: DemandRules, incentive: Incentive): Item[] {
  const full = fraction(demandPrice(rules, demand.post));
  const letOff = dividedBy(times(full, incentive.share), WHOLE);
  const isCredit = incentive.place === 'credit';
  const discounted = isCredit || incentive.share === NOTHING ? full : minus(full, letOff);
  const post = demand.post === null ? '' : ` ${POST_LABELS[demand.post]}`;
  const unused = demand.billed - demand.measured;
  const item = { post: demand.post, unit: 'kW' as const };
  const items: Item[] = [
    {
      ...item,
      label: `Demanda${post}`,
      kind: 'demand',
      taxedAs: 'demand',
      quantity: demand.measured,
      price: discounted,
    },
    {
      ...item,
      label: `Demanda não utilizada${post}${incentive.unusedBearsIcms ? '' : ' (sem ICMS)'}`,
      kind: 'unused-demand',
      taxedAs: 'unused-demand',
      quantity: unused,
      price: discounted,
    },
    {
      ...item,
      label: `Demanda de ultrapassagem${post}`,
      kind: 'overrun',
      taxedAs: 'overrun',
      quantity: demand.overrun,
      price: times(full, 2n),
    },
  ];
  const charged = items.filter(({ quantity }) => quantity > 0);
  if (!isCredit || incentive.share === NOTHING) return charged;
  return charged.flatMap((one) =>
    one.kind === 'overrun'
      ? [one]
      : [
          one,
          {
            ...untaxedItem(one),
            label: `Crédito APCEI – ${one.label}`,
            quantity: -one.quantity,
            price: letOff,
            rounding: 'half-up' as const,
          },
        ],
  );
}
