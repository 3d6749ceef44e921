import { addMonths, type CivilMonth, monthOf, monthsBetween } from '../../base/time/civil-month.ts';
import type { MilliwattHours } from '../../base/units/energy.ts';
import type { ByPost, MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { CreditLot, Generation } from '../../sites/tariffs/billing-contract.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import type { CreditMovement } from '../bill/bill.ts';

/** Months for which a credit lasts (Lei 14.300/2022, art. 13). */
const CREDIT_MONTHS = 60;

/** How much a kWh of one post counts in another: the price of its energy (TE) over that of the other. */
export type Conversion = (from: Post, to: Post) => readonly [over: bigint, under: bigint];

/** Energy of one lot that compensated consumption of a post, mWh as they were consumed. */
export interface Compensation {
  readonly lot: CreditLot;
  /** Index of the stretch of the cycle. */
  readonly stretch: number;
  readonly post: Post;
  readonly energy: number;
}

export interface Settlement {
  readonly compensations: readonly Compensation[];
  readonly movement: CreditMovement;
}

/** What a stretch consumed, mWh by post, and how credits go from post to post in it. */
interface BilledStretch {
  readonly consumed: ByPost;
  readonly conversion: Conversion;
}

interface Purse {
  readonly lot: CreditLot;
  left: number;
}

interface Demanded {
  readonly conversion: Conversion;
  readonly stretch: number;
  readonly post: Post;
  left: number;
}

const NOTHING_LOST: readonly [bigint, bigint] = [1n, 1n];

/**
 * Compensates consumption with what was injected in the same cycle, then with older credits, the oldest first; first
 * within a post, then from post to post by the ratio of their TE. What is older than 60 months has expired. What was
 * imported and exported is never netted inside the cycle.
 *
 * @param consumed - of each stretch, as it is billed
 */
export function settleCredits(
  measured: MeasuredCycle,
  generation: Generation,
  consumed: readonly BilledStretch[],
): Settlement {
  const month = monthOf(measured.cycle.last);
  const isAlive = (lot: CreditLot) => addMonths(lot.generatedIn, CREDIT_MONTHS) >= month;
  const alive = generation.credits.filter(isAlive).sort(byAge);
  const purses = [...injectedLots(measured, generation, month), ...alive].map(
    (lot): Purse => ({ lot, left: lot.energy }),
  );
  const demanded = consumed.flatMap(({ consumed: quantities, conversion }, stretch) =>
    POSTS.map((post): Demanded => ({ stretch, post, conversion, left: quantities[post] })),
  );
  const compensations: Compensation[] = [];
  for (const isSamePost of [true, false]) {
    for (const purse of purses) {
      for (const wanted of demanded) {
        if ((wanted.post === purse.lot.post) !== isSamePost) continue;
        const taken = take(purse, wanted);
        if (taken !== null) compensations.push(taken);
      }
    }
  }
  return { compensations, movement: movementOf(purses, generation, measured) };
}

function byAge(a: CreditLot, b: CreditLot): number {
  return monthsBetween(b.generatedIn, a.generatedIn);
}

function injectedLots(measured: MeasuredCycle, generation: Generation, month: CivilMonth): CreditLot[] {
  return POSTS.map((post) => ({
    generatedIn: month,
    post,
    class: generation.class,
    origin: 'own' as const,
    energy: measured.stretches.reduce((sum, { injected }) => sum + injected[post], 0) as MilliwattHours,
  })).filter(({ energy }) => energy > 0);
}

/** Uses up a lot or a consumption, whichever is smaller; in whole mWh, to the disadvantage of the credit. */
function take(purse: Purse, wanted: Demanded): Compensation | null {
  if (purse.left === 0 || wanted.left === 0) return null;
  const { lot } = purse;
  const [over, under] = lot.post === wanted.post ? NOTHING_LOST : wanted.conversion(lot.post, wanted.post);
  const worth = Number((BigInt(purse.left) * over) / under);
  const energy = Math.min(worth, wanted.left);
  if (energy === 0) return null;
  const cost = energy === worth ? purse.left : Number((BigInt(energy) * under + over - 1n) / over);
  purse.left -= cost;
  wanted.left -= energy;
  return { lot, stretch: wanted.stretch, post: wanted.post, energy };
}

function movementOf(
  purses: readonly Purse[],
  generation: Generation,
  measured: MeasuredCycle,
): CreditMovement {
  const sum = (energies: readonly number[]) =>
    energies.reduce((all, energy) => all + energy, 0) as MilliwattHours;
  const before = sum(generation.credits.map(({ energy }) => energy));
  const injected = sum(
    measured.stretches.flatMap(({ injected }) => [injected.inPoint, injected.interPoint, injected.outPoint]),
  );
  const available = sum(purses.map(({ lot }) => lot.energy));
  const after = sum(purses.map(({ left }) => left));
  const lots = purses
    .filter(({ left }) => left > 0)
    .map(({ lot, left }) => ({ ...lot, energy: left as MilliwattHours }));
  return {
    before,
    injected,
    used: (available - after) as MilliwattHours,
    expired: (before + injected - available) as MilliwattHours,
    after,
    lots,
  };
}
